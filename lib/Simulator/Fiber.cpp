//===- Fiber.cpp - A function that can wait -------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"

#include <boost/context/detail/fcontext.hpp>

#include <cstdlib>

#if AUTOTUNE_SIM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace mlir::autotune::sim {

using boost::context::detail::jump_fcontext;
using boost::context::detail::transfer_t;

/// Where a stack begins.
struct Fiber::Entry {
  static void run(transfer_t from) {
    Fiber &fiber = *static_cast<Fiber *>(from.data);
    fiber.outside = from.fctx;
    fiber.start();
    fiber.leave();
  }
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
  inside = boost::context::detail::make_fcontext(top, size_t(top - stack),
                                                 Entry::run);
}

Fiber::~Fiber() {
#if AUTOTUNE_SIM_ASAN
  // One that was never resumed has nothing to be forgotten.
  if (!ended && fakeOutside) {
    dying = true;
    resume();
  }
#endif
  stacks.give(stack);
}

void Fiber::start() {
#if AUTOTUNE_SIM_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &outsideStack, &outsideBytes);
#endif
  function(argument);
}

void Fiber::resume() {
#if AUTOTUNE_SIM_ASAN
  __sanitizer_start_switch_fiber(&fakeOutside, stack, kStackBytes);
#endif
  inside = jump_fcontext(inside, this).fctx;
#if AUTOTUNE_SIM_ASAN
  __sanitizer_finish_switch_fiber(fakeOutside, nullptr, nullptr);
#endif
}

void Fiber::suspend() {
#if AUTOTUNE_SIM_ASAN
  __sanitizer_start_switch_fiber(&fakeInside, outsideStack, outsideBytes);
#endif
  outside = jump_fcontext(outside, nullptr).fctx;
#if AUTOTUNE_SIM_ASAN
  __sanitizer_finish_switch_fiber(fakeInside, &outsideStack, &outsideBytes);
  if (dying)
    leave();
#endif
}

void Fiber::leave() {
  ended = true;
#if AUTOTUNE_SIM_ASAN
  __sanitizer_start_switch_fiber(nullptr, outsideStack, outsideBytes);
#endif
  outside = jump_fcontext(outside, nullptr).fctx;
  // Nobody resumes what has ended.
  std::abort();
}

} // namespace mlir::autotune::sim
