//===- Fiber.h - A function that can wait -----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack of its own, switched to and from by Boost.Context. Stacks are kept by
// the host's thread for the fibers to come. A fiber whose function has not
// ended is given up as it stands: nothing on its stack is destroyed.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_FIBER_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_FIBER_H

#include <cstddef>

namespace mlir::autotune::sim {

#if defined(__SANITIZE_ADDRESS__)
#define AUTOTUNE_SIM_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AUTOTUNE_SIM_ASAN 1
#endif
#endif
#ifndef AUTOTUNE_SIM_ASAN
#define AUTOTUNE_SIM_ASAN 0
#endif

/// What a kernel's frames and the simulator's, on top of them, may take. A
/// kernel keeps its registers here: 128 accumulators as loop values and their
/// spills, a few times over, are a few KiB. ASan spreads frames out.
inline constexpr size_t kStackBytes = AUTOTUNE_SIM_ASAN ? 256 << 10 : 64 << 10;

class Fiber {
public:
  using Function = void (*)(void *argument);
  /// Nothing runs yet. The same thread of the host makes, resumes and destroys
  /// it.
  Fiber(Function function, void *argument);
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs it until it suspends, leaves or ends. Not from within.
  void resume();
  /// Back to who resumed it. Only from within.
  void suspend();
  /// The same, for good.
  [[noreturn]] void leave();
  bool hasEnded() const { return ended; }

private:
  struct Switch;
  void start();

  Function function;
  void *argument;
  char *stack;
  Switch *contexts;
  bool ended = false;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_FIBER_H
