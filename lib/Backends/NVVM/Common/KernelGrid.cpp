//===- KernelGrid.cpp - How many CTAs a kernel is launched in -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelGrid.h"
#include "Parts.h"

#include "mlir-autotune/Core/Workspace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The operand and dimension whose size a value is.
static FailureOr<KernelExtent> getExtent(Value size) {
  auto dim = size.getDefiningOp<memref::DimOp>();
  auto argument = dim ? dyn_cast<BlockArgument>(dim.getSource()) : nullptr;
  std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
  if (!argument || !index || !isa<KernelOp>(argument.getOwner()->getParentOp()))
    return failure();
  int64_t rank = cast<MemRefType>(argument.getType()).getRank();
  if (*index < 0 || *index >= rank)
    return failure();
  return KernelExtent{static_cast<int64_t>(argument.getArgNumber()),
                      getParamDim(*index, rank)};
}

/// The same of one that must be a matrix's, or the inner one of two that a
/// batch has.
static FailureOr<KernelExtent> getMatrixExtent(Value size,
                                               bool mayBeBatch = false) {
  FailureOr<KernelExtent> extent = getExtent(size);
  if (succeeded(extent) &&
      extent->dim >= KernelParam::kBatch + (mayBeBatch ? 1 : 0))
    return failure();
  return extent;
}

/// Sets the batch of the grid.
static LogicalResult addBatch(KernelABI &abi, ForEachTileOp loop) {
  // The heads of attention are N, and its batch is outside of them.
  bool isOuter = abi.extents[1].dim == KernelParam::kBatch;
  if (isOuter && !loop.getBatchSize())
    return loop.emitOpError("has the inner dimension of a batch along N, and "
                            "needs the outer one as its 'batch'");
  if (!loop.getBatchSize())
    return success();
  FailureOr<KernelExtent> batch = getExtent(loop.getBatchSize());
  if (failed(batch) ||
      batch->dim != (isOuter ? KernelParam::kOuterBatch : KernelParam::kBatch))
    return loop.emitOpError("the size of the batch must be memref.dim of the "
                            "first dimension of an argument with ")
           << (isOuter ? "four" : "three")
           << " dimensions: the host counts CTAs by it";
  if (!abi.group) {
    abi.batch = batch->operand;
    abi.batchDim = batch->dim;
  }
  return success();
}

/// Tiles that overlap would read what another one may have stored.
static LogicalResult checkOverlaps(KernelOp kernel, ForEachTileOp loop) {
  if (!loop.getFitM() && !loop.getFitN())
    return success();
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    auto isUsed = [&](auto effect) {
      return llvm::any_of(argument.getUsers(), [&](Operation *user) {
        return hasEffect<decltype(effect)>(user, argument);
      });
    };
    if (isUsed(MemoryEffects::Read()) && isUsed(MemoryEffects::Write()))
      return loop.emitOpError("has tiles that overlap ('fit'), and the kernel "
                              "reads and stores its argument number ")
             << argument.getArgNumber()
             << "; nothing may be read that overlapping tiles store";
  }
  return success();
}

/// What CTAs leave of a tile that they share, if that is no tile of sums.
static void addPartial(KernelABI &abi, ForEachTileOp loop) {
  loop.walk([&](ContributeOp contribute) {
    ArrayRef<int64_t> shape = contribute.getPartial().getType().getShape();
    if (contribute.getWeights())
      abi.partial =
          PartialLayout::getWords(shape[0], shape[1], /*hasWeights=*/true);
  });
}

/// Whether K is a constant with a step for each part.
static bool hasStepForEach(ForEachTileOp loop) {
  std::optional<int64_t> size = getConstantIntValue(loop.getKSize());
  return size &&
         !cuda::hasEmptyPart(llvm::divideCeilSigned(*size, loop.getTile()[2]),
                             loop.getSplit(), /*splitK=*/1);
}

