//===- ReorderWeights.cpp - Weights in the order of threads ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/FactName.h"
#include "mlir-autotune/Dialect/Autotune/OnceName.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEREORDERWEIGHTS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static bool canReorder(RankedTensorType type) {
  return type && type.getRank() == 2 && type.hasStaticShape() &&
         !type.getEncoding() && type.getElementType().isSignlessInteger(4) &&
         type.getNumElements() != 0 &&
         type.getDimSize(1) % cuda::kReorderedK == 0;
}

/// A config that was attached is for the order as it is.
static bool isProduct(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && linalg::isaContractionOpInterface(op) &&
         !op->hasAttr(kConfigAttrName) && !op->hasAttr(kFactAttrName);
}

/// Whether the operation makes elements of which each depends on one of its
/// operand's, as a dequantization does.
static bool isElementwise(Operation *op) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp ? linalgOp.hasPureTensorSemantics() &&
                        linalgOp.getNumReductionLoops() == 0
                  : OpTrait::hasElementwiseMappableTraits(op);
}

/// Whether a product multiplies the value, or what is computed from it.
static bool isMultiplied(Value weight) {
  llvm::SetVector<Operation *> users(weight.user_begin(), weight.user_end());
  for (size_t i = 0; i < users.size(); ++i) {
    Operation *user = users[i];
    auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
    if (linalgOp && isProduct(linalgOp))
      return true;
    if (isElementwise(user))
      users.insert(user->user_begin(), user->user_end());
  }
  return false;
}

namespace {
struct ReorderWeights
    : public autotune::impl::AutotuneReorderWeightsBase<ReorderWeights> {
  using AutotuneReorderWeightsBase::AutotuneReorderWeightsBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
    int64_t bytesLeft = maxBytes;
    for (BlockArgument weight : function.getArguments()) {
      auto type = dyn_cast<RankedTensorType>(weight.getType());
      if (!function.getArgAttr(weight.getArgNumber(), kFrozenAttrName) ||
          !canReorder(type) || !isMultiplied(weight) ||
          llvm::any_of(weight.getUsers(), llvm::IsaPred<tile::ReorderOp>))
        continue;
      int64_t bytes = type.getNumElements() / 2;
      if (bytes > bytesLeft)
        continue;
      bytesLeft -= bytes;
      auto reordered = tile::ReorderOp::create(b, weight.getLoc(), weight);
      weight.replaceAllUsesExcept(reordered, reordered);
      ++numReordered;
      reorderedBytes += bytes;
    }
  }
};
} // namespace
