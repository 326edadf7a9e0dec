//===- AttentionViews.cpp - Tensors as an attention reads them ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionViews.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::autotune;

SmallVector<Axis> autotune::getViewAxes(const MatchedTensor &tensor,
                                        ArrayRef<Axis> needed) {
  SmallVector<Axis> axes;
  for (const Place &place : tensor.places)
    llvm::append_range(axes, place);
  for (Axis axis : needed)
    if (!llvm::is_contained(axes, axis))
      axes.push_back(axis);
  return axes;
}

/// The sizes of a dimension's axes. What its type says of the dimension holds
/// for an axis of unknown size, too.
static SmallVector<int64_t> getAxisSizes(const ElementGraph &graph,
                                         const Place &place, int64_t dimSize) {
  SmallVector<int64_t> sizes;
  int64_t known = 1;
  for (Axis axis : place) {
    const ProductSize &size = graph.getSize(axis);
    sizes.push_back(size.isStatic() ? size.number : ShapedType::kDynamic);
    known *= size.isStatic() ? size.number : 1;
  }
  for (int64_t &size : sizes)
    if (ShapedType::isDynamic(size) && ShapedType::isStatic(dimSize) &&
        known != 0)
      size = dimSize / known;
  return sizes;
}

namespace {
/// A shape that divides both a tensor and its view: the axes of each dimension,
/// and dimensions of one element for those that have none.
struct CommonShape {
  SmallVector<int64_t> sizes;
  /// Which of these dimensions a dimension of the tensor, and of the view,
  /// consists of.
  SmallVector<ReassociationIndices> ofTensor, ofView;
};
} // namespace

static CommonShape getCommonShape(const ElementGraph &graph,
                                  const MatchedTensor &tensor,
                                  ArrayRef<Axis> axes) {
  CommonShape shape;
  auto type = cast<RankedTensorType>(tensor.tensor.getType());
  size_t viewed = 0;
  for (auto [dim, place] : llvm::enumerate(tensor.places)) {
    ReassociationIndices &group = shape.ofTensor.emplace_back();
    for (int64_t size : getAxisSizes(graph, place, type.getDimSize(dim))) {
      group.push_back(shape.sizes.size());
      shape.ofView.push_back({int64_t(shape.sizes.size())});
      shape.sizes.push_back(size);
      ++viewed;
    }
    if (!place.empty())
      continue;
    group.push_back(shape.sizes.size());
    if (!shape.ofView.empty())
      shape.ofView.back().push_back(shape.sizes.size());
    shape.sizes.push_back(1);
  }
  // Dimensions of one element that the tensor lacks, or that lead it.
  if (viewed != 0)
    for (int64_t i = shape.ofView.front().front(); i-- > 0;)
      shape.ofView.front().insert(shape.ofView.front().begin(), i);
  for (; viewed < axes.size(); ++viewed) {
    ReassociationIndices &group = shape.ofView.emplace_back();
    // Without an axis, all of the tensor's dimensions have one element.
    if (shape.ofView.size() == 1)
      for (size_t i = 0; i < shape.sizes.size(); ++i)
        group.push_back(i);
    if (!group.empty())
      continue;
    group.push_back(shape.sizes.size());
    if (!shape.ofTensor.empty())
      shape.ofTensor.back().push_back(shape.sizes.size());
    shape.sizes.push_back(1);
  }
  return shape;
}

/// Expands a tensor to a shape, and collapses that to another one.
static Value reshapeThrough(ImplicitLocOpBuilder &b, Value value,
                            const CommonShape &shape,
                            ArrayRef<ReassociationIndices> from,
                            ArrayRef<ReassociationIndices> to) {
  auto type = cast<RankedTensorType>(value.getType());
  // A size that the type lacks may be known nevertheless, and the other way
  // round.
  SmallVector<int64_t> sizes;
  for (const ReassociationIndices &group : from) {
    int64_t &size = sizes.emplace_back(1);
    for (int64_t part : group)
      size = ShapedType::isDynamic(size) ||
                     ShapedType::isDynamic(shape.sizes[part])
                 ? ShapedType::kDynamic
                 : size * shape.sizes[part];
  }
  if (ArrayRef<int64_t>(sizes) != type.getShape())
    value = tensor::CastOp::create(b, type.clone(sizes), value);
  if (shape.sizes.size() != from.size()) {
    auto expanded = RankedTensorType::get(shape.sizes, type.getElementType());
    value = tensor::ExpandShapeOp::create(b, expanded, value, from);
  }
  if (shape.sizes.size() != to.size())
    value = tensor::CollapseShapeOp::create(b, value, to);
  return value;
}

Value autotune::createView(ImplicitLocOpBuilder &b, const ElementGraph &graph,
                           const MatchedTensor &tensor, ArrayRef<Axis> axes) {
  CommonShape shape = getCommonShape(graph, tensor, axes);
  return reshapeThrough(b, tensor.tensor, shape, shape.ofTensor, shape.ofView);
}

Value autotune::createResult(ImplicitLocOpBuilder &b, const ElementGraph &graph,
                             Value value, const MatchedTensor &tensor,
                             ArrayRef<Axis> axes) {
  CommonShape shape = getCommonShape(graph, tensor, axes);
  value = reshapeThrough(b, value, shape, shape.ofView, shape.ofTensor);
  if (value.getType() != tensor.tensor.getType())
    value = tensor::CastOp::create(b, tensor.tensor.getType(), value);
  return value;
}
