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
    Elements outside the matrix have undefined values, and a store leaves them out. With `transposed`,
    the matrix in memory is the transpose of the fragment. The element type of the fragment may be
    wider than that of the memref. `alignment` is the same promise as in `tile.store`. With twice the
    size of an element, two neighbours of a row are read at once.
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
  let summary = "a fragment whose elements all have one value";
  let arguments = (ins AnyTypeOf<[AnyFloat, AnySignlessInteger]>:$value);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_MapOp : Tile_Op<"map", [
    InRole, NoMemoryEffect, SingleBlock, RecursivelySpeculatable,
    AttrSizedOperandSegments]> {
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

    **Rows.** An input may have one value for each row (`!tile.rows`), which the function gets for each
    element of the row. If all inputs are such values, so is the result.

    **Places.** With `at`, which has the row and the column of the fragment's first element in some
    matrix, the function gets those of the element, too, behind the elements. If it has two arguments
    more, it gets both once more as f32. These cost less than a conversion of each element's:

    ```mlir
    %masked = tile.map %s at [%m, %n] : !tile.fragment<128x64xf32> -> !tile.fragment<128x64xf32> {
    ^bb0(%x: f32, %row: index, %column: index):
      %isSeen = arith.cmpi sle, %column, %row : index
      %y = arith.select %isSeen, %x, %lowest : f32
      tile.yield %y : f32
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTypeOf<[Tile_FragmentType, Tile_RowsType]>>:$inputs,
                       Variadic<Index>:$places);
  let results = (outs AnyTypeOf<[Tile_FragmentType, Tile_RowsType]>:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $inputs (`at` ` ` `[` $places^ `]`)? `:` type($inputs) `->` type($result) $body attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_EpilogueOp : Tile_Op<"epilogue", [
    InRole, SingleBlock, AttrSizedOperandSegments]> {
  let summary = "apply a function to each sum and to elements of matrices";
  let description = [{
    The operation is like `tile.map`, for one fragment and for matrices in memory. The matrices are
    read while the function is applied, so that a thread only needs registers for the elements that
    it computes at a time. `indices` is the position of the fragment in the output, in memory order,
    as in `tile.store`.

    **Matrices.** A dimension of size 1 is broadcast. If there are more indices, a matrix of two
    dimensions is used for the whole batch. No matrix is read outside its bounds. Results for elements
    outside the output are undefined. The results may have any element type.

    **Several outputs.** The function may yield more values than the element of the result. Each
    further value is stored to one matrix of `also to`, at the same place, like a direct `tile.store`
    of a fragment. `output_alignments` has the promise for each of these. Values are stored as soon as
    some columns are computed: a second fragment would need as many registers as the sums.

    **Pairs.** If the result has half as many columns, the function takes two sums for each element:
    first a column of the left half, then the same column of the right half.

    **Promises.** `alignments` has one number per matrix. 1 promises nothing. Twice the size of an
    element promises that elements of a row are adjacent, that rows consist of whole pairs, and that
    pairs are aligned to their size. `inside` promises that the matrices have all rows and columns of
    the fragment, so that addresses need no checks. `groups` has two numbers per matrix: how many rows
    of the output share a row of the matrix, and how many columns share a column. Numbers above 1 are
    for matrices with one element per block. The fragment then starts at a multiple of its own rows
    and columns. With `placed`, the function gets the row and the column of the element in the output, as
    two indices behind the elements. The fragment must then not be `transposed`.

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
    OptionalAttr<DenseI64ArrayAttr>:$output_alignments, UnitAttr:$inside,
    UnitAttr:$placed);
  let results = (outs Tile_FragmentType:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sums (`with` $matrices^)? `at` `[` $indices `]`
    (`also` `to` `(` $outputs^ `:` type($outputs) `)`)?
    (`transposed` $transposed^)? attr-dict
    `:` type($sums) (`,` type($matrices)^)? `->` type($result) $body
  }];
  let extraClassDeclaration = [{
    /// The promised alignment of matrix number `index`, in bytes.
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
    /// The promised alignment of output number `index`, counted behind the result.
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
    Each CTA of the cluster along K holds a partial sum of one tile. The sums go through the shared
    memory of the ring, whose slots must all be released. CTA number `r` gets the whole sum of columns
    `[r * n, (r + 1) * n)` of the tile, where `n` is the width of the result. `offset` is `r * n`.
    Partial sums are added in the order of the CTAs, so that the result is the same each time.
  }];
  let arguments = (ins Tile_FragmentType:$partial, Tile_RingType:$ring);
  let results = (outs Tile_FragmentType:$result, Index:$offset);
  let assemblyFormat = [{
    $partial `through` $ring attr-dict
    `:` type($partial) `,` type($ring) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ContributeOp : Tile_Op<"contribute", [InRole, AttrSizedOperandSegments]> {
  let summary = "store a partial sum, and get the shares to finish";
  let description = [{
    If several CTAs share a tile, its partial sums go through the launch's workspace in device memory.
    The CTAs need not be a cluster, nor run at the same time. The columns of the tile are cut into
    `shares`, as many as there are parts. The result has one bit for each share that this CTA must
    finish. `tile.collect` then returns the sum of all parts of that share.

    Each CTA waits some microseconds until all have contributed, and gets the share of its own number.
    The last CTA to contribute also gets the shares of CTAs that stopped waiting. Each share goes to
    exactly one CTA.

    With `weighted`, a part is a mean, and its rows have weights: powers of two, of which the exponents
    are given. `tile.collect_mean` then returns the mean of all parts. Parts may have any number of
    columns.

    With `rows`, only so many rows of the tile count, and others are not stored where that saves time.

    ```mlir
    %shares = tile.contribute %sums to %parts shares(4)
        : !tile.fragment<64x64xf32>
    %shares = tile.contribute %mean weighted %exponents rows(%left) to %parts shares(4)
        : !tile.fragment<64x64xf32>, !tile.rows<64x1xf32>
    ```
  }];
  let arguments = (ins Tile_FragmentType:$partial,
                       Optional<Tile_RowsType>:$weights, Optional<Index>:$rows,
                       Tile_PartsType:$parts, I64Attr:$shares);
  let results = (outs I32:$todo);
  let assemblyFormat = [{
    $partial (`weighted` $weights^)? (`rows` `(` $rows^ `)`)? `to` $parts
    `shares` `(` $shares `)` attr-dict `:` type($partial) (`,` type($weights)^)?
  }];
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "Value":$partial, "Value":$parts, "int64_t":$shares), [{
      build($_builder, $_state, $_builder.getI32Type(), partial, Value(),
            Value(), parts, shares);
    }]>
  ];
}

def Tile_CollectOp : Tile_Op<"collect", [InRole]> {
  let summary = "sum all parts of a share of a tile's columns";
  let description = [{
    Parts are added in the order of K, whichever CTA adds them, so that the result is the same each
    time. `partial` is the sum that this CTA contributed.
  }];
  let arguments = (ins Tile_FragmentType:$partial, Tile_PartsType:$parts,
                       Index:$share);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = [{
    $partial `of` $parts `share` `(` $share `)` attr-dict
    `:` type($partial) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_CollectMeanOp : Tile_Op<"collect_mean", [InRole]> {
  let summary = "the weighted mean of all parts of a share of a tile's columns";
  let description = [{
    The parts were contributed with weights. `mean` is the mean of their share of the columns, and
    `weights` has the exponents of each row's weights' sum. A part whose exponent is minus infinity
    does not count, whatever its elements are. If none counts, the mean is NaN or, with `zero`, 0.

    Parts are added in the order of K, as by `tile.collect`. With `rows`, only so many rows have
    results.
  }];
  let arguments = (ins Tile_FragmentType:$partial, Tile_PartsType:$parts,
                       Index:$share, Optional<Index>:$rows, UnitAttr:$zero);
  let results = (outs Tile_FragmentType:$mean, Tile_RowsType:$weights);
  let assemblyFormat = [{
    $partial `of` $parts `share` `(` $share `)` (`rows` `(` $rows^ `)`)?
    (`zero` $zero^)? attr-dict
    `:` type($partial) `->` type($mean) `,` type($weights)
  }];
  let hasVerifier = 1;
}

def Tile_StagingOp : Tile_Op<"staging", [HasParent<"KernelOp">]> {
  let summary = "boxes in shared memory for storing fragments";
  let description = [{
    With `over`, the boxes lie in the slots of a ring. The store overwrites them, after all threads of
    its role have come to it. Only this role may drain the ring, and the kernel must not be persistent:
    each CTA then has loaded all that it multiplies.
  }];
  let arguments = (ins I64Attr:$buffers, Optional<Tile_RingType>:$ring);
  let results = (outs Tile_StagingType:$staging);
  let assemblyFormat = [{
    `buffers` `(` $buffers `)` (`over` $ring^ `:` qualified(type($ring)))? attr-dict `:` type($staging)
  }];
  let hasVerifier = 1;
}

def Tile_StoreOp : Tile_Op<"store", [InRole, AttrSizedOperandSegments]> {
  let summary = "store a fragment to global memory";
  let description = [{
    Floats are rounded to the memref's element type, to nearest even. Integers keep their low bits.
    Elements outside the matrix are not stored. With `transposed`, the matrix in memory is the
    transpose of the fragment, and `indices` stay in memory order.

    `alignment` promises that each row in memory starts at a multiple of so many bytes, and that its
    length is a multiple of so many bytes:

    - 16 lets a thread write 16 bytes at once. The last index must be a multiple of 8, or of 16 for
      8-bit elements.
    - Twice the size of an element lets a thread write pairs. The last index must be a multiple of 2.

    With `through`, the fragment goes to memory box by box through a staging buffer. TMA stores the
    boxes asynchronously and relies on an alignment of 16. With `copied`, the threads of the role
    store the rows of each box instead, which works for every matrix.
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
