//===- HostCalls.h - What callers of simulated programs hear ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_HOSTCALLS_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_HOSTCALLS_H

#include <cstdint>
#include <string>

namespace mlir::autotune::sim {

/// Tells errors of this thread to `handler`, findings among them, and leaves
/// out launches after the first one; null ends that.
void setErrorHandler(void (*handler)(const char *));
/// Whether there was an error since then.
bool callHasFailed();

/// Reports an error of host code, which ends the process unless it is told
/// otherwise.
void fail(const std::string &message);

/// Hears of each launch of this thread: name, and shape as
/// mgpuAutotuneTraceEnd has it, but for its last number; null ends that.
void setLaunchListener(void (*listener)(const char *, const int64_t *));

/// What calls of a program share.
struct ProgramContext {
  /// How often what is computed once was declared out of date.
  uint64_t refreshes = 0;
};

/// The context that this thread has entered; without one, one for all.
ProgramContext &getProgramContext();

/// Whether launches of this thread compute what their program keeps.
bool &launchIsPreparing();

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_HOSTCALLS_H
