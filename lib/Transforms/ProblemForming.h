//===- ProblemForming.h - Problems of a whole operation ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_PROBLEMFORMING_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_PROBLEMFORMING_H

#include "TargetCache.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::autotune {

/// Whether the config of an operation will do for the fact of its problem;
/// fails with an error at the operation.
using ConfigCheck = llvm::function_ref<LogicalResult(
    Operation *, const ProblemFact &, const TargetInfo &)>;

/// Replaces the matmuls within `root` that have a config, or with `all` every
/// matmul that a kernel can serve, by problems. Blocks that nobody reaches are
/// erased first. `check` is called for each matmul with a config before it is
/// replaced, with the fact that its problem will have. Returns how many
/// problems were formed. Fails with an error at a matmul that has a config and
/// can't be served, or if `check` fails.
FailureOr<unsigned> formProblems(Operation *root, TargetCache &targets,
                                 bool all, ConfigCheck check);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_PROBLEMFORMING_H
