//===- LaunchTrace.cpp - Which kernels a call launches --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An event before and behind each launch. A traced kernel does not overlap with
// those around it, as dependent launches else do, so the times of a trace add
// up to more than a call takes.
//
//===----------------------------------------------------------------------===//

#include "LaunchTrace.h"

#include "WrapperContext.h"

#include <memory>
#include <vector>

using namespace mlir::autotune::cuda;

namespace {
struct Traced {
  std::string name;
  /// Grid, then threads, CTAs in a cluster, bytes of shared memory, and whether
  /// it computes what is kept.
  int64_t shape[7];
  EventHandle start = nullptr, end = nullptr;
};
} // namespace

static thread_local const char *launchedName = "";
/// Null while nothing is traced.
static thread_local std::unique_ptr<std::vector<Traced>> trace;

void mlir::autotune::cuda::noteLaunchedName(const char *name) {
  launchedName = name;
}

bool &mlir::autotune::cuda::launchIsPreparing() {
  static thread_local bool isPreparing = false;
  return isPreparing;
}

TracedLaunch::TracedLaunch(const Driver &driver, StreamHandle stream,
                           const LaunchConfig &config, int64_t clusterSize)
    : driver(driver), stream(stream), isTraced(trace != nullptr) {
  if (!isTraced)
    return;
  Traced launch{launchedName,
                {config.grid[0], config.grid[1], config.grid[2],
                 int64_t(config.block[0]) * config.block[1] * config.block[2],
                 clusterSize, config.sharedMemoryBytes, launchIsPreparing()}};
  warn(driver.eventCreate(&launch.start, kEventDefault), "cuEventCreate");
  warn(driver.eventCreate(&launch.end, kEventDefault), "cuEventCreate");
  warn(driver.eventRecord(launch.start, stream), "cuEventRecord");
  trace->push_back(std::move(launch));
}

TracedLaunch::~TracedLaunch() {
  if (isTraced)
    warn(driver.eventRecord(trace->back().end, stream), "cuEventRecord");
}

/// From now on, launches of this thread are traced.
AUTOTUNE_EXPORT void mgpuAutotuneTraceBegin() {
  trace = std::make_unique<std::vector<Traced>>();
  // An aborted call may have left it.
  launchIsPreparing() = false;
}

/// Ends the trace, waits for its launches, and calls `tell` for each:
///
///   tell(data, name of the kernel,
///        {grid x, grid y, grid z, threads of a CTA, CTAs of a cluster,
///         bytes of shared memory, 1 if it computes what the program keeps},
///        begin, end)
///
/// Times are microseconds since the first launch began. They are negative if
/// the driver has none.
AUTOTUNE_EXPORT void mgpuAutotuneTraceEnd(void (*tell)(void *, const char *,
                                                       const int64_t *, double,
                                                       double),
                                          void *data) {
  std::unique_ptr<std::vector<Traced>> ended = std::move(trace);
  ScopedContext cuda;
  for (Traced &launch : *ended) {
    if (!cuda || !launch.start || !launch.end)
      continue;
    report(cuda->eventSynchronize(launch.end), "cuEventSynchronize");
    float start = 0, end = 0;
    if (cuda->eventElapsedTime(&start, ended->front().start, launch.start) ||
        cuda->eventElapsedTime(&end, ended->front().start, launch.end))
      start = end = -1e-3f;
    tell(data, launch.name.c_str(), launch.shape, double(start) * 1e3,
         double(end) * 1e3);
  }
  const Driver *driver = Driver::get();
  for (Traced &launch : *ended)
    for (EventHandle event : {launch.start, launch.end})
      if (driver && event)
        (void)driver->eventDestroy(event);
}
