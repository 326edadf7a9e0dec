//===- FormProblems.h - From linalg operations to problems ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is fused is decided here and nowhere else: by what an attached config
// was chosen for, if one is attached, and otherwise by what is served well.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_FORMPROBLEMS_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_FORMPROBLEMS_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"

namespace mlir::autotune {

/// The pattern of a matmul that has a config: the one that the config was
/// chosen for (`autotune.fact`), or else what is served on the target. Fails,
/// setting `whyNot` to a clause, if `op` can't be matched.
FailureOr<MatmulPattern> chooseProblem(linalg::LinalgOp op,
                                       const TargetInfo &target,
                                       std::string *whyNot = nullptr);

/// Replaces the operations of a pattern by one problem, which takes over the
/// attributes `autotune.*` of the matmul. Erases what is used by nobody then.
problem::ContractOp formContract(const MatmulPattern &pattern);

/// A, B or another one of them as a problem takes it: as its fact, of
/// matchInputLayout(), describes it.
Value createInputView(OpBuilder &builder, Location loc, Value input);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_FORMPROBLEMS_H
