//===- ReorderedFactors.h - Copies of weights ----------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_REORDEREDFACTORS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_REORDEREDFACTORS_H

#include "KernelModules.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::autotune {

/// The copies that kernels read in place of the results of tile.reorder, one
/// for each such operation.
class ReorderedFactors {
public:
  /// Creates the copies of a problem's operands, behind the operations.
  LogicalResult create(Operation *problem, KernelModules &kernels,
                       const TargetInfo &target);
  /// The copy of a factor, a matrix of bytes; the factor itself if there is
  /// none.
  Value get(Value factor) const {
    Value copy = copies.lookup(factor);
    return copy ? copy : factor;
  }
  /// Replaces the operations by their sources, where no kernel has taken a
  /// copy.
  static void erase(Operation *root);

private:
  llvm::DenseMap<Value, Value> copies;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_REORDEREDFACTORS_H
