//===- StagedStores.cpp - Faults of stores by TMA -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

using BulkWaitOp = NVVM::CpAsyncBulkWaitGroupOp;
using BulkCommitOp = NVVM::CpAsyncBulkCommitGroupOp;

/// Waits before a staging buffer is filled again, or those at the end of a
/// role. The former are followed by a barrier that tells the others.
static LoweredFault onWaits(bool last, std::function<void(BulkWaitOp)> plant) {
  auto isSite = [=](BulkWaitOp wait) {
    Operation *next = wait->getParentOp()->getNextNode();
    while (isa_and_nonnull<arith::ConstantOp>(next))
      next = next->getNextNode();
    return isa_and_nonnull<NVVM::BarrierOp>(next) != last;
  };
  return onEach<BulkWaitOp>(isSite, plant);
}

/// Barriers of a warpgroup before it fills a staging buffer, or, behind the
/// proxy fence, before the buffer is stored.
static LoweredFault onBarriers(bool beforeStore,
                               std::function<void(NVVM::BarrierOp)> plant) {
  auto isSite = [=](NVVM::BarrierOp barrier) {
    Operation *previous = barrier->getPrevNode();
    // The constant that is the barrier's number of threads.
    while (isa_and_nonnull<arith::ConstantOp>(previous))
      previous = previous->getPrevNode();
    auto branch = dyn_cast_or_null<scf::IfOp>(previous);
    return beforeStore ? isa_and_nonnull<NVVM::FenceProxyOp>(previous)
                       : branch && contains<BulkWaitOp>(branch);
  };
  return onEach<NVVM::BarrierOp>(isSite, plant);
}

static void addOrder(FaultTable &table) {
  StringRef refill = "each bulk wait_group before a buffer is filled again";
  StringRef last = "each bulk wait_group at the end of a role";
  auto erase = [](Operation *op) { drop(op); };
  table.push_back(lowered("drop-staging-wait",
                          "a staging buffer is filled while it is stored",
                          refill, "race", onWaits(false, erase)));
  table.push_back(lowered("raise-staging-wait",
                          "one more bulk store may be in flight when a staging "
                          "buffer is filled",
                          refill, "race", onWaits(false, [](BulkWaitOp wait) {
                            wait.setGroup(wait.getGroup() + 1);
                          })));
  table.push_back(
      lowered("drop-last-store-wait",
              "a role ends while its bulk stores read shared memory", last,
              "early-exit barrier-pending race", onWaits(true, erase)));
  table.push_back(lowered("drop-bulk-commit", "a bulk store is not committed",
                          "each bulk commit_group", "early-exit race",
                          dropEach<BulkCommitOp>()));
  table.push_back(lowered(
      "early-bulk-commit", "the group is committed before the bulk store",
      "each bulk commit_group", "early-exit race",
      onEach<BulkCommitOp>(
          [](BulkCommitOp commit) {
            return bool(getPrevious<TmaStoreOp>(commit));
          },
          [](BulkCommitOp commit) {
            commit->moveBefore(getPrevious<TmaStoreOp>(commit));
          })));
  table.push_back(lowered("drop-fill-barrier",
                          "a warpgroup fills a buffer that its leader still "
                          "waits for",
                          "each barrier before a buffer is filled", "race",
                          onBarriers(false, erase)));
  table.push_back(lowered(
      "drop-store-barrier", "a buffer that other threads still fill is stored",
      "each barrier before a bulk store",
      "race missing-proxy-fence uninitialized", onBarriers(true, erase)));
  table.push_back(lowered("late-store-barrier",
                          "the barrier follows the bulk store",
                          "each barrier before a bulk store",
                          "race missing-proxy-fence uninitialized",
                          onBarriers(true, [](NVVM::BarrierOp barrier) {
                            Operation *op = barrier;
                            while (!contains<TmaStoreOp>(op))
                              op = op->getNextNode();
                            barrier->moveAfter(op);
                          })));
  table.push_back(lowered(
      "store-barrier-counts-twice", "a barrier waits for twice its threads",
      "each barrier before a bulk store", "deadlock",
      onBarriers(true, [](NVVM::BarrierOp barrier) {
        OpOperand &threads = barrier.getNumberOfThreadsMutable()[0];
        setConstant(threads, 2 * *getConstant(threads.get()));
      })));
  table.push_back(
      lowered("barrier-in-branch", "only the leader comes to a barrier",
              "each barrier before a bulk store", "divergence deadlock",
              onBarriers(true, [](NVVM::BarrierOp barrier) {
                Operation *op = barrier;
                while (!contains<TmaStoreOp>(op))
                  op = op->getNextNode();
                barrier->moveBefore(&cast<scf::IfOp>(op).thenBlock()->front());
              })));
}

