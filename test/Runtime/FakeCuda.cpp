//===- FakeCuda.cpp - A driver without a GPU, for tests -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared library with the driver's entry points, for AUTOTUNE_LIBCUDA: device
// memory is host memory, a launch runs at once, and time is a counter that each
// launch moves on. What kernels compute is in FakeKernels.cpp. FAKE_CUDA_INIT
// makes cuInit fail with that code, or abort the process when it is "abort", or
// fail once, until the file of "once:FILE" is there.
//
// FAKE_CUDA_TRACE prints the kernel of each launch to stderr, and
// FAKE_CUDA_CALLS allocations, copies and waits; kernels then do nothing.
// FAKE_CUDA_TIMES has the microseconds of PTX kernels, with commas, in the
// order in which they are launched first.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

#define FAKE extern "C" __attribute__((visibility("default"))) Result

fake::Machine &fake::getMachine() {
  static Machine machine;
  return machine;
}

struct mlir::autotune::cuda::ModuleImpl {
  FunctionImpl function;
  /// Of PTX.
  std::string text;
};
struct mlir::autotune::cuda::EventImpl {
  double microseconds = 0;
};
struct mlir::autotune::cuda::GraphImpl {
  std::vector<fake::Work> nodes;
};
struct mlir::autotune::cuda::GraphExecImpl {
  std::vector<fake::Work> nodes;
};

void fake::startLoad(const std::string &behaviour) {
  Machine &machine = getMachine();
  bool isOwn = behaviour == "load-own", isMore = behaviour == "load-more";
  bool isLoaded = machine.microseconds < machine.loadUntil;
  if (!isOwn && !isMore && machine.loads > 0)
    return;
  machine.loads += !isLoaded;
  machine.isOwnLoad = isOwn;
  machine.loadFactor = isMore ? 1 + 0.5 * machine.loads : 1.5;
  machine.loadUntil = machine.microseconds + (behaviour == "load-on" ? 1e12
                                              : isOwn                ? 20e3
                                              : isMore               ? 25e3
                                                                     : 45e3);
}

Result fake::enqueue(Work work) {
  Machine &machine = getMachine();
  if (machine.error)
    return machine.error;
  if (machine.capturing)
    machine.captured.push_back(std::move(work));
  else
    machine.run(work);
  return kSuccess;
}

/// For the tests of what calls the driver.
extern "C" __attribute__((visibility("default"))) int fakeCudaEncodedMaps() {
  return fake::getMachine().encodedMaps;
}

//===----------------------------------------------------------------------===//
// The driver's entry points
//===----------------------------------------------------------------------===//

FAKE cuInit(unsigned) {
  const char *code = std::getenv("FAKE_CUDA_INIT");
  if (code && std::strcmp(code, "abort") == 0)
    std::abort();
  if (code && std::strncmp(code, "once:", 5) == 0) {
    // Whoever makes the file fails.
    int flag = ::open(code + 5, O_CREAT | O_EXCL, 0600);
    return flag < 0 ? kSuccess : kErrorOutOfMemory;
  }
  return code ? Result(std::atoi(code)) : kSuccess;
}
FAKE cuDriverGetVersion(int *version) {
  *version = 13000;
  return kSuccess;
}
FAKE cuGetErrorName(Result result, const char **text) {
  *text = result == 700                 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : result == kErrorOutOfMemory ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == kErrorLaunchOutOfResources
              ? "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"
          : result == kErrorNoDevice ? "CUDA_ERROR_NO_DEVICE"
                                     : "CUDA_ERROR_INVALID_VALUE";
  return kSuccess;
}
FAKE cuGetErrorString(Result result, const char **text) {
  *text = result == kErrorNoDevice ? "no CUDA-capable device is detected"
                                   : "an error of the fake driver";
  return kSuccess;
}
FAKE cuDeviceGet(DeviceHandle *device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? kSuccess : kErrorInvalidDevice;
}
FAKE cuDeviceGetCount(int *count) {
  *count = 1;
  return kSuccess;
}
FAKE cuDeviceGetName(char *name, int size, DeviceHandle) {
  std::snprintf(name, size_t(size), "Fake GPU");
  return kSuccess;
}
FAKE cuDeviceGetPCIBusId(char *id, int size, DeviceHandle) {
  // Known to NVML's stand-in alone.
  std::snprintf(id, size_t(size), "%s",
                std::getenv("AUTOTUNE_LIBNVML") ? "ffff:ff:00.0" : "");
  return kSuccess;
}
FAKE cuDeviceTotalMem_v2(size_t *bytes, DeviceHandle) {
  *bytes = fake::kMemoryBytes;
  return kSuccess;
}
FAKE cuDeviceGetAttribute(int *value, DeviceAttribute attribute, DeviceHandle) {
  switch (attribute) {
  case kMultiprocessorCount:
    *value = 4;
    break;
  case kL2CacheBytes:
    *value = 64 * 1024;
    break;
  case kMaxSharedMemoryPerBlockOptin:
    *value = fake::kSharedMemoryBytes;
    break;
  case kComputeCapabilityMajor:
    *value = 9;
    break;
  case kClockRateKHz:
    *value = 1000000;
    break;
  default:
    *value = 0;
  }
  return kSuccess;
}
FAKE cuDevicePrimaryCtxRetain(ContextHandle *context, DeviceHandle) {
  static char storage;
  *context = reinterpret_cast<ContextHandle>(&storage);
  return kSuccess;
}
FAKE cuDevicePrimaryCtxRelease_v2(DeviceHandle) { return kSuccess; }
FAKE cuCtxPushCurrent_v2(ContextHandle) { return kSuccess; }
FAKE cuCtxPopCurrent_v2(ContextHandle *) { return kSuccess; }
FAKE cuCtxSynchronize() { return fake::getMachine().error; }

