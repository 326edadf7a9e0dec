//===- Sleep.cpp - Threads that let others run ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace mlir::autotune::sim;

/// After how many a loop lets others run. Each is a look at memory, if the loop
/// polls; if it does not, switches are for nothing.
static constexpr uint32_t kIterations = 256;

/// There is no time that could pass: whoever sleeps waits for somebody, and
/// looks again when the others have had a turn.
void autotuneSimYield(const AutotuneSimSite *site) {
  Machine::get().yield(site);
}

void autotuneSimLoop(const AutotuneSimSite *site) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  thread.site = site;
  machine.step();
  if (++thread.iterations < kIterations)
    return;
  thread.iterations = 0;
  machine.yield(site);
}
