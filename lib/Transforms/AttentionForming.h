//===- AttentionForming.h - Attentions of a whole operation -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTENTIONFORMING_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTENTIONFORMING_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/FormProblems/FormAttention.h"

namespace mlir::autotune {

/// As formAttention(), with a remark for each attention that is formed, and for
/// each that is not.
int64_t formAttentions(Operation *root, WhyNotAttention getWhyNot);

/// Why no template serves an attention on a target, as a clause, or empty.
std::string getWhyNotServed(problem::AttentionOp attention,
                            const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTENTIONFORMING_H
