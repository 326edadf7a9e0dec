//===- Load.cpp - Tiles that TMA loads ------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a slot is a box of TMA for each chunk of 128 bytes of its rows. The
// bytes count for the slot's barrier (Ring.cpp). With multicast each CTA of the
// cluster loads a slice, for all of them.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "WindowPlace.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// One bit for each CTA along the axis, by its rank in the cluster.
static Value getMulticastMask(const KernelContext &context, Emitter &e,
                              Axis axis) {
  ArrayRef<int64_t> cluster = context.layout.abi.cluster;
  auto [rankM, rankN, rankK] = context.clusterRank;
  int64_t mask = 0;
  for (int64_t i = 0; i < cluster[static_cast<int64_t>(axis)]; ++i)
    mask |= int64_t(1) << (axis == Axis::M ? i : i * cluster[0]);
  Value shift = axis == Axis::M ? e.mul(rankN, cluster[0]) : rankM;
  shift = e.add(shift, e.mul(rankK, cluster[0] * cluster[1]));
  Value shifted = arith::ShLIOp::create(e, e.i32(mask), shift);
  return arith::TruncIOp::create(e, e.getI16Type(), shifted);
}

/// The policy that `createpolicy.fractional` makes for a fraction of 1.0, a
/// constant of the hardware.
static Value getCacheHint(Emitter &e, CachePolicy policy) {
  switch (policy) {
  case CachePolicy::Normal:
    return {};
  case CachePolicy::EvictFirst:
    return e.i64(0x12F0000000000000);
  }
  llvm_unreachable("every policy is listed");
}

static void lowerLoad(LoadOp op, LoadOp::Adaptor adaptor, Emitter &e,
                      KernelContext &context) {
  // The slot's ring: the one whose acquire gave it.
  const RingLayout &ring =
      context.layout.getRing(op.getSlot().getDefiningOp<AcquireOp>().getRing());
  const TileLayout &tile = ring.tiles[op.getTile()];
  int64_t boxRows = context.layout.getBoxRows(op);
  int64_t operand = context.getOperand(op.getSource());
  ValueRange indices = adaptor.getIndices();
  Value map =
      context.getTensorMap(e, operand, {boxRows, tile.chunkColumns}, indices,
                           op.getTrim(), op.getChosen(), op.isOfWindows());
  Value stage = adaptor.getSlot();
  Value barrier = e.sharedPtr(context.getMBarrier(e, ring.barriers, stage));
  Value dest =
      e.add(context.getSlotOffset(e, ring, stage),
            context.shared(e, ring.offset + ring.tileOffsets[op.getTile()]));
  // Windows have their number in place of a row (WindowPlace.h).
  Value row = op.isOfWindows() ? Value() : e.toI32(indices.take_back(2)[0]);
  Value column = e.toI32(indices.back());
  Value mask, slice;
  int64_t firstChunk = 0, chunks = tile.numChunks;
  if (std::optional<ArrayRef<int64_t>> half = op.getHalf()) {
    if ((*half)[0] == 0) {
      dest = e.add(dest, (*half)[1] * tile.rows / 2 * kSwizzleBytes);
    } else {
      chunks /= 2;
      firstChunk = (*half)[1] * chunks;
    }
  }
  if (op.getMulticast() &&
      context.layout.abi.cluster[static_cast<int64_t>(*op.getMulticast())] >
          1) {
    slice = context.clusterRank[static_cast<int64_t>(*op.getMulticast())];
    if (row)
      row = e.add(row, e.mul(slice, boxRows));
    dest = e.add(dest, e.mul(slice, boxRows * kSwizzleBytes));
    mask = getMulticastMask(context, e, *op.getMulticast());
  }
  auto mode = NVVM::TMALoadMode::TILE;
  SmallVector<Value> outer, offsets;
  if (op.isOfWindows()) {
    mode = NVVM::TMALoadMode::IM2COL;
    WindowPlace place = getWindowPlace(context, e, indices[0], slice, boxRows,
                                       adaptor.getWindow());
    outer = {place.column, place.row, place.image};
    offsets = {place.columnOffset, place.rowOffset};
  } else {
    outer = {row};
    for (Value index : llvm::reverse(context.getOuterIndices(indices)))
      outer.push_back(e.toI32(index));
  }
  Value hint = getCacheHint(e, op.getCache());
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    Value to = e.sharedPtr(e.add(dest, (firstChunk + chunk) * tile.chunkBytes));
    // TMA names the memory of the cluster; a CTA's own is a part of it.
    to = LLVM::AddrSpaceCastOp::create(e, e.ptrType(kClusterSharedSpace), to);
    SmallVector<Value> at = {e.add(column, chunk * tile.chunkColumns)};
    at.append(outer);
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        e, to, map, at, barrier, offsets, mask, hint, mode,
        /*isCTAOnly=*/false, NVVM::CTAGroupKindAttr(), Value());
  }
}

void tile::populateLoadPatterns(KernelPatterns &patterns) {
  patterns.add(lowerLoad);
}
