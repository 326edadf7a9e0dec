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

#include "WrapperContext.h"

#include "mlir-autotune/Core/Workspace.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

using namespace mlir::autotune::cuda;

namespace {
struct DeviceMemory {
  DevicePtr base = 0;
  uint64_t bytes = 0;
};

class ProgramContext {
public:
  explicit ProgramContext(int device) : device(device) {}
  ~ProgramContext();
  ProgramContext(const ProgramContext &) = delete;
  ProgramContext &operator=(const ProgramContext &) = delete;

  /// Device memory of `bytes` at least; null, and reported, if there is none.
  void *acquireArena(uint64_t bytes);
  void releaseArena() { --depth; }
  void *getWorkspace(uint64_t bytes);

  const int device;
  StreamHandle stream = nullptr;

private:
  bool grow(DeviceMemory &memory, uint64_t bytes, const char *what);

  /// One for each depth of calls. The first `depth` belong to functions that
  /// are running, the outermost first. The others are kept for later calls.
  std::vector<DeviceMemory> arenas;
  size_t depth = 0;
  DeviceMemory workspace;
  /// Smaller memory from before, which graphs may still use.
  std::vector<DeviceMemory> retired;
};
} // namespace

ProgramContext::~ProgramContext() {
  int before = getDefaultDevice();
  setDefaultDevice(device);
  ScopedContext cuda;
  setDefaultDevice(before);
  if (!cuda)
    return;
  retired.insert(retired.end(), arenas.begin(), arenas.end());
  retired.push_back(workspace);
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

/// A context that a thread has entered, and what was before.
namespace {
struct Entered {
  ProgramContext *context;
  StreamHandle streamBefore;
  int deviceBefore;
};
} // namespace

/// The last one is in use.
static std::vector<Entered> &getEntered() {
  static thread_local std::vector<Entered> entered;
  return entered;
}

static ProgramContext &getContext() {
  if (!getEntered().empty())
    return *getEntered().back().context;
  static thread_local std::map<int, ProgramContext> ofThread;
  int device = getDefaultDevice();
  return ofThread.try_emplace(device, device).first->second;
}

//===----------------------------------------------------------------------===//
// For callers of programs
//===----------------------------------------------------------------------===//

/// A context of its own for calls on one stream. Work on that stream must be
/// done before the context is destroyed, and graphs that were captured in the
/// context must not run after that.
AUTOTUNE_EXPORT void *mgpuAutotuneContextCreate(int32_t device) {
  return new ProgramContext(device);
}

AUTOTUNE_EXPORT void mgpuAutotuneContextDestroy(void *context) {
  delete static_cast<ProgramContext *>(context);
}

/// Until mgpuAutotuneContextLeave, programs that this thread calls run in the
/// context, on `stream` (a CUstream), and do not wait for it.
AUTOTUNE_EXPORT void mgpuAutotuneContextEnter(void *context, void *stream) {
  auto *entered = static_cast<ProgramContext *>(context);
  getEntered().push_back({entered, entered->stream, getDefaultDevice()});
  entered->stream = static_cast<StreamHandle>(stream);
  setDefaultDevice(entered->device);
}

AUTOTUNE_EXPORT void mgpuAutotuneContextLeave() {
  if (getEntered().empty())
    return fail("a context is left that nobody has entered");
  const Entered &last = getEntered().back();
  last.context->stream = last.streamBefore;
  setDefaultDevice(last.deviceBefore);
  getEntered().pop_back();
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

AUTOTUNE_EXPORT void *mgpuAutotuneStream() { return getContext().stream; }

AUTOTUNE_EXPORT void mgpuAutotuneDependent() { launchIsDependent() = true; }

AUTOTUNE_EXPORT void mgpuAutotuneFinish() {
  if (!getEntered().empty())
    return;
  if (ScopedContext cuda{})
    report(cuda->streamSynchronize(nullptr), "cuStreamSynchronize");
}

/// A function's arena, until it returns. Without memory, it is null and the
/// process ends, as after all errors.
AUTOTUNE_EXPORT void *mgpuAutotuneArenaAcquire(int64_t bytes) {
  return getContext().acquireArena(uint64_t(bytes));
}

AUTOTUNE_EXPORT void mgpuAutotuneArenaRelease(void * /*arena*/) {
  getContext().releaseArena();
}

/// A workspace (Core/Workspace.h) for the next launch on the stream.
AUTOTUNE_EXPORT void *mgpuAutotuneStreamWorkspace(int64_t bytes) {
  void *workspace = getContext().getWorkspace(uint64_t(bytes));
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
    report(cuda->memAllocAsync(&pointer, uint64_t(bytes), getContext().stream),
           "cuMemAllocAsync", bytesText(uint64_t(bytes)));
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
  if (cuda->memFreeAsync)
    warn(cuda->memFreeAsync(asDevice(pointer), getContext().stream),
         "cuMemFreeAsync");
  else
    warn(cuda->memFree(asDevice(pointer)), "cuMemFree");
}

namespace {
/// Memory of a program that stays as it is after the first call on a device.
struct KeptMemory {
  std::mutex mutex;
  std::map<int, DevicePtr> onDevice;
};
} // namespace

/// What is known of a site, a pointer that is null in the program's image. Kept
/// until the process ends: the image may be gone earlier than the memory is
/// unused.
static KeptMemory &getKept(void **site) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (!*site)
    *site = new KeptMemory;
  return *static_cast<KeptMemory *>(*site);
}

/// Memory of `bytes` that `fill` fills in the first call on the device. `fill`
/// may ask for other such memory. Who calls waits until the memory is filled:
/// the next call may be on another stream.
template <typename Fill>
static void *keep(void **site, int64_t bytes, const char *what, Fill fill) {
  KeptMemory &kept = getKept(site);
  std::lock_guard<std::mutex> lock(kept.mutex);
  const ProgramContext &context = getContext();
  auto found = kept.onDevice.find(context.device);
  if (found != kept.onDevice.end())
    return reinterpret_cast<void *>(found->second);
  if (bytes == 0)
    return nullptr;
  DevicePtr memory = 0;
  if (ScopedContext cuda{})
    report(cuda->memAlloc(&memory, uint64_t(bytes)), "cuMemAlloc",
           what + (" of " + bytesText(uint64_t(bytes))));
  if (!memory)
    return nullptr;
  fill(memory, context.stream);
  // Tests false if `fill` has failed, and the caller goes on.
  ScopedContext cuda;
  if (!cuda)
    return nullptr;
  Result result = cuda->streamSynchronize(context.stream);
  report(result, "cuStreamSynchronize");
  if (result == kSuccess)
    kept.onDevice.emplace(context.device, memory);
  return reinterpret_cast<void *>(memory);
}

/// The device's copy of `bytes` of the host's memory, which never change.
AUTOTUNE_EXPORT void *mgpuAutotuneConstant(void **site, void *host,
                                           int64_t bytes) {
  return keep(
      site, bytes, "a constant", [=](DevicePtr memory, StreamHandle stream) {
        if (ScopedContext cuda{})
          report(cuda->memcpyHtoDAsync(memory, host, uint64_t(bytes), stream),
                 "cuMemcpyHtoDAsync",
                 "a constant of " + bytesText(uint64_t(bytes)));
      });
}

/// Memory of `bytes` with what a program computes once: `compute` launches the
/// kernels that write it.
AUTOTUNE_EXPORT void *mgpuAutotuneOnce(void **site, int64_t bytes,
                                       void (*compute)(void *)) {
  return keep(site, bytes, "memory of what is computed once",
              [=](DevicePtr memory, StreamHandle) {
                compute(reinterpret_cast<void *>(memory));
              });
}
