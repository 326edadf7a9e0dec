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

#include "HostCalls.h"

#include "mlir-autotune/Core/SimulatorABI.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using namespace mlir::autotune;
using namespace mlir::autotune::sim;

// HostWrappers.cpp
AUTOTUNE_SIM_EXPORT void mgpuMemHostRegister(void *pointer, uint64_t bytes);
AUTOTUNE_SIM_EXPORT void mgpuMemHostUnregister(void *pointer);

AUTOTUNE_SIM_EXPORT void mgpuAutotuneOnError(void (*handler)(const char *)) {
  setErrorHandler(handler);
}

AUTOTUNE_SIM_EXPORT int32_t mgpuAutotuneDeviceCount() { return 1; }

AUTOTUNE_SIM_EXPORT void mgpuAutotuneDeviceName(int32_t /*device*/, char *name,
                                                int64_t bytes) {
  std::snprintf(name, size_t(bytes), "simulator");
}

static std::vector<ProgramContext *> &getEnteredContexts() {
  static thread_local std::vector<ProgramContext *> entered;
  return entered;
}

ProgramContext &sim::getProgramContext() {
  static ProgramContext forAll;
  return getEnteredContexts().empty() ? forAll : *getEnteredContexts().back();
}

bool &sim::launchIsPreparing() {
  static thread_local bool isPreparing = false;
  return isPreparing;
}

AUTOTUNE_SIM_EXPORT void *mgpuAutotuneContextCreate(int32_t /*device*/) {
  return new ProgramContext;
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneContextDestroy(void *context) {
  delete static_cast<ProgramContext *>(context);
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneContextEnter(void *context,
                                                  void * /*stream*/) {
  getEnteredContexts().push_back(static_cast<ProgramContext *>(context));
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneContextLeave() {
  if (!getEnteredContexts().empty())
    getEnteredContexts().pop_back();
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneRefresh(void *context) {
  ++static_cast<ProgramContext *>(context)->refreshes;
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneFollow(void * /*context*/,
                                            void * /*stream*/) {}
AUTOTUNE_SIM_EXPORT void mgpuAutotuneMark(void * /*context*/,
                                          void * /*stream*/) {}
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

AUTOTUNE_SIM_EXPORT void mgpuAutotuneCopyOut(void *host, const void *device,
                                             int64_t bytes) {
  if (bytes)
    std::memcpy(host, device, size_t(bytes));
}

namespace {
struct Traced {
  std::string name;
  int64_t shape[7];
};
} // namespace

static std::vector<Traced> &getTrace() {
  static thread_local std::vector<Traced> trace;
  return trace;
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneTraceBegin() {
  getTrace().clear();
  launchIsPreparing() = false;
  setLaunchListener([](const char *name, const int64_t *shape) {
    Traced launch{name, {}};
    std::copy_n(shape, 6, launch.shape);
    launch.shape[6] = launchIsPreparing();
    getTrace().push_back(std::move(launch));
  });
}

/// A simulated kernel has no time.
AUTOTUNE_SIM_EXPORT void mgpuAutotuneTraceEnd(void (*tell)(void *, const char *,
                                                           const int64_t *,
                                                           double, double),
                                              void *data) {
  setLaunchListener(nullptr);
  for (const Traced &launch : getTrace())
    tell(data, launch.name.c_str(), launch.shape, -1, -1);
  getTrace().clear();
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneLend(void *memory, int64_t bytes) {
  mgpuMemHostRegister(memory, uint64_t(bytes));
}
AUTOTUNE_SIM_EXPORT void mgpuAutotuneTakeBack(void *memory) {
  mgpuMemHostUnregister(memory);
}
