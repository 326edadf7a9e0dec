//===- Contenders.cpp - Whom more final rounds could help -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contenders.h"

#include "mlir-autotune/Measure/Statistics.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using llvm::ArrayRef;

/// Passes that contenders have in any case. Passes differ by more than rounds
/// of one pass do, for reasons that are known in part: on an H100 lags have a
/// standard deviation of 0.1 to 0.4 % over passes.
static constexpr size_t kLeastPasses = 3;
/// What is further behind after fewer is no contender.
static constexpr double kFarBehind = 0.04;

/// How uncertain a lag is, from its deviation over passes of so many rounds.
static double getPassError(ArrayRef<double> own, ArrayRef<double> fastest,
                           size_t rounds) {
  std::vector<double> shares;
  for (size_t begin = 0; begin + rounds <= own.size(); begin += rounds) {
    std::vector<double> ratios;
    for (size_t round = begin; round < begin + rounds; ++round)
      ratios.push_back(own[round] / fastest[round]);
    shares.push_back(measure::getMedian(ratios));
  }
  double mean = 0, variance = 0;
  for (double share : shares)
    mean += share / double(shares.size());
  for (double share : shares)
    variance += (share - mean) * (share - mean) / double(shares.size() - 1);
  return std::sqrt(variance / double(shares.size()));
}

std::vector<size_t> tune::findContenders(ArrayRef<ArrayRef<double>> times,
                                         size_t passes, size_t rounds) {
  std::vector<size_t> contenders;
  if (times.size() < 2)
    return contenders;
  std::vector<measure::Lag> lags = measure::getLags(times);
  size_t fastest = measure::findFastest(lags);
  bool isAnyOpen = passes < kLeastPasses;
  for (auto [index, lag] : llvm::enumerate(lags)) {
    if (passes < kLeastPasses) {
      if (lag.share < kFarBehind)
        contenders.push_back(index);
      continue;
    }
    lag.error =
        std::max(lag.error, getPassError(times[index], times[fastest], rounds));
    if (!measure::isInRace(lag))
      continue;
    contenders.push_back(index);
    isAnyOpen |= measure::isOpen(lag);
  }
  if (!isAnyOpen || contenders.size() < 2)
    contenders.clear();
  return contenders;
}
