//===- FusionPicks.h - Which way was the fastest ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_FUSIONPICKS_H
#define AUTOTUNE_BENCH_FUSIONPICKS_H

#include "mlir-autotune/Tuning/FusionChoices.h"
#include "mlir-autotune/Tuning/Picks.h"

#include <set>
#include <string>
#include <vector>

namespace mlir::autotune::bench {

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

  /// The fastest way: of those whose kernels all have a time, passes that are
  /// left to others with their estimate on top. Where none has, that with the
  /// fewest passes that all have a pick for, or else records.
  size_t choose(ArrayRef<FusionChoice> choices, Lookup lookup);

  /// A table of what was compared; empty where nothing was.
  std::string format() const;

private:
  /// In nanoseconds; nothing where it isn't known.
  struct Time {
    double kernels = 0, passes = 0;
    double getSum() const { return kernels + passes; }
  };
  std::optional<Time> getTime(const FusionChoice &choice, Lookup lookup) const;
  void addRows(ArrayRef<FusionChoice> choices,
               ArrayRef<std::optional<Time>> times, size_t chosen);

  std::string device;
  const TargetInfo *target;
  std::set<std::string> told;
  std::vector<std::vector<std::string>> rows;
};

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_FUSIONPICKS_H
