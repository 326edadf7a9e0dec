//===- Fiber.cpp - A function that can wait -------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"

#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>

#include <cstdlib>
#include <new>
#include <utility>

#if AUTOTUNE_SIM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace mlir::autotune::sim {

namespace {

/// Boost asks for one. There is one already: nothing to do.
struct NoAllocator {
  boost::context::stack_context allocate() { return {}; }
  void deallocate(boost::context::stack_context &) {}
};

} // namespace

/// Lies at the top of the stack. A context is destroyed with its stack unwound,
/// which must not happen to those given up: these never are.
struct Fiber::Switch {
  Switch() : inside(), outside() {}
  ~Switch() = delete;
  union {
    boost::context::fiber inside;
  };
  union {
    boost::context::fiber outside;
  };
#if AUTOTUNE_SIM_ASAN
  void *fakeInside = nullptr, *fakeOutside = nullptr;
  const void *outsideStack = nullptr;
  size_t outsideBytes = 0;
  /// To be left at once, so that ASan forgets it.
  bool dying = false;
#endif
};

Fiber::Fiber(Stacks &stacks, Function function, void *argument)
    : stacks(stacks), function(function), argument(argument),
      stack(stacks.take()) {
#if AUTOTUNE_SIM_ASAN
  // Frames that were given up have left their red zones.
  ASAN_UNPOISON_MEMORY_REGION(stack, kStackBytes);
#endif
  // Stacks begin at the same place of a page, and what fibers touch most is at
  // the beginning: it would all be in the same few sets of a cache. So that
  // they differ, each begins a little lower than its neighbour.
  constexpr uintptr_t kPlaces = 32, kPlaceBytes = 128;
  char *top = stack + kStackBytes;
  top -= uintptr_t(stack) / kStackBytes % kPlaces * kPlaceBytes;
  // 16 is the alignment that the ABI asks of a stack.
  top -= (sizeof(Switch) + 63) / 64 * 64;
  contexts = new (top) Switch;
  boost::context::stack_context context;
  context.sp = top;
  context.size = size_t(top - stack);
  boost::context::preallocated place(top, context.size, context);
  contexts->inside = boost::context::fiber(
      std::allocator_arg, place, NoAllocator(),
      [this](boost::context::fiber &&from) -> boost::context::fiber {
        contexts->outside = std::move(from);
        start();
        leave();
      });
}

Fiber::~Fiber() {
#if AUTOTUNE_SIM_ASAN
  // One that was never resumed has nothing to be forgotten.
  if (!ended && contexts->fakeOutside) {
    contexts->dying = true;
    resume();
  }
#endif
  stacks.give(stack);
}

void Fiber::start() {
#if AUTOTUNE_SIM_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &contexts->outsideStack,
                                  &contexts->outsideBytes);
#endif
  function(argument);
}

void Fiber::resume() {
#if AUTOTUNE_SIM_ASAN
  __sanitizer_start_switch_fiber(&contexts->fakeOutside, stack, kStackBytes);
#endif
  contexts->inside = std::move(contexts->inside).resume();
#if AUTOTUNE_SIM_ASAN
  __sanitizer_finish_switch_fiber(contexts->fakeOutside, nullptr, nullptr);
#endif
}

void Fiber::suspend() {
#if AUTOTUNE_SIM_ASAN
  __sanitizer_start_switch_fiber(&contexts->fakeInside, contexts->outsideStack,
                                 contexts->outsideBytes);
#endif
  contexts->outside = std::move(contexts->outside).resume();
#if AUTOTUNE_SIM_ASAN
  __sanitizer_finish_switch_fiber(contexts->fakeInside, &contexts->outsideStack,
                                  &contexts->outsideBytes);
  if (contexts->dying)
    leave();
#endif
}

void Fiber::leave() {
  ended = true;
#if AUTOTUNE_SIM_ASAN
  __sanitizer_start_switch_fiber(nullptr, contexts->outsideStack,
                                 contexts->outsideBytes);
#endif
  contexts->outside = std::move(contexts->outside).resume();
  // Nobody resumes what has ended.
  std::abort();
}

} // namespace mlir::autotune::sim
