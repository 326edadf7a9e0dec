//===- DecomposeConvolution.cpp - Convolutions as linalg operations -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormConvolution.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class ConvolutionDecomposer {
public:
  ConvolutionDecomposer(RewriterBase &rewriter, problem::ConvolutionOp op)
      : b(op.getLoc(), rewriter), op(op) {}

  Value decompose();

private:
  OpFoldResult getSize(unsigned dim);
  OpFoldResult getHighPadding(unsigned spatial);
  Value pad();
  AffineMap getFilterMap();
  Value transposeFilter(AffineMap map);
  Value sum(Value x);
  Value computeEpilogue(Value sums);

  ImplicitLocOpBuilder b;
  problem::ConvolutionOp op;
};
} // namespace

OpFoldResult ConvolutionDecomposer::getSize(unsigned dim) {
  AffineExpr expr = b.getAffineDimExpr(dim);
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    if (std::optional<unsigned> place =
            op.getMap(number).getResultPosition(expr))
      return tensor::getMixedSize(b, b.getLoc(), operand, *place);
  llvm_unreachable("each dimension is one of an operand");
}

/// How many zeros windows read behind X.
OpFoldResult ConvolutionDecomposer::getHighPadding(unsigned spatial) {
  int64_t known = op.getPaddingHigh(spatial);
  if (ShapedType::isStatic(known))
    return b.getIndexAttr(std::max<int64_t>(known, 0));
  AffineExpr outputs = b.getAffineDimExpr(0), window = b.getAffineDimExpr(1),
             elements = b.getAffineDimExpr(2);
  AffineExpr high = (outputs - 1) * op.getStride(spatial) +
                    (window - 1) * op.getDilation(spatial) + 1 -
                    op.getPaddingLow(spatial) - elements;
  auto map = AffineMap::get(3, /*symbolCount=*/0,
                            {high, b.getAffineConstantExpr(0)}, b.getContext());
  return affine::makeComposedFoldedAffineMax(
      b, b.getLoc(), map,
      {getSize(op.getOutputDim(spatial)), getSize(op.getWindowDim(spatial)),
       tensor::getMixedSize(b, b.getLoc(), op.getX(), op.getXDim(spatial))});
}

/// X with zeros around it.
Value ConvolutionDecomposer::pad() {
  auto type = cast<RankedTensorType>(op.getX().getType());
  SmallVector<OpFoldResult> low(type.getRank(), b.getIndexAttr(0)), high = low;
  bool isPadded = false;
  for (unsigned spatial = 0; spatial < op.getSpatialRank(); ++spatial) {
    unsigned dim = op.getXDim(spatial);
    low[dim] = b.getIndexAttr(std::max<int64_t>(op.getPaddingLow(spatial), 0));
    high[dim] = getHighPadding(spatial);
    isPadded |= getConstantIntValue(low[dim]) != 0 ||
                getConstantIntValue(high[dim]) != 0;
  }
  if (!isPadded)
    return op.getX();
  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
  return tensor::PadOp::create(b, /*result=*/Type(), op.getX(), low, high,
                               zero);
}

static Value widen(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isa<FloatType>(type))
    return arith::ExtFOp::create(b, type, value);
  return arith::ExtSIOp::create(b, type, value);
}

/// The filter's map, with the dimensions of the result as its last ones if the
/// result's elements lie along them: threads that compute neighbours then read
/// neighbours, too.
AffineMap ConvolutionDecomposer::getFilterMap() {
  AffineMap map = op.getMap(1);
  auto getNumber = [](AffineExpr dim) {
    return cast<AffineDimExpr>(dim).getPosition();
  };
  SmallVector<AffineExpr> ofY(op.getMapOfY().getResults());
  while (ofY.size() > 1 && op.getSize(getNumber(ofY.back())) == 1)
    ofY.pop_back();
  if (!map.getResultPosition(ofY.back()))
    return map;
  SmallVector<AffineExpr> dims;
  for (AffineExpr dim : map.getResults())
    if (!op.getMapOfY().getResultPosition(dim))
      dims.push_back(dim);
  for (AffineExpr dim : op.getMapOfY().getResults())
    if (map.getResultPosition(dim))
      dims.push_back(dim);
  return AffineMap::get(map.getNumDims(), /*symbolCount=*/0, dims,
                        b.getContext());
}

