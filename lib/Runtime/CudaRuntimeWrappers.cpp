//===- CudaRuntimeWrappers.cpp - What compiled host code calls ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mgpu* entry points that MLIR's GPU dialect lowers to, with upstream's
// names and signatures (MLIR 22.1), over a driver found at run time; and those
// of this project, mgpuAutotune*. Host code has no way to hear of an error, so
// each is printed to stderr, one line, and the call gives null or does nothing.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Runtime/CudaDriver.h"

#include <cstdio>
#include <map>
#include <mutex>
#include <string>

using namespace mlir::autotune::cuda;

#define AUTOTUNE_EXPORT extern "C" __attribute__((visibility("default")))

static thread_local int32_t defaultDevice = 0;

static void report(const Status &status) {
  if (status.failed())
    std::fprintf(stderr, "%s\n", status.message.c_str());
}

static void report(Result result, const char *function,
                   const std::string &argument = "") {
  if (result != kSuccess)
    report(check(result, function, argument));
}

/// The driver, or null after having said once that there is none.
static const Driver *getDriver() {
  const Driver *driver = Driver::get();
  static std::once_flag said;
  if (!driver)
    std::call_once(said, [] {
      std::fprintf(stderr, "%s\n", Driver::getLoadError().c_str());
    });
  return driver;
}

/// The primary context of a device, kept until the process ends; null (and
/// reported) when there is none.
static ContextHandle getPrimaryContext(const Driver &driver, int ordinal) {
  static std::mutex mutex;
  static std::map<int, ContextHandle> contexts;
  std::lock_guard<std::mutex> lock(mutex);
  auto [it, inserted] = contexts.try_emplace(ordinal, nullptr);
  if (!inserted)
    return it->second;
  DeviceHandle device = 0;
  std::string which = "device " + std::to_string(ordinal);
  Result result = driver.deviceGet(&device, ordinal);
  report(result, "cuDeviceGet", which);
  if (result == kSuccess)
    report(driver.primaryCtxRetain(&it->second, device),
           "cuDevicePrimaryCtxRetain", which);
  return it->second;
}

namespace {
/// Makes the default device's context current for a scope. Tests false when
/// there is no driver or no such device.
class ScopedContext {
public:
  ScopedContext() : driver(getDriver()) {
    ContextHandle context =
        driver ? getPrimaryContext(*driver, defaultDevice) : nullptr;
    if (!context)
      return;
    Result result = driver->ctxPushCurrent(context);
    report(result, "cuCtxPushCurrent");
    pushed = result == kSuccess;
  }
  ~ScopedContext() {
    ContextHandle popped = nullptr;
    if (pushed)
      report(driver->ctxPopCurrent(&popped), "cuCtxPopCurrent");
  }
  ScopedContext(const ScopedContext &) = delete;
  ScopedContext &operator=(const ScopedContext &) = delete;
  explicit operator bool() const { return pushed; }
  const Driver *operator->() const { return driver; }

private:
  const Driver *driver;
  bool pushed = false;
};
} // namespace

static std::string bytesText(uint64_t bytes) {
  return std::to_string(bytes) + " bytes";
}

static DevicePtr asDevice(void *pointer) {
  return reinterpret_cast<DevicePtr>(pointer);
}

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

AUTOTUNE_EXPORT ModuleHandle mgpuModuleLoad(void *data, size_t size) {
  ModuleHandle module = nullptr;
  if (ScopedContext cuda{})
    report(cuda->moduleLoadDataEx(&module, data, 0, nullptr, nullptr),
           "cuModuleLoadDataEx", "binary of " + bytesText(size));
  return module;
}

AUTOTUNE_EXPORT ModuleHandle mgpuModuleLoadJIT(void *data, int optLevel,
                                               size_t size) {
  ModuleHandle module = nullptr;
  ScopedContext cuda;
  if (!cuda)
    return module;
  char log[4096] = {};
  JitOption options[] = {kJitErrorLogBuffer, kJitErrorLogBufferSizeBytes,
                         kJitOptimizationLevel};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log) - 1),
                    reinterpret_cast<void *>(intptr_t(optLevel))};
  Result result = cuda->moduleLoadDataEx(&module, data, 3, options, values);
  if (result != kSuccess && log[0])
    std::fprintf(stderr, "the driver's assembler says: %s\n", log);
  report(result, "cuModuleLoadDataEx",
         "assembly at level " + std::to_string(optLevel));
  return module;
}

AUTOTUNE_EXPORT void mgpuModuleUnload(ModuleHandle module) {
  if (const Driver *driver = module ? getDriver() : nullptr)
    report(driver->moduleUnload(module), "cuModuleUnload");
}

AUTOTUNE_EXPORT FunctionHandle mgpuModuleGetFunction(ModuleHandle module,
                                                     const char *name) {
  FunctionHandle function = nullptr;
  const Driver *driver = getDriver();
  if (driver && module)
    report(driver->moduleGetFunction(&function, module, name),
           "cuModuleGetFunction", name);
  return function;
}

