//===- ProgramContext.h - What calls of a program share ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_PROGRAMCONTEXT_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_PROGRAMCONTEXT_H

#include "mlir-autotune/Runtime/CudaDriver.h"

#include <functional>
#include <map>
#include <vector>

namespace mlir::autotune::cuda {

struct DeviceMemory {
  DevicePtr base = 0;
  uint64_t bytes = 0;
};

/// What a program keeps in memory, and what that was made of.
struct KeptMemory {
  DevicePtr base = 0;
  /// False until the memory is filled, and when it must be filled anew.
  bool isFilled = false;
  /// The addresses of what was read to fill it.
  std::vector<void *> inputs;
};

class ProgramContext {
public:
  explicit ProgramContext(int device) : device(device) {}
  ~ProgramContext();
  ProgramContext(const ProgramContext &) = delete;
  ProgramContext &operator=(const ProgramContext &) = delete;

  /// Device memory of `bytes` at least; null, and reported, if there is none.
  void *acquireArena(uint64_t bytes);
  void releaseArena() { --depth; }
  void *getWorkspace(uint64_t bytes);
  /// Memory that stays as it is after the first call, by its number in this
  /// process. In the first call, and when the addresses of what is read are
  /// others than before, `fill` fills it, which may ask for other such memory.
  /// The caller waits for that: the next call may be on another stream. The
  /// memory itself stays the same, for graphs read it. Null, and reported, if
  /// there is none.
  void *keep(uint64_t number, uint64_t bytes, const char *what,
             void *const *inputs, size_t inputCount,
             const std::function<void(DevicePtr)> &fill);
  /// Has all such memory be filled anew when it is asked for.
  void refresh();

  const int device;
  StreamHandle stream = nullptr;
  /// How many arenas belong to functions that are running.
  size_t depth = 0;
  /// The stream of CaptureBegin, made once; and whether it is captured now.
  StreamHandle captureStream = nullptr;
  bool isCaptured = false;
  /// Recorded behind the last call, on `lastStream`; null before the first.
  EventHandle lastCall = nullptr;
  StreamHandle lastStream = nullptr;

private:
  bool grow(DeviceMemory &memory, uint64_t bytes, const char *what);

  /// One for each depth of calls, the outermost first. Those beyond `depth` are
  /// kept for later calls.
  std::vector<DeviceMemory> arenas;
  DeviceMemory workspace;
  std::map<uint64_t, KeptMemory> kept;
  /// Smaller memory from before, which graphs may still use.
  std::vector<DeviceMemory> retired;
};

/// A context that a thread has entered, and what was before.
struct EnteredContext {
  ProgramContext *context;
  StreamHandle streamBefore;
  int deviceBefore;
  size_t depthBefore;
};

/// Of this thread; the last one is in use.
std::vector<EnteredContext> &getEnteredContexts();

/// The context in use; without one, a context of the thread, on the null
/// stream.
ProgramContext &getProgramContext();

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_PROGRAMCONTEXT_H
