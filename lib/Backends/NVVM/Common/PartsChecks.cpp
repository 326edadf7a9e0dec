//===- PartsChecks.cpp - Shared tiles that are refused --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartsChecks.h"
#include "FragmentLayout.h"
#include "KernelChecks.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

LogicalResult tile::checkContribute(ContributeOp contribute,
                                    const KernelLayout &layout) {
  if (failed(checkOutsideGrid(contribute)))
    return failure();
  FragmentType type = contribute.getPartial().getType();
  if (!isSum(type.getElementType()))
    return contribute.emitOpError("adds f32 and i32 only, not ")
           << type.getElementType();
  ArrayRef<int64_t> shape = type.getShape();
  if (shape[0] != layout.abi.tile[0] ||
      (shape[1] != layout.abi.tile[1] && !contribute.getWeights()))
    return contribute.emitOpError("must take the sums of a whole tile of ")
           << layout.abi.tile[0] << "x" << layout.abi.tile[1] << ", not of "
           << shape[0] << "x" << shape[1];
  if (!isa<ForEachTileOp>(contribute->getParentOp()))
    return contribute.emitOpError(
        "must stand directly in the body of its tile loop: every CTA that has "
        "a part of a tile executes it once");
  // A tile has one counter, and one place for each part, whichever loop of the
  // kernel comes to it.
  WalkResult others =
      contribute->getParentOfType<RoleOp>()->getParentOp()->walk(
          [&](ContributeOp other) {
            return other == contribute ? WalkResult::advance()
                                       : WalkResult::interrupt();
          });
  if (others.wasInterrupted())
    return contribute.emitOpError(
        "must be the only tile.contribute of its kernel");
  return success();
}

/// `Op` is CollectOp or CollectMeanOp.
template <typename Op>
static LogicalResult checkContributed(Op collect, bool hasWeights) {
  if (failed(checkOutsideGrid(collect)))
    return failure();
  for (Operation *user : collect.getParts().getUsers())
    if (auto contribute = dyn_cast<ContributeOp>(user))
      if (contribute.getPartial() == collect.getPartial() &&
          (contribute.getWeights() != nullptr) == hasWeights &&
          contribute->getBlock()->findAncestorOpInBlock(*collect) &&
          contribute->isBeforeInBlock(
              contribute->getBlock()->findAncestorOpInBlock(*collect)))
        return success();
  return collect.emitOpError("needs a tile.contribute of the same fragment")
         << (hasWeights ? ", 'weighted'," : "") << " before it";
}

LogicalResult tile::checkCollect(CollectOp collect) {
  return checkContributed(collect, /*hasWeights=*/false);
}

LogicalResult tile::checkCollect(CollectMeanOp collect) {
  return checkContributed(collect, /*hasWeights=*/true);
}
