//===- LowerMatmul.cpp - From annotated matmuls to tile kernels -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionViews.h"
#include "EpilogueViews.h"
#include "KernelModules.h"
#include "TargetCache.h"
#include "mlir-autotune/Analysis/AttachedFact.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Analysis/GroupMatcher.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Proposers/Serving.h"
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

/// What a kernel without an epilogue writes to: the result of the cast when
/// there is one, and memory that nobody filled when the kernel overwrites it.
static Value getDestination(OpBuilder &builder, const MatmulPattern &pattern) {
  linalg::LinalgOp matmul = pattern.matmul;
  Value init = matmul.getDpsInits()[0];
  bool overwritten = pattern.fact.init == InitKind::Zero;
  // Nothing is launched for matrices without elements: with a K that may turn
  // out to be 0 the zeros must be there.
  bool needsZeros = overwritten && ShapedType::isDynamic(pattern.fact.k);
  if (!pattern.cast) {
    if (!overwritten || needsZeros || !pattern.fill)
      return init;
    // On memrefs it is the same buffer; on tensors a cast may lie between.
    Value unfilled = linalg::FillOp(pattern.fill).getOutputs()[0];
    return unfilled.getType() == init.getType() ? unfilled : init;
  }
  Location loc = pattern.cast->getLoc();
  if (pattern.cast->getNumResults() == 0) {
    Value written = pattern.outputs.front();
    if (needsZeros) {
      Value zero = arith::ConstantOp::create(
          builder, loc, builder.getZeroAttr(getElementTypeOrSelf(written)));
      linalg::FillOp::create(builder, loc, zero, written);
    }
    return written;
  }
  auto type = cast<RankedTensorType>(pattern.cast->getResult(0).getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, init, dim));
  Value empty = tensor::EmptyOp::create(builder, loc, type, sizes);
  if (!needsZeros)
    return empty;
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
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

/// What made an operand, and now does so for nobody.
static bool isErasable(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return (linalgOp && linalgOp.hasPureTensorSemantics()) ||
         (isMemoryEffectFree(op) && op->getNumRegions() == 0);
}

/// On memrefs, the allocations of what operations write that are to go.
static SetVector<Operation *> getBuffers(const MatmulPattern &pattern) {
  SetVector<Operation *> buffers;
  linalg::LinalgOp matmul = pattern.matmul;
  if (matmul->getNumResults())
    return buffers;
  auto insert = [&](linalg::LinalgOp op) {
    Operation *alloc = op.getDpsInits()[0].getDefiningOp();
    if (alloc && hasSingleEffect<MemoryEffects::Allocate>(alloc))
      buffers.insert(alloc);
  };
  insert(matmul);
  if (pattern.other)
    insert(pattern.other);
  for (Operation *op : pattern.epilogue)
    insert(cast<linalg::LinalgOp>(op));
  return buffers;
}

/// Erases an allocation that is but freed.
static void eraseIfUnused(Operation *alloc) {
  SetVector<Operation *> users(alloc->user_begin(), alloc->user_end());
  if (!llvm::all_of(users, [](Operation *user) {
        return hasSingleEffect<MemoryEffects::Free>(user) && user->use_empty();
      }))
    return;
  for (Operation *user : users)
    user->erase();
  alloc->erase();
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
    SmallVector<tile::GroupedMatmulOp> groups;
    getOperation()->walk([&](Operation *op) {
      if (!op->hasAttr(kConfigAttrName))
        return;
      if (auto matmul = dyn_cast<linalg::LinalgOp>(op))
        annotated.push_back(matmul);
      else if (auto group = dyn_cast<tile::GroupedMatmulOp>(op))
        groups.push_back(group);
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
    for (tile::GroupedMatmulOp op : groups) {
      const TargetInfo *info = targets.get(op);
      if (!info || failed(lower(op, *info)))
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
    FailureOr<MatmulPattern> most = matchMatmul(op);
    if (failed(most))
      return op.emitOpError("can't be matched any more");
    // What the kernels of matmuls before do is not there any more.
    std::optional<MatmulPattern> attached = matchAttached(op);
    MatmulPattern pattern =
        attached ? *attached : chooseServed(*most, /*taken=*/nullptr, info);
    if (failed(checkConfig(op, *config, pattern.fact, info)))
      return failure();
    warnIfNotAttachedFor(op, pattern.fact);
    FailureOr<SymbolRefAttr> kernel =
        kernels.getKernel(op, pattern.fact, *config, info);
    if (failed(kernel))
      return failure();
    launch(pattern, *kernel, *config, info.sms);
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

  void launch(MatmulPattern &pattern, SymbolRefAttr kernel,
              const Config &config, int64_t sms) {
    linalg::LinalgOp matmul = pattern.matmul;
    Operation *last = pattern.getLast();
    linalg::LinalgOp other = pattern.other;
    // What the second of a sum reads is there before that.
    OpBuilder builder(pattern.place ? pattern.place : other ? other : matmul);
    SmallVector<Value> inputs = createInputs(builder, pattern);
    assertDepth(builder, matmul.getLoc(), pattern.fact, config, inputs);
    SmallVector<Value> destinations;
    if (pattern.epilogue.empty())
      destinations.push_back(getDestination(builder, pattern));
    else
      destinations = createEpilogueDestinations(builder, pattern);
    SmallVector<Type> results;
    if (isa<TensorType>(destinations.front().getType()))
      llvm::append_range(results, ValueRange(destinations).getTypes());
    SmallVector<Value> extras(ArrayRef(inputs).drop_front(2));
    inputs.truncate(2);
    extras.append(createExtras(builder, pattern));
    auto launched = tile::LaunchOp::create(builder, matmul.getLoc(), results,
                                           kernel, inputs, destinations, extras,
                                           builder.getI64IntegerAttr(sms));
    keepAttributes(matmul, launched);
    if (!results.empty() && !pattern.outputs.empty())
      for (auto [output, result] :
           llvm::zip_equal(pattern.outputs, launched->getResults()))
        output.replaceAllUsesWith(result);
    else if (!results.empty())
      last->replaceAllUsesWith(launched);
    SetVector<Operation *> buffers = getBuffers(pattern);
    bool castsBuffer = pattern.cast && results.empty();
    if (pattern.cast)
      pattern.cast->erase();
    for (Operation *op : llvm::reverse(pattern.epilogue))
      op->erase();
    for (Operation *half : pattern.halves)
      half->erase();
    if (other)
      other->erase();
    SmallVector<Value, 2> made;
    if (pattern.takesStored())
      llvm::append_range(made, matmul.getDpsInputs());
    matmul->erase();
    for (Value value : made)
      eraseIfDead(value, isErasable);
    if (pattern.otherFill && pattern.otherFill != pattern.fill &&
        pattern.otherFill->use_empty())
      pattern.otherFill->erase();
    // A K of 0 launches nothing: then the fill is what is left.
    bool fillNeeded = ShapedType::isDynamic(pattern.fact.k) && !castsBuffer;
    if (pattern.fill && !fillNeeded && pattern.fill->use_empty())
      pattern.fill->erase();
    for (Operation *buffer : buffers)
      eraseIfUnused(buffer);
  }

  KernelModules kernels;
};
} // namespace
