//===- DependentLaunch.cpp - Kernels that start before others end ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "griddepcontrol". The kernel behind this one may be launched once
// all CTAs of this one have come here: that is as early as can be, for its
// barriers are made, and it touches no memory before this kernel's end. The
// order of the two does not matter for what is right, only for when the kernel
// behind it starts.
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

void tile::lowerWaits(KernelContext &context) {
  for (auto op : llvm::make_early_inc_range(
           context.func.getBody().getOps<WaitForPreviousOp>())) {
    OpBuilder b(op);
    for (auto action : {NVVM::GridDepActionKind::launch_dependents,
                        NVVM::GridDepActionKind::wait})
      NVVM::GriddepcontrolOp::create(b, op.getLoc(), action);
    op.erase();
  }
}
