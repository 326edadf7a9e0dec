//===- WrapperContext.h - The context that wrappers run in ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_WRAPPERCONTEXT_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_WRAPPERCONTEXT_H

#include "mlir-autotune/Runtime/CudaDriver.h"

#define AUTOTUNE_EXPORT extern "C" __attribute__((visibility("default")))

namespace mlir::autotune::cuda {

/// One line on stderr for each failure, and the end of the program, with status
/// 1: host code has no other way to hear of it, and would go on with results
/// that nobody computed. With AUTOTUNE_CUDA_KEEP_GOING in the environment it
/// does, as with upstream's wrappers.
void report(const Status &status);
void report(Result result, const char *function,
            const std::string &argument = "");
void fail(const std::string &message);
/// Tells errors of this thread to `handler` instead, and makes no
/// ScopedContext after the first one; null ends that.
void setErrorHandler(void (*handler)(const char *));
/// The line alone, where nothing is lost but memory or time.
void warn(Result result, const char *function,
          const std::string &argument = "");
/// Whether the next launch of this thread lacks a tensor map or its workspace,
/// because the driver refused to make it. The launch is then left out, for it
/// would read anywhere.
bool &launchIsVain();

/// Whether the next launch of this thread may start before earlier kernels on
/// its stream have ended: its kernel waits for them.
bool &launchIsDependent();

/// The driver; without one, as report, and null with the message said once.
const Driver *getDriverOrReport();

/// A workspace (Core/Workspace.h) with `bytes` behind its counters, for one
/// call. Null if the driver has no memory. mgpuAutotuneWorkspaceRelease gives
/// it back.
void *acquireOptionalWorkspace(uint64_t bytes);

/// Which device's context the calls of this thread use.
void setDefaultDevice(int ordinal);
int getDefaultDevice();

/// Makes the default device's context current for a scope. Tests false when
/// there is no driver, no such device, or an error that was told to a handler.
class ScopedContext {
public:
  ScopedContext();
  ~ScopedContext();
  ScopedContext(const ScopedContext &) = delete;
  ScopedContext &operator=(const ScopedContext &) = delete;
  explicit operator bool() const { return pushed; }
  const Driver *operator->() const { return driver; }

private:
  const Driver *driver;
  bool pushed = false;
};

inline std::string bytesText(uint64_t bytes) {
  return std::to_string(bytes) + " bytes";
}

inline DevicePtr asDevice(void *pointer) {
  return reinterpret_cast<DevicePtr>(pointer);
}

/// The memref descriptor of the LLVM lowering: rank sizes, then rank strides.
struct MemRefDescriptor {
  char *allocated;
  char *aligned;
  int64_t offset;
  int64_t sizes[];
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_WRAPPERCONTEXT_H
