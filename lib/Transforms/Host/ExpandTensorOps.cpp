//===- ExpandTensorOps.cpp - Operations that bufferization doesn't know ---===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each becomes a linalg.generic that reads its elements where they are, or a
// loop that writes them. Kernels have taken what they could before; what is
// left here is code for the host, of which simple is better than fast.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEEXPANDTENSOROPS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

namespace {
/// Index arithmetic; what is constant is computed here.
struct Indices {
  ImplicitLocOpBuilder &b;

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value get(OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), value);
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulIOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivUIOp::create(b, x, y); }
  Value rem(Value x, Value y) { return arith::RemUIOp::create(b, x, y); }
  Value isBelow(Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, x, y);
  }
};
} // namespace

/// The sizes of a tensor that are not known.
static SmallVector<Value> getDynamicSizes(OpBuilder &b, Location loc,
                                          Value tensor) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(b, loc, tensor, dim));
  return sizes;
}

/// A tensor of which each element is made from its indices.
static Value createElements(
    ImplicitLocOpBuilder &b, RankedTensorType type, ValueRange dynamicSizes,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> makeElement) {
  Value empty = tensor::EmptyOp::create(b, type.getShape(),
                                        type.getElementType(), dynamicSizes);
  int64_t rank = type.getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, TypeRange(type), ValueRange(), ValueRange(empty),
             ArrayRef(b.getMultiDimIdentityMap(rank)), iterators,
             [&](OpBuilder &builder, Location loc, ValueRange) {
               ImplicitLocOpBuilder body(loc, builder);
               SmallVector<Value> indices;
               for (int64_t dim = 0; dim < rank; ++dim)
                 indices.push_back(linalg::IndexOp::create(body, dim));
               linalg::YieldOp::create(body, makeElement(body, indices));
             })
      .getResult(0);
}

/// A coordinate that an element of an index tensor names.
static Value getCoordinate(ImplicitLocOpBuilder &b, Value indices,
                           ValueRange place) {
  Value element = tensor::ExtractOp::create(b, indices, place);
  if (element.getType().isIndex())
    return element;
  return arith::IndexCastOp::create(b, b.getIndexType(), element);
}

//===----------------------------------------------------------------------===//
// tensor
//===----------------------------------------------------------------------===//

/// Where the window of a gather or scatter begins in a batch, and which of the
/// result's indices run over it: dimensions that are gathered are one wide, or
/// are not there.
static SmallVector<Value> getWindow(ImplicitLocOpBuilder &b, Value indices,
                                    ValueRange place, int64_t rank,
                                    ArrayRef<int64_t> dims) {
  int64_t batch = cast<RankedTensorType>(indices.getType()).getRank() - 1;
  SmallVector<Value> at(place.take_front(batch)), source(rank);
  at.push_back(nullptr);
  for (auto [position, dim] : llvm::enumerate(dims)) {
    at.back() = arith::ConstantIndexOp::create(b, position);
    source[dim] = getCoordinate(b, indices, at);
  }
  ValueRange window = place.drop_front(batch);
  bool isReduced = int64_t(window.size()) != rank;
  for (int64_t dim = 0, next = 0; dim < rank; ++dim) {
    if (!source[dim])
      source[dim] = window[next++];
    else if (!isReduced)
      ++next;
  }
  return source;
}

