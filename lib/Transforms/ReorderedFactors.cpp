//===- ReorderedFactors.cpp - Copies of weights in another order ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The copies are of bytes: code of upstream's that allocates them, or keeps
// them, has a byte for each integer of 4 bits.
//
//===----------------------------------------------------------------------===//

#include "ReorderedFactors.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;

LogicalResult ReorderedFactors::create(Operation *problem,
                                       KernelModules &kernels,
                                       const TargetInfo &target) {
  for (Value operand : problem->getOperands()) {
    auto reorder = operand.getDefiningOp<tile::ReorderOp>();
    if (!reorder || copies.contains(operand))
      continue;
    FailureOr<SymbolRefAttr> kernel = kernels.getReorderKernel(problem, target);
    if (failed(kernel))
      return failure();
    OpBuilder b(problem->getContext());
    b.setInsertionPointAfter(reorder);
    auto type = cast<RankedTensorType>(operand.getType());
    Value bytes = tensor::EmptyOp::create(
        b, reorder.getLoc(), {type.getDimSize(0), type.getDimSize(1) / 2},
        b.getI8Type());
    auto launch = tile::LaunchOp::create(
        b, reorder.getLoc(), bytes.getType(), *kernel, reorder.getSource(),
        bytes, /*extras=*/ValueRange(), b.getI64IntegerAttr(target.sms),
        /*columns=*/IntegerAttr());
    copies[operand] = launch->getResult(0);
  }
  return success();
}

void ReorderedFactors::erase(Operation *root) {
  root->walk([](tile::ReorderOp reorder) {
    reorder.getResult().replaceAllUsesWith(reorder.getSource());
    reorder.erase();
  });
}
