//===- LowerMatmul.cpp - From annotated matmuls to tile kernels -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModules.h"
#include "TargetCache.h"
#include "mlir-autotune/Analysis/AttachedFact.h"
#include "mlir-autotune/Analysis/ContractFact.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Analysis/GroupMatcher.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/FormProblems/FormProblems.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNELOWERMATMUL
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// The complete config of an operation; an error at it otherwise.
static FailureOr<Config> getConfig(Operation *op) {
  auto attr = op->getAttrOfType<ConfigAttr>(kConfigAttrName);
  FailureOr<Config> config = Config::fromAttr(attr);
  if (failed(config))
    return op->emitOpError("has an invalid '") << kConfigAttrName << "'";
  config = config->withNeutralDefaults();
  if (!config->isComplete())
    return op->emitOpError("has a partial '")
           << kConfigAttrName << "'; autotune-attach-configs completes it";
  return config;
}

/// An error at the operation where its config is not legal for it.
static LogicalResult checkConfig(Operation *op, const Config &config,
                                 const MatmulFact &fact,
                                 const TargetInfo &target) {
  const KernelTemplate *kernel = lookupKernelTemplate(config.getTemplateName());
  if (std::optional<Violation> violation = kernel->check(fact, target, config))
    return op->emitOpError("has a config that breaks ")
           << violation->constraint << ": " << violation->message;
  return success();
}

/// Kernels count a K of several matrices in 32 bits, each as whole steps. The
/// launch asserts what each size is, and knows of no product of two.
static void assertDepth(OpBuilder &builder, Location loc,
                        const MatmulFact &fact, const Config &config,
                        ArrayRef<Value> inputs) {
  ArrayRef<int64_t> tile = config.get("tile");
  if (!fact.hasParts() || fact.hasStaticSizes() || tile.size() < 3)
    return;
  ImplicitLocOpBuilder b(loc, builder);
  bool isOfB = fact.a.batchStride == 0;
  Value factor = inputs[isOfB];
  auto getDim = [&](int64_t dim) -> Value {
    if (isa<TensorType>(factor.getType()))
      return tensor::DimOp::create(b, factor, dim);
    return memref::DimOp::create(b, factor, dim);
  };
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  };
  int64_t rank = cast<ShapedType>(factor.getType()).getRank();
  bool isLast = isOfB ? fact.b.transposed : !fact.a.transposed;
  Value step = constant(tile[2]);
  Value depth = getDim(isLast ? rank - 1 : rank - 2);
  depth = arith::MulIOp::create(b, arith::CeilDivUIOp::create(b, depth, step),
                                step);
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    depth = arith::MulIOp::create(b, depth, getDim(dim));
  Value isCounted = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, depth,
                                          constant(kMaxMatmulSize));
  cf::AssertOp::create(b, isCounted,
                       "a K of several matrices has more than " +
                           std::to_string(kMaxMatmulSize) +
                           " elements in all, in whole steps of " +
                           std::to_string(tile[2]) +
                           ", which the kernel counts in 32 bits");
}

