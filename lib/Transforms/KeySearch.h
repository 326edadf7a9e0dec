//===- KeySearch.h - The keys that queries see ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_KEYSEARCH_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_KEYSEARCH_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

namespace mlir::autotune {

/// The masks of an attention that are known without its products.
struct KeyMasks {
  /// Booleans of the score function, and what they are where a key is seen.
  SmallVector<std::pair<Value, bool>> conditions;
  /// The inputs of the score function that they read.
  SmallVector<unsigned> inputs;
  /// The dimensions of the problem that they have: some of the batch, m and n.
  SmallVector<unsigned> loops;
};

/// Creates tensors before the attention, which become its key_range: from the
/// first to the last, the inputs that it names. Each has the dimensions of the
/// masks but n. All sizes must be known, and none of them 0.
SmallVector<Value> createKeySearch(problem::AttentionOp op,
                                   const KeyMasks &masks);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_KEYSEARCH_H
