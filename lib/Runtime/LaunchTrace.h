//===- LaunchTrace.h - Which kernels a call launches ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_LAUNCHTRACE_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_LAUNCHTRACE_H

#include "mlir-autotune/Runtime/CudaDriver.h"

#include <cstdint>

namespace mlir::autotune::cuda {

/// Notes the name of the function that this thread launches next.
void noteLaunchedName(const char *name);

/// Whether launches of this thread compute what their program keeps for later
/// calls. False when a trace begins.
bool &launchIsPreparing();

/// A launch of this thread, if it is traced (mgpuAutotuneTraceBegin).
class TracedLaunch {
public:
  TracedLaunch(const Driver &driver, StreamHandle stream,
               const LaunchConfig &config, int64_t clusterSize);
  /// After the launch.
  ~TracedLaunch();
  TracedLaunch(const TracedLaunch &) = delete;
  TracedLaunch &operator=(const TracedLaunch &) = delete;

private:
  const Driver &driver;
  StreamHandle stream;
  bool isTraced;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_LAUNCHTRACE_H
