//===- SizeOrigin.cpp - Which sizes are the same --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeOrigin.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;

static std::optional<SizeOrigin> toDimension(Value shaped, int64_t dim) {
  auto type = dyn_cast<ShapedType>(shaped.getType());
  if (!type || !type.hasRank() || dim < 0 || dim >= type.getRank() ||
      !type.isDynamicDim(unsigned(dim)))
    return std::nullopt;
  return SizeOrigin{shaped, dim};
}

static std::optional<SizeOrigin> toInteger(OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  if (!value)
    return std::nullopt;
  return SizeOrigin{value, SizeOrigin::kInteger};
}

/// The only part of a group whose size is not 1.
static std::optional<int64_t> getOnlyPart(ShapedType type,
                                          ArrayRef<int64_t> parts) {
  std::optional<int64_t> only;
  for (int64_t part : parts) {
    if (type.getDimSize(unsigned(part)) == 1)
      continue;
    if (only)
      return std::nullopt;
    only = part;
  }
  return only;
}

template <typename CollapseOp>
static std::optional<SizeOrigin> stepCollapsed(CollapseOp op, int64_t dim) {
  std::optional<int64_t> part =
      getOnlyPart(op.getSrcType(), op.getReassociationIndices()[size_t(dim)]);
  return part ? toDimension(op.getSrc(), *part) : std::nullopt;
}

template <typename ExpandOp>
static std::optional<SizeOrigin> stepExpanded(ExpandOp op, int64_t dim) {
  for (auto [whole, parts] : llvm::enumerate(op.getReassociationIndices()))
    if (llvm::is_contained(parts, dim) &&
        getOnlyPart(op.getResultType(), parts) == dim)
      return toDimension(op.getSrc(), int64_t(whole));
  return toInteger(op.getMixedOutputShape()[size_t(dim)]);
}

template <typename SliceOp>
static std::optional<SizeOrigin> stepSlice(SliceOp op, int64_t dim) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [place, size] : llvm::enumerate(op.getMixedSizes()))
    if (!dropped[unsigned(place)] && dim-- == 0)
      return toInteger(size);
  return std::nullopt;
}

/// What a dimension of a result equals.
static std::optional<SizeOrigin> stepResult(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return toDimension(destination.getTiedOpOperand(result)->get(), dim);
  if (OpTrait::hasElementwiseMappableTraits(op)) {
    for (Value operand : op->getOperands())
      if (isa<ShapedType>(operand.getType()))
        return toDimension(operand, dim);
    return std::nullopt;
  }
  return llvm::TypeSwitch<Operation *, std::optional<SizeOrigin>>(op)
      .Case<tensor::CastOp, memref::CastOp>(
          [&](auto cast) { return toDimension(cast.getSource(), dim); })
      .Case<tensor::EmptyOp, memref::AllocOp>([&](auto empty) {
        return toInteger(empty.getMixedSizes()[size_t(dim)]);
      })
      .Case<tensor::CollapseShapeOp, memref::CollapseShapeOp>(
          [&](auto collapse) { return stepCollapsed(collapse, dim); })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>(
          [&](auto expand) { return stepExpanded(expand, dim); })
      .Case<tensor::ExtractSliceOp, memref::SubViewOp>(
          [&](auto slice) { return stepSlice(slice, dim); })
      .Case([&](tile::PermuteOp permute) {
        return toDimension(permute.getSource(),
                           permute.getOrder()[size_t(dim)]);
      })
      .Default(std::nullopt);
}

/// What an integer equals.
static std::optional<SizeOrigin> stepInteger(Value value) {
  Operation *op = value.getDefiningOp();
  return llvm::TypeSwitch<Operation *, std::optional<SizeOrigin>>(op)
      .Case<tensor::DimOp, memref::DimOp>(
          [&](auto dim) -> std::optional<SizeOrigin> {
            std::optional<int64_t> number = dim.getConstantIndex();
            return number ? toDimension(dim.getSource(), *number)
                          : std::nullopt;
          })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>(
          [&](auto cast) { return toInteger(OpFoldResult(cast.getIn())); })
      .Default(std::nullopt);
}

SizeOrigin autotune::traceOrigin(Value shaped, int64_t dim) {
  // Regions that are graphs may have cycles.
  constexpr unsigned kMostFollowed = 2000;
  SizeOrigin origin{shaped, dim};
  for (unsigned step = 0; step < kMostFollowed; ++step) {
    auto result = dyn_cast<OpResult>(origin.value);
    if (!result)
      break;
    std::optional<SizeOrigin> next = origin.dim == SizeOrigin::kInteger
                                         ? stepInteger(result)
                                         : stepResult(result, origin.dim);
    if (!next)
      break;
    origin = *next;
  }
  return origin;
}
