//===- Rows.cpp - Problems of rows, and their launches --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/TargetResolution.h"
#include "mlir-autotune/Backends/NVVM/KernelMath.h"
#include "mlir-autotune/Backends/NVVM/KernelTarget.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/FormProblems/FormRows.h"
#include "mlir-autotune/Kernels/DeviceElements.h"
#include "mlir-autotune/Kernels/RowKernel.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEFORMROWS
#define GEN_PASS_DEF_AUTOTUNELOWERROWS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// The module that holds the kernels.
static constexpr StringLiteral kModuleName = "autotune_rows";

namespace {
struct AutotuneFormRows
    : public autotune::impl::AutotuneFormRowsBase<AutotuneFormRows> {
  using AutotuneFormRowsBase::AutotuneFormRowsBase;

  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (!llvm::is_contained(blocks, op->getBlock()) &&
          !isa<problem::RowsOp>(op->getParentOp()))
        blocks.push_back(op->getBlock());
    });
    IRRewriter rewriter(&getContext());
    for (Block *block : blocks)
      numFormed += formRows(rewriter, *block);
  }
};

struct AutotuneLowerRows
    : public autotune::impl::AutotuneLowerRowsBase<AutotuneLowerRows> {
  using AutotuneLowerRowsBase::AutotuneLowerRowsBase;

  void runOnOperation() override {
    SmallVector<problem::RowsOp> problems;
    getOperation()->walk([&](problem::RowsOp op) { problems.push_back(op); });
    if (problems.empty())
      return;
    FailureOr<TargetInfo> info = getTarget(getOperation(), target);
    if (failed(info))
      return signalPassFailure();
    OpBuilder b = OpBuilder::atBlockEnd(getOperation().getBody());
    kernels = gpu::GPUModuleOp::create(b, getOperation().getLoc(), kModuleName);
    SymbolTable(getOperation()).insert(kernels);
    kernels.setTargetsAttr(
        b.getArrayAttr(getKernelTarget(b.getContext(), info->chip)));
    byText.clear();
    for (problem::RowsOp op : problems)
      if (failed(lower(op, *info)))
        return signalPassFailure();
    numKernels += byText.size();
  }

  LogicalResult lower(problem::RowsOp op, const TargetInfo &info);

  gpu::GPUModuleOp kernels;
  KernelsByText byText;
};
} // namespace

LogicalResult AutotuneLowerRows::lower(problem::RowsOp op,
                                       const TargetInfo &info) {
  FailureOr<RowConfig> config = getRowConfig(op, info.sms);
  if (failed(config))
    return failure();
  OpBuilder b = OpBuilder::atBlockEnd(kernels.getBody());
  FailureOr<RowKernel> kernel = createRowKernel(b, "kernel", op, *config);
  if (failed(kernel) || failed(lowerElementMath(kernel->function)))
    return failure();
  if (info.computeCapability >= kWaitsForPrevious) {
    b.setInsertionPointToStart(&kernel->function.getBody().front());
    createWaitForPrevious(b, op.getLoc());
  }
  gpu::GPUFuncOp unified = unifyKernel(byText, kernel->function, "rows");
  auto symbol = SymbolRefAttr::get(
      kernels.getNameAttr(), FlatSymbolRefAttr::get(unified.getNameAttr()));
  b.setInsertionPoint(op);
  auto run = tile::RunOp::create(b, op.getLoc(), op.getResultTypes(), symbol,
                                 b.getI64IntegerAttr(getRowCtas(op, *config)),
                                 b.getI64IntegerAttr(config->getThreads()),
                                 op.getInputs(), op.getInits(),
                                 b.getDenseI64ArrayAttr(kernel->alignments));
  op.replaceAllUsesWith(run.getResults());
  op.erase();
  return success();
}
