//===- FormScans.h - Scans that kernels of rows compute ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMSCANS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMSCANS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::autotune {

/// Replaces each tm_tensor.scan of a block for which canFormScan holds by a
/// problem.scan. One along another dimension than the last gets a transpose
/// before and behind it. Then widens sums and products of f16 and bf16 to f32,
/// where a kernel computes them.
void formScans(RewriterBase &rewriter, Block &block);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMSCANS_H
