//===- AttentionEvaluation.h - What an attention comes to -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ATTENTIONEVALUATION_H
#define AUTOTUNE_LIB_SIMULATION_ATTENTIONEVALUATION_H

#include "AttentionData.h"

namespace mlir::autotune {

/// The elements of each output, in the order of memory, for the operation's
/// inputs as they are in memory. Fails at an operation of the score function
/// that has no reference.
llvm::Expected<std::vector<std::vector<AttentionData::Expected>>>
evaluateAttention(problem::AttentionOp op,
                  ArrayRef<const StoredMatrix *> inputs);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ATTENTIONEVALUATION_H
