//===- ProblemFact.h - What is known of a problem ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_PROBLEMFACT_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_PROBLEMFACT_H

#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Whether `op` is a problem.contract or a problem.grouped_matmul.
bool isProblem(Operation *op);

/// The fact of a problem. Fails, setting `whyNot` to a clause, if no fact can
/// describe it, or if it is in code that runs on the device.
FailureOr<ProblemFact> getProblemFact(Operation *op,
                                      std::string *whyNot = nullptr);

/// Returns the fact of a group, from the facts of its products. Fails, setting
/// `whyNot` to a clause, if they differ in type, or if a product can't be in a
/// group: a batch, a product with an init, or an unknown N or K. Scales of A
/// that all rows of a product share are those of one block of rows if other
/// products have several, and the rows are no more than a block.
FailureOr<ProblemFact> mergeGroup(ArrayRef<ProblemFact> facts,
                                  std::string *whyNot = nullptr);

/// The fact of a group whose rows are known at run time only.
ProblemFact withUnknownRows(const ProblemFact &group);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_PROBLEMFACT_H
