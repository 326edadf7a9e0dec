//===- ServedProblem.h - Which problems have kernels ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_SERVEDPROBLEM_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_SERVEDPROBLEM_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// Why no template serves a problem on any of the targets, as a clause, or
/// empty. What holds on all chips is preferred to what a chip lacks.
std::string getWhyNotServed(const ProblemFact &fact,
                            ArrayRef<TargetInfo> targets);

/// The same of an attention, or why no fact describes it.
std::string getWhyNotServed(problem::AttentionOp attention,
                            ArrayRef<TargetInfo> targets);

/// The targets that a pass with the option `target` works for: the one that it
/// names or, if it is empty, all that are known. An error at `root` if there is
/// no such target.
FailureOr<SmallVector<TargetInfo>> getServedTargets(StringRef target,
                                                    Operation *root);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_SERVEDPROBLEM_H
