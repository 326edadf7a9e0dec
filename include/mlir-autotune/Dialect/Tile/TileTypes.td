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
  let extraClassDefinition = [{
    Type $cppClass::parse(AsmParser &parser) { return parseShapesType<$cppClass>(parser); }
    void $cppClass::print(AsmPrinter &printer) const { printShapes(printer, getTiles()); }
  }];
  let genVerifyDecl = 1;
}

def Tile_RingType : Tile_ShapesType<"Ring", "ring"> {
  let summary = "a ring of slots in shared memory";
  let description = [{
    Each slot holds one tile of each listed shape, in memory order:
    `!tile.ring<128x64xbf16, 256x64xbf16>`. Each slot has two barriers, one for "full" and one for
    "empty".
  }];
}

def Tile_SlotType : Tile_ShapesType<"Slot", "slot"> {
  let summary = "one slot of a ring, held by a role";
}

def Tile_OperandsType : Tile_ShapesType<"Operands", "operands"> {
  let summary = "a part of A and B along K, in registers";
  let description = [{
    The warps of a grid have loaded rows of A and columns of B from a slot, for the same part of K.
    `!tile.operands<64x16xbf16, 128x16xbf16>` holds the factors of a product of 64 by 128 with 16
    elements along K. The layout in the slot does not matter.
  }];
}

class Tile_ShapeType<string cppName, string typeMnemonic>
    : Tile_Type<cppName, typeMnemonic> {
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let extraClassDefinition = [{
    Type $cppClass::parse(AsmParser &parser) { return parseShapeType<$cppClass>(parser); }
    void $cppClass::print(AsmPrinter &printer) const { printShapeType(printer, getShape(), getElementType()); }
  }];
  let genVerifyDecl = 1;
}

def Tile_FragmentType : Tile_ShapeType<"Fragment", "fragment"> {
  let summary = "a matrix in the registers of one role instance";
}

def Tile_RowsType : Tile_ShapeType<"Rows", "rows"> {
  let summary = "one value per row of A and part of K, in registers";
  let description = [{
    A step along K is divided into as many equal parts as the shape has columns. There is one value
    for each row of A and each part. The threads that hold a row hold its values:
    `!tile.rows<128x2xbf16>` has two values for each of 128 rows.
  }];
}

def Tile_ColumnsType : Tile_ShapeType<"Columns", "columns"> {
  let summary = "one value per block of columns of a product, in registers";
  let description = [{
    The shape is (number of blocks) x (neighbouring columns per block), and each block has one value.
    `!tile.columns<2x64xf32>` has one value for the first 64 of 128 columns and one for the others.
    A block has 1 column, or a multiple of 8.
  }];
}

def Tile_StagingType : Tile_ShapeType<"Staging", "staging"> {
  let summary = "boxes in shared memory through which a fragment is stored";
  let description = [{
    The shape is the shape of one box of the asynchronous store, in memory order. Each warpgroup of a
    role has its own boxes.
  }];
}

def Tile_PartsType : Tile_Type<"Parts", "parts"> {
  let summary = "the CTAs that share the sum over K of an output tile";
  let description = [{
    The value says which of these CTAs this one is, and where in the launch's workspace each CTA
    leaves its partial sum. A tile may have a single part, which is the whole sum.
  }];
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILETYPES_TD
