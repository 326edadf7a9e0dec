//===- Estimate.h - How long a config should take, without measuring ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An estimate ranks configs that no heuristic proposed, and replaces
// measurements if there is no GPU. It is never a record; output that shows one
// says that it is an estimate.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_ESTIMATE_H
#define MLIR_AUTOTUNE_PROVIDERS_ESTIMATE_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// The launch's share of every time. An empty kernel in a graph takes 550 ns
/// (NVIDIA H200).
inline constexpr double kLaunchNs = 600;

/// The assumed value of an unknown size, wherever a number is needed.
inline constexpr int64_t kAssumedSize = 4096;

/// `fact` with kAssumedSize in place of its unknown sizes.
ProblemFact assumeSizes(const ProblemFact &fact);

/// The terms of an estimate, in nanoseconds. computeNs, feedNs and memoryNs run
/// at the same time, so the longest of them counts; the others come on top.
struct TimeEstimate {
  /// A term and its name.
  struct Term {
    StringLiteral name;
    double TimeEstimate::*ns;
  };

  /// The multiply-adds, whole waves of CTAs counted.
  double computeNs = 0;
  /// Traffic from L2 to the SMs, whole waves of CTAs counted.
  double feedNs = 0;
  /// Traffic from and to device memory.
  double memoryNs = 0;

  double launchNs = kLaunchNs;
  /// The time until the first products: barriers, descriptors, first loads.
  double fillNs = 0;
  /// The epilogue of the last tile, which no other work hides.
  double epilogueNs = 0;
  /// The unhidden part of the starts and epilogues of other waves.
  double wavesNs = 0;
  /// Adding up the sums of CTAs that share a tile.
  double reduceNs = 0;
  /// Waits of a cluster's CTAs for each other.
  double clusterNs = 0;
  /// Copying matrices that TMA can't load.
  double packNs = 0;

  /// CTAs (or a persistent kernel's tiles) divided by those that run at once.
  double waves = 0;
  /// The share of computeNs and feedNs in which SMs wait for the busiest one:
  /// the last wave is not full, or not all SMs have a CTA.
  double idleShare = 0;

  /// The terms that run at the same time.
  static ArrayRef<Term> getParallelTerms();
  /// The terms that are added to the longest of these.
  static ArrayRef<Term> getAddedTerms();

  /// The longest of the parallel terms.
  const Term &getLongest() const;
  double getOverheadNs() const;
  double getTotalNs() const;
};

/// `config` must be legal for `fact` and `target`. docs/design/heuristics.md
/// has the formulas and how they compare with measurements.
TimeEstimate estimateTerms(const ProblemFact &fact, const TargetInfo &target,
                           const Config &config);

/// The total of estimateTerms, in nanoseconds.
double estimateTime(const ProblemFact &fact, const TargetInfo &target,
                    const Config &config);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_ESTIMATE_H