namespace {
struct LowerMatmul
    : public autotune::impl::AutotuneLowerMatmulBase<LowerMatmul> {
  using AutotuneLowerMatmulBase::AutotuneLowerMatmulBase;

  void runOnOperation() override {
    eraseUnreachableBlocks(getOperation());
    kernels = KernelModules();
    TargetCache targets;
    if (failed(targets.setOption(target, getOperation())))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> annotated;
    SmallVector<Operation *> formed;
    getOperation()->walk([&](Operation *op) {
      if (!op->hasAttr(kConfigAttrName))
        return;
      if (auto matmul = dyn_cast<linalg::LinalgOp>(op))
        annotated.push_back(matmul);
      else if (isa<problem::ContractOp, tile::GroupedMatmulOp>(op))
        formed.push_back(op);
    });
    // Lowering one matmul erases operations around it, which must not be among
    // those yet to come.
    for (linalg::LinalgOp op : annotated)
      if (failed(check(op)))
        return signalPassFailure();
    for (linalg::LinalgOp op : annotated) {
      const TargetInfo *info = targets.get(op);
      if (!info || failed(lower(op, *info)))
        return signalPassFailure();
    }
    for (Operation *op : formed) {
      const TargetInfo *info = targets.get(op);
      if (!info || failed(lowerFormed(op, *info)))
        return signalPassFailure();
    }
    numKernels += kernels.getNumKernels();
  }

private:
  LogicalResult check(linalg::LinalgOp op) {
    std::string whyNot;
    if (failed(matchMatmul(op, &whyNot)))
      return op.emitOpError("has a config, but no kernel can serve it: ")
             << whyNot;
    return success();
  }

  LogicalResult lower(linalg::LinalgOp op, const TargetInfo &info) {
    FailureOr<Config> config = getConfig(op);
    if (failed(config))
      return failure();
    // What the kernels of matmuls before do is not there any more.
    FailureOr<MatmulPattern> pattern = chooseProblem(op, info);
    if (failed(pattern))
      return op.emitOpError("can't be matched any more");
    if (failed(checkConfig(op, *config, pattern->fact, info)))
      return failure();
    return lower(formContract(*pattern), info);
  }

  LogicalResult lowerFormed(Operation *op, const TargetInfo &info) {
    if (auto contract = dyn_cast<problem::ContractOp>(op))
      return lower(contract, info);
    return lower(cast<tile::GroupedMatmulOp>(op), info);
  }

  LogicalResult lower(problem::ContractOp op, const TargetInfo &info) {
    std::string whyNot;
    FailureOr<MatmulFact> fact = getContractFact(op, &whyNot);
    if (failed(fact))
      return op.emitOpError("has a config, but no kernel can serve it: ")
             << whyNot;
    FailureOr<Config> config = getConfig(op);
    if (failed(config) || failed(checkConfig(op, *config, *fact, info)))
      return failure();
    warnIfNotAttachedFor(op, *fact);
    FailureOr<SymbolRefAttr> kernel =
        kernels.getKernel(op, *fact, *config, info);
    if (failed(kernel))
      return failure();
    launch(op, *kernel, *fact, *config, info.sms);
    ++numLowered;
    return success();
  }

  LogicalResult lower(tile::GroupedMatmulOp op, const TargetInfo &info) {
    std::string whyNot;
    FailureOr<MatmulFact> fact = getGroupFact(op, &whyNot);
    if (failed(fact))
      return op.emitOpError("has a config, but no kernel can serve it: ")
             << whyNot;
    FailureOr<Config> config = getConfig(op);
    if (failed(config) || failed(checkConfig(op, *config, *fact, info)))
      return failure();
    warnIfNotAttachedFor(op, *fact);
    FailureOr<SymbolRefAttr> kernel =
        kernels.getKernel(op, *fact, *config, info);
    if (failed(kernel))
      return failure();
    OpBuilder builder(op);
    SmallVector<Value> inputs(op.getA());
    llvm::append_range(inputs, op.getB());
    for (Value &input : inputs)
      input = createInputView(builder, op.getLoc(), input);
    auto launched = tile::LaunchOp::create(
        builder, op.getLoc(), op.getResultTypes(), *kernel, inputs,
        op.getInits(), /*extras=*/ValueRange(),
        builder.getI64IntegerAttr(info.sms));
    keepAttributes(op, launched);
    op->replaceAllUsesWith(launched);
    op->erase();
    ++numLowered;
    return success();
  }

  static void keepAttributes(Operation *from, Operation *to) {
    for (StringRef name : {kConfigAttrName, kProvenanceAttrName})
      if (Attribute attr = from->getAttr(name))
        to->setAttr(name, attr);
  }

  static void launch(problem::ContractOp op, SymbolRefAttr kernel,
                     const MatmulFact &fact, const Config &config,
                     int64_t sms) {
    OpBuilder builder(op);
    SmallVector<Value> factors(op.getFactors());
    assertDepth(builder, op.getLoc(), fact, config, factors);
    SmallVector<Value> extras(ArrayRef(factors).drop_front(2));
    llvm::append_range(extras, op.getEpilogueInputs());
    llvm::append_range(extras, op.getPrologueInputs());
    llvm::append_range(extras, op.getScales());
    auto launched = tile::LaunchOp::create(
        builder, op.getLoc(), op.getResultTypes(), kernel,
        ArrayRef(factors).take_front(2), op.getInits(), extras,
        builder.getI64IntegerAttr(sms));
    keepAttributes(op, launched);
    op->replaceAllUsesWith(launched);
    op->erase();
  }

  KernelModules kernels;
};
} // namespace
