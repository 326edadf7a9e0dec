//===- ProgramWrappers.cpp - Memory and streams of whole programs ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in Runtime/ProgramWrappers.cpp, but arenas are not kept: memory that a
// program has not written is known as such in each call.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"

#include "mlir-autotune/Core/SimulatorABI.h"

#include <algorithm>
#include <cstring>
#include <vector>

using namespace mlir::autotune;
using namespace mlir::autotune::sim;

// HostWrappers.cpp
AUTOTUNE_SIM_EXPORT void *mgpuStreamCreate();
AUTOTUNE_SIM_EXPORT void *mgpuMemAlloc(uint64_t bytes, void *stream,
                                       bool isHostShared);
AUTOTUNE_SIM_EXPORT void mgpuMemFree(void *pointer, void *stream);
AUTOTUNE_SIM_EXPORT void *mgpuAutotuneWorkspaceAcquire(int64_t bytes);

AUTOTUNE_SIM_EXPORT void *mgpuAutotuneStream() { return mgpuStreamCreate(); }

AUTOTUNE_SIM_EXPORT void mgpuAutotuneDependent() {}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneFinish() {}

AUTOTUNE_SIM_EXPORT void *mgpuAutotuneArenaAcquire(int64_t bytes) {
  return mgpuMemAlloc(uint64_t(bytes), nullptr, false);
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneArenaRelease(void *arena) {
  mgpuMemFree(arena, nullptr);
}

/// Never given back: who uses it says nothing when it is done.
AUTOTUNE_SIM_EXPORT void *mgpuAutotuneStreamWorkspace(int64_t bytes) {
  return mgpuAutotuneWorkspaceAcquire(bytes);
}

AUTOTUNE_SIM_EXPORT void *mgpuAutotuneAllocate(int64_t bytes) {
  return mgpuMemAlloc(uint64_t(bytes), nullptr, false);
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneFree(void *pointer) {
  mgpuMemFree(pointer, nullptr);
}

AUTOTUNE_SIM_EXPORT void *mgpuAutotuneConstant(void **site, void *host,
                                               int64_t bytes) {
  if (!*site && bytes) {
    *site = mgpuMemAlloc(uint64_t(bytes), nullptr, false);
    std::memcpy(*site, host, size_t(bytes));
  }
  return *site;
}

namespace {
/// What a program computes once, as long as the process lives.
struct Kept {
  void *memory = nullptr;
  bool isFilled = false;
  uint64_t refreshes = 0;
  std::vector<void *> inputs;
};
} // namespace

AUTOTUNE_SIM_EXPORT void *mgpuAutotuneOnce(void **site, int64_t bytes,
                                           void (*compute)(void *memory,
                                                           void **inputs),
                                           void **inputs, int64_t count) {
  if (!bytes)
    return nullptr;
  if (!*site)
    *site = new Kept;
  Kept &kept = *static_cast<Kept *>(*site);
  if (!kept.memory)
    kept.memory = mgpuMemAlloc(uint64_t(bytes), nullptr, false);
  const ProgramContext &context = getProgramContext();
  if (kept.isFilled && kept.refreshes == context.refreshes &&
      std::equal(kept.inputs.begin(), kept.inputs.end(), inputs,
                 inputs + count))
    return kept.memory;
  // A program that aborts does not come back here.
  kept.isFilled = false;
  kept.inputs.assign(inputs, inputs + count);
  bool before = launchIsPreparing();
  launchIsPreparing() = true;
  compute(kept.memory, inputs);
  launchIsPreparing() = before;
  kept.refreshes = context.refreshes;
  kept.isFilled = !callHasFailed();
  return kept.memory;
}