AUTOTUNE_EXPORT void mgpuLaunchClusterKernel(
    FunctionHandle function, intptr_t clusterX, intptr_t clusterY,
    intptr_t clusterZ, intptr_t gridX, intptr_t gridY, intptr_t gridZ,
    intptr_t blockX, intptr_t blockY, intptr_t blockZ, int32_t smem,
    StreamHandle stream, void **params, void **extra, size_t /*paramsCount*/) {
  ScopedContext cuda;
  // A module that did not load has been reported already.
  if (!cuda || !function)
    return;
  if (Status status = allowSharedMemory(function, unsigned(smem));
      status.failed())
    return report(status);
  LaunchConfig config;
  const intptr_t grid[] = {gridX, gridY, gridZ};
  const intptr_t block[] = {blockX, blockY, blockZ};
  const intptr_t cluster[] = {clusterX, clusterY, clusterZ};
  LaunchAttribute attribute;
  std::string text;
  for (int i = 0; i < 3; ++i) {
    config.grid[i] = unsigned(grid[i]);
    config.block[i] = unsigned(block[i]);
    attribute.value.clusterDim[i] = unsigned(cluster[i]);
  }
  config.sharedMemoryBytes = unsigned(smem);
  config.stream = stream;
  intptr_t clusterSize = clusterX * clusterY * clusterZ;
  if (clusterSize > 1) {
    config.attributes = &attribute;
    config.attributeCount = 1;
    if (clusterSize > 8)
      (void)cuda->funcSetAttribute(function, kNonPortableClusterSizeAllowed, 1);
  }
  Result result = cuda->launchKernelEx(&config, function, params, extra);
  if (result != kSuccess)
    report(result, "cuLaunchKernelEx",
           "grid " + std::to_string(gridX) + "x" + std::to_string(gridY) + "x" +
               std::to_string(gridZ) + ", block " + std::to_string(blockX) +
               "x" + std::to_string(blockY) + "x" + std::to_string(blockZ) +
               ", cluster size " + std::to_string(clusterSize) +
               ", shared memory " + bytesText(uint64_t(smem)));
}

