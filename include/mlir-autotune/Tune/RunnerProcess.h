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

/// The runner at `path` or, if empty, beside this program or on PATH. The
/// error lists the places that were searched.
llvm::Expected<std::string> findRunner(StringRef path);

/// Runs the runner with this program's standard streams, and waits. With
/// `tablesToErrors` the runner's output goes to stderr. Returns the exit code,
/// or an error if it could not be started or was killed.
llvm::Expected<int> spawnRunner(StringRef runner,
                                ArrayRef<std::string> arguments,
                                bool tablesToErrors = false);

/// The target of a device ("cuda:0"), from the properties that the runner
/// reports. An error gives the runner's own reason: no driver, no such device.
llvm::Expected<TargetInfo> getDeviceTarget(StringRef runner, StringRef device);

/// The target of a device, from the properties that a serving runner sent.
llvm::Expected<TargetInfo> readDeviceTarget(const llvm::json::Object &info);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_RUNNERPROCESS_H
