//===- WorkspaceWrappers.cpp - Workspaces for compiled host code ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To allocate device memory takes longer than many a kernel, so workspaces
// (Core/Workspace.h) are kept from launch to launch. A kernel leaves the
// counters as it found them, so they are zeroed once.
//
//===----------------------------------------------------------------------===//

#include "WrapperContext.h"

#include "mlir-autotune/Core/Workspace.h"

#include <algorithm>
#include <mutex>
#include <vector>

using namespace mlir::autotune::cuda;

namespace {
struct Workspace {
  DevicePtr base;
  uint64_t bytes;
  /// The device whose memory it is.
  int device;
  bool isFree;
};

/// Of all devices. There are never more workspaces than launches were under way
/// at once.
struct Pool {
  std::mutex mutex;
  std::vector<Workspace> workspaces;
};
} // namespace

/// Never destroyed: host code may launch while the process ends.
static Pool &getPool() {
  static Pool &pool = *new Pool;
  return pool;
}

/// The smallest free workspace of `bytes` or more; null if there is none.
static Workspace *find(Pool &pool, uint64_t bytes, int device) {
  Workspace *best = nullptr;
  for (Workspace &workspace : pool.workspaces)
    if (workspace.isFree && workspace.device == device &&
        workspace.bytes >= bytes && (!best || workspace.bytes < best->bytes))
      best = &workspace;
  return best;
}

/// Gives the free workspaces of a device back to the driver.
static void trim(const ScopedContext &cuda, Pool &pool, int device) {
  auto isLeft = [&](const Workspace &workspace) {
    return !workspace.isFree || workspace.device != device;
  };
  auto &all = pool.workspaces;
  auto end = std::partition(all.begin(), all.end(), isLeft);
  for (auto it = end; it != all.end(); ++it)
    warn(cuda->memFree(it->base), "cuMemFree", "a workspace");
  all.erase(end, all.end());
}

/// Null where the driver refuses, which is reported unless it is optional.
static DevicePtr allocate(const ScopedContext &cuda, uint64_t bytes,
                          bool isOptional) {
  DevicePtr base = 0;
  Result result = cuda->memAlloc(&base, bytes);
  if (!isOptional)
    report(result, "cuMemAlloc", "a workspace of " + bytesText(bytes));
  if (result != kSuccess)
    return 0;
  // Launches are on streams that don't wait for this one.
  result = cuda->memsetD8Async(base, 0, kWorkspaceCounterBytes, nullptr);
  if (result == kSuccess)
    result = cuda->streamSynchronize(nullptr);
  report(result, "cuMemsetD8Async", "the counters of a workspace");
  if (result == kSuccess)
    return base;
  warn(cuda->memFree(base), "cuMemFree", "a workspace");
  return 0;
}

static void *acquire(int64_t bytes, bool isOptional) {
  ScopedContext cuda;
  if (!cuda)
    return nullptr;
  uint64_t size = uint64_t(std::max(bytes, kWorkspaceCounterBytes));
  int device = getDefaultDevice();
  Pool &pool = getPool();
  std::lock_guard<std::mutex> lock(pool.mutex);
  Workspace *found = find(pool, size, device);
  if (!found) {
    // All that are free are too small: whatever needs them fits the new one.
    trim(cuda, pool, device);
    DevicePtr base = allocate(cuda, size, isOptional);
    if (!base)
      return nullptr;
    pool.workspaces.push_back({base, size, device, /*isFree=*/true});
    found = &pool.workspaces.back();
  }
  found->isFree = false;
  return reinterpret_cast<void *>(found->base);
}

void *mlir::autotune::cuda::acquireOptionalWorkspace(uint64_t bytes) {
  return acquire(kWorkspaceCounterBytes + int64_t(bytes), /*isOptional=*/true);
}

/// Device memory of `bytes` at least, its counters zero, for one launch. Null,
/// and reported, where there is none: the next launch of this thread, which is
/// to take it, is then left out.
AUTOTUNE_EXPORT void *mgpuAutotuneWorkspaceAcquire(int64_t bytes) {
  void *workspace = acquire(bytes, /*isOptional=*/false);
  if (!workspace)
    launchIsVain() = true;
  return workspace;
}

/// Once the launch is done. The counters must be zero.
AUTOTUNE_EXPORT void mgpuAutotuneWorkspaceRelease(void *workspace) {
  Pool &pool = getPool();
  std::lock_guard<std::mutex> lock(pool.mutex);
  for (Workspace &known : pool.workspaces)
    if (known.base == asDevice(workspace))
      known.isFree = true;
}