FAKE cuModuleLoadDataEx(ModuleHandle *module, const void *image, unsigned,
                        JitOption *, void **) {
  const char *text = static_cast<const char *>(image);
  char behaviour[32] = {};
  double microseconds = 1;
  bool isPtx = std::strncmp(text, "//", 2) == 0;
  char kind[16] = {};
  if (!isPtx && std::sscanf(text, "fake-%15s %31s %lf", kind, behaviour,
                            &microseconds) != 3)
    return Result(200);
  *module = new ModuleImpl{{"", behaviour, microseconds, isPtx ? "ptx" : kind},
                           isPtx ? text : ""};
  return kSuccess;
}
FAKE cuModuleUnload(ModuleHandle module) {
  delete module;
  return kSuccess;
}
FAKE cuModuleGetFunction(FunctionHandle *function, ModuleHandle module,
                         const char *name) {
  // Kernels live as long as the process: a graph may outlive their module.
  *function = new FunctionImpl(module->function);
  (*function)->name = name;
  // A kernel of PTX is dependent if its code waits.
  size_t begin = module->text.find(".entry " + std::string(name) + "(");
  size_t wait = module->text.find("griddepcontrol.wait", begin);
  if (begin != std::string::npos &&
      wait < module->text.find(".entry", begin + 1))
    (*function)->behaviour = "dependent";
  return kSuccess;
}
FAKE cuFuncSetAttribute(FunctionHandle, FunctionAttribute attribute,
                        int value) {
  bool isTooMuch = attribute == kMaxDynamicSharedSizeBytes &&
                   value > fake::kSharedMemoryBytes;
  return isTooMuch ? kErrorInvalidValue : kSuccess;
}
/// The time of a kernel of PTX in a list of them.
static double getListedTime(const std::string &name, const char *times) {
  static std::vector<std::string> launched;
  auto found = std::find(launched.begin(), launched.end(), name);
  size_t index = found - launched.begin();
  if (found == launched.end())
    launched.push_back(name);
  for (; times && index > 0; --index)
    times = (times = std::strchr(times, ',')) ? times + 1 : nullptr;
  return times ? std::atof(times) : 1;
}

