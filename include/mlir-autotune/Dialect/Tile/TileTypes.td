//===- TileTypes.td - Types of the tile dialect ------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILETYPES_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILETYPES_TD

include "mlir-autotune/Dialect/Tile/TileBase.td"
include "mlir/IR/AttrTypeBase.td"

class Tile_Type<string cppName, string typeMnemonic>
    : TypeDef<Tile_Dialect, cppName> {
  let mnemonic = typeMnemonic;
}

class Tile_ShapesType<string cppName, string typeMnemonic>
    : Tile_Type<cppName, typeMnemonic> {
  let parameters = (ins
    ArrayRefParameter<"::mlir::VectorType", "shape and element of each tile">:$tiles);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Tile_RingType : Tile_ShapesType<"Ring", "ring"> {
  let summary = "a ring of slots in shared memory";
  let description = [{
    Each slot holds one tile of each of the listed shapes, in memory order:
    `!tile.ring<128x64xbf16, 256x64xbf16>`. Behind each slot stand a barrier
    that says full and one that says empty.
  }];
}

def Tile_SlotType : Tile_ShapesType<"Slot", "slot"> {
  let summary = "one slot of a ring, held by a role";
}

def Tile_OperandsType : Tile_ShapesType<"Operands", "operands"> {
  let summary = "a part of what a product multiplies, in registers";
  let description = [{
    What the warps of a grid have loaded of a slot: rows of A and columns of B,
    along K as many of each. `!tile.operands<64x16xbf16, 128x16xbf16>` are those
    of a product of 64 by 128 and 16 along K, however they lie in the slot.
  }];
}

class Tile_ShapeType<string cppName, string typeMnemonic>
    : Tile_Type<cppName, typeMnemonic> {
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Tile_FragmentType : Tile_ShapeType<"Fragment", "fragment"> {
  let summary = "a matrix in the registers of one role instance";
}

def Tile_RowsType : Tile_ShapeType<"Rows", "rows"> {
  let summary = "values of the rows of a product's A, in registers";
  let description = [{
    For each row of A, and each of as many equal parts of a step along K as the
    shape has columns, one value, held by the threads that hold the row:
    `!tile.rows<128x2xbf16>` has two of each of 128 rows.
  }];
}

def Tile_ColumnsType : Tile_ShapeType<"Columns", "columns"> {
  let summary = "values of blocks of a product's columns, in registers";
  let description = [{
    As many blocks as the shape has rows, of as many neighbouring columns each as
    it has columns, and one value for each block: `!tile.columns<2x64xf32>` has
    one for the first 64 of 128 columns, and one for the others. Blocks are of 1
    column, or of a multiple of 8.
  }];
}

def Tile_StagingType : Tile_ShapeType<"Staging", "staging"> {
  let summary = "boxes in shared memory through which a fragment is stored";
  let description = [{
    The shape is that of one box of the asynchronous store, in memory order.
    Each warpgroup of a role has boxes of its own.
  }];
}

def Tile_PartsType : Tile_Type<"Parts", "parts"> {
  let summary = "the CTAs that share the sum over K of an output tile";
  let description = [{
    Which of them this one is, and where in the launch's workspace each leaves
    its part. A tile may have one part: all of the sum.
  }];
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILETYPES_TD
