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
// each is printed to stderr, one line, and ends the program; where it is to go
// on all the same (WrapperContext.h), the call gives null or does nothing.
//
//===----------------------------------------------------------------------===//

#include "LaunchTrace.h"
#include "PlanWrappers.h"
#include "WrapperContext.h"

#include "mlir-autotune/Core/Grid.h"

#include <cstdio>

using namespace mlir::autotune::cuda;

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
  const Driver *driver = module ? getDriverOrReport() : nullptr;
  if (!driver)
    return;
  // Host code unloads its modules when the process ends; by then the driver may
  // have gone first, and taken them along.
  Result result = driver->moduleUnload(module);
  if (result != kErrorDeinitialized)
    warn(result, "cuModuleUnload");
}

AUTOTUNE_EXPORT FunctionHandle mgpuModuleGetFunction(ModuleHandle module,
                                                     const char *name) {
  FunctionHandle function = nullptr;
  const Driver *driver = getDriverOrReport();
  noteLaunchedName(name);
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
  TimedLaunch timed;
  bool isVain = launchIsVain();
  launchIsVain() = false;
  bool isDependent = launchIsDependent();
  launchIsDependent() = false;
  // A module that did not load has been reported already.
  if (!cuda || !function)
    return;
  if (isVain)
    return fail("the kernel is not launched: a tensor map or workspace that it "
                "takes could not be made");
  if (Status status = allowSharedMemory(function, unsigned(smem)))
    return report(status);
  // A larger number would lose its high bits.
  for (intptr_t size : {gridX, gridY, gridZ})
    if (size > kMaxGridSize)
      return fail("the grid has " + std::to_string(size) +
                  " CTAs; a launch has at most " +
                  std::to_string(kMaxGridSize));
  LaunchConfig config;
  const intptr_t grid[] = {gridX, gridY, gridZ};
  const intptr_t block[] = {blockX, blockY, blockZ};
  const intptr_t cluster[] = {clusterX, clusterY, clusterZ};
  LaunchAttribute attributes[2];
  config.attributes = attributes;
  for (int i = 0; i < 3; ++i) {
    config.grid[i] = unsigned(grid[i]);
    config.block[i] = unsigned(block[i]);
    attributes[0].value.clusterDim[i] = unsigned(cluster[i]);
  }
  config.sharedMemoryBytes = unsigned(smem);
  config.stream = stream;
  intptr_t clusterSize = clusterX * clusterY * clusterZ;
  if (clusterSize > 1) {
    config.attributeCount = 1;
    if (clusterSize > 8)
      (void)cuda->funcSetAttribute(function, kNonPortableClusterSizeAllowed, 1);
  }
  if (isDependent) {
    LaunchAttribute &attribute = attributes[config.attributeCount++];
    attribute = {};
    attribute.id = LaunchAttribute::kProgrammaticStreamSerialization;
    attribute.value.programmaticStreamSerializationAllowed = 1;
  }
  timed.start(cuda, stream);
  Result result = kSuccess;
  {
    TracedLaunch traced(*cuda.operator->(), stream, config, clusterSize);
    result = cuda->launchKernelEx(&config, function, params, extra);
  }
  if (result == kSuccess)
    timed.end(cuda, stream);
  else
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
  if (const Driver *driver = stream ? getDriverOrReport() : nullptr)
    warn(driver->streamDestroy(stream), "cuStreamDestroy");
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
  if (const Driver *driver = event ? getDriverOrReport() : nullptr)
    warn(driver->eventDestroy(event), "cuEventDestroy");
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
    warn(cuda->memFree(asDevice(pointer)), "cuMemFree");
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
    warn(cuda->memHostRegister(pointer, sizeBytes, 0), "cuMemHostRegister",
         bytesText(sizeBytes));
}

AUTOTUNE_EXPORT void mgpuMemHostUnregister(void *pointer) {
  if (ScopedContext cuda{})
    warn(cuda->memHostUnregister(pointer), "cuMemHostUnregister");
}

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
  setDefaultDevice(device);
}
