//===- Plans.h - Configs for sizes of run time ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the plan of a problem with unknown sizes, without a measurement:
// heuristics propose configs for sample sizes, and the cost model predicts how
// long each config takes at each of them.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_PLANS_H
#define MLIR_AUTOTUNE_PROPOSERS_PLANS_H

#include "mlir-autotune/Problem/ExpectedSizes.h"
#include "mlir-autotune/Proposers/FitPlan.h"
#include "mlir-autotune/Proposers/Propose.h"

namespace mlir::autotune {

struct PlanRow {
  SizeGuard guard;
  Config config;
  /// Whether the lookup table has the config for a size of the row.
  bool isFromTable = false;
};

/// The plan of these rows, or the config of the only row.
Attribute toAttr(MLIRContext *context, ArrayRef<PlanRow> rows);

struct PlanOptions {
  /// The most kernels and the most rows, from 1 to 64. Several rows may have
  /// one config, and several configs one kernel
  /// (KernelProvider::getKernelConfig).
  size_t maxConfigs = 8, maxRows = 64;
  /// The sizes to expect, none of them empty; a size without bounds is expected
  /// from 1 to kLargestExpected.
  ExpectedSizes expected;

  static constexpr int64_t kLargestExpected = 16384;
};

/// Whether sizes are unknown, and guards can speak of them.
bool canHavePlan(const ProblemFact &fact);

/// Sizes that have configs of their own in a plan.
struct PlanPart {
  /// What the guards of the part's rows ask for: that rows of matrices are
  /// multiples of 16 bytes, as TMA needs.
  SizeGuard units;
  /// Whether that is so of the inputs only. The sizes with aligned outputs
  /// belong to the part before.
  bool isOddOutput = false;
};

/// The first part of a plan: all matrices have aligned rows.
PlanPart getAlignedPart(const ProblemFact &fact);

/// The sizes with which TMA can load, but not store; nullopt if there are none,
/// or none is expected, or there may be fewer than 4 configs. All other sizes
/// have the plan's last row.
std::optional<PlanPart> getOddPart(const ProblemFact &fact,
                                   const PlanOptions &options);

/// The sample sizes of a part: the known sizes, and sizes in steps of equal
/// ratio within `expected` for each unknown one, beside its likely sizes and
/// the most frequent ones. The more sizes are unknown, the larger the steps. An
/// unknown size that is the length of an aligned row is a multiple of 128 bytes
/// in all samples.
SizeGrid getSampleSizes(const ProblemFact &fact, const ExpectedSizes &expected,
                        const PlanPart &part);

/// The rows of a plan, the last one for all sizes. Each config is legal for all
/// sizes of its row. Empty if no config is proposed for any size, or one config
/// is best for all sizes.
std::vector<PlanRow> proposePlan(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 const ProposeOptions &options,
                                 const PlanOptions &planOptions);

/// What a lookup table says of a problem.
struct TablePlan {
  /// As in the table, without conditions on known sizes; the last row is for
  /// all sizes. Empty if the table has no plan for the problem, or the config
  /// of its last row is not legal.
  std::vector<PlanRow> rows;
  /// The rows that were left out because their configs are not legal for all
  /// sizes of the row: file, line and the broken constraint.
  SmallVector<std::string> faults;
};

/// The plan that `options.table`, which must not be null, has for a problem
/// that can have one (LookupTable::lookupPlan). Its configs are completed.
TablePlan getTablePlan(const ProblemFact &fact, const TargetInfo &target,
                       const ProposeOptions &options,
                       const ExpectedSizes &expected);

//===----------------------------------------------------------------------===//
// Plans that are measured
//===----------------------------------------------------------------------===//

/// The sizes to measure for a part of a plan. There are fewer than in
/// getSampleSizes(): predictions tell what is between them.
SizeGrid getMeasuredSizes(const ProblemFact &fact,
                          const ExpectedSizes &expected, const PlanPart &part);

/// The problem with these sizes.
ProblemFact getFactAt(const ProblemFact &fact, const ProblemSizes &sizes);

/// A problem of known sizes that stands for one of unknown sizes, and the
/// configs to measure for it, the best prediction first.
struct PlanSample {
  ProblemSizes sizes;
  ProblemFact fact;
  SmallVector<Config> configs;
};

/// The time of one launch of a config at some sizes, in nanoseconds; infinity
/// if it does not run there.
struct PlanMeasurement {
  ProblemSizes sizes;
  Config config;
  double timeNs;
};

/// What to measure next for a plan; empty if enough is known. The first samples
/// have the best predictions for each of getMeasuredSizes() of its parts. Later
/// ones have configs that the plan would have if they turn out well. The last
/// ones are at sizes between, where the plan changes from one config to
/// another. The same measurements give the same samples.
std::vector<PlanSample> getPlanSamples(const ProblemFact &fact,
                                       const TargetInfo &target,
                                       const ProposeOptions &options,
                                       const PlanOptions &planOptions,
                                       ArrayRef<PlanMeasurement> known);

/// The rows of a plan whose configs were measured at some sizes. Their times at
/// other sizes are predictions, corrected by how far those of this config and
/// of configs like it were off at sizes nearby. Empty if no config was measured
/// that is legal for all sizes.
std::vector<PlanRow> fitPlan(const ProblemFact &fact, const TargetInfo &target,
                             const ProposeOptions &options,
                             const PlanOptions &planOptions,
                             ArrayRef<PlanMeasurement> measurements);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_PLANS_H
