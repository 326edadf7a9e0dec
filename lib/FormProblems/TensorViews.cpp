//===- TensorViews.cpp - Tensors in another order or shape ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/TensorViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::autotune;

Value autotune::createTransposed(ImplicitLocOpBuilder &b, Value value,
                                 ArrayRef<int64_t> order) {
  if (llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
    return value;
  SmallVector<OpFoldResult> ordered,
      sizes = tensor::getMixedSizes(b, b.getLoc(), value);
  for (int64_t dim : order)
    ordered.push_back(sizes[dim]);
  // Only dimensions of one element change their place.
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> moved(order);
  llvm::erase_if(moved, [&](int64_t dim) { return type.getDimSize(dim) == 1; });
  if (type.hasStaticShape() && llvm::is_sorted(moved)) {
    Value flat = createGrouped(b, value, {type.getRank()});
    return createUngrouped(b, flat, ordered, {type.getRank()});
  }
  // Groups of dimensions that follow each other, in the order of the result.
  SmallVector<std::pair<int64_t, int64_t>> groups;
  for (auto [place, dim] : llvm::enumerate(order)) {
    if (place && dim == order[place - 1] + 1)
      ++groups.back().second;
    else
      groups.push_back({dim, 1});
  }
  SmallVector<int64_t> counts, merged, mergedOrder;
  for (auto [dim, count] : groups)
    counts.push_back(count);
  SmallVector<std::pair<int64_t, int64_t>> sorted(groups);
  llvm::sort(sorted);
  for (auto [dim, count] : sorted)
    merged.push_back(count);
  for (const auto &group : groups)
    mergedOrder.push_back(llvm::find(sorted, group) - sorted.begin());
  Value grouped = createGrouped(b, value, merged);
  SmallVector<OpFoldResult> ofGroups,
      all = tensor::getMixedSizes(b, b.getLoc(), grouped);
  for (int64_t group : mergedOrder)
    ofGroups.push_back(all[group]);
  Value empty =
      tensor::EmptyOp::create(b, ofGroups, getElementTypeOrSelf(value));
  Value transposed = linalg::TransposeOp::create(b, grouped, empty, mergedOrder)
                         .getResult()[0];
  return createUngrouped(b, transposed, ordered, counts);
}

/// The dimensions of each group, without those of groups that have none.
static SmallVector<ReassociationIndices> getGroups(ArrayRef<int64_t> counts) {
  SmallVector<ReassociationIndices> groups;
  int64_t next = 0;
  for (int64_t count : counts) {
    if (count == 0)
      continue;
    ReassociationIndices &group = groups.emplace_back();
    for (int64_t i = 0; i < count; ++i)
      group.push_back(next++);
  }
  return groups;
}

/// For each dimension of a tensor its group of dimensions in another one that
/// has dimensions of size 1 where `counts` is 0.
static SmallVector<ReassociationIndices>
getUnitGroups(ArrayRef<int64_t> counts) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices waiting;
  for (auto [dim, count] : llvm::enumerate(counts)) {
    waiting.push_back(dim);
    if (count == 0)
      continue;
    groups.push_back(std::move(waiting));
    waiting.clear();
  }
  if (!groups.empty())
    llvm::append_range(groups.back(), waiting);
  return groups;
}

Value autotune::createGrouped(ImplicitLocOpBuilder &b, Value value,
                              ArrayRef<int64_t> counts) {
  SmallVector<ReassociationIndices> groups = getGroups(counts);
  if (llvm::any_of(counts, [](int64_t count) { return count > 1; }))
    value = tensor::CollapseShapeOp::create(b, value, groups);
  if (!llvm::is_contained(counts, 0))
    return value;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), value);
  SmallVector<OpFoldResult> all;
  auto next = sizes.begin();
  SmallVector<int64_t> shape;
  for (int64_t count : counts)
    all.push_back(count ? *next++ : OpFoldResult(b.getIndexAttr(1)));
  for (OpFoldResult size : all)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return tensor::ExpandShapeOp::create(
      b, RankedTensorType::get(shape, getElementTypeOrSelf(value)), value,
      getUnitGroups(counts), all);
}

Value autotune::createUngrouped(ImplicitLocOpBuilder &b, Value value,
                                ArrayRef<OpFoldResult> sizes,
                                ArrayRef<int64_t> counts) {
  if (llvm::is_contained(counts, 0)) {
    SmallVector<ReassociationIndices> groups = getUnitGroups(counts);
    value = tensor::CollapseShapeOp::create(b, value, groups);
  }
  if (llvm::none_of(counts, [](int64_t count) { return count > 1; }))
    return value;
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return tensor::ExpandShapeOp::create(
      b, RankedTensorType::get(shape, getElementTypeOrSelf(value)), value,
      getGroups(counts), sizes);
}

Value autotune::createPaddedTo(ImplicitLocOpBuilder &b, Value value,
                               ArrayRef<int64_t> sizes) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == sizes)
    return value;
  SmallVector<OpFoldResult> low(type.getRank(), b.getIndexAttr(0)), high;
  for (auto [size, had] : llvm::zip_equal(sizes, type.getShape()))
    high.push_back(b.getIndexAttr(size - had));
  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
  return tensor::PadOp::create(b, /*result=*/Type(), value, low, high, zero);
}
