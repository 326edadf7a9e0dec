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

#include "mlir-autotune/Proposers/FitPlan.h"
#include "mlir-autotune/Proposers/Propose.h"

namespace mlir::autotune {

struct PlanRow {
  SizeGuard guard;
  Config config;
  /// Whether the lookup table has the config for a size of the row.
  bool isFromTable = false;
};

struct PlanOptions {
  /// The most configs, each of which is a kernel, and the most rows, from 1 to
  /// 64. Several rows may have one config.
  size_t maxConfigs = 8, maxRows = 32;
  /// The sizes to expect; a size without bounds is expected from 1 to
  /// kLargestExpected.
  SizeGuard expected;

  static constexpr int64_t kLargestExpected = 16384;
};

/// Whether sizes are unknown, and guards can speak of them.
bool canHavePlan(const ProblemFact &fact);

/// The sample sizes of a problem: its known sizes, and sizes in steps of equal
/// ratio within `expected` for each unknown one. The more sizes are unknown,
/// the larger the steps. An unknown size that is the length of a row is a
/// multiple of 128 bytes in all samples.
SizeGrid getSampleSizes(const ProblemFact &fact, const SizeGuard &expected);

/// What all but the last rows of a plan hold to: rows of matrices are multiples
/// of 16 bytes, as TMA needs.
SizeGuard getAlignedSizes(const ProblemFact &fact);

/// The rows of a plan, the last one for all sizes. Each config is legal for all
/// sizes of its row. Empty if no config is proposed for any size, or one config
/// is best for all sizes.
std::vector<PlanRow> proposePlan(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 const ProposeOptions &options,
                                 const PlanOptions &planOptions);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_PLANS_H
