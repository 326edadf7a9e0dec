//===- ZeroPoints.cpp - What zero points add to a product -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ZeroPoints.h"
#include "MatmulParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

ZeroPointCorrection::ZeroPointCorrection(std::array<ZeroPoint, 2> zeroPoints,
                                         linalg::TypeFn typeFn)
    : zeroPoints(zeroPoints), typeFn(typeFn) {
  for (ZeroPoint &zeroPoint : this->zeroPoints)
    if (zeroPoint.value && matchPattern(zeroPoint.value, m_Zero()))
      zeroPoint.value = nullptr;
}

bool ZeroPointCorrection::isNeeded() const {
  return zeroPoints[0].value || zeroPoints[1].value;
}

static SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc,
                                          Value value) {
  return isa<MemRefType>(value.getType())
             ? memref::getMixedSizes(builder, loc, value)
             : tensor::getMixedSizes(builder, loc, value);
}

/// The sums over the last loop, K, of an operand's elements, converted to
/// `element`. Sets `map` to the indexing map of the sums.
static Value createSum(OpBuilder &builder, Location loc, Value operand,
                       AffineMap &map, Type element, bool isUnsigned) {
  unsigned k = map.getNumDims() - 1;
  SmallVector<utils::IteratorType> iterators;
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, operand), sumSizes;
  SmallVector<AffineExpr> kept, results;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    bool isSummed = map.getDimPosition(dim) == k;
    iterators.push_back(isSummed ? utils::IteratorType::reduction
                                 : utils::IteratorType::parallel);
    if (isSummed)
      continue;
    sumSizes.push_back(sizes[dim]);
    results.push_back(builder.getAffineDimExpr(dim));
    kept.push_back(expr);
  }
  MLIRContext *context = builder.getContext();
  // The loops of the sum are the dimensions of the operand.
  unsigned rank = map.getNumResults();
  SmallVector<AffineMap> maps = {
      AffineMap::getMultiDimIdentityMap(rank, context),
      AffineMap::get(rank, 0, results, context)};
  map = AffineMap::get(map.getNumDims(), 0, kept, context);

  Value zeros = createZeros(builder, loc, operand, sumSizes, element);
  SmallVector<Type> types;
  if (isa<RankedTensorType>(zeros.getType()))
    types.push_back(zeros.getType());
  auto sum = linalg::GenericOp::create(
      builder, loc, types, operand, zeros, maps, iterators,
      [&](OpBuilder &body, Location loc, ValueRange args) {
        Value converted =
            convertScalarToDtype(body, loc, args[0], element, isUnsigned);
        Value next = arith::AddIOp::create(body, loc, args[1], converted);
        linalg::YieldOp::create(body, loc, next);
      });
  return types.empty() ? zeros : sum.getResult(0);
}

/// The size of loop K, the last one, in `element`.
static Value createDepth(OpBuilder &builder, Location loc, Value operand,
                         AffineMap map, Type element) {
  unsigned dim =
      *map.getResultPosition(builder.getAffineDimExpr(map.getNumDims() - 1));
  Value depth = getValueOrCreateConstantIndexOp(
      builder, loc, getSizes(builder, loc, operand)[dim]);
  return builder.createOrFold<arith::IndexCastOp>(loc, element, depth);
}

void ZeroPointCorrection::createSums(OpBuilder &builder, Location loc,
                                     ValueRange operands,
                                     ArrayRef<AffineMap> maps) {
  Type element = cast<ShapedType>(operands[2].getType()).getElementType();
  for (unsigned i : {0, 1}) {
    if (!zeroPoints[i].value)
      continue;
    scalars[i] = convertScalarToDtype(builder, loc, zeroPoints[i].value,
                                      element, zeroPoints[i].isUnsigned);
    sumMaps[i] = maps[1 - i];
    sums[i] = createSum(builder, loc, operands[1 - i], sumMaps[i], element,
                        typeFn == linalg::TypeFn::cast_unsigned);
  }
  if (!scalars[0] || !scalars[1])
    return;
  Value depth = createDepth(builder, loc, operands[0], maps[0], element);
  Value both = arith::MulIOp::create(builder, loc, scalars[0], scalars[1]);
  constant = arith::MulIOp::create(builder, loc, both, depth);
}

Value ZeroPointCorrection::apply(OpBuilder &builder, Location loc, Value c,
                                 AffineMap map) {
  // Loops are those of C alone.
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (auto [sum, sumMap] : llvm::zip(sums, sumMaps)) {
    if (!sum)
      continue;
    inputs.push_back(sum);
    maps.push_back(dropDepth(sumMap));
  }
  maps.push_back(dropDepth(map));
  auto corrected = createElementwise(
      builder, loc, inputs, c, maps,
      [&](OpBuilder &body, Location loc, ValueRange args) {
        Value value = args.back();
        ValueRange rest = args;
        for (Value scalar : scalars) {
          if (!scalar)
            continue;
          Value term = arith::MulIOp::create(body, loc, rest.front(), scalar);
          value = arith::SubIOp::create(body, loc, value, term);
          rest = rest.drop_front();
        }
        if (constant)
          value = arith::AddIOp::create(body, loc, value, constant);
        linalg::YieldOp::create(body, loc, value);
      });
  if (corrected.getNumResults())
    return corrected.getResult(0);
  for (Value sum : sums)
    if (sum)
      memref::DeallocOp::create(builder, loc, sum);
  return c;
}
