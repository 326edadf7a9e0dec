//===- ProgramWrappers.cpp - Memory and streams of whole programs ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program whose data stay on the device runs in a context: a stream, and the
// memory that calls on this stream use in turn. Memory is kept from call to
// call, so a program that has run once allocates nothing and waits for nothing,
// and can be captured in a graph. Memory that a graph may use is given back
// with the context only.
//
// A caller that enters no context gets one of its thread, on the null stream,
// and finds the results when the program returns.
//
//===----------------------------------------------------------------------===//

#include "LaunchTrace.h"
#include "ProgramContext.h"
#include "WrapperContext.h"

#include "mlir-autotune/Core/Workspace.h"

#include <algorithm>
#include <mutex>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

ProgramContext::~ProgramContext() {
  int before = getDefaultDevice();
  setDefaultDevice(device);
  ScopedContext cuda;
  setDefaultDevice(before);
  if (!cuda)
    return;
  if (captureStream)
    warn(cuda->streamDestroy(captureStream), "cuStreamDestroy");
  if (lastCall)
    warn(cuda->eventDestroy(lastCall), "cuEventDestroy");
  retired.insert(retired.end(), arenas.begin(), arenas.end());
  retired.push_back(workspace);
  for (const auto &[number, memory] : kept)
    retired.push_back({memory.base, 0});
  for (const DeviceMemory &memory : retired) {
    Result result = memory.base ? cuda->memFree(memory.base) : kSuccess;
    // A thread may end after the driver has.
    if (result != kErrorDeinitialized)
      warn(result, "cuMemFree", "memory of a program");
  }
}

bool ProgramContext::grow(DeviceMemory &memory, uint64_t bytes,
                          const char *what) {
  if (memory.bytes >= bytes)
    return true;
  ScopedContext cuda;
  if (!cuda)
    return false;
  DeviceMemory larger{0, bytes};
  Result result = cuda->memAlloc(&larger.base, bytes);
  report(result, "cuMemAlloc", what + (" of " + bytesText(bytes)));
  if (result != kSuccess)
    return false;
  if (memory.base)
    retired.push_back(memory);
  memory = larger;
  return true;
}

void *ProgramContext::acquireArena(uint64_t bytes) {
  size_t number = depth++;
  if (number == arenas.size())
    arenas.emplace_back();
  if (!grow(arenas[number], bytes, "an arena"))
    return nullptr;
  return reinterpret_cast<void *>(arenas[number].base);
}

void *ProgramContext::getWorkspace(uint64_t bytes) {
  uint64_t before = workspace.bytes;
  bytes = std::max(bytes, uint64_t(kWorkspaceCounterBytes));
  if (!grow(workspace, bytes, "a workspace"))
    return nullptr;
  if (workspace.bytes != before) {
    ScopedContext cuda;
    report(
        cuda->memsetD8Async(workspace.base, 0, kWorkspaceCounterBytes, stream),
        "cuMemsetD8Async", "the counters of a workspace");
  }
  return reinterpret_cast<void *>(workspace.base);
}

/// A program that aborts in `fill` does not come back: nothing here has to be
/// destroyed behind it.
void *ProgramContext::keep(uint64_t number, uint64_t bytes, const char *what,
                           void *const *inputs, size_t inputCount,
                           const std::function<void(DevicePtr)> &fill) {
  KeptMemory &memory = kept[number];
  if (memory.isFilled && std::equal(memory.inputs.begin(), memory.inputs.end(),
                                    inputs, inputs + inputCount))
    return reinterpret_cast<void *>(memory.base);
  if (!memory.base) {
    DeviceMemory made;
    if (bytes == 0 || !grow(made, bytes, what))
      return nullptr;
    memory.base = made.base;
  }
  memory.isFilled = false;
  memory.inputs.assign(inputs, inputs + inputCount);
  bool before = launchIsPreparing();
  launchIsPreparing() = true;
  fill(memory.base);
  launchIsPreparing() = before;
  // Tests false if `fill` has failed, and the caller goes on.
  ScopedContext cuda;
  Result result = cuda ? cuda->streamSynchronize(stream) : kErrorDeinitialized;
  if (cuda)
    report(result, "cuStreamSynchronize");
  memory.isFilled = result == kSuccess;
  return reinterpret_cast<void *>(memory.base);
}

void ProgramContext::refresh() {
  for (auto &[number, memory] : kept)
    memory.isFilled = false;
}

std::vector<EnteredContext> &cuda::getEnteredContexts() {
  static thread_local std::vector<EnteredContext> entered;
  return entered;
}

