//===- DeadCode.cpp - Operations that nobody uses any more ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/DeadCode.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

void autotune::eraseIfDead(ValueRange values,
                           llvm::function_ref<bool(Operation *)> mayErase,
                           llvm::function_ref<void(Operation *)> erasing) {
  SetVector<Operation *> worklist;
  auto add = [&](Value value) {
    if (Operation *op = value.getDefiningOp(); op && mayErase(op))
      worklist.insert(op);
  };
  llvm::for_each(values, add);
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    // Also what its regions read.
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
          add(operand);
    });
    if (erasing)
      erasing(op);
    op->erase();
  }
}
