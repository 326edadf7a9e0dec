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
  let summary = "copy a matrix into memory with aligned rows";
  let description = [{
    The result is a copy of `source`, a matrix or a batch of matrices, in the launch's workspace. Rows
    of the copy start at multiples of 128 bytes, so that TMA can load it. Each CTA of the launch copies
    a part before its roles start, and none goes on before all parts are there. The CTAs need not
    run at the same time. Only `tile.load` reads the result.

    With `transposed`, the result is the transpose of the source, or of each matrix of a batch. It
    turns an operand whose K is not contiguous into one whose K is. `alignment` is the same promise
    about the source as in `tile.copy`.

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
    One role fills the ring. Every role that waits for its slots takes and releases each slot. A slot
    is empty when all of them have released it.
  }];
  let arguments = (ins I64Attr:$stages);
  let results = (outs Tile_RingType:$ring);
  let assemblyFormat = "`stages` `(` $stages `)` attr-dict `:` type($ring)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t kMostStages = 64;
  }];
}

def Tile_AcquireOp : Tile_Op<"acquire", [InRole]> {
  let summary = "wait until the next slot is empty, and take it for filling";
  let description = [{
    A slot that is filled by loads becomes full when all loads have arrived. Each tile of the slot must
    be loaded exactly once, by this CTA or, with multicast, by the cluster together. A slot that is
    filled by copies becomes full with `tile.commit`.
  }];
  let arguments = (ins Tile_RingType:$ring);
  let results = (outs Tile_SlotType:$slot);
  let assemblyFormat = "$ring attr-dict `:` type($ring) `->` type($slot)";
  let hasVerifier = 1;
}

