//===- ChannelsLast.cpp - Layouts of images -------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each tensor whose layout is to change is transposed, and transposed back for
// all that reads it. Operations with maps then take over the transposes in
// front of them and behind them, so that only those at the edges are left.
//
//===----------------------------------------------------------------------===//

#include "ImageOrders.h"

#include "mlir-autotune/FormProblems/TensorViews.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNECHANNELSLAST
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using problem::ConvolutionOp;

//===----------------------------------------------------------------------===//
// Transposes
//===----------------------------------------------------------------------===//

/// What a transpose of the pass does: it brings the channels to the end, or
/// back to where they were.
enum class Role { ToLast, Back };

/// The role of a transpose, or an empty text for an operation that has taken
/// one over.
static constexpr StringLiteral kMark = "autotune.channels_last";

static void mark(Operation *op, StringRef text = "") {
  MLIRContext *context = op->getContext();
  op->setAttr(kMark, StringAttr::get(context, text));
}

static StringRef getName(Role role) {
  return role == Role::ToLast ? "to_last" : "back";
}

static bool hasRole(Operation *op, Role role) {
  auto name = op ? op->getAttrOfType<StringAttr>(kMark) : StringAttr();
  return name && name.getValue() == getName(role);
}

/// The transpose that brings channels back and makes a value, or null.
static linalg::TransposeOp getBackTranspose(Value value) {
  auto transpose = value.getDefiningOp<linalg::TransposeOp>();
  return hasRole(transpose, Role::Back) ? transpose : nullptr;
}

static Value createTransposed(OpBuilder &b, Location loc, Value value,
                              ArrayRef<int64_t> order, Role role) {
  SmallVector<OpFoldResult> sizes, all = tensor::getMixedSizes(b, loc, value);
  for (int64_t dim : order)
    sizes.push_back(all[dim]);
  Value empty =
      tensor::EmptyOp::create(b, loc, sizes, getElementTypeOrSelf(value));
  auto transpose = linalg::TransposeOp::create(b, loc, value, empty, order);
  mark(transpose, getName(role));
  return transpose.getResult()[0];
}

/// The map of a tensor whose dimension i is dimension order[i] of that of
/// `map`.
static AffineMap permuteResults(AffineMap map, ArrayRef<int64_t> order) {
  SmallVector<AffineExpr> results;
  for (int64_t dim : order)
    results.push_back(map.getResult(dim));
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

static Value createEmpty(OpBuilder &b, Value like, ArrayRef<int64_t> order) {
  Location loc = like.getLoc();
  SmallVector<OpFoldResult> sizes, all = tensor::getMixedSizes(b, loc, like);
  for (int64_t dim : order)
    sizes.push_back(all[dim]);
  return tensor::EmptyOp::create(b, loc, sizes, getElementTypeOrSelf(like));
}

/// A destination in the transposed layout, with what it holds.
static Value createDestination(OpBuilder &b, Value init,
                               ArrayRef<int64_t> order) {
  if (init.getDefiningOp<tensor::EmptyOp>())
    return createEmpty(b, init, order);
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    return linalg::FillOp::create(b, init.getLoc(), fill.getInputs()[0],
                                  createEmpty(b, init, order))
        .getResult(0);
  return createTransposed(b, init.getLoc(), init, order, Role::ToLast);
}

namespace {
/// An operation reads what is transposed in front of it.
template <typename OpT> struct TakeTransposedInput : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand *input : getInputs(op)) {
      linalg::TransposeOp transpose = getBackTranspose(input->get());
      if (!transpose)
        continue;
      ArrayRef<int64_t> order = transpose.getPermutation();
      SmallVector<AffineMap> maps(
          op.getIndexingMaps().template getAsValueRange<AffineMapAttr>());
      AffineMap &map = maps[input->getOperandNumber()];
      map = permuteResults(map, invertPermutationVector(order));
      rewriter.modifyOpInPlace(op, [&] {
        input->set(transpose.getInput());
        op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
        mark(op);
      });
      return success();
    }
    return failure();
  }

  static SmallVector<OpOperand *> getInputs(linalg::GenericOp op) {
    return op.hasPureTensorSemantics() ? op.getDpsInputOperands()
                                       : SmallVector<OpOperand *>();
  }
  static SmallVector<OpOperand *> getInputs(ConvolutionOp op) {
    SmallVector<OpOperand *> inputs;
    if (op.hasTensors())
      for (OpOperand &input : op.getInputsMutable())
        inputs.push_back(&input);
    return inputs;
  }
};

