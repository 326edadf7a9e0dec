//===- CudaDriver.cpp - The CUDA driver, found at run time ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Runtime/CudaDriver.h"

#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>

using namespace mlir::autotune::cuda;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
struct LoadedDriver {
  Driver table;
  std::string error;
  LoadedDriver();

private:
  template <typename Function>
  void resolve(void *library, Function &function, const char *symbol) {
    function = reinterpret_cast<Function>(dlsym(library, symbol));
  }
};
} // namespace

LoadedDriver::LoadedDriver() {
  const char *override = std::getenv("AUTOTUNE_LIBCUDA");
  std::string name = override && *override ? override : "libcuda.so.1";
  // Kept open until the process ends: handles outlive every scope of ours.
  void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    error = "no CUDA driver: cannot open " + name + " (" +
            (reason ? reason : "unknown reason") +
            "); set AUTOTUNE_LIBCUDA to the driver library";
    return;
  }
#define AUTOTUNE_RESOLVE(MEMBER, SYMBOL, PARAMETERS)                           \
  resolve(library, table.MEMBER, SYMBOL);                                      \
  if (!table.MEMBER && error.empty())                                          \
    error = "the CUDA driver " + name +                                        \
            " has no " SYMBOL ": a driver of CUDA 12 or later is needed";
  AUTOTUNE_CUDA_ENTRY_POINTS(AUTOTUNE_RESOLVE)
#undef AUTOTUNE_RESOLVE
#define AUTOTUNE_RESOLVE(MEMBER, SYMBOL, PARAMETERS)                           \
  resolve(library, table.MEMBER, SYMBOL);
  AUTOTUNE_CUDA_OPTIONAL_ENTRY_POINTS(AUTOTUNE_RESOLVE)
#undef AUTOTUNE_RESOLVE
  if (!error.empty())
    return;
  if (Result result = table.init(0)) {
    const char *text = nullptr;
    table.getErrorString(result, &text);
    error = "the CUDA driver " + name +
            " does not start: " + (text ? text : "unknown error");
  }
}

static const LoadedDriver &getLoadedDriver() {
  static const LoadedDriver loaded;
  return loaded;
}

const Driver *Driver::get() {
  const LoadedDriver &loaded = getLoadedDriver();
  return loaded.error.empty() ? &loaded.table : nullptr;
}

const std::string &Driver::getLoadError() { return getLoadedDriver().error; }

Status mlir::autotune::cuda::check(Result result, const char *function,
                                   const std::string &argument) {
  if (result == kSuccess)
    return {};
  const char *name = nullptr, *text = nullptr;
  if (const Driver *driver = Driver::get()) {
    driver->getErrorName(result, &name);
    driver->getErrorString(result, &text);
  }
  std::string message = std::string(function) + "(" + argument + "): ";
  message += name ? name : "error " + std::to_string(int(result));
  if (text)
    message += std::string(" (") + text + ")";
  return {result, message};
}

/// The names under which errors speak of the entry points.
namespace symbol {
#define AUTOTUNE_NAME(MEMBER, SYMBOL, PARAMETERS)                              \
  [[maybe_unused]] constexpr const char *MEMBER = SYMBOL;
AUTOTUNE_CUDA_ENTRY_POINTS(AUTOTUNE_NAME)
#undef AUTOTUNE_NAME
} // namespace symbol

/// Runs one entry point; a missing driver is a failure like any other.
#define AUTOTUNE_CALL(MEMBER, ARGUMENT, ...)                                   \
  (Driver::get()                                                               \
       ? check(Driver::get()->MEMBER(__VA_ARGS__), symbol::MEMBER, ARGUMENT)   \
       : Status{kErrorNoDriver, Driver::getLoadError()})

//===----------------------------------------------------------------------===//
// Context
//===----------------------------------------------------------------------===//

Context &Context::operator=(Context &&other) noexcept {
  std::swap(device, other.device);
  std::swap(handle, other.handle);
  return *this;
}

Context::~Context() {
  if (!handle)
    return;
  ContextHandle popped = nullptr;
  (void)Driver::get()->ctxPopCurrent(&popped);
  (void)Driver::get()->primaryCtxRelease(device);
}

