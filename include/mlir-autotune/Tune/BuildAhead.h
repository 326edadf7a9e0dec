//===- BuildAhead.h - Compiling while others measure ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_BUILDAHEAD_H
#define MLIR_AUTOTUNE_TUNE_BUILDAHEAD_H

#include "mlir-autotune/Tuning/Builder.h"

#include "llvm/ADT/StringMap.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

namespace mlir::autotune::tune {

/// A compiled kernel of a run, with the id that the run gave it.
struct BuiltKernel {
  CompiledKernel kernel;
  std::string id;
  /// The kernel's checksum in a bundle: xxh3-64 of the cubin, hexadecimal.
  /// Empty if the kernel failed.
  std::string checksum;
};

/// Candidates, and the kernel of each; null for an illegal candidate.
struct BuiltBatch {
  std::vector<TuningCandidate> candidates;
  std::vector<std::shared_ptr<const BuiltKernel>> kernels;
};

/// Compiles batches one after the other, each on all cores, in a background
/// thread. A kernel that this run has built is not built again.
class BuildAhead {
public:
  using Result = llvm::Expected<BuiltBatch>;

  BuildAhead(TargetInfo target, Ptxas ptxas, KernelCache cache, unsigned jobs);
  /// Drops the batches that have not begun.
  ~BuildAhead();

  std::future<Result> submit(const ProblemFact &fact,
                             std::vector<TuningCandidate> candidates);

  /// Returns a finished future without kernels, for a service that needs none.
  static std::future<Result>
  submitUnbuilt(std::vector<TuningCandidate> candidates);

  /// Ends the thread and returns everything that was built, in the order of
  /// the ids "k0", "k1", ...; TuningCandidate::kernel of all batches is an
  /// index into the result.
  BuildResult finish();

private:
  struct Request {
    TuningProblem problem;
    std::promise<Result> promise;
  };

  void work();
  void stop();
  Result build(TuningProblem problem);

  TargetInfo target;
  Ptxas ptxas;
  KernelCache cache;
  BuildResult totals;

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Request> waiting;
  bool isEnding = false;

  // Used by the thread only.
  std::vector<std::shared_ptr<BuiltKernel>> kernels;
  /// Indices into `kernels`, by the kernel's name.
  llvm::StringMap<size_t> indices;
  unsigned jobs;

  std::thread thread;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_BUILDAHEAD_H
