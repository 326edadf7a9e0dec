//===- TileDialect.h - The tile dialect -------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEDIALECT_H
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEDIALECT_H

#include "mlir-autotune/Core/Window.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h.inc"
#include "mlir-autotune/Dialect/Tile/TileEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "mlir-autotune/Dialect/Tile/TileTypes.h.inc"

#define GET_OP_CLASSES
#include "mlir-autotune/Dialect/Tile/TileOps.h.inc"

namespace mlir::autotune::tile {
/// Whether a kernel can take the memref as a matrix or as a batch of matrices,
/// whose batch is the first dimension or the first two.
inline bool isMatrix(MemRefType type) {
  return type.getRank() >= 2 && type.getRank() <= 4;
}
/// How many indices an element has, in words. The type must satisfy
/// isMatrix().
inline StringRef getNumIndices(MemRefType type) {
  return type.getRank() == 2 ? "two" : type.getRank() == 3 ? "three" : "four";
}

/// tile.launch on tensors: bufferizes like any destination-style operation.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);
} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEDIALECT_H
