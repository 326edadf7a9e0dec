//===- TileWarpOps.td - Products of a grid of warps --------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEWARPOPS_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEWARPOPS_TD

include "mlir-autotune/Dialect/Tile/TileOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Products of a grid of warps
//===----------------------------------------------------------------------===//

def Tile_ReadOperandsOp : Tile_Op<"read_operands", [InRole, AttrSizedOperandSegments]> {
  let summary = "load a part of a slot's two tiles into registers";
  let description = [{
    A role with a grid of warps multiplies the operands with `tile.multiply`, also after the slot is
    released. Loads of one part overlap with products of the part before.

    The slot's K is a whole number of parts, and the result has the K of one part. The lowering
    decides which elements of K are in a part. They are the same for A and B, and all parts together
    are all of K. `transpose_a` and `transpose_b` mean the same as in `tile.mma`.

    As in `tile.mma`, A may come from another ring (`left`), or from registers (`from`), for which the
    grid has one column of warps. B is then tile 0 of the slot.

    ```mlir
    %x = tile.read_operands %k part(0) transpose_b left(%q : !tile.slot<64x64xf16>)
        : !tile.slot<32x64xf16> -> !tile.operands<64x16xf16, 32x16xf16>
    %y = tile.read_operands %v part(1) from(%weights : !tile.fragment<64x32xf16>)
        : !tile.slot<32x64xf16> -> !tile.operands<64x16xf16, 64x16xf16>
    ```
  }];
  let arguments = (ins Tile_SlotType:$slot, Optional<Tile_SlotType>:$left,
                       Optional<Tile_FragmentType>:$held,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$part,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b);
  let results = (outs Tile_OperandsType:$result);
  let builders = [
    // Both from one slot.
    OpBuilder<(ins "OperandsType":$result, "Value":$slot, "int64_t":$part,
                   "bool":$transpose_a, "bool":$transpose_b), [{
      build($_builder, $_state, result, slot, /*left=*/Value(),
            /*held=*/Value(), part, transpose_a, transpose_b);
    }]>];
  let assemblyFormat = [{
    $slot `part` `(` $part `)` (`transpose_a` $transpose_a^)?
    (`transpose_b` $transpose_b^)? (`left` `(` $left^ `:` type($left) `)`)?
    (`from` `(` $held^ `:` type($held) `)`)? attr-dict `:` type($slot) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// A and B as they lie in their slots, or in registers.
    std::array<::mlir::VectorType, 2> getFactors();
    /// The number of B's tile in the slot.
    int64_t getTileOfB() { return getLeft() || getHeld() ? 0 : 1; }
  }];
  let hasVerifier = 1;
}

def Tile_MultiplyOp : Tile_Op<"multiply", [InRole]> {
  let summary = "multiply operands that are in registers";
  let description = [{
    `%d = tile.multiply %x, %c` is `d = A * B + c` for the rows and columns in `%x`. The result may be
    read at once. Integers are signed, unless `unsigned_a` or `unsigned_b` is given.
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

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEWARPOPS_TD
