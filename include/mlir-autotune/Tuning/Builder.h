//===- Builder.h - Compiling all candidates on all cores --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_BUILDER_H
#define MLIR_AUTOTUNE_TUNING_BUILDER_H

#include "mlir-autotune/Tuning/KernelCache.h"
#include "mlir-autotune/Tuning/Problems.h"

namespace mlir::autotune {

struct BuildOptions {
  /// Threads; 0 is one for each core that the process may use.
  unsigned jobs = 0;
  /// Called in the caller's thread with the kernels done and all of them.
  llvm::function_ref<void(size_t done, size_t total)> progress;
  /// Whether the caller has the kernel of that name, which is not made again
  /// then.
  llvm::function_ref<bool(StringRef name)> isThere;
};

/// What a build made, and what it cost.
struct BuildResult {
  /// The distinct kernels; TuningCandidate::kernel is an index into it.
  std::vector<CompiledKernel> kernels;
  /// Kernels that came from the cache, and that were compiled.
  size_t numCached = 0, numCompiled = 0;
  unsigned jobs = 1;
  /// Of all threads and of ptxas, and by the clock.
  double coreSeconds = 0, seconds = 0;
  /// Why kernels could not be stored in the cache; the build is good without.
  std::string cacheError;
};

/// Builds the programs of all legal candidates, which sets their
/// TuningCandidate::kernelName, compiles each distinct one once, and sets their
/// TuningCandidate::kernel. Building a program takes a hundredth of compiling
/// it or less. Candidates whose kernel fails keep it, with its failure. What is
/// wrong with the machine and not with a kernel, a full disk for one, ends the
/// build with an error.
llvm::Expected<BuildResult> buildKernels(std::vector<TuningProblem> &problems,
                                         const TargetInfo &target,
                                         const Ptxas &ptxas,
                                         const KernelCache &cache,
                                         const BuildOptions &options);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_BUILDER_H
