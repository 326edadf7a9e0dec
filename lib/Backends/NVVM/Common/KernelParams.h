//===- KernelParams.h - What a kernel is told ----------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of the lowered kernel in its KernelABI: those of its
// arguments, its workspace, and tensor maps.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPARAMS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPARAMS_H

#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune::tile {

/// The operand number of a matrix that TMA reads or writes: an argument's, or
/// a packed copy's. An error at `op` if the matrix is neither, or if no tensor
/// map has its element type.
FailureOr<int64_t> getTmaOperand(Operation *op, Value memref);

/// A map of boxes of `rows` x `columns`, once. A trimmed box has as many rows
/// as the matrix if these are fewer, and a chosen one as the launch chooses
/// columns of a tile. A windowed one has a pixel of each of `rows` windows.
void addTensorMap(KernelABI &abi, int64_t operand, Value memref, int64_t rows,
                  int64_t columns, bool tf32 = false, bool trimmed = false,
                  bool chosen = false, bool windowed = false);

/// Finds the inputs that may share the output's memory.
void addInPlace(KernelABI &abi, KernelOp kernel);

/// All but the tensor maps, and what the kernel takes for granted of its
/// matrices. Sets `packed` too.
LogicalResult addParams(KernelABI &abi, KernelOp kernel);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPARAMS_H
