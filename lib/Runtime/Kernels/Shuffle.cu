//===- Shuffle.cu - Which SM gets a launch's first block ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU gives blocks to SMs in an order that its past decides: a kernel whose
// blocks all take as long leaves it as it was, launch after launch. Blocks that
// end in an order of their own change it.
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"

using namespace mlir::autotune::support;

AUTOTUNE_DEVICE u64 getCycles(const ShuffleParams &p, unsigned block) {
  return randomBits(p.seed, block) % p.mostCycles;
}

AUTOTUNE_KERNEL(256) void autotune_shuffle(ShuffleParams p) {
  u64 begin = readClock();
  u64 cycles = getCycles(p, blockIndex());
  while (readClock() - begin < cycles)
    ;
}
