//===- RuntimeLibrary.h - What programs call, opened ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROGRAM_RUNTIMELIBRARY_H
#define MLIR_AUTOTUNE_PROGRAM_RUNTIMELIBRARY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace mlir::autotune {

/// The functions that callers of programs use. X(member, return type,
/// parameters). Each is exported as mgpuAutotune<member>, by
/// libautotune_cuda_runtime.so and by libautotune_simulator.so. See their
/// definitions for what they do (lib/Runtime/ProgramCalls.cpp).
#define AUTOTUNE_RUNTIME_FUNCTIONS(X)                                          \
  X(OnError, void, (void (*)(const char *)))                                   \
  X(DeviceCount, int32_t, ())                                                  \
  X(DeviceName, void, (int32_t, char *, int64_t))                              \
  X(ContextCreate, void *, (int32_t))                                          \
  X(ContextDestroy, void, (void *))                                            \
  X(ContextEnter, void, (void *, void *))                                      \
  X(ContextLeave, void, ())                                                    \
  X(Refresh, void, (void *))                                                   \
  X(IsCapturing, int32_t, (void *))                                            \
  X(CaptureBegin, int32_t, (void *))                                           \
  X(CaptureEnd, void *, (void *))                                              \
  X(GraphLaunch, void, (void *, void *))                                       \
  X(GraphDestroy, void, (void *))                                              \
  X(TraceBegin, void, ())                                                      \
  X(TraceEnd, void,                                                            \
    (void (*)(void *, const char *, const int64_t *, double, double), void *)) \
  X(Follow, void, (void *, void *))                                            \
  X(Mark, void, (void *, void *))                                              \
  X(Synchronize, void, (void *))                                               \
  X(Allocate, void *, (int64_t))                                               \
  X(Free, void, (void *))                                                      \
  X(CopyIn, void, (void *, const void *, int64_t))                             \
  X(CopyOut, void, (void *, const void *, int64_t))                            \
  X(Lend, void, (void *, int64_t))                                             \
  X(TakeBack, void, (void *))

struct RuntimeLibrary {
#define AUTOTUNE_MEMBER(MEMBER, RETURN, PARAMETERS)                            \
  RETURN(*MEMBER) PARAMETERS = nullptr;
  AUTOTUNE_RUNTIME_FUNCTIONS(AUTOTUNE_MEMBER)
#undef AUTOTUNE_MEMBER

  /// The library in a file, which stays open until the process ends. Opened
  /// once. Thread-safe.
  static llvm::Expected<const RuntimeLibrary *> open(llvm::StringRef path);

  /// A function that programs call; null if there is none.
  void *find(const char *symbol) const;

private:
  void *handle = nullptr;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROGRAM_RUNTIMELIBRARY_H
