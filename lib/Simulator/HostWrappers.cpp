//===- HostWrappers.cpp - What compiled host code calls -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mgpu* entry points that MLIR's GPU dialect lowers to, with upstream's
// names and signatures (MLIR 22.1), over the host's own memory: "device" memory
// is what was allocated or registered here, and kernels may touch nothing else.
// Everything happens at once, so that streams and events have nothing to do.
//
// What upstream's wrappers would print, and go on, ends the process here with
// status 1, as findings do, which go to stderr: whoever simulates wants to hear
// of it. The environment says how launches run:
//
//   AUTOTUNE_SIM_SCHEDULE    round-robin (default), random or adversarial
//   AUTOTUNE_SIM_SEED        a number: the same one gives the same interleaving
//   AUTOTUNE_SIM_JOBS        clusters that run at once, each on a core (1)
//   AUTOTUNE_SIM_STEPS       after which a cluster is taken to run away; 0 for
//                            never
//   AUTOTUNE_SIM_KEEP_GOING  if set, to nothing in particular, findings are
//                            only printed, and the process goes on
//   AUTOTUNE_SIM_VERBOSE     if set, prints a line about each launch
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"

#include "mlir-autotune/Core/SimulatorABI.h"
#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Simulator/Simulator.h"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

using namespace mlir::autotune;
using namespace mlir::autotune::sim;

namespace {

/// The device, of which there is one.
struct Device {
  std::mutex mutex;
  GlobalMemory memory;
  unsigned allocations = 0;
};

/// The memref descriptor of the LLVM lowering: rank sizes, then rank strides.
struct MemRefDescriptor {
  char *allocated;
  char *aligned;
  int64_t offset;
  int64_t sizes[];
};

} // namespace

/// Never destroyed: host code may free its memory when the process ends.
static Device &getDevice() {
  static Device &device = *new Device;
  return device;
}

/// As mgpuAutotuneOnError gave it.
static thread_local void (*errorHandler)(const char *) = nullptr;
static thread_local bool callFailed = false;

void sim::setErrorHandler(void (*handler)(const char *)) {
  errorHandler = handler;
  callFailed = false;
}

bool sim::callHasFailed() { return callFailed; }

static thread_local void (*launchListener)(const char *,
                                           const int64_t *) = nullptr;

void sim::setLaunchListener(void (*listener)(const char *, const int64_t *)) {
  launchListener = listener;
}

void sim::fail(const std::string &message) {
  if (errorHandler) {
    callFailed = true;
    return errorHandler(message.c_str());
  }
  std::fprintf(stderr, "simulator: %s\n", message.c_str());
  if (std::getenv("AUTOTUNE_SIM_KEEP_GOING"))
    return;
  // Without the destructors of whoever compiled and runs this code.
  std::fflush(nullptr);
  std::_Exit(1);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// A number from the environment.
static uint64_t getNumber(const char *name, uint64_t fallback) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return fallback;
  char *end;
  uint64_t number = std::strtoull(text, &end, 10);
  if (*end == '\0' && *text != '-')
    return number;
  fail(std::string(name) + " must be a number, not '" + text + "'");
  return fallback;
}

static Options getOptions() {
  Options options;
  if (const char *text = std::getenv("AUTOTUNE_SIM_SCHEDULE")) {
    if (std::optional<Schedule> schedule = parseSchedule(text))
      options.schedule = *schedule;
    else
      fail(std::string("AUTOTUNE_SIM_SCHEDULE must be round-robin, random or "
                       "adversarial, not '") +
           text + "'");
  }
  options.seed = getNumber("AUTOTUNE_SIM_SEED", options.seed);
  options.jobs = unsigned(getNumber("AUTOTUNE_SIM_JOBS", options.jobs));
  options.stepLimit = getNumber("AUTOTUNE_SIM_STEPS", options.stepLimit);
  return options;
}

static void describe(const Launch &launch, const Report &report,
                     std::chrono::duration<double> elapsed) {
  auto count = [](const Dim3 &dim) { return uint64_t(dim.x) * dim.y * dim.z; };
  std::fprintf(stderr,
               "simulator: '%s': %" PRIu64 " CTAs of %" PRIu64
               " threads, clusters of %" PRIu64 ": %" PRIu64
               " steps in %.3f s, %zu findings\n",
               launch.name.c_str(), count(launch.grid), count(launch.block),
               count(launch.cluster), report.steps, elapsed.count(),
               report.findings.size());
}

