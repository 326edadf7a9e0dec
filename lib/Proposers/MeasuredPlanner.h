//===- MeasuredPlanner.h - Plans from measurements --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is measured for a part of a plan (PlanSampling.cpp), and the rows that
// come of it (MeasuredPlans.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_MEASUREDPLANNER_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_MEASUREDPLANNER_H

#include "PlanModel.h"
#include "PlanRows.h"

#include <map>
#include <set>

namespace mlir::autotune {

/// Chooses what to measure for a part of a plan, and makes the part.
class MeasuredPlanner : private PlanTask {
public:
  explicit MeasuredPlanner(const PlanTask &task)
      : PlanTask(task),
        grid(getMeasuredSizes(fact, planOptions.expected, part)) {}

  /// Adds the configs to measure. To be called before observe().
  void gatherConfigs();
  void observe(ArrayRef<PlanMeasurement> known);
  std::vector<PlanSample> getNext();
  std::vector<PlanRow> makePlan();

private:
  using Tried = std::pair<ProblemSizes, size_t>;

  size_t addConfig(const Config &config);
  /// Adds what a plan may have in place of a config that is legal for all
  /// aligned sizes (KernelProvider::getPlanConfigs).
  void addPlanConfigs(const Config &config);
  /// The logarithms of the times of all configs at some sizes; infinity where
  /// one does not run.
  std::vector<double> getLogTimes(const ProblemSizes &sizes) const;
  PlanTimes getTimes() const;

  size_t countTried(const ProblemSizes &sizes) const {
    return std::distance(tried.lower_bound({sizes, 0}),
                         tried.upper_bound({sizes, configs.size()}));
  }
  /// Keeps the first configs of each kernel.
  void keepFewOfKernels(SmallVector<size_t> &order, size_t most) const;
  /// The configs that run at some sizes, the fastest one first.
  SmallVector<size_t> sortConfigs(const ProblemSizes &sizes,
                                  ArrayRef<double> times) const;
  /// Whether enough configs were measured at some sizes.
  bool isVisited(const ProblemSizes &sizes) const;
  /// Adds a sample of the configs that were not measured at some sizes.
  void addSample(const ProblemSizes &sizes, ArrayRef<size_t> order,
                 std::vector<PlanSample> &samples) const;
  /// The time of each config at some sizes: for those near the best, if the
  /// prediction is as far off as it may well be; infinity where one does not
  /// run.
  std::vector<double> getHopes(const ProblemSizes &sizes) const;
  void addHopeful(PlanSample &sample) const;
  std::vector<PlanSample> getFirst() const;
  std::vector<PlanSample> getPromising() const;
  std::vector<PlanSample> getUntried();
  std::vector<PlanSample> getCrossovers();

  SizeGrid grid;
  std::vector<Config> configs;
  llvm::DenseMap<Config, size_t> indices;
  /// By config: whether it is legal for all aligned sizes.
  std::vector<bool> isGeneral;
  /// By config: the number of its kernel, and whether a config of that kernel
  /// was measured at some size.
  SmallVector<size_t> kernels;
  std::vector<bool> isMeasured;
  std::set<Tried> tried;
  std::optional<PlanModel> model;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_MEASUREDPLANNER_H
