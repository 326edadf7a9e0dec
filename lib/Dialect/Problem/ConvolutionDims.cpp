//===- ConvolutionDims.cpp - What the maps of a convolution say -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Problem/ConvolutionDims.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

std::optional<WindowExpr> problem::matchWindow(AffineExpr expr) {
  WindowExpr window;
  SmallVector<AffineExpr> terms = {expr};
  while (!terms.empty()) {
    AffineExpr term = terms.pop_back_val();
    if (auto constant = dyn_cast<AffineConstantExpr>(term)) {
      window.offset += constant.getValue();
      continue;
    }
    if (auto dim = dyn_cast<AffineDimExpr>(term)) {
      window.terms.push_back({dim.getPosition(), 1});
      continue;
    }
    auto binary = dyn_cast<AffineBinaryOpExpr>(term);
    if (!binary)
      return std::nullopt;
    if (binary.getKind() == AffineExprKind::Add) {
      terms.append({binary.getLHS(), binary.getRHS()});
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (binary.getKind() != AffineExprKind::Mul || !dim || !factor)
      return std::nullopt;
    window.terms.push_back({dim.getPosition(), factor.getValue()});
  }
  if (window.terms.size() != 2 || window.terms[0].dim == window.terms[1].dim ||
      window.terms[0].factor < 1 || window.terms[1].factor < 1)
    return std::nullopt;
  return window;
}

//===----------------------------------------------------------------------===//
// Kinds of dimensions
//===----------------------------------------------------------------------===//

std::optional<ConvolutionOp::DimKind> ConvolutionOp::findDimKind(unsigned dim) {
  AffineMap ofX = getMap(0);
  bool x = ofX.isFunctionOfDim(dim), f = getMap(1).isFunctionOfDim(dim),
       y = getMapOfY().isFunctionOfDim(dim);
  bool isPlain =
      llvm::is_contained(ofX.getResults(), getAffineDimExpr(dim, getContext()));
  if (x && f && y)
    return isPlain ? std::optional(DimKind::Group) : std::nullopt;
  if (x && y)
    return isPlain ? DimKind::Batch : DimKind::Output;
  if (x && f)
    return isPlain ? DimKind::Channel : DimKind::Window;
  if (f && y)
    return DimKind::Filter;
  return std::nullopt;
}

unsigned ConvolutionOp::getFirstDim(DimKind kind) {
  unsigned dim = 0;
  while (dim < getNumDims() && findDimKind(dim) < kind)
    ++dim;
  return dim;
}

unsigned ConvolutionOp::getNumDims(DimKind kind) {
  unsigned first = getFirstDim(kind), dim = first;
  while (dim < getNumDims() && findDimKind(dim) == kind)
    ++dim;
  return dim - first;
}

int64_t ConvolutionOp::getSize(unsigned dim) {
  for (auto [number, operand] : llvm::enumerate((*this)->getOperands()))
    for (auto [index, size] :
         llvm::zip_equal(getMap(number).getResults(),
                         cast<ShapedType>(operand.getType()).getShape()))
      if (index == getAffineDimExpr(dim, getContext()) &&
          ShapedType::isStatic(size))
        return size;
  return ShapedType::kDynamic;
}

int64_t ConvolutionOp::getNumElements(DimKind kind) {
  int64_t all = 1;
  unsigned first = getFirstDim(kind);
  for (unsigned dim = first, end = first + getNumDims(kind); dim < end; ++dim) {
    int64_t size = getSize(dim);
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    all *= size;
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

unsigned ConvolutionOp::getXDim(unsigned spatial) {
  unsigned output = getOutputDim(spatial), dim = 0;
  while (!getMap(0).getResult(dim).isFunctionOfDim(output))
    ++dim;
  return dim;
}

/// What the position of a spatial dimension of X is.
static WindowExpr getWindow(ConvolutionOp op, unsigned spatial) {
  return *matchWindow(op.getMap(0).getResult(op.getXDim(spatial)));
}

int64_t ConvolutionOp::getStride(unsigned spatial) {
  return getWindow(*this, spatial).getFactor(getOutputDim(spatial));
}

int64_t ConvolutionOp::getDilation(unsigned spatial) {
  return getWindow(*this, spatial).getFactor(getWindowDim(spatial));
}

int64_t ConvolutionOp::getPaddingLow(unsigned spatial) {
  return -getWindow(*this, spatial).offset;
}

int64_t ConvolutionOp::getPaddingHigh(unsigned spatial) {
  int64_t outputs = getSize(getOutputDim(spatial)),
          window = getSize(getWindowDim(spatial)),
          elements =
              cast<ShapedType>(getX().getType()).getDimSize(getXDim(spatial));
  if (ShapedType::isDynamic(outputs) || ShapedType::isDynamic(window) ||
      ShapedType::isDynamic(elements))
    return ShapedType::kDynamic;
  return (outputs - 1) * getStride(spatial) +
         (window - 1) * getDilation(spatial) + 1 - getPaddingLow(spatial) -
         elements;
}
