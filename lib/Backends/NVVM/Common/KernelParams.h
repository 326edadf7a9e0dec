//===- KernelParams.h - What a kernel is told ----------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parameters of the lowered kernel, in KernelABI: those of its arguments,
// of its workspace, and tensor maps.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPARAMS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPARAMS_H

#include "mlir-autotune/Backends/NVVM/KernelABI.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune::tile {

/// The number of a matrix that TMA reads or writes: that of an argument, or of
/// a packed copy. An error at `op` if it is neither, or has elements that no
/// tensor map has.
FailureOr<int64_t> getTmaOperand(Operation *op, Value memref);

/// A map of boxes of `rows` x `columns`, once.
void addTensorMap(KernelABI &abi, int64_t operand, Value memref, int64_t rows,
                  int64_t columns, bool tf32 = false);

/// Which inputs may be the output.
void addInPlace(KernelABI &abi, KernelOp kernel);

/// All but the tensor maps, and what the kernel takes for granted of its
/// matrices. Sets `packed` too.
LogicalResult addParams(KernelABI &abi, KernelOp kernel);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELPARAMS_H
