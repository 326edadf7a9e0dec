//===- GroupedMatmulOp.cpp - What a problem.grouped_matmul may be ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

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
  return success();
}

void GroupedMatmulOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : (*this)->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
  }
}
