//===- TileRoleOps.td - Rings and products -----------------*- tablegen -*-===//
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
def Tile_Matrices : MemRefRankOf<[AnyType], [2, 3]>;

def Tile_PackOp : Tile_Op<"pack", [HasParent<"KernelOp">, InferTypeOpAdaptor]> {
  let summary = "copy a matrix to where its rows are aligned";
  let description = [{
    The result is a copy of `source`, a matrix or a batch of matrices, in memory
    that comes with the launch (its workspace), whose rows start at multiples of
    128 bytes: TMA can load it. The
    CTAs of the launch copy a part each, before their roles start, and none goes
    on before all is there; they need not run at the same time. Only
    `tile.load` reads the result.

    With `transposed` it is the transpose of the source, of a batch that of each
    matrix: an operand whose K is not contiguous becomes one whose K is.

    `alignment` promises of the source what that of `tile.copy` does.

    ```mlir
    %packed = tile.pack %a alignment(2) : memref<?x?xf16>
    %turned = tile.pack %b transposed alignment(16) : memref<?x?xi8>
    %all = tile.pack %c transposed alignment(16) : memref<?x?x?xi8>
    ```
  }];
  let arguments = (ins Arg<Tile_Matrices, "", [MemRead]>:$source,
                       UnitAttr:$transposed, I64Attr:$alignment);
  let results = (outs Tile_Matrices:$result);
  let assemblyFormat = [{
    $source (`transposed` $transposed^)? `alignment` `(` $alignment `)`
    attr-dict `:` type($source)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

def Tile_RingOp : Tile_Op<"ring", [HasParent<"KernelOp">]> {
  let summary = "a ring of slots between producers and consumers";
  let description = [{
    One role fills it. Every role that waits for its slots takes each of them,
    and releases it: the slot is empty once all have.
  }];
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

    `whole` promises of an asynchronous copy that all of the tile is in the
    matrix. It may then be one of several parts, all of which are needed:
    `part [i, n]` is number `i` of `n`. Products that stand between them hide what
    they take.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
    Variadic<Index>:$indices, Arg<Tile_SlotType, "", [MemWrite]>:$slot,
    I64Attr:$tile, I64Attr:$alignment, UnitAttr:$whole,
    OptionalAttr<DenseI64ArrayAttr>:$part);
  let assemblyFormat = [{
    $source `[` $indices `]` `into` $slot `[` $tile `]`
    `alignment` `(` $alignment `)` (`whole` $whole^)? (`part` $part^)?
    attr-dict `:` type($source) `,` type($slot)
  }];
  let hasVerifier = 1;
}

def Tile_SplitOp : Tile_Op<"split", [InRole, AllTypesMatch<["slot", "low"]>]> {
  let summary = "put what tf32 drops of a slot's elements into another slot";
  let description = [{
    Of each f32 of `slot`, which is full, the 13 bits of the significand that a
    product of tf32 drops, as an f32 that is rounded to tf32 itself. It lies in
    `low`, a slot of another ring with the same tiles, where the element lies in
    `slot`. All threads of the role compute a part each, and `tile.commit` says
    that they have.
  }];
  let arguments = (ins Arg<Tile_SlotType, "", [MemRead]>:$slot,
                       Arg<Tile_SlotType, "", [MemWrite]>:$low);
  let assemblyFormat =
      "$slot `into` $low attr-dict `:` type($slot)";
  let hasVerifier = 1;
}

def Tile_TransposeOp : Tile_Op<"transpose", [InRole]> {
  let summary = "put the transpose of one tile of a slot into another slot";
  let description = [{
    Tile `tile` of `slot`, which is full, of elements of 8 or 32 bits. Its
    transpose is the one tile of `transposed`, a slot of another ring: K of an
    operand that is loaded as `k x m` or `k x n` is contiguous there, as wgmma
    needs it of such elements. All threads of the role move a part each, and
    `tile.commit` says that they have.

    ```mlir
    %t = tile.acquire %columns : !tile.ring<128x128xi8> -> !tile.slot<128x128xi8>
    tile.transpose %slot[1] into %t
        : !tile.slot<64x128xi8, 128x128xi8>, !tile.slot<128x128xi8>
    tile.commit %t to %columns : !tile.slot<128x128xi8>, !tile.ring<128x128xi8>
    ```
  }];
  let arguments = (ins Arg<Tile_SlotType, "", [MemRead]>:$slot, I64Attr:$tile,
                       Arg<Tile_SlotType, "", [MemWrite]>:$transposed);
  let assemblyFormat = [{
    $slot `[` $tile `]` `into` $transposed attr-dict
    `:` type($slot) `,` type($transposed)
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
    One of the ring's slots is read: at most `stages - 1` are pending, and where
    another is filled meanwhile `stages - 2`. A ring that another role fills is
    waited for without.
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
    are complete (`tile.mma_wait`), and what it takes into registers is read
    (`tile.read_operands`). In a cluster that multicasts, the slot is
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
  let summary = "read what a prologue, or a scale, takes for the rows of A";
  let description = [{
    Values of the rows from the first index on, and of the parts of K from the
    second one on; with `transposed` the matrix in memory is the transpose, and
    the indices stay in memory order. A matrix whose type has a size of 1 is taken
    to be broadcast along that dimension. Coordinates beyond the end are taken for
    the last one: such rows are never stored, and beyond the end of K both
    factors are zeros of their own. With `block(n)` the matrix has a value for
    each n rows, from the first one on.

    The threads of the role read from global memory, and wait for what they read
    where it is first used: one step of K before that, at best.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
                       Variadic<Index>:$indices, UnitAttr:$transposed,
                       DefaultValuedAttr<I64Attr, "1">:$block);
  let results = (outs Tile_RowsType:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` (`transposed` $transposed^)?
    (`block` `(` $block^ `)`)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_MmaOp : Tile_Op<"mma", [InRole, AttrSizedOperandSegments]> {
  let summary = "start multiplying the two tiles of a slot";
  let description = [{
    `%d = tile.mma %slot, %c` starts `d = A * B + c`, where A is tile 0 of the
    slot and B tile 1; without `%c`, `d = A * B`. The result must not be read,
    and the slot not released, before a `tile.mma_wait` covers it. With
    `left(%x)` A is the one tile of another slot, and with `right(%x)` B is:
    those that `tile.transpose` has filled from this one.
    `transpose_a`: A lies as `k x m`; `transpose_b`: B lies as `n x k`.
    A result of fewer columns than B has is that of B's first ones. It is
    warpgroups that multiply so; a grid of warps does by `tile.multiply`.
    Integers of A and B are signed, or, with `unsigned_a` and `unsigned_b`, not.
    Elements of f32 are multiplied as tf32, which drops 13 bits of the
    significand, and must say so: `tf32`. With `low(%rest)`, a slot that
    `tile.split` has filled from this one, the products of what is dropped of one
    factor and what is left of the other are added: `d = A * B + A' * B + A * B'
    + c`, where A' and B' are the tiles of `%rest`.

    Sums are f32, of integers i32. Those of f16 by f16 may be f16: the result is
    rounded to it after each 16 of K, and a register holds two elements.

    With `packed_a` each byte of A, i8 in its type, is two integers of 4 bits, of
    neighbours along K, the first in the low half: A is `m x k/2`. Beside
    floats in B alone.

    With `in_turn` the warpgroups of a role start their products one after the other:
    what A is converted by one is while those of the others run. All of them execute
    each such operation as often.

    Beside floats of 16 bits in B, `prologue` says what integers or floats of A
    become before they are multiplied, in B's type: a function of the element,
    and of one value of each of `rows`: that of its row and part of K, or, of
    single columns, that of its place along K.

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
                       Optional<Tile_SlotType>:$low,
                       Optional<Tile_SlotType>:$left,
                       Optional<Tile_SlotType>:$right,
                       Variadic<AnyTypeOf<[Tile_RowsType, Tile_ColumnsType]>>:$rows,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b,
                       UnitAttr:$unsigned_a, UnitAttr:$unsigned_b,
                       UnitAttr:$tf32, UnitAttr:$packed_a,
                       UnitAttr:$in_turn);
  let results = (outs Tile_FragmentType:$result);
  let regions = (region MaxSizedRegion<1>:$prologue);
  let extraClassDeclaration = [{
    /// The tiles that are multiplied, A and B, wherever they lie.
    std::array<::mlir::VectorType, 2> getFactors();
  }];
  let assemblyFormat = [{
    $slot (`,` $acc^)? (`transpose_a` $transpose_a^)?
    (`transpose_b` $transpose_b^)? (`unsigned_a` $unsigned_a^)?
    (`unsigned_b` $unsigned_b^)? (`tf32` $tf32^)? (`packed_a` $packed_a^)? (`in_turn` $in_turn^)?
    (`low` `(` $low^ `:` type($low) `)`)?
    (`left` `(` $left^ `:` type($left) `)`)?
    (`right` `(` $right^ `:` type($right) `)`)?
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

def Tile_ReadOperandsOp : Tile_Op<"read_operands", [InRole]> {
  let summary = "load a part of a slot's two tiles into registers";
  let description = [{
    A role with a grid of warps multiplies them by `tile.multiply`, also once the
    slot is released: no product waits for what is loaded while the part before is
    multiplied.

    The K of the result is that of a part, of which the slot's K has a whole
    number. Which of K are in a part is left to the lowering; they are the same of
    A and of B, and all parts together are all of K. `transpose_a` and
    `transpose_b` are those of `tile.mma`.
  }];
  let arguments = (ins Tile_SlotType:$slot,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$part,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b);
  let results = (outs Tile_OperandsType:$result);
  let assemblyFormat = [{
    $slot `part` `(` $part `)` (`transpose_a` $transpose_a^)?
    (`transpose_b` $transpose_b^)? attr-dict `:` type($slot) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_MultiplyOp : Tile_Op<"multiply", [InRole]> {
  let summary = "multiply what is in registers";
  let description = [{
    `%d = tile.multiply %x, %c` is `d = A * B + c` of the rows and columns in
    `%x`. The result may be read at once. Integers are signed, or, with
    `unsigned_a` and `unsigned_b`, not.
  }];
  let arguments = (ins Tile_OperandsType:$factors, Tile_FragmentType:$acc,
                       UnitAttr:$unsigned_a, UnitAttr:$unsigned_b);
  let results = (outs Tile_FragmentType:$result);
  let assemblyFormat = [{
    $factors `,` $acc (`unsigned_a` $unsigned_a^)? (`unsigned_b` $unsigned_b^)?
    attr-dict `:` type($factors) `,` type($acc) `->` type($result)
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

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEROLEOPS_TD