/// An operation writes what is transposed behind it.
struct TakeTransposedResult : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp transpose,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(transpose.getInput());
    if (!hasRole(transpose, Role::ToLast) || !result || !result.hasOneUse())
      return failure();
    ArrayRef<int64_t> order = transpose.getPermutation();
    Operation *op = result.getOwner();
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return takePadding(pad, transpose, rewriter);
    if (!isa<linalg::GenericOp, ConvolutionOp>(op))
      return failure();
    auto inits = cast<DestinationStyleOpInterface>(op);
    OpOperand *init = inits.getDpsInitOperand(result.getResultNumber());
    rewriter.setInsertionPoint(op);
    auto generic = dyn_cast<linalg::GenericOp>(op);
    bool isRead =
        generic && !generic.getMatchingBlockArgument(init).use_empty();
    Value destination = isRead ? createDestination(rewriter, init->get(), order)
                               : createEmpty(rewriter, init->get(), order);
    auto change = [&](auto typed) {
      SmallVector<AffineMap> maps(
          typed.getIndexingMaps().template getAsValueRange<AffineMapAttr>());
      AffineMap &map = maps[init->getOperandNumber()];
      map = permuteResults(map, order);
      typed.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    };
    rewriter.modifyOpInPlace(op, [&] {
      init->set(destination);
      result.setType(destination.getType());
      mark(op);
      if (generic)
        change(generic);
      else
        change(cast<ConvolutionOp>(op));
    });
    rewriter.replaceOp(transpose, result);
    return success();
  }

  static LogicalResult takePadding(tensor::PadOp pad,
                                   linalg::TransposeOp transpose,
                                   PatternRewriter &rewriter) {
    Value with = pad.getConstantPaddingValue();
    if (!with || with.getParentRegion() == &pad.getRegion())
      return failure();
    ArrayRef<int64_t> order = transpose.getPermutation();
    SmallVector<OpFoldResult> low, high;
    for (int64_t dim : order) {
      low.push_back(pad.getMixedLowPad()[dim]);
      high.push_back(pad.getMixedHighPad()[dim]);
    }
    rewriter.setInsertionPoint(pad);
    Value source = createTransposed(rewriter, pad.getLoc(), pad.getSource(),
                                    order, Role::ToLast);
    rewriter.replaceOpWithNewOp<tensor::PadOp>(transpose, transpose.getType(0),
                                               source, low, high, with);
    return success();
  }
};

/// Two transposes are one, or none. What is brought to the end and back at once
/// waits until nothing can take over one of the two.
struct MergeTransposes : OpRewritePattern<linalg::TransposeOp> {
  MergeTransposes(MLIRContext *context, bool isLate)
      : OpRewritePattern(context), isLate(isLate) {}

  LogicalResult matchAndRewrite(linalg::TransposeOp second,
                                PatternRewriter &rewriter) const override {
    auto first = second.getInput().getDefiningOp<linalg::TransposeOp>();
    if (!first || !first.hasPureTensorSemantics() ||
        !second.hasPureTensorSemantics())
      return failure();
    bool isBrought = hasRole(first, Role::ToLast),
         isBack = hasRole(second, Role::Back);
    bool isOwn = isBrought || isBack || hasRole(first, Role::Back) ||
                 hasRole(second, Role::ToLast);
    if (!isOwn || (isBrought && isBack && !isLate))
      return failure();
    SmallVector<int64_t> order;
    for (int64_t dim : second.getPermutation())
      order.push_back(first.getPermutation()[dim]);
    if (isIdentityPermutation(order))
      rewriter.replaceOp(second, first.getInput());
    else
      rewriter.replaceOpWithNewOp<linalg::TransposeOp>(second, first.getInput(),
                                                       second.getInit(), order);
    return success();
  }

  bool isLate;
};