void autotuneSimLaunch(const char *name, void (*kernel)(void **), int64_t gridX,
                       int64_t gridY, int64_t gridZ, int64_t clusterX,
                       int64_t clusterY, int64_t clusterZ, int64_t blockX,
                       int64_t blockY, int64_t blockZ, int32_t sharedBytes,
                       int32_t ctasPerSM, void **parameters,
                       int32_t numParameters, const int32_t *parameterBytes) {
  if (callFailed)
    return;
  // A larger number would lose its high bits.
  for (int64_t size : {gridX, gridY, gridZ})
    if (size > INT32_MAX)
      return fail("the grid of '" + std::string(name) + "' has " +
                  std::to_string(size) + " CTAs; a launch has at most " +
                  std::to_string(INT32_MAX));
  auto dim = [](int64_t x, int64_t y, int64_t z) {
    return Dim3{uint32_t(x), uint32_t(y), uint32_t(z)};
  };
  Launch launch;
  launch.name = name;
  launch.kernel = kernel;
  launch.grid = dim(gridX, gridY, gridZ);
  launch.cluster = dim(clusterX, clusterY, clusterZ);
  launch.block = dim(blockX, blockY, blockZ);
  launch.sharedBytes = uint32_t(sharedBytes);
  launch.ctasPerSM = uint32_t(ctasPerSM);
  launch.parameters = parameters;
  launch.numParameters = uint32_t(numParameters);
  launch.parameterBytes = parameterBytes;
  if (launchListener) {
    int64_t shape[] = {gridX,
                       gridY,
                       gridZ,
                       blockX * blockY * blockZ,
                       clusterX * clusterY * clusterZ,
                       sharedBytes};
    launchListener(name, shape);
  }
  Options options = getOptions();
  Device &device = getDevice();
  std::lock_guard<std::mutex> lock(device.mutex);
  auto start = std::chrono::steady_clock::now();
  Report report = run(launch, device.memory, options);
  if (std::getenv("AUTOTUNE_SIM_VERBOSE"))
    describe(launch, report, std::chrono::steady_clock::now() - start);
  std::string findings;
  for (const Finding &finding : report.findings)
    findings += finding.str() + "\n";
  if (!errorHandler)
    std::fputs(findings.c_str(), stderr);
  uint64_t found = report.findings.size() + report.moreFindings;
  if (found != 0)
    fail((errorHandler ? findings : "") + std::to_string(found) +
         (found == 1 ? " finding" : " findings") + " in '" + launch.name +
         "'; schedule " + stringify(options.schedule) + ", seed " +
         std::to_string(options.seed));
}

//===----------------------------------------------------------------------===//
// Modules, which are none: kernels are host code
//===----------------------------------------------------------------------===//

static void refuseModule() {
  fail("this module holds kernels for a GPU: compile it with "
       "autotune-compile=format=sim");
}

AUTOTUNE_SIM_EXPORT void *mgpuModuleLoad(void *, size_t) {
  refuseModule();
  return nullptr;
}

AUTOTUNE_SIM_EXPORT void *mgpuModuleLoadJIT(void *, int, size_t) {
  refuseModule();
  return nullptr;
}

AUTOTUNE_SIM_EXPORT void mgpuModuleUnload(void *) {}

AUTOTUNE_SIM_EXPORT void *mgpuModuleGetFunction(void *, const char *) {
  return nullptr;
}

AUTOTUNE_SIM_EXPORT void mgpuLaunchKernel(void *, intptr_t, intptr_t, intptr_t,
                                          intptr_t, intptr_t, intptr_t, int32_t,
                                          void *, void **, void **, size_t) {
  refuseModule();
}

