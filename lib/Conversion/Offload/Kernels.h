//===- Kernels.h - Operations on buffers as kernels -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_KERNELS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_KERNELS_H

#include "DeviceKernel.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune::offload {

/// Replaces an operation on buffers by the launch of a kernel with a thread for
/// each element of the results. A thread sums along the other loops.
LogicalResult offloadLoops(linalg::LinalgOp op, KernelModule &module);

/// Replaces any operation, such as a loop, by the launch of a kernel with a
/// single thread.
LogicalResult offloadSerially(Operation *op, KernelModule &module);

/// Replaces the operation, on memrefs, by the launch of its kernel.
LogicalResult lowerRun(tile::RunOp op);

} // namespace mlir::autotune::offload

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_KERNELS_H
