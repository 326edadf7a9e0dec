//===- LowerAttention.cpp - Attentions become launches --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GivenConfig.h"
#include "KernelModules.h"
#include "Remarks.h"
#include "ServedProblem.h"
#include "TargetCache.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/FormProblems/FormAttention.h"
#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNELOWERATTENTION
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

namespace {
struct LowerAttention
    : public autotune::impl::AutotuneLowerAttentionBase<LowerAttention> {
  using AutotuneLowerAttentionBase::AutotuneLowerAttentionBase;
  void runOnOperation() override;

private:
  FailureOr<Config> getConfig(problem::AttentionOp op, const ProblemFact &fact,
                              const TargetInfo &info);
  LogicalResult lower(problem::AttentionOp op, const TargetInfo &info);
  LogicalResult decompose(ArrayRef<problem::AttentionOp> ops);

  KernelModules kernels;
};
} // namespace

FailureOr<Config> LowerAttention::getConfig(problem::AttentionOp op,
                                            const ProblemFact &fact,
                                            const TargetInfo &info) {
  if (ConfigAttr attr = findGivenConfig(op, fact.getAttention().getKey()))
    return readGivenConfig(op, attr, fact, info);
  Proposal proposal = propose(fact, info);
  if (proposal.candidates.empty())
    return op.emitOpError("no config is legal: ") << getWhyNone(fact, info);
  return proposal.candidates.front().config;
}

/// What an output holds if there are no keys: means are 0, and logarithms -inf.
static Value fillWithNothing(OpBuilder &b, Location loc, Value init,
                             bool isLogarithms) {
  auto type = cast<FloatType>(getElementTypeOrSelf(init));
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  APFloat nothing = isLogarithms ? APFloat::getInf(semantics, /*Negative=*/true)
                                 : APFloat::getZero(semantics);
  Value value =
      arith::ConstantOp::create(b, loc, b.getFloatAttr(type, nothing));
  return linalg::FillOp::create(b, loc, value, init).getResult(0);
}

/// Without keys, no kernel is launched: the inits then have to hold the result
/// before.
static void fillWithoutKeys(problem::AttentionOp op) {
  int64_t keys = op.getSize(op.getDimN());
  if (!ShapedType::isDynamic(keys) && keys != 0)
    return;
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto fill = [&](OpBuilder &b, Location loc) {
    SmallVector<Value> filled;
    for (auto [number, init] : llvm::enumerate(op.getInits()))
      filled.push_back(fillWithNothing(b, loc, init, number == 1));
    return filled;
  };
  if (keys == 0) {
    op.getInitsMutable().assign(fill(b, loc));
    return;
  }
  auto dims = op.getMap(1).getResults();
  auto place = llvm::find(dims, b.getAffineDimExpr(op.getDimN()));
  Value size = tensor::DimOp::create(b, loc, op.getK(), place - dims.begin());
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isNone =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, size, zero);
  auto choice = scf::IfOp::create(
      b, loc, isNone,
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, fill(b, loc));
      },
      [&](OpBuilder &b, Location loc) {
        scf::YieldOp::create(b, loc, op.getInits());
      });
  op.getInitsMutable().assign(choice.getResults());
}

LogicalResult LowerAttention::lower(problem::AttentionOp op,
                                    const TargetInfo &info) {
  std::string whyNot;
  FailureOr<AttentionFact> attention = getAttentionFact(op, whyNot);
  FailureOr<AttentionViews> views = AttentionViews::create(op, whyNot);
  assert(succeeded(attention) && succeeded(views) && "it is served");
  ProblemFact fact(*attention);
  FailureOr<Config> config = getConfig(op, fact, info);
  if (failed(config))
    return failure();
  if (dependentLaunch)
    makeDependent(*config, fact, info);
  FailureOr<SymbolRefAttr> kernel = kernels.getKernel(op, fact, *config, info);
  if (failed(kernel))
    return failure();
  fillWithoutKeys(op);
  OpBuilder b(op);
  SmallVector<Value> inputs, extras;
  for (unsigned number = 0; number < op.getInputs().size(); ++number)
    (number < 3 ? inputs : extras).push_back(views->createView(b, number));
  SmallVector<Value> inits;
  for (unsigned number = op.getInputs().size(); number < op->getNumOperands();
       ++number)
    inits.push_back(views->createView(b, number));
  auto launch = tile::LaunchOp::create(
      b, op.getLoc(), TypeRange(ValueRange(inits)), *kernel, inputs, inits,
      extras, b.getI64IntegerAttr(info.sms), /*columns=*/IntegerAttr());
  for (auto [number, result] : llvm::enumerate(launch.getResults()))
    op.getResult(number).replaceAllUsesWith(
        views->restore(b, op.getInputs().size() + number, result));
  op.erase();
  ++numLowered;
  return success();
}

LogicalResult LowerAttention::decompose(ArrayRef<problem::AttentionOp> ops) {
  IRRewriter rewriter(&getContext());
  for (problem::AttentionOp op : ops)
    decomposeAttention(rewriter, op);
  numDecomposed += ops.size();
  // The products are as an exporter writes them.
  OpPassManager prepare(ModuleOp::getOperationName());
  prepare.addPass(createAutotuneCanonicalizeContractions());
  return runPipeline(prepare, getOperation());
}

void LowerAttention::runOnOperation() {
  kernels = KernelModules();
  SmallVector<problem::AttentionOp> ops, unserved;
  getOperation()->walk([&](problem::AttentionOp op) { ops.push_back(op); });
  for (problem::AttentionOp op : ops)
    if (!op.hasTensors()) {
      op.emitOpError("has buffers as operands; it is lowered before "
                     "bufferization, with tensors");
      return signalPassFailure();
    }
  if (ops.empty())
    return;
  TargetCache targets;
  if (failed(targets.setOption(target, getOperation())))
    return signalPassFailure();
  for (problem::AttentionOp op : ops) {
    const TargetInfo *info = targets.get(op);
    if (!info)
      return signalPassFailure();
    std::string whyNot = getWhyNotServed(op, *info);
    if (!whyNot.empty()) {
      if (areRemarksOn(op))
        remark::missed(op.getLoc(), getRemarkOptions(op, "LowerAttention"))
            << ("no kernel computes the attention: " + whyNot);
      unserved.push_back(op);
      continue;
    }
    if (failed(lower(op, *info)))
      return signalPassFailure();
  }
  numKernels += kernels.getNumKernels();
  if (!unserved.empty() && failed(decompose(unserved)))
    signalPassFailure();
}
