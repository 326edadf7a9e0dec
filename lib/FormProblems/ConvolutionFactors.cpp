//===- ConvolutionFactors.cpp - What is in front of a convolution ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionFactors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

Value ConvolutionFactor::create(ImplicitLocOpBuilder &b) const {
  if (groups.empty())
    return tensor;
  SmallVector<int64_t> sizes(shape);
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [group, size] : llvm::zip_equal(groups, type.getShape()))
    if (group.size() == 1)
      sizes[group.front()] = size;
  return tensor::ExpandShapeOp::create(
      b, RankedTensorType::get(sizes, type.getElementType()), tensor, groups);
}

/// Looks through padding with zeros along windows.
static bool peelPadding(ConvolutionFactor &factor) {
  auto pad = factor.tensor.getDefiningOp<tensor::PadOp>();
  if (!pad)
    return false;
  Value value = pad.getConstantPaddingValue();
  if (!value ||
      !(matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat())))
    return false;
  SmallVector<AffineExpr> indices(factor.indices);
  for (auto [dim, low, high] :
       llvm::enumerate(pad.getMixedLowPad(), pad.getMixedHighPad())) {
    std::optional<int64_t> before = getConstantIntValue(low);
    if (before == 0 && getConstantIntValue(high) == 0)
      continue;
    unsigned index = factor.groups.empty() ? dim : factor.groups[dim].front();
    if (!before || isa<AffineDimExpr>(indices[index]) ||
        (!factor.groups.empty() && factor.groups[dim].size() > 1))
      return false;
    indices[index] = indices[index] - *before;
  }
  factor.indices = std::move(indices);
  factor.tensor = pad.getSource();
  return true;
}

/// Looks through a division of dimensions if there is something behind it that
/// the problem can express, and remembers the division.
static bool peelDivision(ConvolutionFactor &factor) {
  auto expand = factor.tensor.getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !factor.groups.empty() || !expand.getSrc().getDefiningOp())
    return false;
  // The sizes of divided dimensions have to follow from the types.
  for (const ReassociationIndices &group : expand.getReassociationIndices())
    if (group.size() > 1 && llvm::count_if(group, [&](int64_t dim) {
                              return expand.getResultType().isDynamicDim(dim);
                            }) > 0)
      return false;
  factor.groups = expand.getReassociationIndices();
  llvm::append_range(factor.shape, expand.getResultType().getShape());
  factor.tensor = expand.getSrc();
  return true;
}

/// Looks through an operation that widens elements exactly, or transposes.
static bool peelElementwise(ConvolutionFactor &factor, bool narrows) {
  Operation *op = factor.tensor.getDefiningOp();
  if (isa_and_present<arith::ExtFOp, arith::ExtSIOp>(op)) {
    if (narrows)
      factor.tensor = op->getOperand(0);
    return narrows;
  }
  auto linalg = dyn_cast_if_present<linalg::LinalgOp>(op);
  if (!linalg || linalg.getNumDpsInputs() != 1 ||
      linalg.getNumDpsInits() != 1 || linalg.getNumReductionLoops() != 0 ||
      !linalg.hasPureTensorSemantics())
    return false;
  AffineMap from = linalg.getMatchingIndexingMap(linalg.getDpsInputOperand(0)),
            to = linalg.getMatchingIndexingMap(linalg.getDpsInitOperand(0));
  if (!from.isPermutation() || !to.isPermutation() ||
      (from != to && !factor.groups.empty()))
    return false;
  Value element = linalg.getBlock()->getTerminator()->getOperand(0);
  if (Operation *wide = element.getDefiningOp();
      narrows && isa_and_present<arith::ExtFOp, arith::ExtSIOp>(wide))
    element = wide->getOperand(0);
  if (element != linalg.getBlock()->getArgument(0))
    return false;
  if (from != to) {
    SmallVector<AffineExpr> indices;
    for (AffineExpr loop : from.getResults())
      indices.push_back(factor.indices[*to.getResultPosition(loop)]);
    factor.indices = std::move(indices);
  }
  factor.tensor = linalg.getDpsInputOperand(0)->get();
  return true;
}

ConvolutionFactor autotune::peelFactor(linalg::LinalgOp op, unsigned number,
                                       bool narrows) {
  OpOperand *operand = op.getDpsInputOperand(number);
  ConvolutionFactor factor;
  factor.tensor = operand->get();
  llvm::append_range(factor.indices,
                     op.getMatchingIndexingMap(operand).getResults());
  // What is divided is read divided if nothing else is behind the division.
  ConvolutionFactor last = factor;
  while (true) {
    if (peelPadding(factor) || peelElementwise(factor, narrows)) {
      last = factor;
      continue;
    }
    if (!peelDivision(factor))
      return last;
  }
}
