//===- Builder.cpp - Compiling all candidates on all cores ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Builder.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Threading.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <sys/resource.h>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// A kernel to be made. Problems and candidates stay where they are meanwhile.
struct Request {
  std::string key;
  const MatmulFact *fact;
  const Config *config;
};

/// Hands out requests to threads and gathers what they make.
class Workers {
public:
  Workers(ArrayRef<Request> requests, const Ptxas &ptxas,
          const KernelCache &cache, StringRef chip, BuildResult &result)
      : requests(requests), ptxas(ptxas), cache(cache), chip(chip),
        result(result) {
    registerKernelCompilerDialects(registry);
  }

  llvm::Error run(llvm::function_ref<void(size_t, size_t)> progress);

private:
  void work();
  llvm::Expected<CompiledKernel> make(MLIRContext &context,
                                      const Request &request);

  ArrayRef<Request> requests;
  const Ptxas &ptxas;
  const KernelCache &cache;
  StringRef chip;
  BuildResult &result;
  DialectRegistry registry;

  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::condition_variable finished;
  /// Guarded by the mutex, as are the result's counts.
  size_t done = 0, numEnded = 0;
  /// The first thing that was wrong with the machine; guarded likewise.
  std::string fault;
};
} // namespace

llvm::Expected<CompiledKernel> Workers::make(MLIRContext &context,
                                             const Request &request) {
  if (std::optional<CompiledKernel> kernel = cache.lookup(request.key)) {
    std::lock_guard<std::mutex> lock(mutex);
    ++result.numCached;
    return std::move(*kernel);
  }
  llvm::Expected<CompiledKernel> kernel =
      compileKernel(context, ptxas, *request.fact, *request.config, chip);
  if (!kernel)
    return kernel;
  llvm::Error error = cache.store(request.key, *kernel);
  std::string message = llvm::toString(std::move(error));
  std::lock_guard<std::mutex> lock(mutex);
  ++result.numCompiled;
  if (result.cacheError.empty())
    result.cacheError = message;
  return kernel;
}

void Workers::work() {
  // One context a thread, so that threads share no lock.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  for (size_t index; (index = next++) < requests.size();) {
    llvm::Expected<CompiledKernel> kernel = make(context, requests[index]);
    std::lock_guard<std::mutex> lock(mutex);
    if (kernel) {
      result.kernels[index] = std::move(*kernel);
      ++done;
      finished.notify_one();
      continue;
    }
    // The others end with the kernel that they are at.
    next = requests.size();
    std::string message = llvm::toString(kernel.takeError());
    if (fault.empty())
      fault = std::move(message);
  }
  std::lock_guard<std::mutex> lock(mutex);
  ++numEnded;
  finished.notify_one();
}

llvm::Error Workers::run(llvm::function_ref<void(size_t, size_t)> progress) {
  result.kernels.resize(requests.size());
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < result.jobs; ++i)
    threads.emplace_back([this] { work(); });
  std::unique_lock<std::mutex> lock(mutex);
  for (size_t seen = 0; seen < requests.size();) {
    finished.wait(lock,
                  [&] { return done > seen || numEnded == threads.size(); });
    if (done == seen)
      break;
    seen = done;
    lock.unlock();
    if (progress)
      progress(seen, requests.size());
    lock.lock();
  }
  lock.unlock();
  for (std::thread &thread : threads)
    thread.join();
  if (fault.empty())
    return llvm::Error::success();
  return llvm::createStringError(fault);
}

/// Seconds of processor time of this process and of the children that it has
/// waited for.
static double getCoreSeconds() {
  double seconds = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    struct rusage usage = {};
    getrusage(who, &usage);
    for (const timeval &time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) +
                 static_cast<double>(time.tv_usec) * 1e-6;
  }
  return seconds;
}

static std::vector<Request> makeRequests(std::vector<TuningProblem> &problems,
                                         StringRef chip,
                                         StringRef ptxasIdentity) {
  std::vector<Request> requests;
  llvm::StringMap<size_t> indices;
  for (TuningProblem &problem : problems)
    for (TuningCandidate &candidate : problem.candidates) {
      if (!candidate.whyIllegal.empty())
        continue;
      std::string key = getKernelCacheKey(problem.fact, candidate.config, chip,
                                          ptxasIdentity);
      auto [it, isNew] = indices.try_emplace(key, requests.size());
      if (isNew)
        requests.push_back({key, &problem.fact, &candidate.config});
      candidate.kernel = it->second;
    }
  return requests;
}

llvm::Expected<BuildResult>
autotune::buildKernels(std::vector<TuningProblem> &problems,
                       const TargetInfo &target, const Ptxas &ptxas,
                       const KernelCache &cache, const BuildOptions &options) {
  auto begin = std::chrono::steady_clock::now();
  double coreSeconds = getCoreSeconds();
  BuildResult result;
  std::vector<Request> requests =
      makeRequests(problems, target.chip, ptxas.getIdentity());
  unsigned jobs = options.jobs;
  if (jobs == 0)
    jobs = llvm::hardware_concurrency().compute_thread_count();
  result.jobs = std::max<size_t>(1, std::min<size_t>(jobs, requests.size()));
  if (llvm::Error error = Workers(requests, ptxas, cache, target.chip, result)
                              .run(options.progress))
    return error;
  result.coreSeconds = getCoreSeconds() - coreSeconds;
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return result;
}
