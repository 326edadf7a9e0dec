//===- Builder.cpp - Compiling all candidates on all cores ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Builder.h"

#include "mlir-autotune/Providers/Registry.h"

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
/// A legal candidate. Problems and candidates stay where they are meanwhile.
struct Asked {
  const ProblemFact *fact;
  TuningCandidate *candidate;
  /// The name of its program, or why it has none.
  std::string program, whyNone;
};

/// A kernel to be made, the first that is asked for of those that are the same
/// program.
struct Request {
  std::string key;
  const Asked *asked;
  CompiledKernel kernel;
};

/// A kernel as candidates launch it: `request` is the number of its program.
struct Launched {
  size_t request;
  /// The first of the candidates.
  const TuningCandidate *candidate;
};

/// Builds the programs of all candidates, which tells kernels apart, and then
/// compiles each kernel once. Hands both out to threads.
class Workers {
public:
  Workers(std::vector<TuningProblem> &problems, const Ptxas &ptxas,
          const KernelCache &cache, StringRef chip, const BuildOptions &options,
          BuildResult &result);

  llvm::Error run();

private:
  void work();
  void name(MLIRContext &context, Asked &one);
  void makeRequests();
  llvm::Expected<CompiledKernel> make(MLIRContext &context,
                                      const Request &request);

  std::vector<Asked> asked;
  std::vector<Request> requests;
  std::vector<Launched> launched;
  const Ptxas &ptxas;
  const KernelCache &cache;
  StringRef chip;
  const BuildOptions &options;
  BuildResult &result;
  DialectRegistry registry;

  std::atomic<size_t> nextAsked = 0, next = 0;
  std::mutex mutex;
  std::condition_variable finished;
  /// Threads that have no program left to build; guarded by the mutex, as are
  /// the next ones and the result's counts.
  size_t numNaming = 0;
  bool areNamed = false;
  size_t done = 0, numEnded = 0;
  /// The first thing that was wrong with the machine; guarded likewise.
  std::string fault;
};
} // namespace

Workers::Workers(std::vector<TuningProblem> &problems, const Ptxas &ptxas,
                 const KernelCache &cache, StringRef chip,
                 const BuildOptions &options, BuildResult &result)
    : ptxas(ptxas), cache(cache), chip(chip), options(options), result(result) {
  registerKernelCompilerDialects(registry);
  for (TuningProblem &problem : problems)
    for (TuningCandidate &candidate : problem.candidates)
      if (candidate.whyIllegal.empty())
        asked.push_back({&problem.fact, &candidate, "", ""});
  unsigned jobs = options.jobs;
  if (jobs == 0)
    jobs = llvm::hardware_concurrency().compute_thread_count();
  result.jobs = std::max<size_t>(1, std::min<size_t>(jobs, asked.size()));
}

void Workers::name(MLIRContext &context, Asked &one) {
  TuningCandidate &candidate = *one.candidate;
  candidate.kernelName.clear();
  candidate.kernel.reset();
  llvm::Expected<KernelProgram> program =
      buildKernelProgram(context, *one.fact, candidate.config, chip);
  if (!program) {
    one.whyNone = llvm::toString(program.takeError());
    return;
  }
  one.program = program->getName();
  candidate.kernelName =
      KernelProgram::getLaunchName(one.program, candidate.config);
}

/// In the order of the candidates, whichever thread has built which program.
void Workers::makeRequests() {
  llvm::StringMap<size_t> programs, launches;
  for (const Asked &one : asked) {
    StringRef name = one.candidate->kernelName;
    if (options.isThere && !name.empty() && options.isThere(name))
      continue;
    // What has no program is nobody else's either.
    std::string key =
        name.empty() ? "" : getKernelCacheKey(one.program, ptxas.getIdentity());
    size_t request = requests.size(), launch = launched.size();
    if (!name.empty()) {
      request = programs.try_emplace(one.program, request).first->second;
      launch = launches.try_emplace(name, launch).first->second;
    }
    if (request == requests.size())
      requests.push_back({std::move(key), &one, {}});
    if (launch == launched.size())
      launched.push_back({request, one.candidate});
    one.candidate->kernel = launch;
  }
}

llvm::Expected<CompiledKernel> Workers::make(MLIRContext &context,
                                             const Request &request) {
  const Asked &one = *request.asked;
  if (request.key.empty()) {
    CompiledKernel none;
    none.failure = CompileFailure::Lowering;
    none.detail = one.whyNone;
    return none;
  }
  if (std::optional<CompiledKernel> kernel = cache.lookup(request.key)) {
    std::lock_guard<std::mutex> lock(mutex);
    ++result.numCached;
    return std::move(*kernel);
  }
  llvm::Expected<CompiledKernel> kernel =
      compileKernel(context, ptxas, *one.fact, one.candidate->config, chip);
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
  for (size_t index; (index = nextAsked++) < asked.size();)
    name(context, asked[index]);
  {
    std::unique_lock<std::mutex> lock(mutex);
    if (--numNaming == 0) {
      makeRequests();
      areNamed = true;
      finished.notify_all();
    }
    finished.wait(lock, [&] { return areNamed; });
  }
  for (size_t index; (index = next++) < requests.size();) {
    llvm::Expected<CompiledKernel> kernel = make(context, requests[index]);
    std::lock_guard<std::mutex> lock(mutex);
    if (kernel) {
      requests[index].kernel = std::move(*kernel);
      ++done;
      finished.notify_all();
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
  finished.notify_all();
}

llvm::Error Workers::run() {
  std::vector<std::thread> threads;
  numNaming = result.jobs;
  for (unsigned i = 0; i < result.jobs; ++i)
    threads.emplace_back([this] { work(); });
  std::unique_lock<std::mutex> lock(mutex);
  finished.wait(lock, [&] { return areNamed; });
  for (size_t seen = 0; seen < requests.size();) {
    finished.wait(lock,
                  [&] { return done > seen || numEnded == threads.size(); });
    if (done == seen)
      break;
    seen = done;
    lock.unlock();
    if (options.progress)
      options.progress(seen, requests.size());
    lock.lock();
  }
  lock.unlock();
  for (std::thread &thread : threads)
    thread.join();
  if (!fault.empty())
    return llvm::createStringError(fault);
  for (const Launched &launch : launched) {
    CompiledKernel &kernel =
        result.kernels.emplace_back(requests[launch.request].kernel);
    const Config &config = launch.candidate->config;
    kernel.launchName = launch.candidate->kernelName;
    std::optional<int64_t> columns =
        getProvider(config).getChosenColumns(config);
    if (!columns || kernel.failure)
      continue;
    // A kernel of the cache may be anything.
    if (!llvm::is_contained(kernel.abi.choices, *columns))
      return llvm::createStringError(
          "the kernel " + kernel.name + " has no tiles of " +
          llvm::Twine(*columns) + " columns; clear the cache of kernels");
    kernel.abi = kernel.abi.choose(*columns);
  }
  return llvm::Error::success();
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

llvm::Expected<BuildResult>
autotune::buildKernels(std::vector<TuningProblem> &problems,
                       const TargetInfo &target, const Ptxas &ptxas,
                       const KernelCache &cache, const BuildOptions &options) {
  auto begin = std::chrono::steady_clock::now();
  double coreSeconds = getCoreSeconds();
  BuildResult result;
  if (llvm::Error error =
          Workers(problems, ptxas, cache, target.chip, options, result).run())
    return error;
  result.coreSeconds = getCoreSeconds() - coreSeconds;
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return result;
}
