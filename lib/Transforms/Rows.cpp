//===- Rows.cpp - Problems of rows, and their launches --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GivenConfig.h"

#include "mlir-autotune/Analysis/TargetResolution.h"
#include "mlir-autotune/Backends/NVVM/KernelTarget.h"
#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/FormProblems/FormRows.h"
#include "mlir-autotune/Kernels/DeviceElements.h"
#include "mlir-autotune/Kernels/RowKernel.h"
#include "mlir-autotune/Kernels/RowView.h"
#include "mlir-autotune/Kernels/RowsProblem.h"
#include "mlir-autotune/Providers/KernelProgram.h"
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
/// A kernel, and how it is launched.
struct LaunchedKernel {
  gpu::GPUFuncOp function;
  int64_t ctas, threads, sharedMemory;
  SmallVector<int64_t> alignments;
};

struct AutotuneFormRows
    : public autotune::impl::AutotuneFormRowsBase<AutotuneFormRows> {
  using AutotuneFormRowsBase::AutotuneFormRowsBase;

  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Operation *op) {
      if (isa<linalg::LinalgOp, problem::ScanOp, tm_tensor::ScanOp>(op) &&
          !llvm::is_contained(blocks, op->getBlock()) &&
          !isa<problem::RowsOp>(op->getParentOp()))
        blocks.push_back(op->getBlock());
    });
    IRRewriter rewriter(&getContext());
    for (Block *block : blocks) {
      orderReductions(rewriter, *block);
      numFormed += formRows(rewriter, *block);
    }
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

/// Builds the kernel of a config at the end of the module of kernels.
static FailureOr<LaunchedKernel>
buildConfig(problem::RowsOp op, const RowsFact &fact, ConfigAttr attr,
            const TargetInfo &info, gpu::GPUModuleOp kernels) {
  ProblemFact problem(fact);
  FailureOr<Config> config = readGivenConfig(op, attr, problem, info);
  if (failed(config))
    return failure();
  FailureOr<KernelProgram> program =
      KernelProgram::build(op.getLoc(), problem, *config,
                           getKernelTarget(op.getContext(), info.chip));
  if (failed(program))
    return failure();
  auto function = *program->getGPUModule().getOps<gpu::GPUFuncOp>().begin();
  FailureOr<tile::KernelABI> abi =
      tile::readKernelABI(function->getAttr(tile::kKernelABIAttrName),
                          [&] { return op.emitOpError(); });
  if (failed(abi))
    return failure();
  function->removeAttr(tile::kKernelABIAttrName);
  LaunchedKernel kernel{
      function, abi->ctas, abi->threads, abi->sharedMemory, {}};
  for (const tile::KernelParam &param : abi->params)
    kernel.alignments.push_back(param.alignment);
  program->moveInto(kernels);
  return kernel;
}

/// Likewise, without a config.
static FailureOr<LaunchedKernel> buildDefault(problem::RowsOp op,
                                              const RowsFact &fact,
                                              const TargetInfo &info,
                                              gpu::GPUModuleOp kernels) {
  RowLayout layout = chooseRowLayout(fact, info);
  OpBuilder b = OpBuilder::atBlockEnd(kernels.getBody());
  FailureOr<RowKernel> kernel = createRowKernel(b, "kernel", op, layout);
  if (failed(kernel))
    return failure();
  return LaunchedKernel{kernel->function, layout.ctas, layout.getThreads(),
                        kernel->sharedMemory, std::move(kernel->alignments)};
}

LogicalResult AutotuneLowerRows::lower(problem::RowsOp op,
                                       const TargetInfo &info) {
  std::string whyNoFact;
  RowsFact fact = getRowsFact(op, whyNoFact);
  // Without a body, no module has the key.
  ConfigAttr config =
      findGivenConfig(op, fact.body.empty() ? "" : fact.getKey());
  if (config && !whyNoFact.empty())
    return op.emitOpError() << "has a config, but " << whyNoFact;
  FailureOr<LaunchedKernel> kernel =
      config ? buildConfig(op, fact, config, info, kernels)
             : buildDefault(op, fact, info, kernels);
  if (failed(kernel) || failed(finishRowKernel(kernel->function, info.chip)))
    return failure();
  gpu::GPUFuncOp unified = unifyKernel(byText, kernel->function, "rows");
  auto symbol = SymbolRefAttr::get(
      kernels.getNameAttr(), FlatSymbolRefAttr::get(unified.getNameAttr()));
  OpBuilder b(op);
  auto run = tile::RunOp::create(
      b, op.getLoc(), op.getResultTypes(), symbol,
      b.getI64IntegerAttr(kernel->ctas), b.getI64IntegerAttr(kernel->threads),
      b.getI64IntegerAttr(kernel->sharedMemory), op.getInputs(), op.getInits(),
      b.getDenseI64ArrayAttr(kernel->alignments));
  op.replaceAllUsesWith(run.getResults());
  op.erase();
  return success();
}
