//===- FormScans.cpp - Scans that kernels of rows compute -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormScans.h"

#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"
#include "mlir-autotune/FormProblems/FormRows.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

bool autotune::canFormScan(tm_tensor::ScanOp op) {
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  if (type != op.getOutputs().front().getType() || !isRowType(type) ||
      !isRowType(op.getOutputs().back().getType()) ||
      type.getElementType() !=
          cast<RankedTensorType>(op.getOutputs().back().getType())
              .getElementType())
    return false;
  int64_t elements = type.getNumElements();
  int64_t columns = type.getDimSize(op.getDimension());
  if (elements == 0 || columns > kMostRowColumns ||
      elements / columns > INT32_MAX / 2)
    return false;
  Operation *combiner = matchScanCombiner(op.getRegion().front());
  return combiner && hasNeutral(combiner);
}

/// The tensor with its dimensions in another order.
static Value transpose(ImplicitLocOpBuilder &b, Value value,
                       ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> sizes;
  for (int64_t dim : order)
    sizes.push_back(type.getDimSize(dim));
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  return linalg::TransposeOp::create(b, value, empty, order)->getResult(0);
}

static problem::ScanOp createScan(ImplicitLocOpBuilder &b, tm_tensor::ScanOp op,
                                  Value input, Value init) {
  Value start = op.getOutputs().back();
  auto scan = problem::ScanOp::create(b, init.getType(), start.getType(),
                                      op.getInclusive(), input, init, start);
  Block &from = op.getRegion().front();
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.createBlock(&scan.getCombiner(), {}, from.getArgumentTypes(),
                              {op.getLoc(), op.getLoc()});
  IRMapping mapping;
  mapping.map(from.getArguments(), body->getArguments());
  Operation *combined = b.clone(*matchScanCombiner(from), mapping);
  problem::YieldOp::create(b, combined->getResults());
  return scan;
}

static void formScan(RewriterBase &rewriter, tm_tensor::ScanOp op) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  Value input = op.getInputs().front(), init = op.getOutputs().front();
  auto type = cast<RankedTensorType>(input.getType());
  int64_t dim = op.getDimension(), last = type.getRank() - 1;
  if (dim == last) {
    rewriter.replaceOp(op, createScan(b, op, input, init));
    return;
  }
  // The dimension becomes the last one, and the others keep their order.
  SmallVector<int64_t> order, back(type.getRank());
  for (int64_t i = 0; i <= last; ++i)
    if (i != dim)
      order.push_back(i);
  order.push_back(dim);
  for (auto [to, from] : llvm::enumerate(order))
    back[from] = int64_t(to);
  Value turned = transpose(b, input, order);
  Value empty = tensor::EmptyOp::create(
      b, cast<RankedTensorType>(turned.getType()).getShape(),
      type.getElementType());
  problem::ScanOp scan = createScan(b, op, turned, empty);
  rewriter.replaceOp(op,
                     {transpose(b, scan.getRunning(), back), scan.getLast()});
}

/// A tensor of an element-wise operation on a tensor, and on another one, if
/// there is one, that has an element for each of the first dimensions.
static Value createElementwise(
    ImplicitLocOpBuilder &b, Type element, Value value, Value ofRows,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> body) {
  auto type = cast<RankedTensorType>(value.getType());
  unsigned rank = type.getRank();
  SmallVector<Value> inputs = {value};
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank)};
  if (ofRows) {
    inputs.push_back(ofRows);
    unsigned kept = cast<RankedTensorType>(ofRows.getType()).getRank();
    maps.push_back(getLeadingMap(rank, kept, b.getContext()));
  }
  maps.push_back(maps.front());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(b, type.getShape(), element);
  auto create = [&](OpBuilder &builder, Location loc, ValueRange elements) {
    ImplicitLocOpBuilder inner(loc, builder);
    linalg::YieldOp::create(inner, body(inner, elements));
  };
  return linalg::GenericOp::create(b, empty.getType(), inputs, empty, maps,
                                   iterators, create)
      .getResult(0);
}

static Value widen(ImplicitLocOpBuilder &b, Value value) {
  Type wide = b.getF32Type();
  return createElementwise(
      b, wide, value, /*ofRows=*/Value(),
      [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
        return arith::ExtFOp::create(inner, wide, elements[0]);
      });
}

/// Rounds running values, behind combining them with what the scan was to begin
/// with, if it did not.
static Value narrow(ImplicitLocOpBuilder &b, Value value, Type element,
                    Value start, Operation *combiner) {
  return createElementwise(
      b, element, value, start,
      [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
        Value all = elements[0];
        if (start) {
          Value first =
              arith::ExtFOp::create(inner, inner.getF32Type(), elements[1]);
          Operation *combined = inner.clone(*combiner);
          combined->setOperands({first, all});
          all = combined->getResult(0);
        }
        return arith::TruncFOp::create(inner, element, all);
      });
}

/// Adds up numbers of 16 bits in f32, and rounds each running value once, as
/// PyTorch does.
static void widenScan(RewriterBase &rewriter, problem::ScanOp op) {
  Operation *combiner = matchScanCombiner(op.getCombiner().front());
  Type element = getElementTypeOrSelf(op.getInput());
  if (!isa_and_nonnull<arith::AddFOp, arith::MulFOp>(combiner) ||
      !(element.isF16() || element.isBF16()) || !getRowView(op))
    return;
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  auto createEmpty = [&](Value like) -> Value {
    return tensor::EmptyOp::create(
        b, cast<RankedTensorType>(like.getType()).getShape(), b.getF32Type());
  };
  // A start that is known stays one. Another is combined at the end.
  Value start = createEmpty(op.getStart()), added;
  if (op.readsStart()) {
    auto fill = op.getStart().getDefiningOp<linalg::FillOp>();
    FloatAttr number;
    if (!fill || !matchPattern(fill.getInputs().front(), m_Constant(&number))) {
      number = cast<FloatAttr>(*arith::getNeutralElement(combiner));
      added = op.getStart();
    }
    Value constant = arith::ConstantOp::create(
        b, b.getF32FloatAttr(float(number.getValueAsDouble())));
    start = linalg::FillOp::create(b, constant, start).getResult(0);
  }
  Value init = createEmpty(op.getInit());
  auto widened = problem::ScanOp::create(b, init.getType(), start.getType(),
                                         op.getInclusive(),
                                         widen(b, op.getInput()), init, start);
  widened.getCombiner().takeBody(op.getCombiner());
  for (BlockArgument argument : widened.getCombiner().getArguments())
    argument.setType(b.getF32Type());
  combiner->getResult(0).setType(b.getF32Type());
  for (auto [result, wide] :
       llvm::zip_equal(op->getResults(), widened->getResults()))
    if (!result.use_empty())
      rewriter.replaceAllUsesWith(result,
                                  narrow(b, wide, element, added, combiner));
  rewriter.eraseOp(op);
}

void autotune::formScans(RewriterBase &rewriter, Block &block) {
  for (auto op : llvm::make_early_inc_range(block.getOps<tm_tensor::ScanOp>()))
    if (canFormScan(op))
      formScan(rewriter, op);
  for (auto op : llvm::make_early_inc_range(block.getOps<problem::ScanOp>()))
    widenScan(rewriter, op);
}
