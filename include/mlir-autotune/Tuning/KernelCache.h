//===- KernelCache.h - Compiled kernels on disk -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder with one file for each kernel, shared by all runs of all programs.
// An entry is written to a temporary file and renamed, so that readers see all
// of it or nothing. An entry that can't be read, or does not match its key,
// counts as missing and is written anew. Entries are never removed.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_KERNELCACHE_H
#define MLIR_AUTOTUNE_TUNING_KERNELCACHE_H

#include "mlir-autotune/Tuning/KernelCompiler.h"

namespace mlir::autotune {

/// Everything that decides a kernel's machine code, in one line: the kernel's
/// name, which identifies the tile program and the target (KernelProgram), and
/// the versions of its translators: LLVM's version, Ptxas::getIdentity(), and
/// getBuildId().
std::string getKernelCacheKey(StringRef kernelName, StringRef ptxasIdentity);

/// A hash of the program or library that contains this code. Another build may
/// generate another kernel for the same config.
StringRef getBuildId();

class KernelCache {
public:
  /// $XDG_CACHE_HOME/mlir-autotune/kernels, or ~/.cache/mlir-autotune/kernels;
  /// empty if neither variable is set.
  static std::string getDefaultFolder();

  /// With an empty folder, nothing is found and nothing is stored.
  explicit KernelCache(std::string folder) : folder(std::move(folder)) {}

  bool isEnabled() const { return !folder.empty(); }
  /// The path of a key's entry.
  std::string getPath(StringRef key) const;

  /// The kernel of a key; nullopt if there is none. Its report has no `log`.
  std::optional<CompiledKernel> lookup(StringRef key) const;

  /// Stores a kernel, also one that failed because of ptxas's report. Kernels
  /// that could not be compiled at all are not stored: the machine may be the
  /// reason.
  llvm::Error store(StringRef key, const CompiledKernel &kernel) const;

private:
  std::string folder;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_KERNELCACHE_H