Status Context::create(int ordinal, Context &context) {
  std::string which = "cuda:" + std::to_string(ordinal);
  int count = 0;
  if (Status status = AUTOTUNE_CALL(deviceGetCount, "", &count))
    return status;
  if (ordinal < 0 || ordinal >= count)
    return {kErrorInvalidDevice,
            "no device " + which + ": the driver has " + std::to_string(count) +
                (count == 1 ? " device" : " devices") +
                (count > 0 ? ", numbered from cuda:0" : "")};
  Context made;
  if (Status status = AUTOTUNE_CALL(deviceGet, which, &made.device, ordinal))
    return status;
  if (Status status =
          AUTOTUNE_CALL(primaryCtxRetain, which, &made.handle, made.device))
    return status;
  if (Status status = AUTOTUNE_CALL(ctxPushCurrent, which, made.handle))
    return status;
  context = std::move(made);
  return {};
}

int Context::getAttribute(DeviceAttribute attribute) const {
  int value = 0;
  if (Driver::get()->deviceGetAttribute(&value, attribute, device))
    return 0;
  return value;
}

std::string Context::getName() const {
  char name[256] = {};
  if (Driver::get()->deviceGetName(name, sizeof(name) - 1, device))
    return "unknown device";
  return name;
}

std::string Context::getPciBusId() const {
  char id[32] = {};
  if (Driver::get()->deviceGetPciBusId(id, sizeof(id) - 1, device))
    return "";
  return id;
}

size_t Context::getTotalMemory() const {
  size_t bytes = 0;
  return Driver::get()->deviceTotalMem(&bytes, device) ? 0 : bytes;
}

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

Status DeviceBuffer::create(size_t bytes, DeviceBuffer &buffer) {
  DeviceBuffer made;
  made.size = bytes;
  Status status = AUTOTUNE_CALL(memAlloc, std::to_string(bytes) + " bytes",
                                &made.handle, bytes);
  if (!status.failed())
    buffer = std::move(made);
  return status;
}

Status Module::create(const void *image, const std::string &what,
                      Module &module) {
  // The driver's own words on a PTX that does not assemble.
  char log[2048] = {};
  JitOption options[] = {kJitErrorLogBuffer, kJitErrorLogBufferSizeBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log) - 1)};
  Module made;
  Status status = AUTOTUNE_CALL(moduleLoadDataEx, what, &made.handle, image, 2,
                                options, values);
  if (status.failed() && log[0])
    status.message += std::string(": ") + log;
  if (!status.failed())
    module = std::move(made);
  return status;
}

Status Module::getFunction(const char *name, FunctionHandle &function) const {
  return AUTOTUNE_CALL(moduleGetFunction, name, &function, handle, name);
}

Status Stream::create(Stream &stream) {
  Stream made;
  Status status =
      AUTOTUNE_CALL(streamCreate, "", &made.handle, kStreamNonBlocking);
  stream = std::move(made);
  return status;
}

Status Event::create(Event &event) {
  Event made;
  Status status = AUTOTUNE_CALL(eventCreate, "", &made.handle, kEventDefault);
  event = std::move(made);
  return status;
}

Status Event::record(StreamHandle stream) const {
  return AUTOTUNE_CALL(eventRecord, "", handle, stream);
}

Status Event::wait(double seconds, bool &finished) const {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  for (unsigned polls = 0;; ++polls) {
    Result result = Driver::get()->eventQuery(handle);
    finished = result != kErrorNotReady;
    if (finished)
      return check(result, symbol::eventQuery, "");
    if (std::chrono::duration<double>(Clock::now() - start).count() > seconds)
      return {};
    // Short work is polled for closely; long work leaves the core alone.
    if (polls > 200)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

Status Event::getElapsedNs(const Event &start, const Event &end, double &ns) {
  float milliseconds = 0;
  Status status = AUTOTUNE_CALL(eventElapsedTime, "", &milliseconds,
                                start.handle, end.handle);
  ns = double(milliseconds) * 1e6;
  return status;
}

Status Graph::begin(StreamHandle stream) {
  return AUTOTUNE_CALL(streamBeginCapture, "", stream, kCaptureThreadLocal);
}

Status Graph::end(StreamHandle stream, Graph &graph) {
  GraphHandle captured = nullptr;
  Status status = AUTOTUNE_CALL(streamEndCapture, "", stream, &captured);
  if (status.failed())
    return status;
  Graph made;
  status = AUTOTUNE_CALL(graphInstantiate, "", &made.handle, captured, 0);
  (void)Driver::get()->graphDestroy(captured);
  graph = std::move(made);
  return status;
}

Status Graph::launch(StreamHandle stream) const {
  return AUTOTUNE_CALL(graphLaunch, "", handle, stream);
}
