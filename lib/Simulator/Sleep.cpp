//===- Sleep.cpp - Threads that let others run ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace mlir::autotune::sim;

/// There is no time that could pass: whoever sleeps waits for somebody, and
/// looks again when the others have had a turn.
void autotuneSimYield(const AutotuneSimSite *site) {
  Machine::get().yield(site);
}
