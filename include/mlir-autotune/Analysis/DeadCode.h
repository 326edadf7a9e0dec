//===- DeadCode.h - Operations that nobody uses any more --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_DEADCODE_H
#define MLIR_AUTOTUNE_ANALYSIS_DEADCODE_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/ValueRange.h"

namespace mlir::autotune {

/// Erases the operations that compute `values` and that nothing uses any more,
/// as far as `mayErase` allows. Calls `erasing` with each of them before.
void eraseIfDead(ValueRange values,
                 llvm::function_ref<bool(Operation *)> mayErase,
                 llvm::function_ref<void(Operation *)> erasing = nullptr);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_DEADCODE_H