ProgramContext &cuda::getProgramContext() {
  if (!getEnteredContexts().empty())
    return *getEnteredContexts().back().context;
  static thread_local std::map<int, ProgramContext> ofThread;
  int device = getDefaultDevice();
  return ofThread.try_emplace(device, device).first->second;
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

AUTOTUNE_EXPORT void *mgpuAutotuneStream() {
  return getProgramContext().stream;
}

AUTOTUNE_EXPORT void mgpuAutotuneDependent() { launchIsDependent() = true; }

AUTOTUNE_EXPORT void mgpuAutotuneFinish() {
  if (!getEnteredContexts().empty())
    return;
  if (ScopedContext cuda{})
    report(cuda->streamSynchronize(nullptr), "cuStreamSynchronize");
}

/// A function's arena, until it returns. Without memory, it is null and the
/// process ends, as after all errors.
AUTOTUNE_EXPORT void *mgpuAutotuneArenaAcquire(int64_t bytes) {
  return getProgramContext().acquireArena(uint64_t(bytes));
}

AUTOTUNE_EXPORT void mgpuAutotuneArenaRelease(void * /*arena*/) {
  getProgramContext().releaseArena();
}

/// A workspace (Core/Workspace.h) for the next launch on the stream.
AUTOTUNE_EXPORT void *mgpuAutotuneStreamWorkspace(int64_t bytes) {
  void *workspace = getProgramContext().getWorkspace(uint64_t(bytes));
  if (!workspace)
    launchIsVain() = true;
  return workspace;
}

AUTOTUNE_EXPORT void *mgpuAutotuneAllocate(int64_t bytes) {
  DevicePtr pointer = 0;
  ScopedContext cuda;
  if (!cuda || bytes == 0)
    return nullptr;
  if (cuda->memAllocAsync)
    report(cuda->memAllocAsync(&pointer, uint64_t(bytes),
                               getProgramContext().stream),
           "cuMemAllocAsync", bytesText(uint64_t(bytes)));
  else if (getProgramContext().isCaptured)
    // The graph would use it after it was given back.
    report(kErrorStreamCaptureUnsupported, "cuMemAlloc",
           bytesText(uint64_t(bytes)));
  else
    report(cuda->memAlloc(&pointer, uint64_t(bytes)), "cuMemAlloc",
           bytesText(uint64_t(bytes)));
  return reinterpret_cast<void *>(pointer);
}

AUTOTUNE_EXPORT void mgpuAutotuneFree(void *pointer) {
  if (!pointer)
    return;
  ScopedContext cuda;
  if (!cuda)
    return;
  // The stream may be gone.
  if (!cuda->memFreeAsync ||
      cuda->memFreeAsync(asDevice(pointer), getProgramContext().stream))
    warn(cuda->memFree(asDevice(pointer)), "cuMemFree");
}

/// The number of a site, a pointer that is null in a program's image. The image
/// of another program may come to lie at the same address.
static uint64_t getNumber(void **site) {
  static std::mutex mutex;
  static uint64_t count = 0;
  std::lock_guard<std::mutex> lock(mutex);
  if (!*site)
    *site = reinterpret_cast<void *>(++count);
  return reinterpret_cast<uint64_t>(*site);
}

/// The device's copy of `bytes` of the host's memory, which never change.
AUTOTUNE_EXPORT void *mgpuAutotuneConstant(void **site, void *host,
                                           int64_t bytes) {
  ProgramContext &context = getProgramContext();
  return context.keep(getNumber(site), uint64_t(bytes), "a constant", nullptr,
                      0, [&](DevicePtr memory) {
                        if (ScopedContext cuda{})
                          report(cuda->memcpyHtoDAsync(memory, host,
                                                       uint64_t(bytes),
                                                       context.stream),
                                 "cuMemcpyHtoDAsync",
                                 "a constant of " + bytesText(uint64_t(bytes)));
                      });
}

/// Memory of `bytes` with what a program computes once: `compute` launches the
/// kernels that write it. They read `count` buffers of the caller, whose
/// addresses are in `inputs`. It is computed again if these are others than in
/// the last call.
AUTOTUNE_EXPORT void *mgpuAutotuneOnce(void **site, int64_t bytes,
                                       void (*compute)(void *memory,
                                                       void **inputs),
                                       void **inputs, int64_t count) {
  return getProgramContext().keep(
      getNumber(site), uint64_t(bytes), "memory of what is computed once",
      inputs, size_t(count), [&](DevicePtr memory) {
        compute(reinterpret_cast<void *>(memory), inputs);
      });
}
