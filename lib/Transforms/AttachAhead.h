//===- AttachAhead.h - Decisions on all threads -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHAHEAD_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHAHEAD_H

#include "AttachDecisions.h"
#include "TargetCache.h"

namespace mlir::autotune {

/// Makes the decisions that the matmuls below `root` are likely to need, on all
/// threads of the context. Returns none if the context has one thread.
Decisions decideAhead(Operation *root, TargetCache &targets,
                      const ProposeOptions &options,
                      const PlanOptions &planOptions);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHAHEAD_H
