//===- ProductSizes.cpp - Sizes of tensors as products --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;

ProductSize autotune::operator*(const ProductSize &one,
                                const ProductSize &other) {
  ProductSize all = one;
  all.number *= other.number;
  llvm::append_range(all.unknown, other.unknown);
  llvm::sort(all.unknown);
  return all;
}

std::optional<ProductSize> autotune::divide(const ProductSize &size,
                                            const ProductSize &by) {
  if (by.number == 0 || size.number % by.number != 0)
    return std::nullopt;
  ProductSize quotient = size;
  quotient.number /= by.number;
  for (unsigned unknown : by.unknown) {
    auto *it = llvm::find(quotient.unknown, unknown);
    if (it == quotient.unknown.end())
      return std::nullopt;
    quotient.unknown.erase(it);
  }
  return quotient;
}

static ProductSize getNumber(int64_t number) {
  ProductSize size;
  size.number = number;
  return size;
}

ProductSize SizeReader::getUnknown(Value value, int64_t dim) {
  ProductSize size;
  size.unknown.push_back(
      numbers.try_emplace({value, dim}, numbers.size()).first->second);
  return size;
}

ProductSize SizeReader::getSizeOrUnknown(Value integer) {
  if (std::optional<ProductSize> size = getSize(integer))
    return *size;
  return getUnknown(integer, /*dim=*/-1);
}

ProductSize SizeReader::getDim(Value tensor, int64_t dim) {
  auto type = cast<ShapedType>(tensor.getType());
  return type.isDynamicDim(dim) ? readDim(tensor, dim)
                                : getNumber(type.getDimSize(dim));
}

ProductSize SizeReader::readDim(Value tensor, int64_t dim) {
  auto get = [&](OpFoldResult size) {
    if (std::optional<int64_t> number = getConstantIntValue(size))
      return getNumber(*number);
    return getSizeOrUnknown(cast<Value>(size));
  };
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return getUnknown(tensor, dim);
  return llvm::TypeSwitch<Operation *, ProductSize>(op)
      .Case([&](tensor::EmptyOp empty) {
        return get(empty.getMixedSizes()[dim]);
      })
      .Case([&](tensor::CastOp cast) { return getDim(cast.getSource(), dim); })
      .Case([&](tensor::ExpandShapeOp expand) {
        return get(expand.getMixedOutputShape()[dim]);
      })
      .Case([&](tensor::CollapseShapeOp collapse) {
        ProductSize all;
        for (int64_t source : collapse.getReassociationIndices()[dim])
          all = all * getDim(collapse.getSrc(), source);
        return all;
      })
      .Case([&](tensor::ReshapeOp reshape) {
        auto sizes = reshape.getShape().getDefiningOp<tensor::FromElementsOp>();
        return sizes ? getSizeOrUnknown(sizes.getElements()[dim])
                     : getUnknown(tensor, dim);
      })
      .Case([&](DestinationStyleOpInterface destination) {
        return getDim(
            destination.getTiedOpOperand(cast<OpResult>(tensor))->get(), dim);
      })
      .Default([&](Operation *) { return getUnknown(tensor, dim); });
}

std::optional<ProductSize> SizeReader::getSize(Value integer) {
  auto it = sizes.find(integer);
  if (it != sizes.end())
    return it->second;
  std::optional<ProductSize> size = readSize(integer);
  sizes[integer] = size;
  return size;
}

/// Whether a condition is that a value is negative; then returns the value.
static Value getTestedForNegative(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      !matchPattern(compare.getRhs(), m_Zero()))
    return Value();
  return compare.getLhs();
}

std::optional<ProductSize> SizeReader::readSize(Value integer) {
  APInt constant;
  if (matchPattern(integer, m_ConstantInt(&constant))) {
    if (constant.isNegative())
      return std::nullopt;
    return getNumber(constant.getSExtValue());
  }
  Operation *op = integer.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!index || !isa<RankedTensorType>(dim.getSource().getType()))
      return std::nullopt;
    return getDim(dim.getSource(), *index);
  }
  if (isa<arith::IndexCastOp>(op))
    return getSize(op->getOperand(0));
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    Value tested = getTestedForNegative(select.getCondition());
    return tested && getSize(tested) ? getSize(select.getFalseValue())
                                     : std::nullopt;
  }
  if (!isa<arith::MulIOp, arith::DivSIOp>(op))
    return std::nullopt;
  std::optional<ProductSize> one = getSize(op->getOperand(0)),
                             other = getSize(op->getOperand(1));
  if (!one || !other)
    return std::nullopt;
  return isa<arith::MulIOp>(op) ? *one * *other : divide(*one, *other);
}
