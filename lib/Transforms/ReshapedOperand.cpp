//===- ReshapedOperand.cpp - Operands of an operation in another shape ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshapedOperand.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

std::optional<Reshape> autotune::matchReshape(Operation *op) {
  Reshape reshape{op, Reshape::Kind::Cast, {}, {}, {}};
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    reshape.kind = Reshape::Kind::Expand;
    reshape.groups = expand.getReassociationIndices();
  } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    reshape.kind = Reshape::Kind::Collapse;
    reshape.groups = collapse.getReassociationIndices();
  } else if (!isa<tensor::CastOp>(op)) {
    return std::nullopt;
  }
  reshape.source = op->getOperand(0);
  reshape.result = op->getResult(0);
  auto source = dyn_cast<RankedTensorType>(reshape.source.getType());
  auto result = dyn_cast<RankedTensorType>(reshape.result.getType());
  if (!source || !result || source.getEncoding() || result.getEncoding())
    return std::nullopt;
  // A tensor of no dimensions has no groups.
  if (reshape.kind != Reshape::Kind::Cast && reshape.groups.empty())
    return std::nullopt;
  return reshape;
}

bool autotune::isInverse(const Reshape &reshape, const Reshape &other) {
  return other.source == reshape.result && reshape.kind != other.kind &&
         reshape.kind != Reshape::Kind::Cast &&
         other.kind != Reshape::Kind::Cast && reshape.groups == other.groups &&
         other.result.getType() == reshape.source.getType();
}

Value autotune::createReshape(OpBuilder &builder, Value source, Type type,
                              const Reshape &reshape) {
  Location loc = reshape.op->getLoc();
  auto own = cast<RankedTensorType>(reshape.result.getType())
                 .clone(getElementTypeOrSelf(type));
  Value result = source;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(reshape.op))
    result =
        tensor::ExpandShapeOp::create(builder, loc, own, source, reshape.groups,
                                      expand.getMixedOutputShape());
  else if (reshape.kind == Reshape::Kind::Collapse)
    result = tensor::CollapseShapeOp::create(builder, loc, own, source,
                                             reshape.groups);
  else
    return tensor::CastOp::create(builder, loc, type, source);
  return result.getType() == type
             ? result
             : tensor::CastOp::create(builder, loc, type, result).getResult();
}

/// Collapses an operand along the dimensions that a reshape has expanded: it
/// must have all that one became, but for those of size 1, or none of them.
static std::optional<ElementRead> collapseRead(OpBuilder &builder, Location loc,
                                               const ElementRead &read,
                                               const Reshape &reshape) {
  auto type = cast<RankedTensorType>(read.value.getType());
  auto shape = cast<RankedTensorType>(reshape.result.getType());
  ArrayRef<AffineExpr> results = read.map.getResults();
  // In order, so that those of a group are adjacent.
  int64_t before = -1;
  for (auto [index, expr] : llvm::enumerate(results)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim && type.getDimSize(index) != 1)
      return std::nullopt;
    if (dim && int64_t(dim.getPosition()) <= before)
      return std::nullopt;
    if (dim)
      before = dim.getPosition();
  }
  auto getLoop = [&](size_t index) -> std::optional<int64_t> {
    if (index >= results.size())
      return std::nullopt;
    auto dim = dyn_cast<AffineDimExpr>(results[index]);
    return dim ? std::optional<int64_t>(dim.getPosition()) : std::nullopt;
  };
  SmallVector<ReassociationIndices> groups;
  SmallVector<AffineExpr> kept;
  ReassociationIndices open;
  size_t next = 0;
  auto takeUnits = [&] {
    while (next < results.size() && !getLoop(next))
      open.push_back(next++);
  };
  for (auto [target, group] : llvm::enumerate(reshape.groups)) {
    bool isWhole = true, isAny = false;
    takeUnits();
    for (int64_t dim : group) {
      if (getLoop(next) == dim) {
        open.push_back(next++);
        isAny = true;
        takeUnits();
      } else {
        isWhole &= shape.getDimSize(dim) == 1;
      }
    }
    if (!isAny)
      continue;
    if (!isWhole)
      return std::nullopt;
    groups.push_back(open);
    open.clear();
    kept.push_back(builder.getAffineDimExpr(target));
  }
  // Units in front of nothing go with what is before them.
  if (!groups.empty())
    llvm::append_range(groups.back(), open);
  unsigned loops = cast<ShapedType>(reshape.source.getType()).getRank();
  ElementRead view{read.value,
                   AffineMap::get(loops, 0, kept, builder.getContext())};
  if (groups.size() != results.size())
    view.value = builder.createOrFold<tensor::CollapseShapeOp>(
        loc, read.value, ArrayRef<ReassociationIndices>(groups));
  return view;
}

