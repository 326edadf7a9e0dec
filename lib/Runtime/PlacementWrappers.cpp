//===- PlacementWrappers.cpp - Placements for compiled host code ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrapperContext.h"

#include "mlir-autotune/Runtime/Placer.h"

#include <map>
#include <mutex>

using namespace mlir::autotune::cuda;

namespace {
/// By device.
struct Placers {
  std::mutex mutex;
  std::map<int, Placer> ofDevices;
};
} // namespace

/// Never destroyed: host code may launch while the process ends.
static Placers &getPlacers() {
  static Placers &placers = *new Placers;
  return placers;
}

static int getSMCount(const ScopedContext &cuda) {
  DeviceHandle device = 0;
  int sms = 0;
  if (cuda->deviceGet(&device, getDefaultDevice()) != kSuccess ||
      cuda->deviceGetAttribute(&sms, kMultiprocessorCount, device) != kSuccess)
    return 0;
  return sms;
}

/// Writes the placement of a launch of `ctas` CTAs in clusters of
/// `clusterSize`, kPlacedClusters bytes. A device that does not tell where
/// CTAs run costs time and no result, so that nothing is reported.
AUTOTUNE_EXPORT void mgpuAutotunePlacementGet(void *placement, int64_t ctas,
                                              int32_t clusterSize) {
  auto &written = *static_cast<Placement *>(placement);
  written = keepOrder();
  ScopedContext cuda;
  int sms = cuda ? getSMCount(cuda) : 0;
  if (sms <= 0 || clusterSize <= 0)
    return;
  Placers &placers = getPlacers();
  std::lock_guard<std::mutex> lock(placers.mutex);
  written = placers.ofDevices[getDefaultDevice()].get(
      ctas / clusterSize, clusterSize, sms, /*stream=*/nullptr);
}