namespace {
struct ExpandGather : public OpRewritePattern<tensor::GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::GatherOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = op.getResultType();
    auto indicesType = cast<RankedTensorType>(op.getIndices().getType());
    int64_t batch = indicesType.getRank() - 1;
    int64_t rank = op.getSourceType().getRank();
    bool isReduced = type.getRank() - batch != rank;
    // Which dimension each size of the result comes from.
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < batch; ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(tensor::DimOp::create(b, op.getIndices(), dim));
    for (int64_t dim = 0, next = batch; dim < rank; ++dim) {
      if (llvm::is_contained(op.getGatherDims(), dim)) {
        next += !isReduced;
        continue;
      }
      if (type.isDynamicDim(next++))
        sizes.push_back(tensor::DimOp::create(b, op.getSource(), dim));
    }
    rewriter.replaceOp(op, createElements(b, type, sizes,
                                          [&](ImplicitLocOpBuilder &body,
                                              ValueRange place) -> Value {
                                            return tensor::ExtractOp::create(
                                                body, op.getSource(),
                                                getWindow(body, op.getIndices(),
                                                          place, rank,
                                                          op.getGatherDims()));
                                          }));
    return success();
  }
};

/// A loop over all elements of what is scattered.
struct ExpandScatter : public OpRewritePattern<tensor::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Indices index{b};
    Value zero = index.constant(0), one = index.constant(1);
    RankedTensorType type = op.getSourceType();
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sizes.push_back(
          index.get(tensor::getMixedSize(b, op.getLoc(), op.getSource(), dim)));
    SmallVector<Value> lower(sizes.size(), zero), steps(sizes.size(), one);
    scf::LoopNest nest = scf::buildLoopNest(
        b, op.getLoc(), lower, sizes, steps, ValueRange(op.getDest()),
        [&](OpBuilder &builder, Location loc, ValueRange place,
            ValueRange carried) -> scf::ValueVector {
          ImplicitLocOpBuilder body(loc, builder);
          Value element =
              tensor::ExtractOp::create(body, op.getSource(), place);
          SmallVector<Value> dest =
              getWindow(body, op.getIndices(), place,
                        op.getDestType().getRank(), op.getScatterDims());
          return {tensor::InsertOp::create(body, element, carried[0], dest)};
        });
    rewriter.replaceOp(op, nest.results);
    return success();
  }
};

struct ExpandBitcast : public OpRewritePattern<tensor::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    Type from = getElementTypeOrSelf(op.getSource().getType());
    // No operation makes an si8 of a ui8.
    if (!type || !from.isSignlessIntOrFloat() ||
        !type.getElementType().isSignlessIntOrFloat())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> sizes = getDynamicSizes(b, op.getLoc(), op.getSource());
    rewriter.replaceOp(
        op, createElements(
                b, type, sizes,
                [&](ImplicitLocOpBuilder &body, ValueRange place) -> Value {
                  Value element =
                      tensor::ExtractOp::create(body, op.getSource(), place);
                  return arith::BitcastOp::create(body, type.getElementType(),
                                                  element);
                }));
    return success();
  }
};

/// Any elements will do, of as few as there may be.
struct ExpandPoison : public OpRewritePattern<ub::PoisonOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return failure();
    Value zero;
    if (!type.hasStaticShape())
      zero = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0);
    SmallVector<Value> sizes(type.getNumDynamicDims(), zero);
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type, sizes);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

namespace {
/// An element of the packed tensor is that of the source at the tile's place,
/// or padding.
struct ExpandPack : public OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::PackOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getDest().getType());
    if (!type)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value source = op.getSource();
    int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
    SmallVector<Value> sizes = getDynamicSizes(b, op.getLoc(), op.getDest());
    SmallVector<OpFoldResult> tiles = op.getMixedTiles();
    auto makeElement = [&](ImplicitLocOpBuilder &body,
                           ValueRange place) -> Value {
      Indices index{body};
      SmallVector<Value> at(rank);
      ArrayRef<int64_t> outer = op.getOuterDimsPerm();
      for (int64_t dim = 0; dim < rank; ++dim)
        at[outer.empty() ? dim : outer[dim]] = place[dim];
      Value isInside;
      for (auto [tile, dim] : llvm::enumerate(op.getInnerDimsPos())) {
        at[dim] = index.add(index.mul(at[dim], index.get(tiles[tile])),
                            place[rank + tile]);
        if (!op.getPaddingValue())
          continue;
        Value size = tensor::DimOp::create(body, source, dim);
        Value isBelow = index.isBelow(at[dim], size);
        isInside =
            isInside ? arith::AndIOp::create(body, isInside, isBelow) : isBelow;
      }
      if (!isInside)
        return tensor::ExtractOp::create(body, source, at);
      return scf::IfOp::create(
                 body, isInside,
                 [&](OpBuilder &then, Location loc) {
                   Value element =
                       tensor::ExtractOp::create(then, loc, source, at);
                   scf::YieldOp::create(then, loc, element);
                 },
                 [&](OpBuilder &otherwise, Location loc) {
                   scf::YieldOp::create(otherwise, loc, op.getPaddingValue());
                 })
          .getResult(0);
    };
    rewriter.replaceOp(op, createElements(b, type, sizes, makeElement));
    return success();
  }
};

