//===- PlanRows.h - From times at sizes to rows -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_PLANROWS_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_PLANROWS_H

#include "PlanParts.h"

#include "llvm/ADT/SetVector.h"

#include <limits>

namespace mlir::autotune {

/// The time of a config where it does not run.
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isLegal(const Config &config, const ProblemFact &fact,
             const TargetInfo &target);

/// The number of each config's kernel (KernelProvider::getKernelConfig), from 0
/// on.
SmallVector<size_t> numberKernels(ArrayRef<Config> configs);

/// Predicted times of configs at sizes, in nanoseconds; infinity for a config
/// that is not legal there.
SmallVector<double> predictAt(const ProblemFact &fact, const TargetInfo &target,
                              const ProblemSizes &sizes,
                              ArrayRef<Config> configs);

/// The likely sizes along an axis, and the most frequent ones, of those that
/// are in the expected ranges and in the part.
SmallVector<int64_t> getNamedSizes(const ProblemFact &fact,
                                   const ExpectedSizes &expected,
                                   const PlanPart &part, SizeDim dim);

/// Adds the named sizes to those along an axis, which stay ascending.
void addNamedSizes(const ProblemFact &fact, const ExpectedSizes &expected,
                   const PlanPart &part, SizeDim dim,
                   SmallVector<int64_t> &axis);

/// How much each point of a part's grid counts. All orders of magnitude of a
/// size are equally likely. Along each axis, the likely sizes count as much as
/// all others together, and so do the launches of a profile over all points.
std::vector<double> getSampleWeights(const ProblemFact &fact,
                                     const SizeGrid &grid,
                                     const ExpectedSizes &expected,
                                     const PlanPart &part);

/// Whether a row of the plan may be for these sizes only: one to four rows of
/// A, for example.
bool canBePinned(const ProblemFact &fact, const ProblemSizes &sizes);

/// Times of configs at the sizes of a grid. They are predicted or measured.
struct PlanTimes {
  /// A config that is only for one size, and its time there.
  struct Pinned {
    Config config;
    double timeNs;
  };

  SizeGrid grid;
  /// Configs that are legal for all aligned sizes.
  llvm::SetVector<Config, SmallVector<Config>> configs;
  /// By point and config; infinity if it does not run there.
  std::vector<double> timesNs;
  /// For each point that may have a row of its own, the best config that is
  /// none of `configs`.
  std::vector<std::optional<Pinned>> pinned;

  MutableArrayRef<double> getTimesAt(size_t point) {
    return MutableArrayRef(timesNs).slice(point * configs.size(),
                                          configs.size());
  }
};

/// A part of a plan that is to be made.
struct PlanTask {
  PlanTask(const ProblemFact &fact, const TargetInfo &target,
           const ProposeOptions &options, const PlanOptions &planOptions,
           const PlanPart &part)
      : fact(fact), target(target), options(options), planOptions(planOptions),
        part(part), general(restrictTo(fact, part.units)) {}

  const ProblemFact &fact;
  const TargetInfo &target;
  ProposeOptions options;
  const PlanOptions &planOptions;
  const PlanPart &part;
  /// The fact with aligned sizes.
  ProblemFact general;
};

/// Predicts the times of configs at sizes; infinity for one that does not run.
using PredictPlanTimes = llvm::function_ref<SmallVector<double>(
    const ProblemSizes &sizes, ArrayRef<Config> configs)>;

/// The times of some of the configs.
PlanTimes selectConfigs(PlanTimes &times, ArrayRef<size_t> chosen);

/// Adds sizes between those along the only axis of several sizes. Their times
/// are predictions, corrected by what the predictions of both neighbours are
/// off by. `getNext` returns the first sample that is not below a size.
void refine(PlanTimes &times, SizeDim dim,
            llvm::function_ref<int64_t(int64_t)> getNext,
            PredictPlanTimes predict);

/// The last multiple of `unit`, from the size of a point on, at which `config`
/// is not slower than `next`: before the next point along the only axis of
/// several sizes. Times are corrected as those of refine() are.
int64_t findBoundary(PlanTimes &times, SizeDim dim, size_t point, int64_t unit,
                     size_t config, size_t next, PredictPlanTimes predict);

/// The first sample along an axis that is not below a size.
int64_t getNextSample(const ProblemFact &fact, const ExpectedSizes &expected,
                      const PlanPart &part, SizeDim dim, int64_t size);

/// The rows that lose least. If the part has units, `others` is the config of
/// the last row, for sizes that are no multiples.
std::vector<PlanRow> makeRows(const PlanTask &task, PlanTimes &times,
                              const std::optional<Config> &others);

/// The first proposal for a problem without known sizes.
std::optional<ProposedConfig> proposeForAll(const ProblemFact &fact,
                                            const TargetInfo &target,
                                            const ProposeOptions &options);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_PLANROWS_H