FAKE cuLaunchKernelEx(const LaunchConfig *config, FunctionHandle function,
                      void **params, void **) {
  // Launches of kernels that say so, and of no others, are dependent.
  bool isDependent = false;
  for (unsigned i = 0; i < config->attributeCount; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    if (attribute.id == LaunchAttribute::kProgrammaticStreamSerialization)
      isDependent = attribute.value.programmaticStreamSerializationAllowed;
    else if (attribute.id != LaunchAttribute::kClusterDimension)
      return kErrorInvalidValue;
  }
  if (isDependent != (function->behaviour == "dependent"))
    return kErrorInvalidValue;
  if (function->behaviour == "memory")
    return kErrorOutOfMemory;
  if (function->behaviour == "resources")
    return kErrorLaunchOutOfResources;
  // A program's kernels take what they like.
  fake::Work work = std::getenv("FAKE_CUDA_CALLS")
                        ? fake::Work{[] {}, 1}
                        : fake::bind(*function, params);
  work.mindsOrder = function->behaviour == "order";
  if (function->behaviour == "hungry")
    work.slowdown = 1.5;
  if (std::getenv("FAKE_CUDA_TRACE"))
    std::fprintf(stderr, "fake: %s\n", function->name.c_str());
  const char *times = std::getenv("FAKE_CUDA_TIMES");
  if (times && function->kind == "ptx")
    work.microseconds = getListedTime(function->name, times);
  const fake::Machine &machine = fake::getMachine();
  // A launch by itself takes six times as long; a graph a little longer.
  if (function->behaviour == "cold")
    work.microseconds += !machine.capturing         ? 5 * work.microseconds
                         : machine.captured.empty() ? 100
                                                    : 0;
  return fake::enqueue(std::move(work));
}

FAKE cuStreamCreate(StreamHandle *stream, unsigned) {
  static char storage;
  *stream = reinterpret_cast<StreamHandle>(&storage);
  return fake::getMachine().error;
}
FAKE cuStreamDestroy_v2(StreamHandle) { return kSuccess; }
/// Calls that a program makes once, and not each time that it runs.
static void traceCall(const char *name) {
  if (std::getenv("FAKE_CUDA_CALLS"))
    std::fprintf(stderr, "fake: %s\n", name);
}
FAKE cuStreamSynchronize(StreamHandle) {
  traceCall("cuStreamSynchronize");
  return fake::getMachine().error;
}
FAKE cuStreamWaitEvent(StreamHandle, EventHandle, unsigned) {
  return fake::getMachine().error;
}
FAKE cuStreamBeginCapture_v2(StreamHandle, CaptureMode) {
  fake::getMachine().capturing = true;
  return fake::getMachine().error;
}
FAKE cuStreamEndCapture(StreamHandle, GraphHandle *graph) {
  fake::Machine &machine = fake::getMachine();
  machine.capturing = false;
  *graph = new GraphImpl{std::exchange(machine.captured, {})};
  return machine.error;
}
FAKE cuStreamIsCapturing(StreamHandle, CaptureStatus *status) {
  *status = fake::getMachine().capturing ? kCaptureActive : kCaptureNone;
  return kSuccess;
}
FAKE cuEventCreate(EventHandle *event, unsigned) {
  *event = new EventImpl;
  return kSuccess;
}
FAKE cuEventDestroy_v2(EventHandle event) {
  delete event;
  return kSuccess;
}
FAKE cuEventRecord(EventHandle event, StreamHandle) {
  event->microseconds = fake::getMachine().microseconds;
  return fake::getMachine().error;
}
FAKE cuEventQuery(EventHandle) {
  fake::Machine &machine = fake::getMachine();
  return machine.hangs ? kErrorNotReady : machine.error;
}
FAKE cuEventSynchronize(EventHandle) { return fake::getMachine().error; }
FAKE cuEventElapsedTime(float *milliseconds, EventHandle begin,
                        EventHandle end) {
  *milliseconds = float((end->microseconds - begin->microseconds) / 1e3);
  return fake::getMachine().error;
}
FAKE cuGraphInstantiateWithFlags(GraphExecHandle *exec, GraphHandle graph,
                                 unsigned long long) {
  *exec = new GraphExecImpl{graph->nodes};
  return fake::getMachine().error;
}
FAKE cuGraphLaunch(GraphExecHandle exec, StreamHandle) {
  // Every node takes its time, but one of them is work enough for a test.
  fake::Machine &machine = fake::getMachine();
  for (size_t i = 1; i < exec->nodes.size(); ++i)
    machine.pass(exec->nodes[i]);
  return exec->nodes.empty() ? kSuccess : fake::enqueue(exec->nodes[0]);
}
FAKE cuGraphExecDestroy(GraphExecHandle exec) {
  delete exec;
  return kSuccess;
}
FAKE cuGraphDestroy(GraphHandle graph) {
  delete graph;
  return kSuccess;
}

