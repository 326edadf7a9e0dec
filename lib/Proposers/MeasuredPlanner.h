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
  struct Wanted {
    double rank;
    size_t point, config;
  };

  size_t addConfig(const Config &config);
  /// The logarithms of the times of all configs at some sizes; infinity where
  /// one does not run.
  std::vector<double> getLogTimes(const ProblemSizes &sizes) const;
  PlanTimes getTimes() const;

  size_t countTried(const ProblemSizes &sizes) const {
    return std::distance(tried.lower_bound({sizes, 0}),
                         tried.upper_bound({sizes, configs.size()}));
  }
  std::vector<Wanted> getFirst() const;
  std::vector<Wanted> getPromising() const;
  std::vector<PlanSample> getCrossovers();
  std::vector<PlanSample> makeSamples(ArrayRef<Wanted> wanted) const;

  SizeGrid grid;
  std::vector<Config> configs;
  llvm::DenseMap<Config, size_t> indices;
  /// By config: whether it is legal for all aligned sizes.
  std::vector<bool> isGeneral;
  /// By config: whether it was measured at some size.
  std::vector<bool> isMeasured;
  std::set<Tried> tried;
  std::optional<PlanModel> model;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_MEASUREDPLANNER_H
