//===- ContractionViews.cpp - Operands viewed as matrices -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionViews.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// The groups of a collapse that leaves out dimensions that are added later.
static SmallVector<ReassociationIndices> getCollapsed(const OperandView &view) {
  SmallVector<ReassociationIndices> groups;
  llvm::copy_if(view.groups, std::back_inserter(groups),
                [](auto &group) { return !group.empty(); });
  return groups;
}

/// The groups of the expansion that adds them: each joins the dimension behind
/// it, or the last one before.
static SmallVector<ReassociationIndices> getExpanded(const OperandView &view) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices open;
  for (auto [dim, group] : llvm::enumerate(view.groups)) {
    open.push_back(dim);
    if (group.empty())
      continue;
    groups.push_back(open);
    open.clear();
  }
  if (!groups.empty())
    llvm::append_range(groups.back(), open);
  return groups;
}

/// The shape of the matmul's operand, from that of what is collapsed to.
static SmallVector<int64_t> getExpandedShape(ArrayRef<int64_t> collapsed,
                                             const OperandView &view) {
  SmallVector<int64_t> shape;
  for (const ReassociationIndices &group : view.groups) {
    shape.push_back(group.empty() ? 1 : collapsed.front());
    if (!group.empty())
      collapsed = collapsed.drop_front();
  }
  return shape;
}

static Value createTranspose(OpBuilder &builder, Location loc, Value value,
                             ArrayRef<int64_t> permutation,
                             bool isCopied = true) {
  if (!isCopied && isa<RankedTensorType>(value.getType()))
    return tile::PermuteOp::create(builder, loc, value, permutation);
  if (isa<MemRefType>(value.getType()))
    return memref::TransposeOp::create(
        builder, loc, value,
        AffineMapAttr::get(
            AffineMap::getPermutationMap(permutation, builder.getContext())));
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes =
      applyPermutation(tensor::getMixedSizes(builder, loc, value), permutation);
  Value empty =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  return linalg::TransposeOp::create(builder, loc, value, empty, permutation)
      ->getResult(0);
}

static Value createCollapse(OpBuilder &builder, Location loc, Value value,
                            ArrayRef<ReassociationIndices> groups) {
  if (isa<MemRefType>(value.getType()))
    return memref::CollapseShapeOp::create(builder, loc, value, groups);
  return builder.createOrFold<tensor::CollapseShapeOp>(loc, value, groups);
}

static Value createExpand(OpBuilder &builder, Location loc, Value value,
                          ArrayRef<int64_t> shape,
                          ArrayRef<ReassociationIndices> groups) {
  if (isa<MemRefType>(value.getType()))
    return memref::ExpandShapeOp::create(builder, loc, shape, value, groups);
  return builder.createOrFold<tensor::ExpandShapeOp>(
      loc, cast<RankedTensorType>(value.getType()).clone(shape), value, groups);
}

static Value createCast(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  if (value.getType() == type)
    return value;
  if (isa<MemRefType>(type))
    return memref::CastOp::create(builder, loc, type, value);
  return tensor::CastOp::create(builder, loc, type, value);
}

//===----------------------------------------------------------------------===//
// Views and results
//===----------------------------------------------------------------------===//

Value autotune::createView(OpBuilder &builder, Location loc, Value value,
                           ShapedType type, const OperandView &view) {
  if (view.isIdentity())
    return value;
  value = createCast(builder, loc, value, type);
  if (!view.permutation.empty())
    value =
        createTranspose(builder, loc, value, view.permutation, view.isCopied);
  if (view.collapses())
    value = createCollapse(builder, loc, value, getCollapsed(view));
  if (view.expands())
    value = createExpand(
        builder, loc, value,
        getExpandedShape(cast<ShapedType>(value.getType()).getShape(), view),
        getExpanded(view));
  return value;
}

/// The shape of the view of a static shape.
static SmallVector<int64_t> getViewedShape(ArrayRef<int64_t> shape,
                                           const OperandView &view) {
  SmallVector<int64_t> permuted(shape);
  if (!view.permutation.empty())
    permuted = applyPermutation(shape, view.permutation);
  SmallVector<int64_t> viewed;
  for (const ReassociationIndices &group : view.groups) {
    viewed.push_back(1);
    for (int64_t dim : group)
      viewed.back() *= permuted[dim];
  }
  return viewed;
}

static Value createEmptyOrView(OpBuilder &builder, Location loc, Value value,
                               ShapedType type, const OperandView &view) {
  if (value.getDefiningOp<tensor::EmptyOp>() && type.hasStaticShape())
    return tensor::EmptyOp::create(builder, loc,
                                   getViewedShape(type.getShape(), view),
                                   type.getElementType());
  return createView(builder, loc, value, type, view);
}

Value autotune::createInitView(OpBuilder &builder, Location loc, Value value,
                               ShapedType type, const OperandView &view) {
  if (view.isIdentity())
    return value;
  if (auto fill = value.getDefiningOp<linalg::FillOp>()) {
    // One fill is enough; where nothing is reached they may go round.
    Value filled =
        createEmptyOrView(builder, loc, fill.getOutputs()[0], type, view);
    return linalg::FillOp::create(builder, fill.getLoc(), fill.getInputs(),
                                  filled)
        .getResult(0);
  }
  return createEmptyOrView(builder, loc, value, type, view);
}

Value autotune::createResult(OpBuilder &builder, Location loc, Value product,
                             Value like, Type result, ShapedType type,
                             const OperandView &view) {
  if (view.isIdentity())
    return product;
  if (view.expands())
    product = createCollapse(builder, loc, product, getExpanded(view));
  SmallVector<int64_t> permuted(type.getShape());
  if (!view.permutation.empty())
    permuted = applyPermutation(type.getShape(), view.permutation);
  if (view.collapses()) {
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] : llvm::enumerate(permuted)) {
      int64_t source = view.permutation.empty() ? dim : view.permutation[dim];
      sizes.push_back(ShapedType::isStatic(size)
                          ? OpFoldResult(builder.getIndexAttr(size))
                          : tensor::getMixedSize(builder, loc, like, source));
    }
    product = tensor::ExpandShapeOp::create(builder, loc, type.clone(permuted),
                                            product, getCollapsed(view), sizes);
  }
  if (!view.permutation.empty())
    product = createTranspose(builder, loc, product,
                              invertPermutationVector(view.permutation));
  return createCast(builder, loc, product, result);
}

bool autotune::isView(Operation *op) {
  return isa<linalg::FillOp, linalg::TransposeOp, tensor::EmptyOp,
             tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tile::PermuteOp>(op);
}