/// Expands an operand along the dimensions that a reshape has collapsed.
static std::optional<ElementRead> expandRead(OpBuilder &builder, Location loc,
                                             const ElementRead &read,
                                             const Reshape &reshape) {
  auto type = cast<RankedTensorType>(read.value.getType());
  auto shape = cast<RankedTensorType>(reshape.source.getType());
  SmallVector<ReassociationIndices> groups;
  SmallVector<AffineExpr> indices;
  SmallVector<int64_t> expanded;
  SmallVector<OpFoldResult> sizes,
      known = tensor::getMixedSizes(builder, loc, reshape.source);
  for (auto [index, expr] : llvm::enumerate(read.map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    ReassociationIndices &group = groups.emplace_back();
    auto add = [&](int64_t size, OpFoldResult mixed, AffineExpr at) {
      group.push_back(expanded.size());
      expanded.push_back(size);
      sizes.push_back(mixed);
      indices.push_back(at);
    };
    if (!dim) {
      if (type.getDimSize(index) != 1)
        return std::nullopt;
      add(1, builder.getIndexAttr(1), builder.getAffineConstantExpr(0));
      continue;
    }
    const ReassociationIndices &parts = reshape.groups[dim.getPosition()];
    bool isDynamic = false;
    for (int64_t part : parts)
      isDynamic |= shape.isDynamicDim(part);
    if (parts.size() == 1) {
      int64_t size = type.getDimSize(index);
      add(size,
          ShapedType::isDynamic(size) ? known[parts[0]]
                                      : builder.getIndexAttr(size),
          builder.getAffineDimExpr(parts[0]));
      continue;
    }
    // Each type must say what the other one does.
    if (type.isDynamicDim(index) != isDynamic)
      return std::nullopt;
    for (int64_t part : parts)
      add(shape.getDimSize(part), known[part], builder.getAffineDimExpr(part));
  }
  ElementRead view{read.value, AffineMap::get(shape.getRank(), 0, indices,
                                              builder.getContext())};
  if (expanded.size() != groups.size())
    view.value = builder.createOrFold<tensor::ExpandShapeOp>(
        loc, type.clone(expanded), read.value,
        ArrayRef<ReassociationIndices>(groups), sizes);
  return view;
}

std::optional<ElementRead> autotune::reshapeRead(OpBuilder &builder,
                                                 Location loc,
                                                 const ElementRead &read,
                                                 const Reshape &reshape) {
  auto type = dyn_cast<RankedTensorType>(read.value.getType());
  unsigned loops = cast<ShapedType>(reshape.source.getType()).getRank();
  if (!type)
    return ElementRead{read.value,
                       AffineMap::get(loops, 0, builder.getContext())};
  if (!read.map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return std::nullopt;
  if (reshape.kind == Reshape::Kind::Cast)
    return read;
  return reshape.kind == Reshape::Kind::Expand
             ? collapseRead(builder, loc, read, reshape)
             : expandRead(builder, loc, read, reshape);
}