/// Groups of dimensions that stay side by side are merged behind a transpose as
/// well as in front of it.
struct CollapseTransposed : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    linalg::TransposeOp transpose = getBackTranspose(op.getSrc());
    if (!transpose)
      return failure();
    std::optional<SmallVector<int64_t>> groups = getOrderOfGroups(
        op, invertPermutationVector(transpose.getPermutation()));
    if (!groups)
      return failure();
    // Of the input, in its order.
    SmallVector<ReassociationIndices> reassociation,
        all(op.getReassociationIndices());
    int64_t next = 0;
    for (int64_t group : *groups) {
      ReassociationIndices &indices = reassociation.emplace_back();
      for (size_t i = 0; i < all[group].size(); ++i)
        indices.push_back(next++);
    }
    Value collapsed = tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), transpose.getInput(), reassociation);
    rewriter.replaceOp(op, createTransposed(rewriter, op.getLoc(), collapsed,
                                            invertPermutationVector(*groups),
                                            Role::Back));
    return success();
  }
};

/// The loops of an operation in the order of its result.
struct OrderLoops : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    AffineMap map = op.getIndexingMapsArray().back();
    if (!op->hasAttr(kMark) || op.getNumDpsInits() != 1 ||
        !map.isProjectedPermutation() || op.hasIndexSemantics())
      return failure();
    SmallVector<unsigned> order;
    for (AffineExpr index : map.getResults())
      order.push_back(cast<AffineDimExpr>(index).getPosition());
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (!map.isFunctionOfDim(loop))
        order.push_back(loop);
    if (llvm::equal(order, llvm::seq<unsigned>(0, order.size())))
      return failure();
    FailureOr<linalg::GenericOp> ordered =
        linalg::interchangeGenericOp(rewriter, op, order);
    if (succeeded(ordered))
      mark(*ordered);
    return ordered;
  }
};

struct ChannelsLast
    : public autotune::impl::AutotuneChannelsLastBase<ChannelsLast> {
  void runOnOperation() override;
};
} // namespace

void ChannelsLast::runOnOperation() {
  if (!getOperation()
           ->walk([](ConvolutionOp op) { return WalkResult::interrupt(); })
           .wasInterrupted())
    return;
  IRRewriter rewriter(&getContext());
  getOperation()->walk([](Operation *op) { op->removeAttr(kMark); });
  // Maps of generic operations can be changed.
  llvm::SmallSetVector<Operation *, 4> poolings;
  for (auto &[value, order] : findImageOrders(getOperation()))
    for (Operation *user : value.getUsers())
      if (isPooling(user))
        poolings.insert(user);
  for (Operation *op : poolings) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
  }
  for (auto &[value, order] : findImageOrders(getOperation())) {
    rewriter.setInsertionPointAfterValue(value);
    Location loc = value.getLoc();
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : value.getUses())
      uses.push_back(&use);
    Value last = createTransposed(rewriter, loc, value, order, Role::ToLast);
    Value back = createTransposed(rewriter, loc, last,
                                  invertPermutationVector(order), Role::Back);
    for (OpOperand *use : uses)
      use->set(back);
    ++numChanged;
  }
  for (bool isLate : {false, true}) {
    RewritePatternSet patterns(&getContext());
    patterns.add<TakeTransposedInput<linalg::GenericOp>,
                 TakeTransposedInput<ConvolutionOp>, TakeTransposedResult,
                 CollapseTransposed, OrderLoops>(&getContext());
    patterns.add<MergeTransposes>(&getContext(), isLate);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns)))) {
      getOperation()->emitError("transposes of images come to no end");
      return signalPassFailure();
    }
  }
  SmallVector<linalg::TransposeOp> left;
  getOperation()->walk([&](Operation *op) {
    if (auto transpose = dyn_cast<linalg::TransposeOp>(op);
        transpose && op->hasAttr(kMark))
      left.push_back(transpose);
    op->removeAttr(kMark);
  });
  for (linalg::TransposeOp transpose : left) {
    rewriter.setInsertionPoint(transpose);
    ImplicitLocOpBuilder b(transpose.getLoc(), rewriter);
    Value merged = autotune::createTransposed(b, transpose.getInput(),
                                              transpose.getPermutation());
    rewriter.replaceOp(transpose, merged);
  }
}
