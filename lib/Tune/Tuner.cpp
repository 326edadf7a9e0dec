//===- Tuner.cpp - The search for the configs of all matmuls --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/Tuner.h"

#include "llvm/ADT/StringSet.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// The part of a matmul's share of the budget that is not for the final rounds.
static constexpr double kSearchShare = 0.75;

static llvm::Error tuneOne(TuneContext &context, MatmulTuner &tuner,
                           double seconds,
                           llvm::function_ref<void()> startNext) {
  double begin = context.watch.getSeconds();
  double searchEnd = begin + kSearchShare * seconds;
  auto buildAhead = [&] {
    if (!tuner.isBuilding())
      startNext();
  };
  while (tuner.isBuilding())
    if (llvm::Error error = tuner.measureNext(searchEnd, buildAhead))
      return error;
  startNext();
  return tuner.finish(searchEnd, begin + seconds);
}

llvm::Error tune::tuneAll(TuneContext &context,
                          ArrayRef<TuningProblem> problems,
                          llvm::function_ref<void(TunedMatmul)> onMatmul,
                          llvm::function_ref<void(const llvm::Twine &)> say) {
  llvm::StringSet<> told;
  // At most two at a time.
  std::unique_ptr<MatmulTuner> tuner, next;
  auto start = [&](size_t index) {
    auto started = std::make_unique<MatmulTuner>(context, problems[index],
                                                 context.numMatmuls++);
    started->buildNext();
    return started;
  };
  for (size_t i = 0; i < problems.size(); ++i) {
    tuner = next ? std::move(next) : start(i);
    auto startNext = [&] {
      if (!next && i + 1 < problems.size())
        next = start(i + 1);
    };
    double budget = context.settings.budget;
    // A plan can do without the rest of its samples.
    if (i > 0 && problems[i].isSample && budget > 0 &&
        context.watch.getSeconds() >= budget)
      break;
    double left = std::max(0.0, budget - context.watch.getSeconds());
    double share = budget > 0 ? left / double(problems.size() - i) : INFINITY;
    llvm::Error error = tuneOne(context, *tuner, share, startNext);
    std::string key = problems[i].fact.getKey();
    if (!tuner->getWhyRefused().empty())
      say(key + ": not measured: " + tuner->getWhyRefused());
    // One reason is usually that of all matmuls.
    for (const MatmulTuner::Library &library : tuner->getLibraries())
      if (!library.whyNot.empty() && told.insert(library.whyNot).second)
        say(key + ": " + library.name + " is no candidate: " + library.whyNot);
    if (tuner->getNumDropped())
      say(key + ": " + llvm::Twine(tuner->getNumDropped()) +
          " candidates that were built are not measured: the time is over, or "
          "no gain is left");
    onMatmul({tuner->getBuilt(), tuner->getRecords()});
    if (error)
      return error;
  }
  return llvm::Error::success();
}
