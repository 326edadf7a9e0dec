//===- Attentions.h - The attentions of a module ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_ATTENTIONS_H
#define MLIR_AUTOTUNE_TUNING_ATTENTIONS_H

#include "mlir-autotune/FormProblems/ModuleMatmuls.h"
#include "mlir-autotune/Tuning/Problems.h"

namespace mlir::autotune {

/// The attentions of a prepared module (problem.attention), in the order of the
/// text. Each has a fact. Any other gets a remark that says why it is left
/// alone.
SmallVector<ModuleMatmul, 0> findAttentions(ModuleOp module);

/// The distinct measurable ones of them, as makeProblems() does it for matmuls.
/// Their space is small: all of their candidates are chosen here, also where
/// callers search the space of matmuls. If the caller gives configs, only
/// attentions remain for which one of them is legal.
FailureOr<std::vector<TuningProblem>>
makeAttentionProblems(ArrayRef<ModuleMatmul> attentions,
                      const TargetInfo &target,
                      const CandidateOptions &options);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_ATTENTIONS_H
