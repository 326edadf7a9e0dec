//===- FoldSums.h - Products that add to products ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_FOLDSUMS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_FOLDSUMS_H

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Where `op` adds the results of two matmuls of tensors, which nobody else
/// reads, one of the matmuls adds to the other's result in its place, and `op`
/// is erased. Fails on any other.
LogicalResult foldSum(Operation *op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_FOLDSUMS_H
