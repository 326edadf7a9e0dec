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

/// Why no template serves an attention on a target, as a clause, or empty.
std::string getWhyNotServed(problem::AttentionOp attention,
                            const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_SERVEDATTENTION_H
