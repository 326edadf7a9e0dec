//===- EarlyStop.cpp - Whether more measuring could be worth it -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyStop.h"

#include "mlir-autotune/Measure/Statistics.h"

#include <algorithm>
#include <vector>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// The few that were measured are those that are predicted to be alike, and say
/// little of how far the model may be off for others: within 1.5 of the best it
/// is off by 4 % as a rule, and for one in ten by 13 %
/// (docs/reference/cost-model.md).
static constexpr double kModelError = 0.1;

bool tune::isGainLeft(llvm::ArrayRef<TimedPrediction> measured,
                      double leastNs) {
  if (measured.size() < kMinToStop)
    return true;
  std::vector<double> factors;
  const TimedPrediction *fastest = &measured.front();
  for (const TimedPrediction &each : measured) {
    factors.push_back(each.timeNs / each.predictedNs);
    if (each.timeNs < fastest->timeNs)
      fastest = &each;
  }
  double luck = std::min(*std::min_element(factors.begin(), factors.end()),
                         (1 - kModelError) * measure::getMedian(factors));
  double noise = std::max(measure::kNoiseFloor, fastest->spread);
  return leastNs * luck < fastest->timeNs * (1 - noise);
}
