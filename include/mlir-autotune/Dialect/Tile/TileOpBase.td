//===- TileOpBase.td - What all tile operations share ------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEOPBASE_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEOPBASE_TD

include "mlir-autotune/Dialect/Tile/TileTypes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

class Tile_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tile_Dialect, mnemonic, traits>;

/// Inside a role: the role's warps execute all operations on slots and fragments.
def InRole : PredOpTrait<
    "stands in a tile.role",
    CPred<"$_op.getParentOfType<::mlir::autotune::tile::RoleOp>()">>;

/// Inside a role with more than one copy: only such roles take turns.
def ParentRoleWithCopies : PredOpTrait<
    "stands in a role with more than one copy",
    CPred<"$_op.getParentOfType<::mlir::autotune::tile::RoleOp>() && "
          "$_op.getParentOfType<::mlir::autotune::tile::RoleOp>().getCopies() > 1">>;

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

def Tile_Axis : I32EnumAttr<"Axis", "an axis of the output", [
    I32EnumAttrCase<"M", 0, "m">, I32EnumAttrCase<"N", 1, "n">]> {
  let cppNamespace = "::mlir::autotune::tile";
}

def Tile_RasterOrder : I32EnumAttr<"RasterOrder", "the order of output tiles", [
    I32EnumAttrCase<"AlongM", 0, "along_m">,
    I32EnumAttrCase<"AlongN", 1, "along_n">,
    I32EnumAttrCase<"Hilbert", 2, "hilbert">]> {
  let cppNamespace = "::mlir::autotune::tile";
}

def Tile_CachePolicy : I32EnumAttr<"CachePolicy", "how L2 caches a load", [
    I32EnumAttrCase<"Normal", 0, "normal">,
    I32EnumAttrCase<"EvictFirst", 1, "evict_first">]> {
  let cppNamespace = "::mlir::autotune::tile";
}

def Tile_RowReduction : I32EnumAttr<"RowReduction", "what becomes of a row", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Max", 1, "max">]> {
  let cppNamespace = "::mlir::autotune::tile";
}

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEOPBASE_TD
