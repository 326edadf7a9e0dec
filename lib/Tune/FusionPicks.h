//===- FusionPicks.h - Which way was the fastest ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_FUSIONPICKS_H
#define AUTOTUNE_LIB_TUNE_FUSIONPICKS_H

#include "mlir-autotune/FormProblems/FusionChoices.h"
#include "mlir-autotune/Tuning/Picks.h"

#include <set>
#include <string>
#include <vector>

namespace mlir::autotune::tune {

/// Compares ways to do what matmuls are part of by what their kernels were
/// measured to take.
class FusionPicks {
public:
  /// What is known of a matmul: the pick of its records, and whether there are
  /// any.
  struct Known {
    const MeasuredPick *pick = nullptr;
    bool hasRecords = false;
  };
  using Lookup = llvm::function_ref<Known(const ModuleMatmul &)>;

  /// `device` and `target` are as findPickTarget has them.
  FusionPicks(std::string device, const TargetInfo *target)
      : device(std::move(device)), target(target) {}

  /// Of the ways that are not ruled out, and whose kernels all have a time,
  /// passes that are left to others with their estimate on top, the first that
  /// is as fast as the fastest or nearly so. Where none has, the first with the
  /// most picks, or else one with records. What is ruled out is taken where
  /// nothing else has a pick: it can be that no kernel does what is asked for.
  size_t choose(ArrayRef<FusionChoice> choices, Lookup lookup);

  /// A table of what was compared, and why something was not; empty where there
  /// is neither.
  std::string format() const;

private:
  /// In nanoseconds.
  struct Time {
    double kernels = 0, passes = 0;
    double getSum() const { return kernels + passes; }
  };
  /// Nothing where it isn't known.
  std::optional<Time> getTime(const FusionChoice &choice, Lookup lookup);
  std::optional<size_t> chooseTimed(ArrayRef<FusionChoice> choices,
                                    Lookup lookup);
  void addRows(ArrayRef<FusionChoice> choices,
               ArrayRef<std::optional<Time>> times, size_t chosen);

  std::string device;
  const TargetInfo *target;
  std::set<std::string> told;
  std::vector<std::vector<std::string>> rows;
  /// Whether passes could not be estimated.
  bool lacksTarget = false;
};

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_FUSIONPICKS_H
