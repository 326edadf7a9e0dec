//===- GroupedMatmulOp.cpp - What a problem.grouped_matmul may be ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractMaps.h"
#include "VerifyProblem.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

/// How many elements an index of a map has, of loops with these extents;
/// unknown if the extent is.
static int64_t getNeeded(AffineExpr index, ArrayRef<int64_t> extents) {
  if (isa<AffineConstantExpr>(index))
    return 1;
  auto division = dyn_cast<AffineBinaryOpExpr>(index);
  auto dim = cast<AffineDimExpr>(division ? division.getLHS() : index);
  int64_t extent = extents[dim.getPosition()];
  if (!division || ShapedType::isDynamic(extent))
    return extent;
  return llvm::divideCeil(
      extent, cast<AffineConstantExpr>(division.getRHS()).getValue());
}

/// That scales number `product` of A or B have the elements that are read.
static LogicalResult verifyScaleSizes(GroupedMatmulOp op, unsigned number,
                                      size_t product,
                                      ArrayRef<int64_t> extents) {
  Value scales = (number == 0 ? op.getAScales() : op.getBScales())[product];
  auto type = cast<ShapedType>(scales.getType());
  for (auto [index, size] :
       llvm::zip_equal(op.getScaleMap(number).getResults(), type.getShape())) {
    int64_t needed = getNeeded(index, extents);
    bool mayBeMore = isa<AffineBinaryOpExpr>(index);
    if (ShapedType::isDynamic(needed) || ShapedType::isDynamic(size) ||
        size == needed || (mayBeMore && size > needed))
      continue;
    return op.emitOpError("product ")
           << product << " needs " << (mayBeMore ? "at least " : "") << needed
           << " scales of " << (number == 0 ? "A" : "B")
           << " along a dimension where " << type << " has " << size;
  }
  return success();
}

/// That there are scales of each A and B, or of none.
static LogicalResult verifyScales(GroupedMatmulOp op) {
  size_t count = op.getA().size();
  if (!op.isScaled() && op.getBScales().empty() && !op.getScaleMaps())
    return success();
  if (op.getAScales().size() != count || op.getBScales().size() != count)
    return op.emitOpError("must have scales of each A and of each B, ")
           << count << ", or none, not " << op.getAScales().size() << " and "
           << op.getBScales().size();
  if (!op.getScaleMaps() || op.getScaleMaps()->size() != 2)
    return op.emitOpError("must have two 'maps' of scales, of A and of B, not ")
           << (op.getScaleMaps() ? op.getScaleMaps()->size() : 0);
  auto getDim = [&](unsigned dim) {
    return getAffineDimExpr(dim, op.getContext());
  };
  for (unsigned number : {0u, 1u}) {
    AffineMap map = op.getScaleMap(number);
    if (map.getNumDims() != 3 || map.getNumSymbols() != 0)
      return op.emitOpError("has a map of scales of ")
             << map.getNumDims() << " dimensions and " << map.getNumSymbols()
             << " symbols; it must be of m, n and k";
    OperandRange scales = number == 0 ? op.getAScales() : op.getBScales();
    if (failed(verifyValuesMap(op, scales.getBeginOperandIndex(), map,
                               getDim(number), getDim(2), /*isOfA=*/number == 0,
                               /*hasRowGroups=*/true)))
      return failure();
    for (Value scale : scales)
      if (!getElementTypeOrSelf(scale).isF32())
        return op.emitOpError("scales are f32, not ")
               << getElementTypeOrSelf(scale);
  }
  for (Value factor : {op.getA().front(), op.getB().front()}) {
    Type element = getElementTypeOrSelf(factor);
    if (!isa<FloatType>(element) || element.getIntOrFloatBitWidth() != 8)
      return op.emitOpError("scales need factors of 8-bit floats, not ")
             << element;
  }
  return success();
}

LogicalResult GroupedMatmulOp::verify() {
  size_t count = getA().size();
  if (count == 0 || getB().size() != count || getInits().size() != count)
    return emitOpError(
               "must have as many matrices in each list, at least one, not ")
           << count << ", " << getB().size() << " and " << getInits().size();
  bool tensors = isa<TensorType>(getInits().front().getType());
  for (Type type : getOperandTypes())
    if (isa<TensorType>(type) != tensors)
      return emitOpError("takes tensors or memrefs, but not both");
  if (tensors ? getResultTypes() != getInits().getTypes()
              : getNumResults() != 0)
    return emitOpError(
        "must have one result of the same type for each tensor in 'outs'");
  auto first = cast<ShapedType>(getB().front().getType());
  int64_t n = first.getDimSize(getTransposeB() ? 0 : 1);
  int64_t k = first.getDimSize(getTransposeB() ? 1 : 0);
  if (n <= 0 || k <= 0)
    return emitOpError("needs an N and a K that are static and not 0");
  for (size_t i = 0; i < count; ++i) {
    auto a = cast<ShapedType>(getA()[i].getType());
    auto b = cast<ShapedType>(getB()[i].getType());
    auto c = cast<ShapedType>(getInits()[i].getType());
    int64_t m = a.getDimSize(getTransposeA() ? 1 : 0), rows = c.getDimSize(0);
    bool isSameM =
        m == rows || ShapedType::isDynamic(m) || ShapedType::isDynamic(rows);
    auto isLike = [](ShapedType type, ValueRange list) {
      return type.getElementType() == getElementTypeOrSelf(list.front());
    };
    if (a.getDimSize(getTransposeA() ? 0 : 1) != k || !isSameM ||
        b.getDimSize(getTransposeB() ? 0 : 1) != n ||
        b.getDimSize(getTransposeB() ? 1 : 0) != k || c.getDimSize(1) != n)
      return emitOpError("product ")
             << i << " is of " << a << " and " << b << " to " << c
             << "; all must have N = " << n << " and K = " << k;
    if (!isLike(a, getA()) || !isLike(b, getB()) || !isLike(c, getInits()))
      return emitOpError("product ")
             << i << " has other element types than the first";
  }
  if (failed(verifyScales(*this)))
    return failure();
  for (size_t i = 0; i < getAScales().size(); ++i) {
    auto a = cast<ShapedType>(getA()[i].getType());
    auto c = cast<ShapedType>(getInits()[i].getType());
    int64_t m = a.getDimSize(getTransposeA() ? 1 : 0);
    if (ShapedType::isDynamic(m))
      m = c.getDimSize(0);
    for (unsigned number : {0u, 1u})
      if (failed(verifyScaleSizes(*this, number, i, {m, n, k})))
        return failure();
  }
  return success();
}

void GroupedMatmulOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, /*readsInits=*/false, effects);
}