struct ExpandUnPack : public OpRewritePattern<linalg::UnPackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::UnPackOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getDest().getType());
    if (!type)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> sizes = getDynamicSizes(b, op.getLoc(), op.getDest());
    SmallVector<OpFoldResult> tiles = op.getMixedTiles();
    auto makeElement = [&](ImplicitLocOpBuilder &body,
                           ValueRange place) -> Value {
      Indices index{body};
      SmallVector<Value> outer(place), inner;
      for (auto [tile, dim] : llvm::enumerate(op.getInnerDimsPos())) {
        Value size = index.get(tiles[tile]);
        inner.push_back(index.rem(place[dim], size));
        outer[dim] = index.div(place[dim], size);
      }
      SmallVector<Value> at(outer);
      for (auto [dim, from] : llvm::enumerate(op.getOuterDimsPerm()))
        at[dim] = outer[from];
      llvm::append_range(at, inner);
      return tensor::ExtractOp::create(body, op.getSource(), at);
    };
    rewriter.replaceOp(op, createElements(b, type, sizes, makeElement));
    return success();
  }
};

/// Several operations in one. On memrefs they compute tensors, one of which is
/// then written.
struct ExpandSoftmax : public OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0)
      return onTensors(op, rewriter);
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }

private:
  static LogicalResult onTensors(linalg::SoftmaxOp op,
                                 PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    auto toTensor = [&](Value memref) -> Value {
      Type type = memref::getTensorTypeFromMemRefType(memref.getType());
      return bufferization::ToTensorOp::create(rewriter, loc, type, memref,
                                               /*restrict=*/true);
    };
    Value init = toTensor(op.getOutput());
    auto computed = linalg::SoftmaxOp::create(
        rewriter, loc, TypeRange(init.getType()), toTensor(op.getInput()), init,
        op.getDimension());
    bufferization::MaterializeInDestinationOp::create(
        rewriter, loc, /*result=*/Type(), computed->getResult(0),
        op.getOutput(), /*restrict=*/true, /*writable=*/true);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// ml_program
//===----------------------------------------------------------------------===//

namespace {
/// A global that nothing changes is a constant.
struct ExpandLoadConst
    : public OpRewritePattern<ml_program::GlobalLoadConstOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ml_program::GlobalLoadConstOp op,
                                PatternRewriter &rewriter) const override {
    auto global = SymbolTable::lookupNearestSymbolFrom<ml_program::GlobalOp>(
        op, op.getGlobalAttr());
    auto value =
        global ? dyn_cast_or_null<TypedAttr>(global.getValueAttr()) : nullptr;
    if (!value || value.getType() != op.getType() ||
        !isa<ElementsAttr, IntegerAttr, FloatAttr>(value))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
    return success();
  }
};

struct ExpandTensorOps
    : public autotune::impl::AutotuneExpandTensorOpsBase<ExpandTensorOps> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandBitcast, ExpandGather, ExpandLoadConst, ExpandPack,
                 ExpandPoison, ExpandScatter, ExpandSoftmax, ExpandUnPack>(
        &getContext());
    linalg::populateDecomposeWinogradOpsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
