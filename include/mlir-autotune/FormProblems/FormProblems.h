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
#include "mlir-autotune/Problem/ProblemFact.h"

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

/// Why no kernel computes a group of such products with their scales, or empty.
/// The fact is that of a group of one product. `isAsked` is as in
/// getWhyNotServed (Proposers/Serving.h).
using WhyNotScaled =
    llvm::function_ref<std::string(const ProblemFact &, bool isAsked)>;

/// As matchProduct, for a matmul that may be in a group: if A and B are 8-bit
/// floats with scales, and `getWhyNotScaled` has no objection, the pattern has
/// the scales. Otherwise `whyNotStored` of the pattern is the reason. Fails for
/// what no group contains.
FailureOr<MatmulPattern> matchForGroup(linalg::LinalgOp op,
                                       WhyNotScaled getWhyNotScaled,
                                       std::string *whyNot = nullptr);

/// Replaces matmuls whose facts can be merged (mergeGroup) by one problem, at
/// the position of the last of them. Erases operations that become unused.
problem::GroupedMatmulOp formGroup(ArrayRef<MatmulPattern> members);

/// Returns A, B or another input as a problem takes it: in the layout that
/// matchInputLayout() gives the fact.
Value createInputView(OpBuilder &builder, Location loc, Value input);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_FORMPROBLEMS_H
