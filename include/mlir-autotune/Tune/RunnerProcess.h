//===- RunnerProcess.h - Starting autotune-runner ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_RUNNERPROCESS_H
#define MLIR_AUTOTUNE_TUNE_RUNNERPROCESS_H

#include "mlir-autotune/Analysis/TargetInfo.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

/// The runner at `path`, or, when that is empty, beside this program, or on
/// PATH. The error lists where it was looked for.
llvm::Expected<std::string> findRunner(StringRef path);

/// Runs it with this program's standard streams, and waits. With
/// `tablesToErrors` what it prints goes to the standard error output. The exit
/// code, or an error when it could not be started or was killed.
llvm::Expected<int> spawnRunner(StringRef runner,
                                ArrayRef<std::string> arguments,
                                bool tablesToErrors = false);

/// What a device is, as the runner tells ("cuda:0"). An error has the runner's
/// own reason: no driver, no such device.
llvm::Expected<TargetInfo> getDeviceTarget(StringRef runner, StringRef device);

/// The same of what a runner that serves says of its device.
llvm::Expected<TargetInfo> readDeviceTarget(const llvm::json::Object &info);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_RUNNERPROCESS_H
