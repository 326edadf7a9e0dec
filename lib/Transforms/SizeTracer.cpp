//===- SizeTracer.cpp - Where sizes come from -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's ValueBoundsConstraintSet has linear constraints. The rows of a
// collapsed batch of sequences are a product, so ranges are computed here.
//
//===----------------------------------------------------------------------===//

#include "SizeTracer.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;

/// Operations that follow each other; more are not traced, for the stack.
static constexpr unsigned kMostSteps = 2000;

/// If facts contradict each other, the first one counts.
static void refine(ExpectedSize &size, const ExpectedSize &other) {
  ExpectedSize both = size.intersect(other);
  if (!both.range.isEmpty())
    size = both;
}

static ExpectedSize getOfArgument(BlockArgument argument, int64_t dim) {
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return {};
  auto dims = function.getArgAttrOfType<DimsAttr>(argument.getArgNumber(),
                                                  kSizesAttrName);
  return dims ? dims.getExpected(dim) : ExpectedSize();
}

ExpectedSize SizeTracer::traceDim(Value shaped, int64_t dim) {
  auto type = dyn_cast<ShapedType>(shaped.getType());
  if (!type || !type.hasRank() || depth >= kMostSteps)
    return {};
  if (!type.isDynamicDim(unsigned(dim)))
    return ExpectedSize::exactly(type.getDimSize(unsigned(dim)));
  auto [it, isNew] = known.try_emplace({shaped, dim});
  if (!isNew)
    return it->second;
  ++depth;
  auto argument = dyn_cast<BlockArgument>(shaped);
  ExpectedSize size = argument ? getOfArgument(argument, dim)
                               : traceResult(cast<OpResult>(shaped), dim);
  --depth;
  known[{shaped, dim}] = size;
  return size;
}

/// A dimension of a result is that of its init, and of everything that has the
/// same loop.
ExpectedSize SizeTracer::traceInit(DestinationStyleOpInterface op,
                                   OpResult result, int64_t dim) {
  OpOperand *init = op.getTiedOpOperand(result);
  ExpectedSize size = traceDim(init->get(), dim);
  auto loops = dyn_cast<linalg::LinalgOp>(op.getOperation());
  if (!loops)
    return size;
  AffineExpr loop = loops.getMatchingIndexingMap(init).getResult(unsigned(dim));
  for (OpOperand &operand : op->getOpOperands())
    for (auto [place, expr] :
         llvm::enumerate(loops.getMatchingIndexingMap(&operand).getResults()))
      if (&operand != init && isa<AffineDimExpr>(expr) && expr == loop)
        refine(size, traceDim(operand.get(), int64_t(place)));
  return size;
}

template <typename CollapseOp>
ExpectedSize SizeTracer::traceCollapsed(CollapseOp op, int64_t dim) {
  ExpectedSize size = ExpectedSize::exactly(1);
  ReassociationIndices parts = op.getReassociationIndices()[size_t(dim)];
  for (int64_t part : parts)
    size = size.times(traceDim(op.getSrc(), part));
  return size;
}

/// A part of a dimension, by its own size, and by the whole where all other
/// parts are known.
template <typename ExpandOp>
ExpectedSize SizeTracer::traceExpanded(ExpandOp op, int64_t dim) {
  ExpectedSize size = traceIndex(op.getMixedOutputShape()[size_t(dim)]);
  ShapedType type = op.getResultType();
  for (auto [whole, parts] : llvm::enumerate(op.getReassociationIndices())) {
    if (!llvm::is_contained(parts, dim))
      continue;
    int64_t others = 1;
    for (int64_t part : parts)
      if (part != dim)
        others = type.isDynamicDim(unsigned(part))
                     ? 0
                     : others * type.getDimSize(unsigned(part));
    if (others > 0)
      refine(size, traceDim(op.getSrc(), int64_t(whole)).dividedBy(others));
  }
  return size;
}

template <typename SliceOp>
ExpectedSize SizeTracer::traceSlice(SliceOp op, int64_t dim) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [place, size] : llvm::enumerate(op.getMixedSizes()))
    if (!dropped[unsigned(place)] && dim-- == 0)
      return traceIndex(size);
  return {};
}

ExpectedSize SizeTracer::traceResult(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return traceInit(destination, result, dim);
  // Sizes of values of the same shape, such as those of tensors in arith.
  if (OpTrait::hasElementwiseMappableTraits(op)) {
    ExpectedSize size;
    for (Value operand : op->getOperands())
      if (isa<ShapedType>(operand.getType()))
        refine(size, traceDim(operand, dim));
    return size;
  }
  return llvm::TypeSwitch<Operation *, ExpectedSize>(op)
      .Case<tensor::CastOp, memref::CastOp>([&](auto cast) {
        auto type = llvm::cast<ShapedType>(cast.getSource().getType());
        return type.hasRank() ? traceDim(cast.getSource(), dim)
                              : ExpectedSize();
      })
      .Case<tensor::EmptyOp, memref::AllocOp>([&](auto empty) {
        return traceIndex(empty.getMixedSizes()[size_t(dim)]);
      })
      .Case<tensor::CollapseShapeOp, memref::CollapseShapeOp>(
          [&](auto collapse) { return traceCollapsed(collapse, dim); })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>(
          [&](auto expand) { return traceExpanded(expand, dim); })
      .Case<tensor::ExtractSliceOp, memref::SubViewOp>(
          [&](auto slice) { return traceSlice(slice, dim); })
      .Case([&](tile::PermuteOp permute) {
        return traceDim(permute.getSource(), permute.getOrder()[size_t(dim)]);
      })
      .Default(ExpectedSize());
}

ExpectedSize SizeTracer::traceIndex(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return ExpectedSize::exactly(*constant);
  Operation *op = cast<Value>(size).getDefiningOp();
  if (!op || depth >= kMostSteps)
    return {};
  auto [it, isNew] = knownIndices.try_emplace(cast<Value>(size));
  if (!isNew)
    return it->second;
  ++depth;
  ExpectedSize traced = traceComputed(op);
  --depth;
  knownIndices[cast<Value>(size)] = traced;
  return traced;
}

/// The value of an operation of integers.
ExpectedSize SizeTracer::traceComputed(Operation *op) {
  auto getOperand = [&](unsigned number) {
    return traceIndex(op->getOperand(number));
  };
  return llvm::TypeSwitch<Operation *, ExpectedSize>(op)
      .Case<tensor::DimOp, memref::DimOp>([&](auto dim) {
        std::optional<int64_t> number = dim.getConstantIndex();
        auto type = cast<ShapedType>(dim.getSource().getType());
        bool isKnown = number && type.hasRank() && *number < type.getRank();
        return isKnown ? traceDim(dim.getSource(), *number) : ExpectedSize();
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>(
          [&](auto) { return getOperand(0); })
      .Case([&](arith::AddIOp) { return getOperand(0).plus(getOperand(1)); })
      .Case([&](arith::MulIOp) { return getOperand(0).times(getOperand(1)); })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>([&](auto) {
        std::optional<int64_t> by = getConstantIntValue(op->getOperand(1));
        return by ? getOperand(0).flooredBy(*by) : ExpectedSize();
      })
      .Default(ExpectedSize());
}
