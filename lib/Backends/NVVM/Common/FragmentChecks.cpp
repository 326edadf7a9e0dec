//===- FragmentChecks.cpp - Fragments that are refused --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentChecks.h"
#include "FragmentLayout.h"
#include "NVVM/SM80/WarpOperands.h"
#include "NVVM/SM90/ProductTurns.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Float8.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// What a thread can name (PTX ISA).
static constexpr int64_t kMaxRegisters = 255;

bool tile::isSum(Type type) { return type.isF32() || type.isInteger(32); }

bool tile::isStoredAsIs(Type held, Type stored) {
  return held.isF16() && stored.isF16();
}

/// Whether nothing behind the product's block may find it pending.
static bool isWaitedFor(MmaOp mma) {
  for (Operation *op = mma->getNextNode(); op; op = op->getNextNode())
    if (auto wait = dyn_cast<MmaWaitOp>(op); wait && wait.getPending() == 0)
      return true;
  return false;
}

/// That whoever starts products in turn is a few warpgroups, and each has a
/// barrier.
static LogicalResult checkTurns(MmaOp mma) {
  if (!mma.getInTurn())
    return success();
  auto role = mma->getParentOfType<RoleOp>();
  int64_t warpgroups = role.getWarps() / kWarpgroupWarps;
  if (role.getCopies() > 1 || warpgroups < 2 ||
      warpgroups > ProductTurns::kMaxWarpgroups)
    return mma.emitOpError("starts in turn where a role has two or three "
                           "warpgroups, and no copies; \"")
           << role.getName() << "\" has " << warpgroups << " and "
           << role.getCopies() << " copies";
  auto roles = role->getBlock()->getOps<RoleOp>();
  if (std::distance(roles.begin(), roles.end()) > ProductTurns::kMaxRoles)
    return mma.emitOpError("starts in turn in kernels of at most ")
           << ProductTurns::kMaxRoles << " roles";
  return success();
}

LogicalResult tile::checkMma(MmaOp mma) {
  std::array<VectorType, 2> tiles = mma.getFactors();
  Type a = tiles[0].getElementType(), b = tiles[1].getElementType();
  bool hasPrologue = !mma.getPrologue().empty();
  bool is16Bit = a == b && (a.isBF16() || a.isF16()) && !hasPrologue;
  bool isInteger = a.isInteger(8) && b.isInteger(8);
  bool isStored = a.isInteger(8) || isFloat8(a) ||
                  (hasPrologue && (a.isBF16() || a.isF16() || a.isF32()));
  bool isConverted = isStored && (b.isBF16() || b.isF16());
  if (!is16Bit && !isInteger && !isConverted && !(isFloat8(a) && isFloat8(b)) &&
      !mma.getTf32())
    return mma.emitOpError("multiplies bf16 by bf16, f16 by f16, i8 by i8, "
                           "bf16 or f16, ")
           << listFloat8Kinds("or")
           << " by either of them, "
              "bf16 or f16, f32 by f32 as tf32, or, with a "
              "prologue, bf16, f16 and f32 by bf16 or f16, not "
           << a << " by " << b;
  FragmentType result = mma.getResult().getType();
  Type sum = result.getElementType();
  bool mayBeF16 = is16Bit && a.isF16();
  if (isInteger ? !sum.isInteger(32)
                : !sum.isF32() && !(mayBeF16 && sum.isF16()))
    return mma.emitOpError("sums in ") << (isInteger  ? "i32"
                                           : mayBeF16 ? "f32 or f16"
                                                      : "f32")
                                       << ", not in " << sum;
  if (isConverted && (mma.getTransposeA() || mma.getUnsignedA()))
    return mma.emitOpError("converts signed integers, and floats, only where "
                           "K is contiguous: A as m x k");
  if (isConverted && !isWaitedFor(mma))
    return mma.emitOpError("reads what is converted from registers, which "
                           "are written again when it is next executed: it "
                           "must be followed by a tile.mma_wait for all "
                           "products, in the same block");
  if (!is16Bit && !isConverted && (mma.getTransposeA() || !mma.getTransposeB()))
    return mma.emitOpError("multiplies elements other than of 16 bits only "
                           "where K is contiguous: A as m x k, and B as n x k "
                           "with transpose_b");
  // PTX ISA: integers have no n of 40, 56, 72, ...
  int64_t n = result.getShape()[1];
  if (isInteger && n != 8 && n != 24 && n % 16)
    return mma.emitOpError("multiplies integers with an N of 8, 24 or a "
                           "multiple of 16, not ")
           << n;
  int64_t k = tiles[1].getDimSize(mma.getTransposeB() ? 1 : 0);
  int64_t step = kMmaDepthBytes / getElementBytes(b);
  if (k % step)
    return mma.emitOpError("K must be a multiple of ") << step << ", not " << k;
  if (!mma.getPrologue().empty())
    for (Operation &op : mma.getPrologue().front().without_terminator())
      if (op.getNumResults() != 1 || op.getNumRegions() ||
          !isMemoryEffectFree(&op))
        return op.emitOpError("can't be lowered in a prologue, which computes "
                              "values one by one of others");
  for (Value rows : mma.getRows()) {
    auto type = dyn_cast<RowsType>(rows.getType());
    if (!type)
      continue;
    int64_t parts = type.getShape()[1];
    if (k / parts % step)
      return mma.emitOpError("takes values of rows for parts of K that are a "
                             "multiple of ")
             << step << ", not for " << k / parts;
  }
  return checkTurns(mma);
}

