//===- ResolveExpandShapes.cpp - What upstream's lowering can't expand ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNERESOLVEEXPANDSHAPES
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static bool hasUnknownGroup(memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  return llvm::any_of(op.getReassociationIndices(), [&](auto &group) {
    return llvm::count_if(
               group, [&](int64_t dim) { return type.isDynamicDim(dim); }) > 1;
  });
}

/// Multiplies in index, constants at compile time.
static OpFoldResult multiply(OpBuilder &builder, Location loc,
                             OpFoldResult left, OpFoldResult right) {
  std::optional<int64_t> a = getConstantIntValue(left);
  std::optional<int64_t> b = getConstantIntValue(right);
  if (a && b)
    return builder.getIndexAttr(*a * *b);
  return arith::MulIOp::create(
             builder, loc, getValueOrCreateConstantIndexOp(builder, loc, left),
             getValueOrCreateConstantIndexOp(builder, loc, right))
      .getResult();
}

static void resolve(memref::ExpandShapeOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto source =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  SmallVector<OpFoldResult> sourceStrides = source.getConstifiedMixedStrides();
  for (auto [group, stride] :
       llvm::zip(op.getReassociationIndices(), sourceStrides)) {
    OpFoldResult next = stride;
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = next;
      if (dim != group.front())
        next = multiply(builder, loc, next, sizes[dim]);
    }
  }
  // What the type knows has to be said as it does.
  SmallVector<int64_t> known;
  int64_t knownOffset;
  if (failed(op.getResultType().getStridesAndOffset(known, knownOffset)))
    return;
  OpFoldResult offset = source.getConstifiedMixedOffset();
  if (ShapedType::isStatic(knownOffset))
    offset = builder.getIndexAttr(knownOffset);
  for (auto [stride, value] : llvm::zip(strides, known))
    if (ShapedType::isStatic(value))
      stride = builder.getIndexAttr(value);
  Value cast = memref::ReinterpretCastOp::create(
      builder, loc, op.getResultType(), op.getSrc(), offset, sizes, strides);
  op->replaceAllUsesWith(ValueRange(cast));
  op->erase();
}

namespace {
struct ResolveExpandShapes
    : public autotune::impl::AutotuneResolveExpandShapesBase<
          ResolveExpandShapes> {
  void runOnOperation() override {
    SmallVector<memref::ExpandShapeOp> expansions;
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (hasUnknownGroup(op))
        expansions.push_back(op);
    });
    for (memref::ExpandShapeOp op : expansions)
      resolve(op);
  }
};
} // namespace
