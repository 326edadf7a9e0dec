//===- Child.h - A worker process and its events ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RUNNER_CHILD_H
#define AUTOTUNE_RUNNER_CHILD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::autotune::runner {

/// How a worker ended.
struct ChildEnd {
  int exitCode = 0;
  /// 0 unless a signal ended it.
  int signal = 0;
  /// Killed by us: it had said nothing for too long.
  bool wasSilent = false;
};

/// Runs this program itself with `arguments`, `input` on stdin, and calls
/// `handle` for each line that it writes to kEventFd. Waits for its end.
llvm::Expected<ChildEnd>
runChild(llvm::ArrayRef<std::string> arguments, const std::string &input,
         double silenceSeconds,
         llvm::function_ref<void(llvm::StringRef)> handle);

} // namespace mlir::autotune::runner

#endif // AUTOTUNE_RUNNER_CHILD_H
