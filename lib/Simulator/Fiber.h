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
  bool hasEnded() const { return ended; }

private:
  struct Switch;
  void start();

  Stacks &stacks;
  Function function;
  void *argument;
  char *stack;
  Switch *contexts;
  bool ended = false;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_FIBER_H
