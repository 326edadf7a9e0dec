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
  /// The number of threads; 0 is one for each core that the process may use.
  unsigned jobs = 0;
  /// Called in the caller's thread with the numbers of finished and of all
  /// kernels.
  llvm::function_ref<void(size_t done, size_t total)> progress;
  /// Returns whether the caller already has the kernel of this name, which is
  /// then not built.
  llvm::function_ref<bool(StringRef name)> isThere;
};

/// What a build made, and what it cost.
struct BuildResult {
  /// The distinct launches, indexed by TuningCandidate::kernel. Launches
  /// with other columns may have the same kernel.
  std::vector<CompiledKernel> kernels;
  /// The numbers of kernels that came from the cache and that were compiled.
  size_t numCached = 0, numCompiled = 0;
  unsigned jobs = 1;
  /// Time of all threads and of ptxas, and elapsed time.
  double coreSeconds = 0, seconds = 0;
  /// Why kernels could not be stored in the cache. The build is still valid.
  std::string cacheError;
};

/// Builds the programs of all legal candidates and sets their
/// TuningCandidate::kernelName. Then compiles each distinct program once and
/// sets TuningCandidate::kernel. Building a program takes a hundredth of
/// compiling it, or less. A candidate whose kernel fails keeps it, with the
/// failure. An error of the machine, such as a full disk, ends the build.
llvm::Expected<BuildResult> buildKernels(std::vector<TuningProblem> &problems,
                                         const TargetInfo &target,
                                         const Ptxas &ptxas,
                                         const KernelCache &cache,
                                         const BuildOptions &options);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_BUILDER_H
