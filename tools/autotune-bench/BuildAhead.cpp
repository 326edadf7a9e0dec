//===- BuildAhead.cpp - Compiling while others measure --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildAhead.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;

BuildAhead::BuildAhead(TargetInfo target, Ptxas ptxas, KernelCache cache,
                       unsigned jobs)
    : target(std::move(target)), ptxas(std::move(ptxas)),
      cache(std::move(cache)), jobs(jobs), thread([this] { work(); }) {}

BuildAhead::~BuildAhead() { stop(); }

void BuildAhead::stop() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isEnding = true;
    waiting.clear();
  }
  changed.notify_one();
  if (thread.joinable())
    thread.join();
}

std::future<BuildAhead::Result>
BuildAhead::submit(const MatmulFact &fact,
                   std::vector<TuningCandidate> candidates) {
  Request request;
  request.problem = {fact, 1, std::move(candidates)};
  std::future<Result> result = request.promise.get_future();
  {
    std::lock_guard<std::mutex> lock(mutex);
    waiting.push_back(std::move(request));
  }
  changed.notify_one();
  return result;
}

std::future<BuildAhead::Result>
BuildAhead::submitUnbuilt(std::vector<TuningCandidate> candidates) {
  BuiltBatch batch;
  for (const TuningCandidate &candidate : candidates)
    batch.kernels.push_back(candidate.whyIllegal.empty()
                                ? std::make_shared<const BuiltKernel>()
                                : nullptr);
  batch.candidates = std::move(candidates);
  std::promise<Result> promise;
  promise.set_value(std::move(batch));
  return promise.get_future();
}

void BuildAhead::work() {
  while (true) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return isEnding || !waiting.empty(); });
    if (isEnding)
      return;
    Request request = std::move(waiting.front());
    waiting.pop_front();
    lock.unlock();
    request.promise.set_value(build(std::move(request.problem)));
  }
}

BuildAhead::Result BuildAhead::build(TuningProblem problem) {
  // Those that are new, and where they stand in the batch.
  std::vector<TuningProblem> fresh = {{problem.fact, 1, {}}};
  std::vector<std::string> keys;
  for (TuningCandidate &candidate : problem.candidates) {
    std::string key = getKernelCacheKey(problem.fact, candidate.config,
                                        target.chip, ptxas.getIdentity());
    if (candidate.whyIllegal.empty() && !indices.count(key))
      fresh.front().candidates.push_back(candidate);
    keys.push_back(std::move(key));
  }
  BuildOptions options;
  options.jobs = jobs;
  llvm::Expected<BuildResult> built =
      buildKernels(fresh, target, ptxas, cache, options);
  if (!built)
    return built.takeError();
  for (const TuningCandidate &candidate : fresh.front().candidates) {
    std::string key = getKernelCacheKey(problem.fact, candidate.config,
                                        target.chip, ptxas.getIdentity());
    if (!indices.try_emplace(key, kernels.size()).second)
      continue;
    auto kernel = std::make_shared<BuiltKernel>();
    kernel->kernel = std::move(built->kernels[*candidate.kernel]);
    kernel->id = "k" + std::to_string(kernels.size());
    if (!kernel->kernel.failure)
      kernel->checksum = llvm::utohexstr(
          llvm::xxh3_64bits(StringRef(kernel->kernel.cubin.data(),
                                      kernel->kernel.cubin.size())),
          /*LowerCase=*/true, /*Width=*/16);
    kernels.push_back(std::move(kernel));
  }
  totals.numCached += built->numCached;
  totals.numCompiled += built->numCompiled;
  totals.jobs = std::max(totals.jobs, built->jobs);
  totals.coreSeconds += built->coreSeconds;
  totals.seconds += built->seconds;
  if (totals.cacheError.empty())
    totals.cacheError = built->cacheError;

  BuiltBatch batch;
  for (auto [candidate, key] : llvm::zip_equal(problem.candidates, keys)) {
    std::shared_ptr<const BuiltKernel> kernel;
    candidate.kernel.reset();
    if (candidate.whyIllegal.empty()) {
      candidate.kernel = indices.lookup(key);
      kernel = kernels[*candidate.kernel];
    }
    batch.kernels.push_back(std::move(kernel));
  }
  batch.candidates = std::move(problem.candidates);
  return batch;
}

BuildResult BuildAhead::finish() {
  stop();
  for (const std::shared_ptr<BuiltKernel> &kernel : kernels)
    totals.kernels.push_back(kernel->kernel);
  kernels.clear();
  indices.clear();
  return std::move(totals);
}
