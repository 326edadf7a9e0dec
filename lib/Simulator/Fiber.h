//===- Fiber.h - A function that can wait -----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack of its own, switched to and from by Boost.Context. A fiber whose
// function has not ended is given up as it stands: nothing on its stack is
// destroyed.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_FIBER_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_FIBER_H

#include "Stacks.h"

namespace mlir::autotune::sim {

class Fiber {
public:
  using Function = void (*)(void *argument);
  /// Nothing runs yet. The same thread of the host makes, resumes and destroys
  /// it. Takes one of the stacks, which outlive it, and gives it back.
  Fiber(Stacks &stacks, Function function, void *argument);
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs it until it suspends, leaves or ends. Not from within.
  void resume();
  /// Back to who resumed it. Only from within.
  void suspend();
  /// The same, for good.
  [[noreturn]] void leave();
  /// The first address above its stack.
  uint64_t getStackEnd() const {
    return reinterpret_cast<uint64_t>(stack) + kStackBytes;
  }
  /// It will be resumed soon: where it goes on is brought into the cache.
  void prefetch() const {
    constexpr size_t kLineBytes = 64, kLines = 3;
    for (size_t i = 0; i < kLines; ++i)
      __builtin_prefetch(static_cast<const char *>(inside) + i * kLineBytes);
  }

private:
  struct Entry;
  void start();

  /// Boost's contexts: the fiber's while it does not run, and while it runs
  /// that of who resumed it. They are here and not on the fiber's stack, where
  /// a switch would have to wait for one more line of memory.
  void *inside, *outside = nullptr;
  bool ended = false;
#if AUTOTUNE_SIM_ASAN
  /// To be left at once, so that ASan forgets it.
  bool dying = false;
  void *fakeInside = nullptr, *fakeOutside = nullptr;
  const void *outsideStack = nullptr;
  size_t outsideBytes = 0;
#endif
  Stacks &stacks;
  Function function;
  void *argument;
  char *stack;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_FIBER_H