AUTOTUNE_EXPORT void mgpuLaunchKernel(FunctionHandle function, intptr_t gridX,
                                      intptr_t gridY, intptr_t gridZ,
                                      intptr_t blockX, intptr_t blockY,
                                      intptr_t blockZ, int32_t smem,
                                      StreamHandle stream, void **params,
                                      void **extra, size_t paramsCount) {
  mgpuLaunchClusterKernel(function, 1, 1, 1, gridX, gridY, gridZ, blockX,
                          blockY, blockZ, smem, stream, params, extra,
                          paramsCount);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

AUTOTUNE_EXPORT StreamHandle mgpuStreamCreate() {
  StreamHandle stream = nullptr;
  if (ScopedContext cuda{})
    report(cuda->streamCreate(&stream, kStreamNonBlocking), "cuStreamCreate");
  return stream;
}

AUTOTUNE_EXPORT void mgpuStreamDestroy(StreamHandle stream) {
  if (const Driver *driver = stream ? getDriver() : nullptr)
    report(driver->streamDestroy(stream), "cuStreamDestroy");
}

AUTOTUNE_EXPORT void mgpuStreamSynchronize(StreamHandle stream) {
  // Where a kernel that faulted is noticed.
  if (ScopedContext cuda{})
    report(cuda->streamSynchronize(stream), "cuStreamSynchronize");
}

AUTOTUNE_EXPORT void mgpuStreamWaitEvent(StreamHandle stream,
                                         EventHandle event) {
  if (ScopedContext cuda{})
    report(cuda->streamWaitEvent(stream, event, 0), "cuStreamWaitEvent");
}

AUTOTUNE_EXPORT EventHandle mgpuEventCreate() {
  EventHandle event = nullptr;
  if (ScopedContext cuda{})
    report(cuda->eventCreate(&event, kEventDisableTiming), "cuEventCreate");
  return event;
}

AUTOTUNE_EXPORT void mgpuEventDestroy(EventHandle event) {
  if (const Driver *driver = event ? getDriver() : nullptr)
    report(driver->eventDestroy(event), "cuEventDestroy");
}

AUTOTUNE_EXPORT void mgpuEventSynchronize(EventHandle event) {
  if (ScopedContext cuda{})
    report(cuda->eventSynchronize(event), "cuEventSynchronize");
}

AUTOTUNE_EXPORT void mgpuEventRecord(EventHandle event, StreamHandle stream) {
  if (ScopedContext cuda{})
    report(cuda->eventRecord(event, stream), "cuEventRecord");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

AUTOTUNE_EXPORT void *mgpuMemAlloc(uint64_t sizeBytes, StreamHandle /*stream*/,
                                   bool isHostShared) {
  DevicePtr pointer = 0;
  ScopedContext cuda;
  // The driver refuses an allocation of nothing; an empty memref is legal.
  if (!cuda || sizeBytes == 0)
    return nullptr;
  if (isHostShared)
    report(cuda->memAllocManaged(&pointer, sizeBytes, kMemAttachGlobal),
           "cuMemAllocManaged", bytesText(sizeBytes));
  else
    report(cuda->memAlloc(&pointer, sizeBytes), "cuMemAlloc",
           bytesText(sizeBytes));
  return reinterpret_cast<void *>(pointer);
}

AUTOTUNE_EXPORT void mgpuMemFree(void *pointer, StreamHandle /*stream*/) {
  if (!pointer)
    return;
  if (ScopedContext cuda{})
    report(cuda->memFree(asDevice(pointer)), "cuMemFree");
}

AUTOTUNE_EXPORT void mgpuMemcpy(void *dst, void *src, size_t sizeBytes,
                                StreamHandle stream) {
  if (ScopedContext cuda{})
    report(cuda->memcpyAsync(asDevice(dst), asDevice(src), sizeBytes, stream),
           "cuMemcpyAsync", bytesText(sizeBytes));
}

AUTOTUNE_EXPORT void mgpuMemset32(void *dst, unsigned value, size_t count,
                                  StreamHandle stream) {
  if (ScopedContext cuda{})
    report(cuda->memsetD32Async(asDevice(dst), value, count, stream),
           "cuMemsetD32Async", bytesText(count * 4));
}

AUTOTUNE_EXPORT void mgpuMemset16(void *dst, unsigned short value, size_t count,
                                  StreamHandle stream) {
  if (ScopedContext cuda{})
    report(cuda->memsetD16Async(asDevice(dst), value, count, stream),
           "cuMemsetD16Async", bytesText(count * 2));
}

AUTOTUNE_EXPORT void mgpuMemHostRegister(void *pointer, uint64_t sizeBytes) {
  if (ScopedContext cuda{})
    report(cuda->memHostRegister(pointer, sizeBytes, 0), "cuMemHostRegister",
           bytesText(sizeBytes));
}

AUTOTUNE_EXPORT void mgpuMemHostUnregister(void *pointer) {
  if (ScopedContext cuda{})
    report(cuda->memHostUnregister(pointer), "cuMemHostUnregister");
}

namespace {
/// The memref descriptor of the LLVM lowering; rank sizes, then rank strides.
struct MemRefDescriptor {
  char *allocated;
  char *aligned;
  int64_t offset;
  int64_t sizes[];
};
} // namespace

AUTOTUNE_EXPORT void mgpuMemHostRegisterMemRef(int64_t rank,
                                               MemRefDescriptor *descriptor,
                                               int64_t elementSizeBytes) {
  // Pages from the first element to the last; gaps between rows are included.
  int64_t last = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (descriptor->sizes[i] == 0)
      return;
    last += (descriptor->sizes[i] - 1) * descriptor->sizes[rank + i];
  }
  mgpuMemHostRegister(descriptor->aligned +
                          descriptor->offset * elementSizeBytes,
                      uint64_t(last + 1) * elementSizeBytes);
}

AUTOTUNE_EXPORT void mgpuMemHostUnregisterMemRef(int64_t /*rank*/,
                                                 MemRefDescriptor *descriptor,
                                                 int64_t elementSizeBytes) {
  mgpuMemHostUnregister(descriptor->aligned +
                        descriptor->offset * elementSizeBytes);
}

AUTOTUNE_EXPORT void mgpuSetDefaultDevice(int32_t device) {
  defaultDevice = device;
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

AUTOTUNE_EXPORT void mgpuTensorMapEncodeTiled(
    TensorMap *map, TensorMapDataType type, uint32_t rank, void *address,
    const uint64_t *dims, const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, TensorMapInterleave interleave,
    TensorMapSwizzle swizzle, TensorMapL2Promotion l2Promotion,
    TensorMapOutOfBoundsFill fill) {
  ScopedContext cuda;
  if (!cuda)
    return;
  if (!cuda->tensorMapEncodeTiled)
    return (void)std::fprintf(
        stderr, "the CUDA driver has no cuTensorMapEncodeTiled\n");
  report(cuda->tensorMapEncodeTiled(map, type, rank, address, dims, strides,
                                    box, elementStrides, interleave, swizzle,
                                    l2Promotion, fill),
         "cuTensorMapEncodeTiled", "rank " + std::to_string(rank));
}

AUTOTUNE_EXPORT void
mgpuAutotuneTensorMapEncode2D(void *hostMap, void *base, int32_t elementKind,
                              int64_t rows, int64_t columns,
                              int64_t rowStrideElements, int32_t boxRows,
                              int32_t boxColumns, int32_t swizzleBytes) {
  if (ScopedContext cuda{})
    report(encodeTensorMap2D(*static_cast<TensorMap *>(hostMap), asDevice(base),
                             elementKind, rows, columns, rowStrideElements,
                             boxRows, boxColumns, swizzleBytes));
}
