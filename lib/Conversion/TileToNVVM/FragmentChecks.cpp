//===- FragmentChecks.cpp - Fragments that are refused --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentChecks.h"
#include "FragmentLayout.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

bool tile::isSum(Type type) { return type.isF32() || type.isInteger(32); }

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

LogicalResult tile::checkMma(MmaOp mma) {
  ArrayRef<VectorType> tiles = mma.getSlot().getType().getTiles();
  Type a = tiles[0].getElementType(), b = tiles[1].getElementType();
  bool is16Bit = a == b && (a.isBF16() || a.isF16());
  bool isInteger = a.isInteger(8) && b.isInteger(8);
  if (!is16Bit && !isInteger && !(isFloat8(a) && isFloat8(b)) && !mma.getTf32())
    return mma.emitOpError("multiplies bf16 by bf16, f16 by f16, i8 by i8, "
                           "f8E4M3FN or f8E5M2 by either of them, or f32 by "
                           "f32 as tf32, not ")
           << a << " by " << b;
  FragmentType result = mma.getResult().getType();
  Type sum = result.getElementType();
  if (isInteger ? !sum.isInteger(32) : !sum.isF32())
    return mma.emitOpError("sums in ")
           << (isInteger ? "i32" : "f32") << ", not in " << sum;
  if (!is16Bit && (mma.getTransposeA() || !mma.getTransposeB()))
    return mma.emitOpError("multiplies elements other than of 16 bits only "
                           "where K is contiguous: A as m x k, and B as n x k "
                           "with transpose_b");
  // PTX ISA: integers have no n of 40, 56, 72, ...
  int64_t n = result.getShape()[1];
  if (isInteger && n != 8 && n != 24 && n % 16)
    return mma.emitOpError("multiplies integers with an N of 8, 24 or a "
                           "multiple of 16, not ")
           << n;
  int64_t k = tiles[0].getDimSize(mma.getTransposeA() ? 0 : 1);
  int64_t step = kMmaDepthBytes / getElementBytes(a);
  if (k % step)
    return mma.emitOpError("K must be a multiple of ") << step << ", not " << k;
  return success();
}

LogicalResult tile::checkReduce(ClusterReduceOp reduce,
                                const KernelLayout &layout) {
  FragmentType type = reduce.getPartial().getType();
  if (!isSum(type.getElementType()))
    return reduce.emitOpError("adds f32 and i32 only, not ")
           << type.getElementType();
  if (layout.getRole(reduce)->copies > 1)
    return reduce.emitOpError("synchronizes its role: that can't have copies");
  if (layout.abi.persistent)
    return reduce.emitOpError("uses the ring, into which a persistent kernel's "
                              "peers load the next tile already");
  const RingLayout &ring = layout.getRing(reduce.getRing());
  int64_t needed = type.getShape()[0] * type.getShape()[1] * 4;
  int64_t bytes = ring.slotBytes * ring.getStages();
  if (needed > bytes)
    return reduce.emitOpError("needs ")
           << needed << " bytes of the ring, which has " << bytes;
  return success();
}

LogicalResult tile::checkContribute(ContributeOp contribute,
                                    const KernelLayout &layout) {
  FragmentType type = contribute.getPartial().getType();
  if (!isSum(type.getElementType()))
    return contribute.emitOpError("adds f32 and i32 only, not ")
           << type.getElementType();
  ArrayRef<int64_t> shape = type.getShape();
  if (shape[0] != layout.abi.tile[0] || shape[1] != layout.abi.tile[1])
    return contribute.emitOpError("leaves the sums of a tile of ")
           << layout.abi.tile[0] << "x" << layout.abi.tile[1] << ", not of "
           << shape[0] << "x" << shape[1];
  if (!isa<ForEachTileOp>(contribute->getParentOp()))
    return contribute.emitOpError("must stand in the body of its tile loop "
                                  "itself: every CTA that has a part of a tile "
                                  "executes it, once");
  // A tile has one counter, and one place for each part, whichever loop of the
  // kernel comes to it.
  WalkResult others =
      contribute->getParentOfType<RoleOp>()->getParentOp()->walk(
          [&](ContributeOp other) {
            return other == contribute ? WalkResult::advance()
                                       : WalkResult::interrupt();
          });
  if (others.wasInterrupted())
    return contribute.emitOpError("must be the only one of its kernel");
  return success();
}

LogicalResult tile::checkCollect(CollectOp collect) {
  for (Operation *user : collect.getParts().getUsers())
    if (auto contribute = dyn_cast<ContributeOp>(user))
      if (contribute.getPartial() == collect.getPartial() &&
          contribute->getBlock()->findAncestorOpInBlock(*collect) &&
          contribute->isBeforeInBlock(
              contribute->getBlock()->findAncestorOpInBlock(*collect)))
        return success();
  return collect.emitOpError("collects what no tile.contribute before it has "
                             "left: it needs one of the same fragment");
}

LogicalResult tile::checkStagedStore(StoreOp store) {
  StagingType staging = store.getStaging().getType();
  int64_t bytes = getElementBytes(staging.getElementType());
  int64_t columns = store.getFragment().getType().getShape()[1];
  ArrayRef<int64_t> box = staging.getShape();
  Type sums = store.getFragment().getType().getElementType();
  Type staged = staging.getElementType();
  if (!(sums.isF32() && isa<FloatType>(staged)) &&
      !(sums.isInteger(32) && staged.isInteger(32)))
    return store.emitOpError("stages fragments of f32 as floats, and of i32 as "
                             "they are");
  if (store.getTransposed() &&
      (bytes != 2 || box[0] != columns || box[1] != 64))
    return store.emitOpError("a transposed store goes through boxes of ")
           << columns << "x64 elements of 16 bits, not " << box[0] << "x"
           << box[1] << " of " << 8 * bytes;
  if (!store.getTransposed() && (box[0] != 64 || (bytes != 2 && bytes != 4)))
    return store.emitOpError("a store goes through boxes of 64 rows of 16-bit "
                             "or 32-bit elements, not ")
           << box[0] << " of " << 8 * bytes << "-bit elements";
  // Its buffers take turns from the first box of the store to the last.
  if (!store.getStaging().hasOneUse())
    return store.emitOpError("must be the only store through its staging");
  return success();
}
