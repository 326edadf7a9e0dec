//===- StructureLoops.cpp - Loops of branches as loops of scf -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CFGToSCF.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNESTRUCTURELOOPS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static bool hasLoop(Region &region) {
  if (region.empty() || region.hasOneBlock())
    return false;
  for (auto it = llvm::scc_begin(&region.front()); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      return true;
  return false;
}

namespace {
struct StructureLoops
    : public autotune::impl::AutotuneStructureLoopsBase<StructureLoops> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!hasLoop(function.getBody()))
      return markAllAnalysesPreserved();
    ControlFlowToSCFTransformation transformation;
    auto &dominance = getAnalysis<DominanceInfo>();
    if (failed(
            transformCFGToSCF(function.getBody(), transformation, dominance))) {
      function.emitError(
          "has a loop of branches that can't be written as scf.while, which is "
          "needed to free buffers; write the loop with scf operations, or its "
          "branches with cf operations");
      signalPassFailure();
    }
  }
};
} // namespace