def Tile_LoadOp : Tile_Op<"load", [InRole, AttrSizedOperandSegments]> {
  let summary = "start loading one tile of a slot from global memory";
  let description = [{
    Loads the tile whose first element is at `indices` into tile `tile` of the slot. The indices are
    in memory order; for a batch, the number of the matrix comes first. Elements outside the matrix
    arrive as zeros.

    **Windows.** With `window [%r, %s]`, the matrix is the one that a convolution multiplies with its
    filter. `source` holds images: their number, rows, columns and channels. The matrix has a row for
    each window of the launch, in the order of images, rows and columns, and a column for each channel.
    Its elements are the pixels at row `%r` and column `%s` of the windows. `indices` are two: the
    number of the first window, and the first channel. Pixels outside an image, channels that it does
    not have, and windows behind the last one arrive as zeros. Where windows are is said by the launch
    (`window` of `tile.launch`), so that a kernel serves all filters, strides, dilations and paddings.

    ```mlir
    tile.load %x[%m, %c] window [%r, %s] into %slot[0]
        : memref<?x?x?x?xf16>, !tile.slot<128x64xf16, 128x64xf16>
    ```

    A matrix of windows in memory was rejected: it has as many times the bytes of the images as the
    filter has pixels. A load whose attributes are the strides and paddings was rejected, too: there
    would be a kernel for each convolution.

    **Multicast.** With `multicast(m)`, all CTAs of the cluster along M want this same tile. Each loads a slice of it
    and sends the slice to all of them. With `half [d, h]`, the operation loads only half number `h`
    of the tile along its dimension `d`. Two operations then load the tile, possibly from different
    matrices.

    With `trim`, the operation loads no more rows than the matrix has in memory. The other rows of the
    tile may have any contents, and what is computed from them must not be used. It is therefore not
    for tiles whose rows run along K. TMA takes longer for a row of zeros than for one that it loads.

    With `chosen`, the operation loads as many rows as the launch has chosen columns of a tile
    (`tile.chosen_columns`). Nothing may read the other rows: they may belong to the next slot.

    The size of slots can follow the choice. The chosen tile must then be the last one of its slot, and
    its rows must have at most 128 bytes. With fewer rows, slots are smaller, and the ring has more of
    them, up to 64.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
    Variadic<Index>:$indices, Variadic<Index>:$window,
    Arg<Tile_SlotType, "", [MemWrite]>:$slot,
    I64Attr:$tile, OptionalAttr<DenseI64ArrayAttr>:$half, UnitAttr:$trim,
    UnitAttr:$chosen,
    OptionalAttr<Tile_Axis>:$multicast,
    DefaultValuedAttr<Tile_CachePolicy,
                      "::mlir::autotune::tile::CachePolicy::Normal">:$cache);
  let builders = [
    // Of a matrix in memory.
    OpBuilder<(ins "Value":$source, "ValueRange":$indices, "Value":$slot,
                   "int64_t":$tile, "DenseI64ArrayAttr":$half, "bool":$trim,
                   "bool":$chosen, "AxisAttr":$multicast,
                   "CachePolicy":$cache), [{
      build($_builder, $_state, source, indices, /*window=*/ValueRange(), slot,
            tile, half, trim, chosen, multicast, cache);
    }]>];
  let assemblyFormat = [{
    $source `[` $indices `]` (`window` ` ` `[` $window^ `]`)?
    `into` $slot `[` $tile `]` (`half` $half^)?
    (`trim` $trim^)? (`chosen` $chosen^)? (`multicast` `(` $multicast^ `)`)? (`cache` `(` $cache^ `)`)?
    attr-dict `:` type($source) `,` type($slot)
  }];
  let extraClassDeclaration = [{
    /// Whether the source holds images, and the matrix is one of windows.
    bool isOfWindows() { return !getWindow().empty(); }
  }];
  let hasVerifier = 1;
}

def Tile_CopyOp : Tile_Op<"copy", [InRole]> {
  let summary = "copy one tile of a slot from global memory with the role's threads";
  let description = [{
    The operation is like `tile.load`, for matrices that TMA does not take or loads slowly. Each thread
    of the role copies a part, and `tile.commit` says that the threads are done. `alignment` promises
    that the elements of a row are adjacent, and that the matrix and its rows start at multiples of so
    many bytes. With `async`, the copies are asynchronous, and each copies 16 bytes, or as many as the
    alignment if this is 8 or 4. Without it, registers copy elements of 16 bits.

    `whole`, for an asynchronous copy, promises that the whole tile is inside the matrix. The copy may
    then be one of several, which are all needed: `part [i, n]` is number `i` of `n`. Products between
    the copies hide their cost.
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
    Variadic<Index>:$indices, Arg<Tile_SlotType, "", [MemWrite]>:$slot,
    I64Attr:$tile, I64Attr:$alignment, UnitAttr:$async, UnitAttr:$whole,
    OptionalAttr<DenseI64ArrayAttr>:$part);
  let assemblyFormat = [{
    $source `[` $indices `]` `into` $slot `[` $tile `]`
    `alignment` `(` $alignment `)` (`async` $async^)? (`whole` $whole^)? (`part` $part^)?
    attr-dict `:` type($source) `,` type($slot)
  }];
  let hasVerifier = 1;
}

def Tile_SplitOp : Tile_Op<"split", [InRole, AllTypesMatch<["slot", "low"]>]> {
  let summary = "put the bits of a slot that tf32 drops into another slot";
  let description = [{
    A product of tf32 drops 13 bits of the significand of each f32. For each element of `slot`, which
    is full, this operation stores the dropped bits as an f32 that is itself rounded to tf32. It
    stores them at the same place of `low`, a slot of another ring with the same tiles. Each thread of
    the role computes a part, and `tile.commit` says that the threads are done.
  }];
  let arguments = (ins Arg<Tile_SlotType, "", [MemRead]>:$slot,
                       Arg<Tile_SlotType, "", [MemWrite]>:$low);
  let assemblyFormat =
      "$slot `into` $low attr-dict `:` type($slot)";
  let hasVerifier = 1;
}

def Tile_TransposeOp : Tile_Op<"transpose", [InRole]> {
  let summary = "transpose one tile of a slot into another slot";
  let description = [{
    Transposes tile `tile` of `slot`, which is full and has elements of 8 or 32 bits. The result is the
    one tile of `transposed`, a slot of another ring. An operand that is loaded as `k x m` or `k x n`
    then has a contiguous K, as wgmma needs it for such elements. Each thread of the role moves a
    part, and `tile.commit` says that the threads are done.

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
  let summary = "give a slot that was filled by copies to the consumers";
  let description = [{
    The slot is full when every thread of the role has come here and its copies have arrived.
  }];
  let arguments = (ins Tile_SlotType:$slot, Tile_RingType:$ring);
  let assemblyFormat = "$slot `to` $ring attr-dict `:` type($slot) `,` type($ring)";
  let hasVerifier = 1;
}

def Tile_WaitOp : Tile_Op<"wait", [InRole]> {
  let summary = "wait until the next slot is full";
  let description = [{
    A ring that another role fills is waited for without `pending`.

    `tile.wait %ring pending(2)` is for a ring that the role fills itself. Only the
    newest two committed slots may then be incomplete. The threads of the role have also met, so that slots
    released before may be filled again. One slot of the ring is read, so at most `stages - 1` may be
    pending, or `stages - 2` if another slot is being filled meanwhile. If the role fills several rings,
    slots are counted in the order in which they were committed, whatever their ring.
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
    The caller has finished reading the slot. Products that read it are complete (`tile.mma_wait`), and
    operands that go to registers are loaded (`tile.read_operands`). In a cluster that multicasts,
    the slot is given back to every CTA that writes into it.
  }];
  let arguments = (ins Tile_SlotType:$slot, Tile_RingType:$ring);
  let assemblyFormat = "$slot `to` $ring attr-dict `:` type($slot) `,` type($ring)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

def Tile_ReadRowsOp : Tile_Op<"read_rows", [InRole]> {
  let summary = "read the values of A's rows for a prologue or a scale";
  let description = [{
    The first index is the first row, and the second is the first part of K. With `transposed`, the
    matrix in memory is the transpose, and the indices stay in memory order. A dimension of size 1 is
    broadcast. Coordinates beyond the end read the last element instead. This is harmless: such rows
    are never stored, and both factors are zero beyond the end of K. With `block(n)`, the matrix has
    one value for each n rows, starting at the first row.

    In a kernel of a group, the number of the problem is one more index, before the others.

    The threads of the role read from global memory and wait at the first use of the values. At best
    that is one step of K later.
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
    `%d = tile.mma %slot, %c` starts `d = A * B + c`, where A is tile 0 of the slot and B is tile 1.
    Without `%c`, it starts `d = A * B`. A `tile.mma_wait` must cover the operation before the result
    is read or the slot is released. The operation is for warpgroups; a grid of warps uses
    `tile.multiply`. With `transpose_b`, the result may have fewer columns than B: only the first
    columns of B are used then.

    - **Layout.** `transpose_a`: A is stored as `k x m`. `transpose_b`: B is stored as `n x k`. With
      `left(%x)`, A is the one tile of another slot, and with `right(%x)`, B is. `tile.transpose` may
      have filled that slot from this one.
    - **Registers.** With `from(%x)`, A is a fragment of 16-bit floats, and tile 0 of the slot is B.
      Nothing may change the fragment's registers until the product is waited for.
    - **Integers** of A and B are signed, unless `unsigned_a` or `unsigned_b` is given. They are
      summed in i32.
    - **Floats** are summed in f32. f16 by f16 may be summed in f16: the result is rounded to f16
      after every 16 elements of K, and a register holds two elements.
    - **f32** is multiplied as tf32, which drops 13 bits of the significand, and needs `tf32`. With
      `low(%rest)`, the dropped bits are multiplied too: `d = A * B + A' * B + A * B' + c`, where A'
      and B' are the tiles of `%rest`. `tile.split` must have filled that slot from this one.
    - **`packed_a`**: each byte of A, i8 in its type, holds two 4-bit integers that are neighbours
      along K, the first in the low half. A is `m x k/2`, and B must be of floats.
    - **`reordered_a`**: each 256 elements along K of such an A are in another order. In it, a
      thread finds neighbours along K in the halves of a word. docs/reference/prologues.md has a
      table of it.
    - **`in_turn`**: the warpgroups of a role start their products one after the other. One warpgroup
      converts A while the products of the others run. All of them execute each such operation
      equally often. Only a backend with warpgroups has a use for it, and that
      backend verifies it.
    - **`prologue`** needs 16-bit floats in B. It is a function that converts an element of A,
      an integer or a float, to the type of B before the product. It takes the element, and one value
      of each of `rows`. A `!tile.rows` gives the value of the element's row and part of K. A
      `!tile.columns` of single columns gives the value of the element's place along K.

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
                       Optional<Tile_FragmentType>:$held,
                       Variadic<AnyTypeOf<[Tile_RowsType, Tile_ColumnsType]>>:$rows,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b,
                       UnitAttr:$unsigned_a, UnitAttr:$unsigned_b,
                       UnitAttr:$tf32, UnitAttr:$packed_a, UnitAttr:$reordered_a,
                       UnitAttr:$in_turn);
  let results = (outs Tile_FragmentType:$result);
  let regions = (region MaxSizedRegion<1>:$prologue);
  let extraClassDeclaration = [{
    /// The types of the multiplied tiles, A and B, in slots or registers.
    std::array<::mlir::VectorType, 2> getFactors();
  }];
  let assemblyFormat = [{
    $slot (`,` $acc^)? (`transpose_a` $transpose_a^)?
    (`transpose_b` $transpose_b^)? (`unsigned_a` $unsigned_a^)?
    (`unsigned_b` $unsigned_b^)? (`tf32` $tf32^)? (`packed_a` $packed_a^)?
    (`reordered_a` $reordered_a^)? (`in_turn` $in_turn^)?
    (`low` `(` $low^ `:` type($low) `)`)?
    (`left` `(` $left^ `:` type($left) `)`)?
    (`right` `(` $right^ `:` type($right) `)`)?
    (`from` `(` $held^ `:` type($held) `)`)?
    (`rows` `(` $rows^ `:` type($rows) `)`)? (`prologue` $prologue^)?
    attr-dict `:` type($slot) (`,` type($acc)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_MmaWaitOp : Tile_Op<"mma_wait", [InRole]> {
  let summary = "wait until at most `pending` products are in flight";
  let description = [{
    `tile.mma_wait pending(1)` inside the loop lets the newest product run on while the slot of the
    previous one is released. `%d = tile.mma_wait pending(0) %c : ...` waits for all products and
    returns the sums in a form that may be read. `%d = tile.mma_wait pending(1) %c : ...` returns
    those of the product before the newest one, which runs on.
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
    The instances of a role with copies take turns, in the order of their tiles. An instance that ran
    ahead by a whole ring would mistake one phase of a barrier for the next.
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_PassTurnOp : Tile_Op<"pass_turn", [ParentRoleWithCopies]> {
  let summary = "give the turn to the next instance of this role";
  let assemblyFormat = "attr-dict";
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEROLEOPS_TD