Value ConvolutionDecomposer::transposeFilter(AffineMap map) {
  if (map == op.getMap(1))
    return op.getF();
  SmallVector<int64_t> order;
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr dim : map.getResults()) {
    order.push_back(*op.getMap(1).getResultPosition(dim));
    sizes.push_back(
        tensor::getMixedSize(b, b.getLoc(), op.getF(), order.back()));
  }
  Value empty =
      tensor::EmptyOp::create(b, sizes, getElementTypeOrSelf(op.getF()));
  return linalg::TransposeOp::create(b, op.getF(), empty, order)->getResult(0);
}

/// The sums of products of padded images.
Value ConvolutionDecomposer::sum(Value x) {
  Type type = op.getSumType();
  // Windows may begin within X.
  SmallVector<AffineExpr> indices(op.getMap(0).getResults());
  for (unsigned spatial = 0; spatial < op.getSpatialRank(); ++spatial)
    if (int64_t low = op.getPaddingLow(spatial); low > 0)
      indices[op.getXDim(spatial)] = indices[op.getXDim(spatial)] + low;
  SmallVector<AffineMap> maps = {AffineMap::get(op.getNumDims(),
                                                /*symbolCount=*/0, indices,
                                                b.getContext()),
                                 getFilterMap(), op.getMapOfY()};
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr index : op.getMapOfY().getResults())
    sizes.push_back(getSize(cast<AffineDimExpr>(index).getPosition()));
  Value empty = tensor::EmptyOp::create(b, sizes, type);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  Value zeros = linalg::FillOp::create(b, zero, empty).getResult(0);
  SmallVector<utils::IteratorType> iterators(op.getNumDims(),
                                             utils::IteratorType::parallel);
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim)
    if (!op.getMapOfY().isFunctionOfDim(dim))
      iterators[dim] = utils::IteratorType::reduction;
  auto generic = linalg::GenericOp::create(
      b, TypeRange(zeros.getType()), ValueRange{x, transposeFilter(maps[1])},
      zeros, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder inner(loc, builder);
        Value one = widen(inner, elements[0], type),
              other = widen(inner, elements[1], type), sum;
        if (isa<FloatType>(type))
          sum = arith::AddFOp::create(inner, elements[2],
                                      arith::MulFOp::create(inner, one, other));
        else
          sum = arith::AddIOp::create(inner, elements[2],
                                      arith::MulIOp::create(inner, one, other));
        linalg::YieldOp::create(inner, sum);
      });
  return generic.getResult(0);
}

/// The elements of the output. Its loops are the dimensions of Y.
Value ConvolutionDecomposer::computeEpilogue(Value sums) {
  AffineMap ofY = op.getMapOfY();
  SmallVector<Value> inputs = {sums};
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(ofY.getNumResults())};
  for (auto [number, input] : llvm::enumerate(op.getEpilogueInputs())) {
    inputs.push_back(input);
    SmallVector<AffineExpr> indices;
    for (AffineExpr index : op.getMap(2 + number).getResults())
      indices.push_back(b.getAffineDimExpr(*ofY.getResultPosition(index)));
    maps.push_back(AffineMap::get(ofY.getNumResults(), /*symbolCount=*/0,
                                  indices, b.getContext()));
  }
  maps.push_back(maps.front());
  SmallVector<utils::IteratorType> iterators(ofY.getNumResults(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, TypeRange(op.getY().getType()), inputs, op.getY(), maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder inner(loc, builder);
        IRMapping mapping;
        mapping.map(op.getEpilogueSum(), elements[0]);
        for (auto [argument, element] : llvm::zip_equal(
                 op.getEpilogueElements(), elements.drop_front().drop_back())) {
          Value read = element;
          // A boolean is a byte for the function.
          if (argument.getType() != element.getType())
            read = arith::ExtUIOp::create(inner, argument.getType(), element);
          mapping.map(argument, read);
        }
        for (Operation &each : op.getEpilogueBody().without_terminator())
          inner.clone(each, mapping);
        linalg::YieldOp::create(
            inner, mapping.lookupOrDefault(op.getYieldedElement()));
      });
  return generic.getResult(0);
}

Value ConvolutionDecomposer::decompose() { return computeEpilogue(sum(pad())); }

void autotune::decomposeConvolution(RewriterBase &rewriter,
                                    problem::ConvolutionOp convolution) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(convolution);
  rewriter.replaceOp(convolution,
                     ConvolutionDecomposer(rewriter, convolution).decompose());
}
