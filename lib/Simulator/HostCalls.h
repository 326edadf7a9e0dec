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

namespace mlir::autotune::sim {

/// Tells errors of this thread to `handler`, findings among them, and leaves
/// out launches after the first one; null ends that.
void setErrorHandler(void (*handler)(const char *));

/// Hears of each launch of this thread: name, and shape as
/// mgpuAutotuneTraceEnd has it; null ends that.
void setLaunchListener(void (*listener)(const char *, const int64_t *));

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_HOSTCALLS_H
