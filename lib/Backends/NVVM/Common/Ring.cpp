//===- Ring.cpp - Rings become mbarriers ----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slot s of a ring has two mbarriers. "Full" completes a phase when the
// producer has arrived, announcing the bytes, and all of them have been written
// (PTX ISA, asynchronous copies complete mbarriers by transaction counts).
// "Empty" completes one when every warpgroup that read the slot, or every warp
// where threads read it, in every CTA that this CTA writes to, has arrived.
//
//===----------------------------------------------------------------------===//

#include "Architecture.h"
#include "KernelPattern.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The address of full[stage].
static Value getFullBarrier(const KernelContext &context, Emitter &e,
                            const RingLayout &ring, Value stage) {
  return context.getMBarrier(e, ring.barriers, stage);
}

/// The address of empty[stage], from that of full[stage].
static Value getEmptyBarrier(Emitter &e, const RingLayout &ring, Value full) {
  return e.add(full, ring.mostStages * kBarrierBytes);
}

/// Whether slots are given back as soon as operands are read of them.
static bool isReadAsOperands(RingOp ring) {
  return llvm::any_of(ring.getRing().getUsers(), [](Operation *user) {
    auto wait = dyn_cast<WaitOp>(user);
    return wait && llvm::any_of(wait.getSlot().getUsers(),
                                llvm::IsaPred<ReadOperandsOp>);
  });
}

/// The bytes that TMA writes into a slot. Trimmed loads leave out the rows that
/// their matrices don't have.
static Value getLoadedBytes(const KernelContext &context, Emitter &e,
                            const RingLayout &ring, Value slot) {
  int64_t bytes = ring.slotBytes;
  Value trimmed;
  for (Operation *user : slot.getUsers()) {
    auto load = dyn_cast<LoadOp>(user);
    if (!load || (!load.getTrim() && !load.getChosen()))
      continue;
    const TileLayout &tile = ring.tiles[load.getTile()];
    bytes -= tile.getBytes();
    Value rows = load.getChosen()
                     ? context.getParam(KernelParam::Kind::Columns, 0)
                     : e.i32(tile.rows);
    if (load.getTrim())
      rows = e.min(context.getParam(KernelParam::Kind::Size,
                                    context.getOperand(load.getSource()),
                                    KernelParam::kRows),
                   rows);
    Value loaded = e.mul(rows, tile.getBytes() / tile.rows);
    trimmed = trimmed ? e.add(trimmed, loaded) : loaded;
  }
  return trimmed ? e.add(trimmed, bytes) : e.i32(bytes);
}

static Value lowerAcquire(AcquireOp op, AcquireOp::Adaptor adaptor, Emitter &e,
                          KernelContext &context) {
  const RingLayout &ring = context.layout.getRing(op.getRing());
  RingPosition position =
      context.produced.lookup({context.getRole(op)->index, ring.getKey()});
  auto [stage, phase] = position.load(e);
  if (!ring.isOwn) {
    Value full = getFullBarrier(context, e, ring, stage);
    e.waitBarrier(getEmptyBarrier(e, ring, full), phase);
    if (!ring.isCopied())
      NVVM::MBarrierArriveExpectTxOp::create(
          e, Type(), e.sharedPtr(full),
          getLoadedBytes(context, e, ring, op.getSlot()),
          NVVM::MemScopeKind::CTA, /*relaxed=*/false, Value());
  }
  position.advance(e);
  return stage;
}

/// Waits until the copies of this thread have arrived. After the barrier, the
/// copies of all threads have, and no thread reads a slot that it released.
static void waitForOwn(Emitter &e, WaitOp op, const RingLayout &ring) {
  if (ring.copiedLater)
    NVVM::CpAsyncWaitGroupOp::create(e,
                                     static_cast<uint32_t>(*op.getPending()));
  // The role is all of the CTA.
  NVVM::BarrierOp::create(e);
}

static Value lowerWait(WaitOp op, WaitOp::Adaptor adaptor, Emitter &e,
                       KernelContext &context) {
  const RingLayout &ring = context.layout.getRing(op.getRing());
  RingPosition position =
      context.consumed.lookup({context.getRole(op)->index, ring.getKey()});
  auto [stage, phase] = position.load(e);
  if (ring.isOwn) {
    waitForOwn(e, op, ring);
  } else {
    e.waitBarrier(getFullBarrier(context, e, ring, stage), phase);
    // Nobody could wait for what arrived on its own, to fence it.
    if (ring.copiedLater)
      e.fenceAsyncProxy();
  }
  position.advance(e);
  return stage;
}

