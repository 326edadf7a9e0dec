//===- WarpgroupChecks.cpp - What warpgroups can't do ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupChecks.h"
#include "NVVM/Common/FragmentLayout.h"
#include "NVVM/Common/KernelChecks.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

LogicalResult tile::checkFragment(Operation *op, FragmentType fragment,
                                  const KernelLayout &layout) {
  int64_t rows = kBlockRows * layout.fragmentWarpgroups;
  ArrayRef<int64_t> shape = fragment.getShape();
  if (shape[0] % rows == 0 && shape[1] % 8 == 0 && shape[1] <= 256)
    return success();
  return op->emitOpError("a fragment over ")
         << layout.fragmentWarpgroups << " warpgroups has a multiple of "
         << rows << " rows, and 8 to 256 columns in steps of 8; not "
         << shape[0] << "x" << shape[1];
}

LogicalResult tile::checkRows(Operation *op, RowsType type,
                              const KernelLayout &layout) {
  int64_t rows = kWarpgroupThreads / 2 * layout.fragmentWarpgroups;
  ArrayRef<int64_t> shape = type.getShape();
  if (shape[0] % rows)
    return op->emitOpError("values of rows over ")
           << layout.fragmentWarpgroups
           << " warpgroups must be for a multiple of " << rows
           << " rows, not for " << shape[0];
  int64_t registers = shape[0] / rows * 2 * shape[1];
  if (registers > kMaxThreadRegisters)
    return op->emitOpError("values of ")
           << shape[0] << "x" << shape[1] << " take " << registers
           << " registers of each thread; a thread has " << kMaxThreadRegisters;
  return success();
}

LogicalResult tile::checkColumns(Operation *op, ColumnsType type,
                                 const KernelLayout &layout) {
  if (layout.warpGrid)
    return op->emitOpError(
        "has values of columns, which a role with a 'grid' can't hold");
  ArrayRef<int64_t> shape = type.getShape();
  // Of single columns those of 8 are two of each of four threads.
  if (shape[1] == 1 && shape[0] % 8)
    return op->emitOpError("values of single columns must be for a multiple of "
                           "8 columns, not for ")
           << shape[0];
  if (countColumnRegisters(type) > kMaxThreadRegisters)
    return op->emitOpError("values of ")
           << shape[0] << " blocks of " << shape[1] << " columns take "
           << countColumnRegisters(type) << " registers of each thread; a "
           << "thread has " << kMaxThreadRegisters;
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
      return transpose.emitOpError(
                 "transposes tiles with rows and columns of a multiple of ")
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

/// That nobody else reads the ring, or loads into it, once the operation writes
/// `needed` bytes there.
static LogicalResult checkOverwrites(Operation *op, Value overwritten,
                                     int64_t needed,
                                     const KernelLayout &layout) {
  if (layout.getRole(op)->copies > 1)
    return op->emitOpError("synchronizes its role: the role can't have copies");
  if (layout.abi.persistent)
    return op->emitOpError(
        "overwrites the ring, into which other CTAs of a persistent kernel "
        "already load the next tile: the kernel must not be persistent");
  // Who splits its slots, or transposes their tiles, has done so when the role
  // has waited for what comes of them.
  auto role = op->getParentOfType<RoleOp>();
  for (Operation *user : overwritten.getUsers()) {
    auto wait = dyn_cast<WaitOp>(user);
    if (wait && wait->getParentOfType<RoleOp>() != role &&
        !isPreparedFor(wait, role))
      return op->emitOpError("uses the ring, which the role \"")
             << wait->getParentOfType<RoleOp>().getName()
             << "\" still reads; only this operation's role, and one that "
                "splits or transposes slots for it, may drain it";
  }
  int64_t bytes = layout.getRing(overwritten).getBytes();
  if (needed > bytes)
    return op->emitOpError("needs ")
           << needed << " bytes of the ring, which has " << bytes;
  return success();
}

LogicalResult tile::checkReduce(ClusterReduceOp reduce,
                                const KernelLayout &layout) {
  FragmentType type = reduce.getPartial().getType();
  if (!isSum(type.getElementType()))
    return reduce.emitOpError("adds f32 and i32 only, not ")
           << type.getElementType();
  return checkOverwrites(reduce, reduce.getRing(),
                         type.getShape()[0] * type.getShape()[1] * 4, layout);
}

LogicalResult tile::checkStagedStore(StoreOp store,
                                     const KernelLayout &layout) {
  if (failed(checkMatrix(store, store.getDest())))
    return failure();
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
  const StagingLayout &place = layout.getStaging(store.getStaging());
  if (Value ring = StagingOp(place.op).getRing())
    return checkOverwrites(store, ring, place.bytes, layout);
  return success();
}
