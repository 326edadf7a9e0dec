//===- WrapperContext.cpp - The context that wrappers run in --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrapperContext.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

static thread_local int defaultDevice = 0;

void cuda::setDefaultDevice(int ordinal) { defaultDevice = ordinal; }

int cuda::getDefaultDevice() { return defaultDevice; }

bool &cuda::launchIsVain() {
  static thread_local bool vain = false;
  return vain;
}

bool &cuda::launchIsDependent() {
  static thread_local bool dependent = false;
  return dependent;
}

/// As mgpuAutotuneOnError gave it.
static thread_local void (*errorHandler)(const char *) = nullptr;
static thread_local bool callFailed = false;

void cuda::setErrorHandler(void (*handler)(const char *)) {
  errorHandler = handler;
  callFailed = false;
}

void cuda::fail(const std::string &message) {
  if (errorHandler) {
    callFailed = true;
    return errorHandler(message.c_str());
  }
  std::fprintf(stderr, "%s\n", message.c_str());
  if (std::getenv("AUTOTUNE_CUDA_KEEP_GOING"))
    return;
  // Without the destructors of whoever compiled and runs this code.
  std::fflush(nullptr);
  std::_Exit(1);
}

void cuda::report(const Status &status) {
  if (status.failed())
    fail(status.message);
}

void cuda::warn(Result result, const char *function,
                const std::string &argument) {
  if (result != kSuccess)
    std::fprintf(stderr, "%s\n",
                 check(result, function, argument).message.c_str());
}

void cuda::report(Result result, const char *function,
                  const std::string &argument) {
  if (result != kSuccess)
    report(check(result, function, argument));
}

const Driver *cuda::getDriverOrReport() {
  const Driver *driver = Driver::get();
  static std::once_flag said;
  if (!driver && errorHandler)
    fail(Driver::getLoadError());
  else if (!driver)
    std::call_once(said, [] { fail(Driver::getLoadError()); });
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
  ContextHandle context = it->second;
  // Whoever goes on after the error may try again.
  if (!context)
    contexts.erase(it);
  return context;
}

ScopedContext::ScopedContext() : driver(getDriverOrReport()) {
  if (callFailed)
    return;
  ContextHandle context =
      driver ? getPrimaryContext(*driver, defaultDevice) : nullptr;
  if (!context)
    return;
  Result result = driver->ctxPushCurrent(context);
  report(result, "cuCtxPushCurrent");
  pushed = result == kSuccess;
}

ScopedContext::~ScopedContext() {
  ContextHandle popped = nullptr;
  if (pushed)
    warn(driver->ctxPopCurrent(&popped), "cuCtxPopCurrent");
}