LogicalResult tile::checkRows(Operation *op, RowsType type,
                              const KernelLayout &layout) {
  if (layout.warpGrid)
    return op->emitOpError("has values of rows, which a grid of warps doesn't");
  int64_t rows = kWarpgroupThreads / 2 * layout.fragmentWarpgroups;
  ArrayRef<int64_t> shape = type.getShape();
  if (shape[0] % rows)
    return op->emitOpError("values of rows over ")
           << layout.fragmentWarpgroups
           << " warpgroups are those of a multiple "
           << "of " << rows << " rows, not of " << shape[0];
  int64_t registers = shape[0] / rows * 2 * shape[1];
  if (registers > kMaxRegisters)
    return op->emitOpError("values of ")
           << shape[0] << "x" << shape[1] << " take " << registers
           << " registers of each thread; one has " << kMaxRegisters;
  return success();
}

LogicalResult tile::checkColumns(Operation *op, ColumnsType type,
                                 const KernelLayout &layout) {
  if (layout.warpGrid)
    return op->emitOpError(
        "has values of columns, which a grid of warps doesn't");
  ArrayRef<int64_t> shape = type.getShape();
  // Of single columns those of 8 are two of each of four threads.
  if (shape[1] == 1 && shape[0] % 8)
    return op->emitOpError("values of single columns are those of a multiple "
                           "of 8, not of ")
           << shape[0];
  if (countColumnRegisters(type) > kMaxRegisters)
    return op->emitOpError("values of ")
           << shape[0] << " blocks of " << shape[1] << " columns take "
           << countColumnRegisters(type) << " registers of each thread; one "
           << "has " << kMaxRegisters;
  return success();
}

LogicalResult tile::checkWarpFragment(Operation *op, FragmentType fragment,
                                      ArrayRef<int64_t> grid) {
  ArrayRef<int64_t> shape = fragment.getShape();
  int64_t rows = kWarpBlock * grid[0], columns = kWarpBlock * grid[1];
  if (shape[0] % rows || shape[1] % columns)
    return op->emitOpError("a fragment over a grid of ")
           << grid[0] << "x" << grid[1] << " warps has a multiple of " << rows
           << " rows and of " << columns << " columns; not " << shape[0] << "x"
           << shape[1];
  int64_t registers =
      shape[0] * shape[1] / (grid[0] * grid[1] * kWarpThreads) *
      llvm::divideCeil(tile::getElementBytes(fragment.getElementType()), 4);
  if (registers > kMaxRegisters)
    return op->emitOpError("a fragment of ")
           << shape[0] << "x" << shape[1] << " takes " << registers
           << " registers of each of " << grid[0] * grid[1]
           << " warps' threads; one has " << kMaxRegisters;
  return success();
}

/// That a grid of warps has such operands.
static LogicalResult checkOperands(Operation *op, OperandsType operands,
                                   const KernelLayout &layout) {
  if (!layout.warpGrid)
    return op->emitOpError("is for the warps of a role with a 'grid'");
  ArrayRef<VectorType> tiles = operands.getTiles();
  Type a = tiles[0].getElementType(), b = tiles[1].getElementType();
  if (a != b || !(a.isBF16() || a.isF16() || a.isF64() || a.isInteger(8)))
    return op->emitOpError("has operands of bf16, f16, f64 or i8, both of the "
                           "same, not of ")
           << a << " and " << b;
  for (auto [tile, warps] : llvm::zip(tiles, *layout.warpGrid))
    if (tile.getDimSize(0) % (kWarpBlock * warps))
      return op->emitOpError("has ")
             << tile.getDimSize(0) << " rows or columns for " << warps
             << " warps; legal is a multiple of " << kWarpBlock * warps;
  int64_t depth = tiles[0].getDimSize(1);
  if (depth != getPartDepth(a))
    return op->emitOpError("has operands of ")
           << a << " with a K of " << getPartDepth(a) << ", not of " << depth;
  return success();
}

LogicalResult tile::checkReadOperands(ReadOperandsOp read,
                                      const KernelLayout &layout) {
  OperandsType type = read.getResult().getType();
  if (failed(checkOperands(read, type, layout)))
    return failure();
  Type a = type.getTiles()[0].getElementType();
  // ldmatrix transposes elements of 16 bits only.
  if (a.isInteger(8) && (read.getTransposeA() || !read.getTransposeB()))
    return read.emitOpError("loads i8 only where K is contiguous: A as m x k, "
                            "and B as n x k with transpose_b");
  // Which of K are in a part is settled for so many.
  int64_t k = read.getSlot().getType().getTiles()[0].getDimSize(
      read.getTransposeA() ? 0 : 1);
  if (a.isF64() && k % kDoubleDepth)
    return read.emitOpError("loads f64 of a slot with a K of a multiple of ")
           << kDoubleDepth << ", not of " << k;
  return success();
}

