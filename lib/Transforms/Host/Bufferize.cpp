//===- Bufferize.cpp - From tensors to buffers ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis asks each operand which results its buffer may become.
// For a scf.yield in a scf.index_switch, LLVM 22.1 answers "none"
// (YieldOpInterface::getAliasingValues knows scf.if and scf.execute_region).
// The result and the yielded tensor then count as different memory. Here the
// analysis starts with these aliases. All else is upstream's.
//
// A switch also gets each tensor.empty that it uses for itself. CSE leaves one
// of a size. The analysis would then allocate in each region of a switch, and
// the result would be one of several buffers.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEBUFFERIZE
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::bufferization;

/// Gives a switch its own copy of each tensor.empty that is used elsewhere,
/// too.
static void separateEmpties(scf::IndexSwitchOp op) {
  llvm::SetVector<tensor::EmptyOp> empties;
  op.walk([&](Operation *user) {
    for (Value operand : user->getOperands())
      if (auto empty = operand.getDefiningOp<tensor::EmptyOp>())
        if (!op->isProperAncestor(empty))
          empties.insert(empty);
  });
  auto isInside = [&](Operation *user) { return op->isProperAncestor(user); };
  for (tensor::EmptyOp empty : empties) {
    if (llvm::all_of(empty->getUsers(), [&](Operation *user) {
          return isInside(user) || isa<tensor::DimOp>(user);
        }))
      continue;
    Operation *own = OpBuilder(op).clone(*empty);
    empty->replaceUsesWithIf(
        own, [&](OpOperand &use) { return isInside(use.getOwner()); });
  }
}

/// The result of a switch may be the buffer of what any of its regions yields.
static void uniteYields(scf::IndexSwitchOp op, OneShotAnalysisState &analysis) {
  for (Region &region : op->getRegions())
    for (auto [result, yielded] : llvm::zip_equal(
             op.getResults(), region.front().getTerminator()->getOperands()))
      if (isa<TensorType>(result.getType()))
        analysis.unionAliasSets(result, yielded);
}

namespace {
struct Bufferize : public autotune::impl::AutotuneBufferizeBase<Bufferize> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.allowReturnAllocsFromLoops = true;
    options.setFunctionBoundaryTypeConversion(
        LayoutMapOption::IdentityLayoutMap);

    module.walk(separateEmpties);
    OneShotAnalysisState analysis(module, options);
    module.walk([&](scf::IndexSwitchOp op) { uniteYields(op, analysis); });
    BufferizationState state;
    if (failed(analyzeModuleOp(module, analysis)) ||
        failed(insertTensorCopies(module, analysis, state)) ||
        failed(bufferizeModuleOp(module, options, state)))
      signalPassFailure();
  }
};
} // namespace
