//===- ServedAttention.h - Attentions that templates compute ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_SERVEDATTENTION_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_SERVEDATTENTION_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

namespace mlir::autotune {

/// Why no template serves an attention on any of the targets, as a clause, or
/// empty. What holds on all chips is preferred to what a chip lacks.
std::string getWhyNotServed(problem::AttentionOp attention,
                            ArrayRef<TargetInfo> targets);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_SERVEDATTENTION_H