LogicalResult tile::checkMultiply(MultiplyOp multiply,
                                  const KernelLayout &layout) {
  OperandsType type = multiply.getFactors().getType();
  if (failed(checkOperands(multiply, type, layout)))
    return failure();
  Type a = type.getTiles()[0].getElementType();
  Type sum = multiply.getResult().getType().getElementType();
  if (a.isF64()        ? !sum.isF64()
      : a.isInteger(8) ? !sum.isInteger(32)
                       : !sum.isF32())
    return multiply.emitOpError("sums ") << a << " in "
                                         << (a.isF64()        ? "f64"
                                             : a.isInteger(8) ? "i32"
                                                              : "f32")
                                         << ", not in " << sum;
  return success();
}

LogicalResult tile::checkInGrid(Operation *op) {
  auto role = op->getParentOfType<RoleOp>();
  if (!role || !role.getGrid())
    return success();
  auto store = dyn_cast<StoreOp>(op);
  if (isa<MmaOp, MmaWaitOp, SplitOp, TransposeOp, ClusterReduceOp, ContributeOp,
          CollectOp>(op) ||
      (store && store.getStaging()))
    return op->emitOpError(store ? "through a staging" : "")
           << (store ? " " : "")
           << (isa<TransposeOp>(op) ? "takes a role without a grid"
                                    : "takes whole warpgroups")
           << "; the role \"" << role.getName() << "\" has a grid of warps";
  return success();
}

LogicalResult tile::checkTranspose(TransposeOp transpose) {
  VectorType tile =
      transpose.getSlot().getType().getTiles()[transpose.getTile()];
  int64_t bits = tile.getElementTypeBitWidth();
  if (bits != 8 && bits != 32)
    return transpose.emitOpError("transposes elements of 8 or 32 bits, not ")
           << tile.getElementType();
  int64_t unit = 8 * kSwizzleBytes / bits;
  for (int64_t size : tile.getShape())
    if (size % unit)
      return transpose.emitOpError("transposes rows and columns of a multiple "
                                   "of ")
             << unit << " elements, which are 128 bytes; not "
             << tile.getDimSize(0) << "x" << tile.getDimSize(1);
  return success();
}

/// Whether what is waited for is only split or transposed, into slots that
/// `role` waits for.
static bool isPreparedFor(WaitOp wait, RoleOp role) {
  auto isAwaited = [&](Value slot) {
    auto acquire = slot.getDefiningOp<AcquireOp>();
    return llvm::any_of(acquire.getRing().getUsers(), [&](Operation *user) {
      return isa<WaitOp>(user) && user->getParentOfType<RoleOp>() == role;
    });
  };
  bool prepares = false;
  for (Operation *user : wait.getSlot().getUsers()) {
    auto split = dyn_cast<SplitOp>(user);
    auto transpose = dyn_cast<TransposeOp>(user);
    if (split       ? !isAwaited(split.getLow())
        : transpose ? !isAwaited(transpose.getTransposed())
                    : !isa<ReleaseOp>(user))
      return false;
    prepares |= split || transpose;
  }
  return prepares;
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
  // Nobody else may still read the ring. Who splits its slots, or transposes
  // their tiles, has done so when the reducing role has waited for what comes
  // of them.
  auto role = reduce->getParentOfType<RoleOp>();
  for (Operation *user : reduce.getRing().getUsers()) {
    auto wait = dyn_cast<WaitOp>(user);
    if (wait && wait->getParentOfType<RoleOp>() != role &&
        !isPreparedFor(wait, role))
      return reduce.emitOpError("uses the ring, which the role \"")
             << wait->getParentOfType<RoleOp>().getName()
             << "\" still reads; only the reducing role, and one that splits "
                "or transposes slots for it, may drain it";
  }
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
      !(sums.isInteger(32) && isa<IntegerType>(staged)) &&
      !isStoredAsIs(sums, staged))
    return store.emitOpError("stages fragments of f32 as floats, of i32 as "
                             "integers of no more bits, and of f16 as f16");
  if (store.getTransposed() &&
      (bytes != 2 || box[0] != columns || box[1] != 64))
    return store.emitOpError("a transposed store goes through boxes of ")
           << columns << "x64 elements of 16 bits, not " << box[0] << "x"
           << box[1] << " of " << 8 * bytes;
  if (!store.getTransposed() && (box[0] != 64 || bytes > 4))
    return store.emitOpError("a store goes through boxes of 64 rows of "
                             "elements of at most 32 bits, not ")
           << box[0] << " of " << 8 * bytes << "-bit elements";
  // Its buffers take turns from the first box of the store to the last.
  if (!store.getStaging().hasOneUse())
    return store.emitOpError("must be the only store through its staging");
  return success();
}
