//===- FormProblems.h - From linalg operations to problems ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is the only place that decides what is fused. An attached config's
// `autotune.fact` decides if there is one; otherwise the fusion that the
// target serves well is chosen.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_FORMPROBLEMS_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_FORMPROBLEMS_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"

namespace mlir::autotune {

/// The pattern of a matmul that has a config: the one that the config was
/// chosen for (`autotune.fact`), or else the one that chooseServed() selects
/// for the target. Fails, setting `whyNot` to a clause, if `op` can't be
/// matched.
FailureOr<MatmulPattern> chooseProblem(linalg::LinalgOp op,
                                       const TargetInfo &target,
                                       std::string *whyNot = nullptr);

/// Replaces the operations of a pattern by one problem, which gets the
/// matmul's `autotune.*` attributes. Erases operations that become unused;
/// calls `erasing` with each of them before.
problem::ContractOp formContract(const MatmulPattern &pattern,
                                 llvm::function_ref<void(Operation *)> erasing);

/// Returns A, B or another input as a problem takes it: in the layout that
/// matchInputLayout() gives the fact.
Value createInputView(OpBuilder &builder, Location loc, Value input);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_FORMPROBLEMS_H
