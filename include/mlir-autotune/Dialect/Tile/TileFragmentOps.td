//===- TileFragmentOps.td - Fragments ----------------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEFRAGMENTOPS_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEFRAGMENTOPS_TD

include "mlir-autotune/Dialect/Tile/TileOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

def Tile_ReadOp : Tile_Op<"read", [InRole]> {
  let summary = "read a fragment from global memory";
  let description = [{
    What is read for elements outside the matrix is not defined (a store leaves
    them out). With `transposed` the matrix in memory is the transpose of the
    fragment. The element type of the fragment may be wider than that of the
    memref. `alignment` promises what that of `tile.store` does: with twice an
    element's size two neighbours of a row are read at once.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
                       Variadic<Index>:$indices, UnitAttr:$transposed,
                       DefaultValuedAttr<I64Attr, "1">:$alignment);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`transposed` $transposed^)?
    (`alignment` `(` $alignment^ `)`)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_SplatOp : Tile_Op<"splat", [InRole, Pure]> {
  let summary = "a fragment of one value";
  let arguments = (ins AnyTypeOf<[AnyFloat, AnySignlessInteger]>:$value);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_MapOp : Tile_Op<"map", [
    InRole, NoMemoryEffect, SingleBlock, RecursivelySpeculatable]> {
  let summary = "apply a function to each element: the fused epilogue";
  let description = [{
    ```mlir
    %r = tile.map %acc : !tile.fragment<128x256xf32>
        -> !tile.fragment<128x256xf32> {
    ^bb0(%x: f32):
      %y = arith.maximumf %x, %zero : f32
      tile.yield %y : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Tile_FragmentType>:$inputs);
  let results = (outs Tile_FragmentType:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $inputs `:` type($inputs) `->` type($result) $body attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_EpilogueOp : Tile_Op<"epilogue", [
    InRole, SingleBlock, AttrSizedOperandSegments]> {
  let summary = "apply a function to each sum and what lies at its place";
  let description = [{
    As `tile.map`, of one fragment and of matrices in memory, which are read on
    the way: no more registers are needed than for what a thread computes at a
    time. `indices` say where in the output the fragment starts, in memory order,
    as those of `tile.store` do. A matrix whose type has a size of 1 is taken to
    be broadcast along that dimension, and one of two dimensions, of three
    indices, to be that of the whole batch. What comes out for elements outside
    the output is not defined; no matrix is read outside. Results have any type.

    The function may yield more than the result's element. What follows is stored
    to the matrices of `also to`, one for each, at the same place, as a direct
    `tile.store` would of a fragment of what is yielded; `output_alignments` has
    its promise for each. It is stored as soon as some columns are computed: as a
    second fragment it would take as many registers as the sums.

    A result of half as many columns is that of pairs of sums: the function
    takes first the sum of a column of the left half, and then that of the same
    column of the right one.

    `alignments`, if given, has a promise for each matrix: 1 for nothing; twice
    the size of its elements, that elements of a row are adjacent and that pairs
    of them, from the first of each row on, are aligned to their size and whole.
    `inside` promises that the matrices have all rows and columns of the fragment,
    so that addresses need not be looked at one by one.

    `groups`, if given, says for each matrix how many rows of the output share a
    row of it, and then how many columns share a column: more than 1 for what has
    an element for each block. The fragment then starts, in the output, at a
    multiple of its own rows and columns.

    ```mlir
    %r = tile.epilogue %sums with %bias, %residual at [%m, %n]
        {alignments = array<i64: 4, 1>} : !tile.fragment<128x256xf32>,
        memref<1x?xbf16, strided<[?, ?], offset: ?>>,
        memref<?x?xf32, strided<[?, ?], offset: ?>>
        -> !tile.fragment<128x256xf32> {
    ^bb0(%sum: f32, %b: bf16, %r: f32):
      %wide = arith.extf %b : bf16 to f32
      %x = arith.addf %sum, %wide : f32
      %y = arith.addf %x, %r : f32
      tile.yield %y : f32
    }
    ```
  }];
  let arguments = (ins Tile_FragmentType:$sums,
    Arg<Variadic<AnyMemRef>, "", [MemRead]>:$matrices, Variadic<Index>:$indices,
    Arg<Variadic<AnyMemRef>, "", [MemWrite]>:$outputs,
    UnitAttr:$transposed, OptionalAttr<DenseI64ArrayAttr>:$alignments,
    OptionalAttr<DenseI64ArrayAttr>:$groups,
    OptionalAttr<DenseI64ArrayAttr>:$output_alignments, UnitAttr:$inside);
  let results = (outs Tile_FragmentType:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sums (`with` $matrices^)? `at` `[` $indices `]`
    (`also` `to` `(` $outputs^ `:` type($outputs) `)`)?
    (`transposed` $transposed^)? attr-dict
    `:` type($sums) (`,` type($matrices)^)? `->` type($result) $body
  }];
  let extraClassDeclaration = [{
    /// What is promised of matrix number `index`, in bytes.
    int64_t getAlignment(int64_t index) {
      std::optional<ArrayRef<int64_t>> all = getAlignments();
      return all ? (*all)[index] : 1;
    }
    /// How many rows of the output (0), or columns (1), share one of matrix
    /// number `index`.
    int64_t getGroup(int64_t index, int64_t dim) {
      std::optional<ArrayRef<int64_t>> all = getGroups();
      return all ? (*all)[2 * index + dim] : 1;
    }
    /// What is promised of output number `index`, behind the result.
    int64_t getOutputAlignment(int64_t index) {
      std::optional<ArrayRef<int64_t>> all = getOutputAlignments();
      return all ? (*all)[index] : 1;
    }
    /// How many sums the function takes, at the head of its arguments.
    int64_t getNumSums() {
      return getSums().getType().getShape()[1] ==
                     getResult().getType().getShape()[1]
                 ? 1
                 : 2;
    }
  }];
  let hasVerifier = 1;
}

def Tile_ClusterReduceOp : Tile_Op<"cluster_reduce", [InRole]> {
  let summary = "sum the fragments of the CTAs that split K";
  let description = [{
    Each CTA of the cluster along K holds a partial sum of one tile. The sums go
    through the shared memory of the ring, whose slots must all have been
    released: CTA number `r` gets the whole sum of columns
    `[r * n, (r + 1) * n)` of the tile, where `n` is the width of the result,
    and `offset` is `r * n`. Partial sums are added in the order of the CTAs, so
    that the result is the same each time.
  }];
  let arguments = (ins Tile_FragmentType:$partial, Tile_RingType:$ring);
  let results = (outs Tile_FragmentType:$result, Index:$offset);
  let assemblyFormat = [{
    $partial `through` $ring attr-dict
    `:` type($partial) `,` type($ring) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ContributeOp : Tile_Op<"contribute", [InRole]> {
  let summary = "leave a partial sum, and learn what to finish";
  let description = [{
    The partial sums of a tile that several CTAs share go through the launch's
    workspace, in device memory: the CTAs need not be a cluster, nor run at the
    same time. The columns of the tile are cut into as many `shares`, one or the
    number of parts; the result has a bit for each share that this CTA is to
    finish, for which `tile.collect` then has the sum of all parts. With one
    share the last CTA to contribute gets it. With more, each CTA waits for some
    microseconds until all have contributed, and gets the share of its own
    number; the last to contribute gets also those of the CTAs that have not
    waited for it. Each share goes to exactly one CTA.

    ```mlir
    %shares = tile.contribute %sums to %parts shares(4)
        : !tile.fragment<64x64xf32>
    ```
  }];
  let arguments = (ins Tile_FragmentType:$partial, Tile_PartsType:$parts,
                       DefaultValuedAttr<I64Attr, "1">:$shares);
  let results = (outs I32:$todo);
  let assemblyFormat = [{
    $partial `to` $parts (`shares` `(` $shares^ `)`)? attr-dict
    `:` type($partial)
  }];
  let hasVerifier = 1;
}

def Tile_CollectOp : Tile_Op<"collect", [InRole]> {
  let summary = "the sum of all parts of a tile, or of a share of its columns";
  let description = [{
    Parts are added in the order of K, whoever does it, so that the result is
    the same each time. `partial` is what this CTA contributed: the sum itself
    where a tile has one part.
  }];
  let arguments = (ins Tile_FragmentType:$partial, Tile_PartsType:$parts,
                       Optional<Index>:$share);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = [{
    $partial `of` $parts (`share` `(` $share^ `)`)? attr-dict
    `:` type($partial) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_StagingOp : Tile_Op<"staging", [HasParent<"KernelOp">]> {
  let summary = "boxes in shared memory for storing fragments";
  let arguments = (ins I64Attr:$buffers);
  let results = (outs Tile_StagingType:$staging);
  let assemblyFormat = "`buffers` `(` $buffers `)` attr-dict `:` type($staging)";
  let hasVerifier = 1;
}

def Tile_StoreOp : Tile_Op<"store", [InRole, AttrSizedOperandSegments]> {
  let summary = "store a fragment to global memory";
  let description = [{
    Floats are rounded to the memref's element type, to nearest even; of integers
    low bits are stored; none outside the matrix. With `transposed` the matrix in
    memory is the transpose of the fragment; `indices` stay in memory order.

    `alignment` promises that each row in memory starts at a multiple of so many
    bytes and is a multiple of so many long; 16 lets a thread write 16 bytes at
    once, and then the last index is a multiple of 8 (16 of elements of 8 bits);
    twice an element's size allows pairs, and then it is a multiple of 2.

    `through` a staging buffer the fragment goes to memory box by box: by TMA,
    asynchronously, which takes an alignment of 16 for granted; or `copied`, row
    after row by the threads of the role, which serves every matrix.
  }];
  let arguments = (ins Tile_FragmentType:$fragment,
    Arg<AnyMemRef, "", [MemWrite]>:$dest, Variadic<Index>:$indices,
    Optional<Tile_StagingType>:$staging, UnitAttr:$copied, UnitAttr:$transposed,
    DefaultValuedAttr<I64Attr, "1">:$alignment);
  let assemblyFormat = [{
    $fragment `,` $dest `[` $indices `]` (`through` $staging^)?
    (`copied` $copied^)? (`transposed` $transposed^)?
    (`alignment` `(` $alignment^ `)`)? attr-dict
    `:` type($fragment) `,` type($dest) (`,` type($staging)^)?
  }];
  let hasVerifier = 1;
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEFRAGMENTOPS_TD
