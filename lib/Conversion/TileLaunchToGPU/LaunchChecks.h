//===- LaunchChecks.h - What a launch must hold to ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHCHECKS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHCHECKS_H

#include "mlir-autotune/Conversion/KernelABI.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune::tile {

/// One matrix at run time: an operand, or a packed copy of one.
struct Matrix {
  /// Of a copy, its source's.
  MemRefType type;
  /// Of the first element on the device: a pointer, and, of operands, the same
  /// as an i64.
  Value pointer, address;
  /// index values.
  std::array<Value, 2> sizes, strides;
};

/// That the kernel can be given what the launch has, as far as types tell;
/// fails with a diagnostic at the launch.
LogicalResult checkLaunch(LaunchOp op, const KernelABI &abi);

/// Emits, where `b` stands, the cluster tiles of the output, an index: as
/// GridShape::getTileCount.
Value createTileCount(ImplicitLocOpBuilder &b, const KernelABI &abi,
                      ArrayRef<Matrix> matrices);

/// Emits, where `b` stands, an assertion for each thing that checkLaunch could
/// not see in the operands' types: sizes that the kernel counts in 32 bits,
/// alignments, K's parts. `matrices` are the operands; those without an address
/// are not asked for theirs.
void createLaunchAsserts(ImplicitLocOpBuilder &b, LaunchOp op,
                         const KernelABI &abi, ArrayRef<Matrix> matrices);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHCHECKS_H
