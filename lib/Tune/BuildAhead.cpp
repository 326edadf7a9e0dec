//===- BuildAhead.cpp - Compiling while others measure --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/BuildAhead.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

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
BuildAhead::submit(const ProblemFact &fact,
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
  BuildOptions options;
  options.jobs = jobs;
  auto isThere = [&](StringRef name) { return indices.contains(name); };
  options.isThere = isThere;
  std::vector<TuningProblem> problems;
  problems.push_back(std::move(problem));
  llvm::Expected<BuildResult> built =
      buildKernels(problems, target, ptxas, cache, options);
  if (!built)
    return built.takeError();
  size_t first = kernels.size();
  for (CompiledKernel &each : built->kernels) {
    auto kernel = std::make_shared<BuiltKernel>();
    kernel->kernel = std::move(each);
    kernel->id = "k" + std::to_string(kernels.size());
    if (!kernel->kernel.failure)
      kernel->checksum = llvm::utohexstr(
          llvm::xxh3_64bits(StringRef(kernel->kernel.cubin.data(),
                                      kernel->kernel.cubin.size())),
          /*LowerCase=*/true, /*Width=*/16);
    if (!kernel->kernel.launchName.empty())
      indices[kernel->kernel.launchName] = kernels.size();
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
  batch.candidates = std::move(problems.front().candidates);
  for (TuningCandidate &candidate : batch.candidates) {
    std::shared_ptr<const BuiltKernel> kernel;
    if (candidate.whyIllegal.empty()) {
      candidate.kernel = candidate.kernel
                             ? first + *candidate.kernel
                             : indices.lookup(candidate.kernelName);
      kernel = kernels[*candidate.kernel];
    } else {
      candidate.kernel.reset();
    }
    batch.kernels.push_back(std::move(kernel));
  }
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
