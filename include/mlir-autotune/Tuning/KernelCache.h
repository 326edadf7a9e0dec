//===- KernelCache.h - Compiled kernels on disk -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of files, one a kernel, shared by all runs of all programs: an entry
// is written beside its place and renamed, so that readers see all of it or
// none. What can't be read, or does not hold what its name promises, counts as
// not there and is written anew. Nothing is ever removed.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_KERNELCACHE_H
#define MLIR_AUTOTUNE_TUNING_KERNELCACHE_H

#include "mlir-autotune/Tuning/KernelCompiler.h"

namespace mlir::autotune {

/// Everything that decides the machine code of a kernel, in one line: its name,
/// which stands for the tile program and the target (KernelProgram), and what
/// tells all that translates it from others: LLVM's version,
/// Ptxas::getIdentity(), and getBuildId().
std::string getKernelCacheKey(StringRef kernelName, StringRef ptxasIdentity);

/// A hash of the program or library that this code is part of: another build
/// may make other kernels of the same config.
StringRef getBuildId();

class KernelCache {
public:
  /// $XDG_CACHE_HOME/mlir-autotune/kernels, or ~/.cache/mlir-autotune/kernels;
  /// empty where there is neither.
  static std::string getDefaultFolder();

  /// An empty folder is no cache: nothing is found and nothing is stored.
  explicit KernelCache(std::string folder) : folder(std::move(folder)) {}

  bool isEnabled() const { return !folder.empty(); }
  /// Where the entry of a key is.
  std::string getPath(StringRef key) const;

  /// The kernel of a key, or nothing. `log` of its report is empty.
  std::optional<CompiledKernel> lookup(StringRef key) const;

  /// Keeps a kernel, and one that was failed for what ptxas said of it. Kernels
  /// that could not be compiled at all are not kept: the reason may be the
  /// machine's.
  llvm::Error store(StringRef key, const CompiledKernel &kernel) const;

private:
  std::string folder;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_KERNELCACHE_H
