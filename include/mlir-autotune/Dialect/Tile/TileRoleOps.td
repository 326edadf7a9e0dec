//===- TileRoleOps.td - Rings, products, fragments ---------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEROLEOPS_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEROLEOPS_TD

include "mlir-autotune/Dialect/Tile/TileOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

def Tile_Matrix : MemRefRankOf<[AnyType], [2]>;

def Tile_PackOp : Tile_Op<"pack", [HasParent<"KernelOp">,
                                   SameOperandsAndResultType]> {
  let summary = "copy a matrix to where its rows are aligned";
  let description = [{
    The result is a copy of `source` in memory that comes with the launch (its
    workspace), whose rows start at multiples of 128 bytes: TMA can load it. The
    CTAs of the launch copy a part each, before their roles start, and none goes
    on before all is there; they need not run at the same time. Only
    `tile.load` reads the result.

    `alignment` promises of the source what that of `tile.copy` does.

    ```mlir
    %packed = tile.pack %a alignment(2) : memref<?x?xf16>
    ```
  }];
  let arguments = (ins Arg<Tile_Matrix, "", [MemRead]>:$source,
                       I64Attr:$alignment);
  let results = (outs Tile_Matrix:$result);
  let assemblyFormat =
      "$source `alignment` `(` $alignment `)` attr-dict `:` type($source)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

def Tile_RingOp : Tile_Op<"ring", [HasParent<"KernelOp">]> {
  let summary = "a ring of slots between producers and consumers";
  let arguments = (ins I64Attr:$stages);
  let results = (outs Tile_RingType:$ring);
  let assemblyFormat = "`stages` `(` $stages `)` attr-dict `:` type($ring)";
  let hasVerifier = 1;
}

def Tile_AcquireOp : Tile_Op<"acquire", [InRole]> {
  let summary = "wait until the next slot is empty, and take it for filling";
  let description = [{
    What is loaded into the slot makes it full when all of it has arrived: each
    tile of the slot must be loaded exactly once (by this CTA or, with
    multicast, by the cluster together). What is copied into it does so once it
    is committed.
  }];
  let arguments = (ins Tile_RingType:$ring);
  let results = (outs Tile_SlotType:$slot);
  let assemblyFormat = "$ring attr-dict `:` type($ring) `->` type($slot)";
  let hasVerifier = 1;
}

def Tile_LoadOp : Tile_Op<"load", [InRole]> {
  let summary = "start loading one tile of a slot from global memory";
  let description = [{
    Loads the tile whose first element is at `indices` (in memory order; of a
    batch, the number of its matrix first) into tile `tile` of the slot. Elements outside the matrix arrive as zeros. With
    `multicast(m)` the CTAs of the cluster along M all want this same tile: each
    loads a slice of it and sends it to all of them. With `half [d, h]` it is
    half number `h` of the tile along its dimension `d` alone: the tile is then
    loaded by two operations, which may read different matrices.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
    Variadic<Index>:$indices, Arg<Tile_SlotType, "", [MemWrite]>:$slot,
    I64Attr:$tile, OptionalAttr<DenseI64ArrayAttr>:$half,
    OptionalAttr<Tile_Axis>:$multicast,
    DefaultValuedAttr<Tile_CachePolicy,
                      "::mlir::autotune::tile::CachePolicy::Normal">:$cache);
  let assemblyFormat = [{
    $source `[` $indices `]` `into` $slot `[` $tile `]` (`half` $half^)?
    (`multicast` `(` $multicast^ `)`)? (`cache` `(` $cache^ `)`)?
    attr-dict `:` type($source) `,` type($slot)
  }];
  let hasVerifier = 1;
}

def Tile_CopyOp : Tile_Op<"copy", [InRole]> {
  let summary = "copy one tile of a slot from global memory by the role's threads";
  let description = [{
    As `tile.load`, for matrices that TMA doesn't take or is slow with: all
    threads of the role copy a part each, and `tile.commit` says that they have.
    `alignment` promises that the elements of a row are adjacent, and that the
    matrix and its rows start at multiples of so many bytes; with 16 the copies
    are asynchronous.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
    Variadic<Index>:$indices, Arg<Tile_SlotType, "", [MemWrite]>:$slot,
    I64Attr:$tile, I64Attr:$alignment);
  let assemblyFormat = [{
    $source `[` $indices `]` `into` $slot `[` $tile `]`
    `alignment` `(` $alignment `)` attr-dict `:` type($source) `,` type($slot)
  }];
  let hasVerifier = 1;
}

def Tile_CommitOp : Tile_Op<"commit", [InRole]> {
  let summary = "give a slot that was copied into to the consumers";
  let description = [{
    The slot is full when every thread of the role has come here and what it
    copied has arrived.
  }];
  let arguments = (ins Tile_SlotType:$slot, Tile_RingType:$ring);
  let assemblyFormat = "$slot `to` $ring attr-dict `:` type($slot) `,` type($ring)";
  let hasVerifier = 1;
}

def Tile_WaitOp : Tile_Op<"wait", [InRole]> {
  let summary = "wait until the next slot is full";
  let description = [{
    `tile.wait %ring pending(2)` is for a ring that the role fills itself: of the
    slots that were committed, all but the newest two are full then, and the
    threads of the role have met, so that slots released before may be filled.
    One of the ring's slots is read and one is filled meanwhile: at most
    `stages - 2` are pending.
  }];
  let arguments = (ins Tile_RingType:$ring,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$pending);
  let results = (outs Tile_SlotType:$slot);
  let assemblyFormat = [{
    $ring (`pending` `(` $pending^ `)`)? attr-dict
    `:` type($ring) `->` type($slot)
  }];
  let hasVerifier = 1;
}

def Tile_ReleaseOp : Tile_Op<"release", [InRole]> {
  let summary = "give a slot back to the producers";
  let description = [{
    The caller has read the slot for the last time: the products that read it
    are complete (`tile.mma_wait`). In a cluster that multicasts, the slot is
    given back to every CTA that writes into it.
  }];
  let arguments = (ins Tile_SlotType:$slot, Tile_RingType:$ring);
  let assemblyFormat = "$slot `to` $ring attr-dict `:` type($slot) `,` type($ring)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

def Tile_ReadRowsOp : Tile_Op<"read_rows", [InRole]> {
  let summary = "read what a prologue takes for the rows of A";
  let description = [{
    Values of the rows from the first index on, and of the parts of K from the
    second one on; with `transposed` the matrix in memory is the transpose, and
    the indices stay in memory order. A matrix whose type has a size of 1 is taken
    to be broadcast along that dimension. Coordinates beyond the end are taken for
    the last one: such rows are never stored, and beyond the end of K both
    factors are zeros of their own.

    The threads of the role read from global memory, and wait for what they read
    where it is first used: one step of K before that, at best.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
                       Variadic<Index>:$indices, UnitAttr:$transposed);
  let results = (outs Tile_RowsType:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`transposed` $transposed^)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_MmaOp : Tile_Op<"mma", [InRole, AttrSizedOperandSegments]> {
  let summary = "start multiplying the two tiles of a slot";
  let description = [{
    `%d = tile.mma %slot, %c` starts `d = A * B + c`, where A is tile 0 of the
    slot and B tile 1; without `%c`, `d = A * B`. The result must not be read,
    and the slot not released, before a `tile.mma_wait` covers it.
    `transpose_a`: A lies as `k x m`; `transpose_b`: B lies as `n x k`.
    Integers of A and B are signed, or, with `unsigned_a` and `unsigned_b`, not.
    Elements of f32 are multiplied as tf32, which drops 13 bits of the
    significand, and must say so: `tf32`.

    Of integers in A and floats in B, `prologue` says what the integers become
    before they are multiplied, in B's type: a function of the integer, and of
    one value of each of `rows`, that of its row and part of K.

    ```mlir
    %d = tile.mma %slot, %c transpose_b rows(%s, %z : !tile.rows<64x1xbf16>,
        !tile.rows<64x1xbf16>) prologue {
    ^bb0(%q: i8, %scale: bf16, %zero: bf16):
      %0 = arith.sitofp %q : i8 to bf16
      %1 = arith.subf %0, %zero : bf16
      %2 = arith.mulf %1, %scale : bf16
      tile.yield %2 : bf16
    } : !tile.slot<64x128xi8, 16x128xbf16>, !tile.fragment<64x16xf32>
      -> !tile.fragment<64x16xf32>
    ```
  }];
  let arguments = (ins Tile_SlotType:$slot, Optional<Tile_FragmentType>:$acc,
                       Variadic<Tile_RowsType>:$rows,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b,
                       UnitAttr:$unsigned_a, UnitAttr:$unsigned_b,
                       UnitAttr:$tf32);
  let results = (outs Tile_FragmentType:$result);
  let regions = (region MaxSizedRegion<1>:$prologue);
  let assemblyFormat = [{
    $slot (`,` $acc^)? (`transpose_a` $transpose_a^)?
    (`transpose_b` $transpose_b^)? (`unsigned_a` $unsigned_a^)?
    (`unsigned_b` $unsigned_b^)? (`tf32` $tf32^)?
    (`rows` `(` $rows^ `:` type($rows) `)`)? (`prologue` $prologue^)?
    attr-dict `:` type($slot) (`,` type($acc)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_MmaWaitOp : Tile_Op<"mma_wait", [InRole]> {
  let summary = "wait until at most `pending` products are in flight";
  let description = [{
    `tile.mma_wait pending(1)` inside the loop lets the newest product run on
    while the slot of the one before is released.
    `%d = tile.mma_wait pending(0) %c : …` ends them all and gives the sums in a
    form that may be read.
  }];
  let arguments = (ins I64Attr:$pending, Optional<Tile_FragmentType>:$acc);
  let results = (outs Optional<Tile_FragmentType>:$result);
  let assemblyFormat = [{
    `pending` `(` $pending `)` ($acc^ `:` type($acc) `->` type($result))?
    attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_TakeTurnOp : Tile_Op<"take_turn", [ParentRoleWithCopies]> {
  let summary = "wait for this role instance's turn to start its products";
  let description = [{
    The instances of a role with copies take turns, in the order of their
    tiles: an instance that ran ahead by a whole ring would mistake one phase of
    a barrier for the next.
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_PassTurnOp : Tile_Op<"pass_turn", [ParentRoleWithCopies]> {
  let summary = "give the turn to the next instance of this role";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

def Tile_ReadOp : Tile_Op<"read", [InRole]> {
  let summary = "read a fragment from global memory";
  let description = [{
    What is read for elements outside the matrix is not defined (a store leaves
    them out). With `transposed` the matrix in memory is the transpose of the
    fragment. The element type of the fragment may be wider than that of the
    memref.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
                       Variadic<Index>:$indices, UnitAttr:$transposed);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`transposed` $transposed^)? attr-dict
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
    the output is not defined; no matrix is read outside.

    A result of half as many columns is that of pairs of sums: the function
    takes first the sum of a column of the left half, and then that of the same
    column of the right one.

    `alignments`, if given, has a promise for each matrix: 1 for nothing; twice
    the size of its elements, that elements of a row are adjacent and that pairs
    of them, from the first of each row on, are aligned to their size and whole.

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
    UnitAttr:$transposed, OptionalAttr<DenseI64ArrayAttr>:$alignments);
  let results = (outs Tile_FragmentType:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sums (`with` $matrices^)? `at` `[` $indices `]`
    (`transposed` $transposed^)? attr-dict
    `:` type($sums) (`,` type($matrices)^)? `->` type($result) $body
  }];
  let extraClassDeclaration = [{
    /// What is promised of matrix number `index`, in bytes.
    int64_t getAlignment(int64_t index) {
      std::optional<ArrayRef<int64_t>> all = getAlignments();
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
    Elements are converted to the memref's element type, rounding to nearest
    even; those outside the matrix are left out. With `transposed` the matrix in
    memory is the transpose of the fragment; `indices` stay in memory order.

    `alignment` promises that each row in memory starts at a multiple of so many
    bytes and is a multiple of so many long; 16 lets a thread write 16 bytes at
    once, and then the last index is a multiple of 8; 4 allows pairs of elements
    of 16 bits, and then it is a multiple of 2.

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

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEROLEOPS_TD
