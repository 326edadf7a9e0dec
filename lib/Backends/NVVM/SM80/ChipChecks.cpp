//===- ChipChecks.cpp - What takes Ampere or a later chip -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChipChecks.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

LogicalResult tile::checkWarpChip(KernelOp kernel, StringRef chip,
                                  unsigned capability) {
  if (capability >= 80)
    return success();
  return kernel.emitOpError("has a role with a grid, which is lowered for "
                            "sm_80 and later; its gpu.module is for ")
         << chip;
}
