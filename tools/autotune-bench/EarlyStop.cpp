//===- EarlyStop.cpp - Whether more measuring could be worth it -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyStop.h"
#include "Statistics.h"

#include <algorithm>
#include <cmath>

using namespace mlir::autotune;
using namespace mlir::autotune::bench;

bool bench::isGainLeft(llvm::ArrayRef<TimedPrediction> measured,
                       double leastNs) {
  if (measured.size() < kMinToStop)
    return true;
  double luck = INFINITY;
  const TimedPrediction *fastest = &measured.front();
  for (const TimedPrediction &each : measured) {
    luck = std::min(luck, each.timeNs / each.predictedNs);
    if (each.timeNs < fastest->timeNs)
      fastest = &each;
  }
  double noise = std::max(runner::kNoiseFloor, fastest->spread);
  return leastNs * luck < fastest->timeNs * (1 - noise);
}