FAKE cuMemAlloc_v2(DevicePtr *pointer, size_t bytes) {
  traceCall("cuMemAlloc");
  if (bytes > fake::kMemoryBytes)
    return kErrorOutOfMemory;
  *pointer = reinterpret_cast<DevicePtr>(
      std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  // Nobody may count on zeros; of much memory the begin will do.
  std::memset(reinterpret_cast<void *>(*pointer), 0xCD,
              std::min<size_t>(bytes, 65536));
  return fake::getMachine().error;
}
FAKE cuMemAllocManaged(DevicePtr *pointer, size_t bytes, unsigned) {
  return cuMemAlloc_v2(pointer, bytes);
}
FAKE cuMemFree_v2(DevicePtr pointer) {
  traceCall("cuMemFree");
  std::free(reinterpret_cast<void *>(pointer));
  return kSuccess;
}
static Result copy(void *dst, const void *src, size_t bytes) {
  traceCall("cuMemcpy");
  return fake::enqueue({[=] { std::memcpy(dst, src, bytes); }, 1});
}
FAKE cuMemcpyAsync(DevicePtr dst, DevicePtr src, size_t bytes, StreamHandle) {
  return copy(reinterpret_cast<void *>(dst),
              reinterpret_cast<const void *>(src), bytes);
}
FAKE cuMemcpyHtoDAsync_v2(DevicePtr dst, const void *src, size_t bytes,
                          StreamHandle) {
  return copy(reinterpret_cast<void *>(dst), src, bytes);
}
FAKE cuMemcpyDtoHAsync_v2(void *dst, DevicePtr src, size_t bytes,
                          StreamHandle) {
  return copy(dst, reinterpret_cast<const void *>(src), bytes);
}
template <typename T> static Result set(DevicePtr dst, T value, size_t count) {
  return fake::enqueue(
      {[=] { std::fill_n(reinterpret_cast<T *>(dst), count, value); }, 1});
}
FAKE cuMemsetD8Async(DevicePtr dst, unsigned char value, size_t count,
                     StreamHandle) {
  return set(dst, value, count);
}
FAKE cuMemsetD16Async(DevicePtr dst, unsigned short value, size_t count,
                      StreamHandle) {
  return set(dst, value, count);
}
FAKE cuMemsetD32Async(DevicePtr dst, unsigned value, size_t count,
                      StreamHandle) {
  return set(dst, value, count);
}
FAKE cuMemHostRegister_v2(void *, size_t, unsigned) { return kSuccess; }
FAKE cuMemHostUnregister(void *) { return kSuccess; }

FAKE cuTensorMapEncodeTiled(TensorMap *map, TensorMapDataType, uint32_t rank,
                            void *base, const uint64_t *dims,
                            const uint64_t *strides, const uint32_t *box,
                            const uint32_t *, TensorMapInterleave,
                            TensorMapSwizzle, TensorMapL2Promotion,
                            TensorMapOutOfBoundsFill) {
  ++fake::getMachine().encodedMaps;
  // Two of the real one's rules.
  if (rank < 2 || rank > 3 || strides[0] % 16 != 0 || box[0] > 256 ||
      box[1] > 256 || (rank == 3 && (strides[1] % 16 != 0 || box[2] != 1)))
    return kErrorInvalidValue;
  fake::Map fakeMap = {static_cast<float *>(base), dims[0], dims[1], strides[0],
                       rank == 3 ? strides[1] : 0};
  std::memcpy(map->opaque, &fakeMap, sizeof(fakeMap));
  return kSuccess;
}

/// Leaves in the map what the tests look at.
FAKE cuTensorMapEncodeIm2col(TensorMap *map, TensorMapDataType, uint32_t rank,
                             void *, const uint64_t *dims, const uint64_t *,
                             const int *lower, const int *upper,
                             uint32_t channels, uint32_t pixels,
                             const uint32_t *steps, TensorMapInterleave,
                             TensorMapSwizzle, TensorMapL2Promotion,
                             TensorMapOutOfBoundsFill) {
  ++fake::getMachine().encodedMaps;
  if (rank != 4 || channels > 256 || pixels > 1024)
    return kErrorInvalidValue;
  const int64_t values[] = {lower[0], lower[1], upper[0],         upper[1],
                            steps[1], steps[2], int64_t(dims[3]), pixels};
  std::memcpy(map->opaque, values, sizeof(values));
  return kSuccess;
}
