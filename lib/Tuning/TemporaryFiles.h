//===- TemporaryFiles.h - Files for a program that is run -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TUNING_TEMPORARYFILES_H
#define MLIR_AUTOTUNE_LIB_TUNING_TEMPORARYFILES_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace mlir::autotune {

/// Temporary files that are used again and again, by as many threads as take
/// some. They are removed at the end, and when a signal ends the program. LLVM
/// never forgets a file that it was once told to remove at a signal, so a
/// new one for each of many thousand kernels would not do.
class TemporaryFiles {
public:
  /// What one run of an assembler needs.
  struct Set {
    std::string input, output, log;
  };
  /// A set that is one thread's while this lives.
  class Lease {
  public:
    Lease(TemporaryFiles &owner, Set &set) : owner(&owner), set(&set) {}
    Lease(Lease &&other) noexcept
        : owner(std::exchange(other.owner, nullptr)), set(other.set) {}
    Lease &operator=(Lease &&other) = delete;
    ~Lease();
    const Set *operator->() const { return set; }
    const Set &operator*() const { return *set; }

  private:
    TemporaryFiles *owner;
    Set *set;
  };

  TemporaryFiles() = default;
  TemporaryFiles(const TemporaryFiles &) = delete;
  TemporaryFiles &operator=(const TemporaryFiles &) = delete;
  ~TemporaryFiles();

  /// Files that hold nothing.
  llvm::Expected<Lease> take();

private:
  llvm::Error create(StringRef suffix, std::string &path);

  std::mutex mutex;
  std::vector<std::unique_ptr<Set>> all;
  std::vector<Set *> unused;
};

/// Replaces what a file holds. The error names it.
llvm::Error writeTemporaryFile(StringRef path, StringRef text);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TUNING_TEMPORARYFILES_H