static void addMatrices(FaultTable &table) {
  using StMatrixOp = NVVM::StMatrixOp;
  StringRef each = "each stmatrix";
  table.push_back(lowered("stmatrix-offset",
                          "a matrix is stored 16 bytes behind its place", each,
                          "wrong-result uninitialized race out-of-bounds",
                          onEach<StMatrixOp>([](StMatrixOp store) {
                            addToOperand(store, store.getPtrMutable(), 16);
                          })));
  table.push_back(lowered(
      "stmatrix-misaligned", "a matrix is stored 8 bytes behind its place",
      each, "misaligned", onEach<StMatrixOp>([](StMatrixOp store) {
        addToOperand(store, store.getPtrMutable(), 8);
      })));
  table.push_back(
      lowered("stmatrix-transposes",
              "a matrix is transposed by mistake, or not transposed by mistake",
              each, "wrong-result", onEach<StMatrixOp>([](StMatrixOp store) {
                store.setLayout(store.getLayout() == NVVM::MMALayout::row
                                    ? NVVM::MMALayout::col
                                    : NVVM::MMALayout::row);
              })));
  table.push_back(lowered("drop-stmatrix", "a matrix is not stored", each,
                          "uninitialized wrong-result",
                          dropEach<StMatrixOp>()));
  table.push_back(lowered(
      "swap-stmatrix-registers", "two matrices change places", each,
      "wrong-result", onEach<StMatrixOp>([](StMatrixOp store) {
        swapOperands(store, store->getOpOperand(1), store->getOpOperand(2));
      })));
  table.push_back(lowered(
      "drop-staging-swizzle", "a staging buffer is filled without a swizzle",
      "each exclusive or of an address and a lane's row", "wrong-result",
      onEach<arith::XOrIOp>(
          [](arith::XOrIOp op) {
            // The row of a lane is `lane & 7`.
            auto row = op.getRhs().getDefiningOp<arith::AndIOp>();
            return row && getConstant(row.getRhs()) == 7;
          },
          [](arith::XOrIOp op) { drop(op, op.getLhs()); })));
}

void faults::addStagedStores(FaultTable &table) {
  StringRef each = "each bulk store";
  table.push_back(lowered(
      "swap-store-coordinates", "rows and columns of a bulk store are swapped",
      each, "output-doubled output-lost wrong-result",
      onEach<TmaStoreOp>([](TmaStoreOp store) {
        MutableOperandRange at = store.getCoordinatesMutable();
        swapOperands(store, at[0], at[1]);
      })));
  table.push_back(lowered(
      "store-next-columns", "a bulk store goes 64 columns to the right", each,
      "output-doubled output-lost", onEach<TmaStoreOp>([](TmaStoreOp store) {
        addToOperand(store, store.getCoordinatesMutable()[0], 64);
      })));
  table.push_back(lowered(
      "store-next-row", "a bulk store goes one row down", each,
      "output-doubled output-lost", onEach<TmaStoreOp>([](TmaStoreOp store) {
        addToOperand(store, store.getCoordinatesMutable()[1], 1);
      })));
  table.push_back(lowered("drop-bulk-store", "a bulk store is missing", each,
                          "output-lost", dropEach<TmaStoreOp>()));
  table.push_back(lowered("double-bulk-store", "a bulk store is made twice",
                          each, "output-doubled",
                          onEach<TmaStoreOp>([](TmaStoreOp store) {
                            OpBuilder(store).clone(*store);
                          })));
  table.push_back(lowered("store-wrong-buffer",
                          "a bulk store reads 1024 bytes behind its place",
                          each,
                          "wrong-result uninitialized race out-of-bounds "
                          "missing-proxy-fence",
                          onEach<TmaStoreOp>([](TmaStoreOp store) {
                            addToOperand(store, store.getSrcMemMutable(), 1024);
                          })));
  addOrder(table);
  addMatrices(table);
}
