//===- Places.cu - On which SM each block runs ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks stay for a while, so that none is given the SM that another has left.
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"

using namespace mlir::autotune::support;

AUTOTUNE_KERNEL(32) void autotune_places(PlacesParams p) {
  u64 begin = readClock();
  if (threadIndex() == 0)
    p.sms[blockIndex()] = __nvvm_read_ptx_sreg_smid();
  while (readClock() - begin < p.cycles)
    ;
}
