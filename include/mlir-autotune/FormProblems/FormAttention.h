//===- FormAttention.h - Problems of attention ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_FORMATTENTION_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_FORMATTENTION_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/IR/PatternMatch.h"

#include <string>

namespace mlir::autotune {

/// Why no kernel computes an attention, as a clause, or empty.
using WhyNotAttention =
    llvm::function_ref<std::string(problem::AttentionOp attention)>;

/// What became of a second product.
struct AttentionOutcome {
  /// What takes its place; null if `whyNot`, a clause, stands in the way.
  problem::AttentionOp attention;
  StringRef whyNot;
  /// The names of the tensors that are copied by a transpose. Valid during the
  /// call.
  ArrayRef<StringRef> transposed;
};

/// Is told what became of each second product.
using TellAttention = llvm::function_ref<void(Operation *product,
                                              const AttentionOutcome &outcome)>;

/// Replaces the products around each softmax within `root` by one
/// problem.attention, together with everything between them and the reshapes,
/// transposes, scales and roundings around them. Returns how many it formed.
/// If `getWhyNot` has an objection, tensors are transposed whose columns do not
/// lie side by side, and then all whose heads do not precede their rows. What
/// it still has an objection to stays as it is.
int64_t formAttention(RewriterBase &rewriter, Operation *root,
                      WhyNotAttention getWhyNot, TellAttention tell);

/// Replaces an attention on tensors by two products of linalg and the
/// operations of a softmax between them.
void decomposeAttention(RewriterBase &rewriter, problem::AttentionOp attention);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_FORMATTENTION_H
