//===- PlanWrappers.h - Launches whose time chooses a row -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_PLANWRAPPERS_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_PLANWRAPPERS_H

#include "PlanTimings.h"
#include "WrapperContext.h"

namespace mlir::autotune::cuda {

/// The next launch of a thread, if its plan asked for its time
/// (mgpuAutotunePlanRow). Each launch makes one of these, and the request ends
/// with it. Does nothing if there is no request.
class TimedLaunch {
public:
  TimedLaunch();
  ~TimedLaunch();
  TimedLaunch(const TimedLaunch &) = delete;
  TimedLaunch &operator=(const TimedLaunch &) = delete;

  /// Directly before the launch. A stream that is being captured is not timed.
  void start(const ScopedContext &cuda, StreamHandle stream);
  /// Directly after a launch that succeeded.
  void end(const ScopedContext &cuda, StreamHandle stream);

private:
  /// Null if nothing is to be timed.
  PlanTimings *timings;
  size_t row;
  EventPair pair;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_PLANWRAPPERS_H