AUTOTUNE_SIM_EXPORT void mgpuLaunchClusterKernel(void *, intptr_t, intptr_t,
                                                 intptr_t, intptr_t, intptr_t,
                                                 intptr_t, intptr_t, intptr_t,
                                                 intptr_t, int32_t, void *,
                                                 void **, void **, size_t) {
  refuseModule();
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

/// Null is what a failed call gives.
static void *getHandle() {
  static char handle;
  return &handle;
}

AUTOTUNE_SIM_EXPORT void *mgpuStreamCreate() { return getHandle(); }
AUTOTUNE_SIM_EXPORT void mgpuStreamDestroy(void *) {}
AUTOTUNE_SIM_EXPORT void mgpuStreamSynchronize(void *) {}
AUTOTUNE_SIM_EXPORT void mgpuStreamWaitEvent(void *, void *) {}
AUTOTUNE_SIM_EXPORT void *mgpuEventCreate() { return getHandle(); }
AUTOTUNE_SIM_EXPORT void mgpuEventDestroy(void *) {}
AUTOTUNE_SIM_EXPORT void mgpuEventSynchronize(void *) {}
AUTOTUNE_SIM_EXPORT void mgpuEventRecord(void *, void *) {}
AUTOTUNE_SIM_EXPORT void mgpuSetDefaultDevice(int32_t) {}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void registerMemory(const char *kind, void *pointer, uint64_t bytes) {
  Device &device = getDevice();
  std::lock_guard<std::mutex> lock(device.mutex);
  device.memory.add(kind + (" " + std::to_string(device.allocations++)),
                    pointer, /*rows=*/1, int64_t(bytes), int64_t(bytes),
                    /*elementBytes=*/1, GlobalMemory::Access::ReadWrite);
}

static void unregisterMemory(void *pointer) {
  Device &device = getDevice();
  std::lock_guard<std::mutex> lock(device.mutex);
  device.memory.remove(pointer);
}

/// As "allocation 3". Null, and reported, if there is none.
static void *allocate(const char *kind, uint64_t bytes) {
  // As the driver's.
  constexpr uint64_t kAlignment = 256;
  uint64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  void *pointer = std::aligned_alloc(kAlignment, rounded);
  if (!pointer) {
    fail("no memory for " + std::to_string(bytes) + " bytes of " + kind);
    return nullptr;
  }
  // NaNs in every type: what nobody wrote is not taken for a result.
  std::memset(pointer, 0xFF, rounded);
  registerMemory(kind, pointer, bytes);
  return pointer;
}

AUTOTUNE_SIM_EXPORT void *mgpuMemAlloc(uint64_t bytes, void *, bool) {
  return bytes ? allocate("allocation", bytes) : nullptr;
}

AUTOTUNE_SIM_EXPORT void mgpuMemFree(void *pointer, void *) {
  if (!pointer)
    return;
  unregisterMemory(pointer);
  std::free(pointer);
}

AUTOTUNE_SIM_EXPORT void mgpuMemcpy(void *dst, void *src, size_t bytes,
                                    void *) {
  if (bytes)
    std::memcpy(dst, src, bytes);
}

AUTOTUNE_SIM_EXPORT void mgpuMemset32(void *dst, unsigned value, size_t count,
                                      void *) {
  std::fill_n(static_cast<uint32_t *>(dst), count, value);
}

AUTOTUNE_SIM_EXPORT void mgpuMemset16(void *dst, unsigned short value,
                                      size_t count, void *) {
  std::fill_n(static_cast<uint16_t *>(dst), count, value);
}

AUTOTUNE_SIM_EXPORT void mgpuMemHostRegister(void *pointer, uint64_t bytes) {
  if (bytes)
    registerMemory("registered memory", pointer, bytes);
}

AUTOTUNE_SIM_EXPORT void mgpuMemHostUnregister(void *pointer) {
  unregisterMemory(pointer);
}

/// From the first element to the last; gaps between rows are included.
AUTOTUNE_SIM_EXPORT void mgpuMemHostRegisterMemRef(int64_t rank,
                                                   MemRefDescriptor *descriptor,
                                                   int64_t elementBytes) {
  int64_t last = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (descriptor->sizes[i] == 0)
      return;
    last += (descriptor->sizes[i] - 1) * descriptor->sizes[rank + i];
  }
  mgpuMemHostRegister(descriptor->aligned + descriptor->offset * elementBytes,
                      uint64_t(last + 1) * elementBytes);
}

AUTOTUNE_SIM_EXPORT void
mgpuMemHostUnregisterMemRef(int64_t, MemRefDescriptor *descriptor,
                            int64_t elementBytes) {
  mgpuMemHostUnregister(descriptor->aligned +
                        descriptor->offset * elementBytes);
}

//===----------------------------------------------------------------------===//
// Workspaces, new for each launch: none finds what another has left
//===----------------------------------------------------------------------===//

AUTOTUNE_SIM_EXPORT void *mgpuAutotuneWorkspaceAcquire(int64_t bytes) {
  void *workspace = allocate(
      "workspace",
      uint64_t(std::max(bytes, mlir::autotune::cuda::kWorkspaceCounterBytes)));
  if (workspace)
    std::memset(workspace, 0, cuda::kWorkspaceCounterBytes);
  return workspace;
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneWorkspaceRelease(void *workspace) {
  if (!workspace)
    return;
  const char *counters = static_cast<const char *>(workspace);
  // A device's next launch would find them so.
  if (std::any_of(counters, counters + cuda::kWorkspaceCounterBytes,
                  [](char byte) { return byte != 0; }))
    fail("the kernel did not leave the counters of its workspace at zero");
  mgpuMemFree(workspace, nullptr);
}