LogicalResult tile::addGrid(KernelLayout &layout, KernelOp kernel) {
  ForEachTileOp first;
  WalkResult result = kernel.walk([&](ForEachTileOp loop) {
    if (!first)
      first = loop;
    FailureOr<KernelExtent> m = getMatrixExtent(loop.getMSize());
    FailureOr<KernelExtent> n =
        getMatrixExtent(loop.getNSize(), /*mayBeBatch=*/true);
    if (failed(m) || failed(n)) {
      loop.emitOpError("the sizes along M and N must be memref.dim of the "
                       "kernel's arguments, and M of a matrix: the host counts "
                       "CTAs by them");
      return WalkResult::interrupt();
    }
    if ((loop != first &&
         (layout.abi.extents[0] != *m || layout.abi.extents[1] != *n)) ||
        !loop.getBatchSize() != !first.getBatchSize() ||
        loop.getTile() != first.getTile() ||
        loop.getRaster() != first.getRaster() ||
        loop.getGroup() != first.getGroup() ||
        loop.getPersistent() != first.getPersistent() ||
        loop.getSplit() != first.getSplit() ||
        loop.getFitM() != first.getFitM() ||
        loop.getFitN() != first.getFitN() ||
        loop.getChosen() != first.getChosen()) {
      loop.emitOpError("visits other tiles than the loop of another role; both "
                       "must visit the same tiles")
              .attachNote(first.getLoc())
          << "the other loop";
      return WalkResult::interrupt();
    }
    const RoleLayout *role = layout.getRole(loop);
    if (role && role->copies > 1 && !loop.getPersistent()) {
      loop.emitOpError("deals tiles to the copies of its role in turn: it must "
                       "be persistent");
      return WalkResult::interrupt();
    }
    layout.abi.extents = {*m, *n};
    std::optional<int64_t> batch = layout.abi.batch;
    if (failed(addBatch(layout.abi, loop)))
      return WalkResult::interrupt();
    if (loop != first && layout.abi.batch != batch) {
      loop.emitOpError("has another batch than the loop of another role; both "
                       "must have the same batch");
      return WalkResult::interrupt();
    }
    if (layout.abi.group && (layout.abi.cluster[2] > 1 || loop.hasParts())) {
      loop.emitOpError("shares K among CTAs, which a kernel of a group can't");
      return WalkResult::interrupt();
    }
    if (layout.abi.cluster[2] > 1 && loop.hasParts()) {
      loop.emitOpError("shares K among CTAs twice, by the cluster and by "
                       "'split'; it may use one of them");
      return WalkResult::interrupt();
    }
    if (loop.getChosen() && loop.hasParts()) {
      loop.emitOpError("shares K among CTAs by 'split', and is 'chosen'; the "
                       "partial sums of a tile have a fixed size");
      return WalkResult::interrupt();
    }
    layout.abi.split = loop.getSplit();
    addPartial(layout.abi, loop);
    if (loop.getSplit() > 1 && hasStepForEach(loop)) {
      layout.abi.depthTile = 0;
    } else if (layout.abi.splitsDepth()) {
      FailureOr<KernelExtent> k = getMatrixExtent(loop.getKSize());
      if (failed(k) || (loop != first && layout.abi.depth != *k)) {
        loop.emitOpError("splits K: the size along K must be the same "
                         "memref.dim of an argument of the kernel in all "
                         "roles: the host checks that no CTA's part is empty");
        return WalkResult::interrupt();
      }
      layout.abi.depth = *k;
      layout.abi.depthTile = loop.getTile()[2];
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (!first)
    return kernel.emitOpError("has no tile.for_each_tile");
  if (failed(checkOverlaps(kernel, first)))
    return failure();
  ArrayRef<int64_t> choices = layout.abi.choices;
  if (first.getChosen() && choices.empty())
    return first.emitOpError("is 'chosen', and the kernel has no "
                             "tile.chosen_columns");
  if (!choices.empty() &&
      (!first.getChosen() || first.getTile()[1] != choices.back()))
    return first.emitOpError("must be 'chosen' and have tiles of ")
           << choices.back()
           << " columns, the most of the kernel's tile.chosen_columns";
  layout.abi.tile = {first.getTile()[0], first.getTile()[1]};
  layout.abi.fits = {first.getFitM(), first.getFitN()};
  layout.abi.persistent = first.getPersistent();
  return success();
}