/// Thread t, of the warpgroup or of each warp, tells the t-th CTA that writes
/// into this slot: those along M (whose slices of B arrive here), then those
/// along N (A).
static void arriveAtPeers(const KernelContext &context, Emitter &e,
                          const RingLayout &ring, Value thread, Value empty) {
  ArrayRef<int64_t> cluster = context.layout.abi.cluster;
  auto [rankM, rankN, rankK] = context.clusterRank;
  int64_t alongM = ring.multicastM ? cluster[0] : 1;
  int64_t alongN = ring.multicastN ? cluster[1] : 1;
  Value peerM, peerN, participates = e.less(thread, alongM + alongN - 1);
  if (alongN == 1) {
    peerM = thread;
    peerN = rankN;
  } else if (alongM == 1) {
    peerM = rankM;
    peerN = thread;
  } else {
    // The CTA itself is in its row and in its column: once is enough. The
    // others of its row are numbered from the one after it, cyclically.
    Value inColumn = e.less(thread, alongM);
    Value next = e.rem(e.add(e.add(rankN, thread), 1 - alongM), alongN);
    peerM = e.select(inColumn, thread, rankM);
    peerN = e.select(inColumn, rankN, next);
  }
  Value peer = e.add(e.add(peerM, e.mul(peerN, cluster[0])),
                     e.mul(rankK, cluster[0] * cluster[1]));
  e.ifThen(participates, [&] {
    Value remote = e.mapToPeer(empty, peer);
    // Not `.release.cluster`, which makes ptxas put memory barriers into the
    // k loop (26 to 30 % of a large product's time). What the arrive must
    // order is wgmma's reads of the slot, and those are complete. So are
    // those of threads that have used what they read: what they made of it is
    // stored, and committed, or multiplied before. What is read as operands
    // may still be on its way.
    NVVM::MBarrierArriveOp::create(e, Type(), remote, Value(),
                                   isReadAsOperands(ring.op)
                                       ? NVVM::MemScopeKind::CLUSTER
                                       : NVVM::MemScopeKind::CTA);
  });
}

/// What the threads of a warp have read is read when they have met.
static void arriveAsWarp(const KernelContext &context, Emitter &e,
                         const RingLayout &ring, Value empty) {
  NVVM::SyncWarpOp::create(e, e.i32(-1));
  Value lane = e.bitAnd(context.threadId, kWarpThreads - 1);
  if (ring.isMulticast())
    return arriveAtPeers(context, e, ring, lane, empty);
  e.ifThen(e.equal(lane, 0), [&] { e.arriveBarrier(empty); });
}

static void lowerRelease(ReleaseOp op, ReleaseOp::Adaptor adaptor, Emitter &e,
                         KernelContext &context) {
  const RingLayout &ring = context.layout.getRing(op.getRing());
  if (ring.isOwn)
    return;
  Value full = getFullBarrier(context, e, ring, adaptor.getSlot());
  Value empty = getEmptyBarrier(e, ring, full);
  if (isReadByThreads(RingOp(ring.op)))
    arriveAsWarp(context, e, ring, empty);
  else if (ring.isMulticast())
    arriveAtPeers(context, e, ring, context.getWarpgroupThread(e), empty);
  else
    e.ifThen(context.isWarpgroupLeader(e), [&] { e.arriveBarrier(empty); });
}

static void lowerCommit(CommitOp op, CommitOp::Adaptor adaptor, Emitter &e,
                        KernelContext &context) {
  const RingLayout &ring = context.layout.getRing(op.getRing());
  if (ring.isOwn) {
    // Waits count the slots of all rings that the role fills, so each slot is a
    // group if any is.
    if (llvm::any_of(context.layout.rings,
                     std::mem_fn(&RingLayout::copiedLater)))
      NVVM::CpAsyncCommitGroupOp::create(e);
    return;
  }
  Value full = getFullBarrier(context, e, ring, adaptor.getSlot());
  if (ring.copiedLater)
    NVVM::CpAsyncMBarrierArriveOp::create(e, e.sharedPtr(full),
                                          /*noinc=*/true);
  if (ring.copiedAtOnce) {
    // Lanes that arrive at one barrier do so one after the other, in the way
    // of all that read shared memory.
    e.fenceAsyncProxy();
    NVVM::SyncWarpOp::create(e, e.i32(-1));
    Value lane = e.bitAnd(context.threadId, kWarpThreads - 1);
    e.ifThen(e.equal(lane, 0), [&] { e.arriveBarrier(full); });
  }
}

static void lowerTakeTurn(TakeTurnOp op, TakeTurnOp::Adaptor adaptor,
                          Emitter &e, KernelContext &context) {
  const RoleLayout &role = *context.getRole(op);
  Value variable = context.turnParity.lookup(role.index);
  Value parity = LLVM::LoadOp::create(e, e.getI32Type(), variable);
  Value copy = context.getCopy(e, role);
  e.waitBarrier(context.getMBarrier(e, role.turnBarriers, copy), parity);
  LLVM::StoreOp::create(e, e.bitXor(parity, 1), variable);
}

static void lowerPassTurn(PassTurnOp op, PassTurnOp::Adaptor adaptor,
                          Emitter &e, KernelContext &context) {
  const RoleLayout &role = *context.getRole(op);
  // The other one of two copies.
  Value next = e.bitXor(context.getCopy(e, role), 1);
  Value barrier = context.getMBarrier(e, role.turnBarriers, next);
  e.ifThen(context.isWarpgroupLeader(e), [&] { e.arriveBarrier(barrier); });
}

void tile::populateRingPatterns(KernelPatterns &patterns) {
  patterns.add(lowerAcquire);
  patterns.add(lowerWait);
  patterns.add(lowerRelease);
  patterns.add(lowerCommit);
  patterns.add(lowerTakeTurn);
  patterns.add(lowerPassTurn);
}
