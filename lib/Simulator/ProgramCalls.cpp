//===- ProgramCalls.cpp - For callers of whole programs -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As Runtime/ProgramCalls.cpp. Work is done when it is asked for, so streams
// and graphs have nothing to do. Memory of a caller is the host's, and must be
// lent to the device.
//
//===----------------------------------------------------------------------===//

#include "HostErrors.h"

#include "mlir-autotune/Core/SimulatorABI.h"

#include <cstdio>
#include <cstring>

// HostWrappers.cpp
AUTOTUNE_SIM_EXPORT void mgpuMemHostRegister(void *pointer, uint64_t bytes);
AUTOTUNE_SIM_EXPORT void mgpuMemHostUnregister(void *pointer);

AUTOTUNE_SIM_EXPORT void mgpuAutotuneOnError(void (*handler)(const char *)) {
  mlir::autotune::sim::setErrorHandler(handler);
}

AUTOTUNE_SIM_EXPORT int32_t mgpuAutotuneDeviceCount() { return 1; }

AUTOTUNE_SIM_EXPORT void mgpuAutotuneDeviceName(int32_t /*device*/, char *name,
                                                int64_t bytes) {
  std::snprintf(name, size_t(bytes), "simulator");
}

AUTOTUNE_SIM_EXPORT void *mgpuAutotuneContextCreate(int32_t /*device*/) {
  static char context;
  return &context;
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneContextDestroy(void * /*context*/) {}
AUTOTUNE_SIM_EXPORT void mgpuAutotuneContextEnter(void * /*context*/,
                                                  void * /*stream*/) {}
AUTOTUNE_SIM_EXPORT void mgpuAutotuneContextLeave() {}
AUTOTUNE_SIM_EXPORT void mgpuAutotuneSynchronize(void * /*stream*/) {}

AUTOTUNE_SIM_EXPORT int32_t mgpuAutotuneIsCapturing(void * /*stream*/) {
  return 0;
}
AUTOTUNE_SIM_EXPORT int32_t mgpuAutotuneCaptureBegin(void * /*context*/) {
  return 0;
}
AUTOTUNE_SIM_EXPORT void *mgpuAutotuneCaptureEnd(void * /*context*/) {
  return nullptr;
}
AUTOTUNE_SIM_EXPORT void mgpuAutotuneGraphLaunch(void * /*graph*/,
                                                 void * /*stream*/) {}
AUTOTUNE_SIM_EXPORT void mgpuAutotuneGraphDestroy(void * /*graph*/) {}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneCopyIn(void *device, const void *host,
                                            int64_t bytes) {
  if (bytes)
    std::memcpy(device, host, size_t(bytes));
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneLend(void *memory, int64_t bytes) {
  mgpuMemHostRegister(memory, uint64_t(bytes));
}
AUTOTUNE_SIM_EXPORT void mgpuAutotuneTakeBack(void *memory) {
  mgpuMemHostUnregister(memory);
}
