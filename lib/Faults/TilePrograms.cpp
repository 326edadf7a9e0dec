//===- TilePrograms.cpp - Faults of tile programs -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"
#include "TileFaults.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;
using namespace mlir::autotune::tile;

template <typename OpT> static bool isInLoop(OpT op) {
  return isa<scf::ForOp>(op->getParentOp());
}

/// Whether somebody waits for the slot afterwards: for the next step or tile,
/// or at a producer's end, for its peers.
static bool isAwaited(ReleaseOp op) {
  auto tiles = op->getParentOfType<ForEachTileOp>();
  bool multicasts = false;
  op->getParentOfType<KernelOp>().walk(
      [&](LoadOp load) { multicasts |= load.getMulticast().has_value(); });
  return isInLoop(op) || multicasts || (tiles && tiles.getPersistent());
}

static void addSlots(FaultTable &table) {
  table.push_back(onOps<ReleaseOp>(
      "tile-drop-release", "a slot is never given back",
      "each tile.release for which somebody waits", "deadlock barrier-pending",
      isAwaited, [](ReleaseOp op) { op.erase(); }));
  table.push_back(onOps<ReleaseOp>(
      "tile-early-release",
      "a slot is given back before its product is complete",
      "each tile.release behind a tile.mma_wait of a loop", "race",
      [](ReleaseOp op) { return isInLoop(op) && getPrevious<MmaWaitOp>(op); },
      [](ReleaseOp op) { op->moveBefore(getPrevious<MmaWaitOp>(op)); }));
  table.push_back(onOps<ReleaseOp>(
      "tile-release-newest-slot",
      "the slot that is multiplied is given back, not the one before",
      "each tile.release of a slot that a loop carries",
      "race deadlock barrier-misuse",
      [](ReleaseOp op) {
        auto wait = getPrevious<WaitOp>(op);
        return isInLoop(op) && wait && wait.getSlot() != op.getSlot();
      },
      [](ReleaseOp op) {
        op->setOperand(0, getPrevious<WaitOp>(op).getSlot());
      }));
  table.push_back(
      onOps<ReleaseOp>("tile-double-release", "a slot is given back twice",
                       "each tile.release for which somebody waits",
                       "barrier-misuse race deadlock", isAwaited,
                       [](ReleaseOp op) { OpBuilder(op).clone(*op); }));
  auto getLastRead = [](ReleaseOp op) {
    auto read = getPrevious<ReadOperandsOp>(op);
    // A role that fills its ring itself gives nothing back: all of it meets.
    return read && read.getSlot() == op.getSlot() &&
                   contains<LoadOp>(op->getParentOfType<KernelOp>())
               ? read
               : ReadOperandsOp();
  };
  table.push_back(onOps<ReleaseOp>(
      "tile-release-before-read",
      "a slot is given back before the threads read it for the last time",
      "each tile.release behind a tile.read_operands of its slot", "race",
      [=](ReleaseOp op) { return isAwaited(op) && getLastRead(op); },
      [=](ReleaseOp op) { op->moveBefore(getLastRead(op)); }));
  table.push_back(onOps<scf::YieldOp>(
      "tile-carry-old-slot", "a loop carries the slot it began with",
      "each scf.yield of a slot", "race deadlock barrier-misuse",
      [](scf::YieldOp op) {
        return llvm::any_of(op->getOperandTypes(),
                            [](Type type) { return isa<SlotType>(type); });
      },
      [](scf::YieldOp op) {
        auto loop = cast<scf::ForOp>(op->getParentOp());
        for (auto [operand, carried] :
             llvm::zip(op->getOpOperands(), loop.getRegionIterArgs()))
          if (isa<SlotType>(carried.getType()))
            operand.set(carried);
      }));
}

static void addTileSums(FaultTable &table) {
  table.push_back(onOps<MmaWaitOp>(
      "tile-raise-pending", "one more product may be in flight",
      "each tile.mma_wait that gives no sums", "race",
      [](MmaWaitOp op) { return !op.getAcc(); },
      [](MmaWaitOp op) { op.setPending(op.getPending() + 1); }));
  table.push_back(onOps<MmaWaitOp>(
      "tile-late-wait", "a slot is given back, then its product is awaited",
      "each tile.mma_wait of a loop", "race",
      [](MmaWaitOp op) { return isInLoop(op) && getNext<ReleaseOp>(op); },
      [](MmaWaitOp op) { op->moveAfter(getNext<ReleaseOp>(op)); }));
  table.push_back(onOps<MmaWaitOp>(
      "tile-sums-without-wait", "sums are used without a wait for them",
      "each tile.mma_wait that gives sums", "register-hazard race",
      [](MmaWaitOp op) { return op.getAcc() != nullptr; },
      [](MmaWaitOp op) {
        op.getResult().replaceAllUsesWith(op.getAcc());
        op.erase();
      }));
  table.push_back(onOps<MmaOp>(
      "tile-drop-accumulator", "a product overwrites the sums",
      "each tile.mma that adds", "wrong-result",
      [](MmaOp op) { return op.getAcc() != nullptr; },
      [](MmaOp op) { op.getAccMutable().clear(); }));
  table.push_back(onOps<scf::YieldOp>(
      "tile-carry-old-sums", "a loop carries the sums it began with",
      "each scf.yield of sums", "wrong-result register-hazard",
      [](scf::YieldOp op) {
        return llvm::any_of(op->getOperandTypes(),
                            [](Type type) { return isa<FragmentType>(type); });
      },
      [](scf::YieldOp op) {
        auto loop = cast<scf::ForOp>(op->getParentOp());
        for (auto [operand, carried] :
             llvm::zip(op->getOpOperands(), loop.getRegionIterArgs()))
          if (isa<FragmentType>(carried.getType()))
            operand.set(carried);
      }));
  table.push_back(onOps<PassTurnOp>(
      "tile-early-turn", "a turn is passed on as soon as it is taken",
      "each tile.pass_turn", "race deadlock barrier-misuse",
      [](PassTurnOp op) { return bool(getPrevious<TakeTurnOp>(op)); },
      [](PassTurnOp op) { op->moveAfter(getPrevious<TakeTurnOp>(op)); }));
}

/// Of products of high and low parts.
static void addSplits(FaultTable &table) {
  auto hasLow = [](MmaOp op) { return op.getLow() != nullptr; };
  StringRef each = "each tile.mma of high and low parts";
  table.push_back(onOps<MmaOp>(
      "tile-drop-low", "only the high parts are multiplied", each,
      "wrong-result", hasLow, [](MmaOp op) { op.getLowMutable().clear(); }));
  table.push_back(onOps<MmaOp>(
      "tile-swap-low", "low parts are multiplied in the place of high ones",
      each, "wrong-result", hasLow, [](MmaOp op) {
        Value high = op.getSlot();
        op.getSlotMutable().set(op.getLow());
        op.getLowMutable().assign(high);
      }));
  table.push_back(onOps<SplitOp>(
      "tile-early-commit", "low parts are handed over before they are written",
      "each tile.split", "race missing-proxy-fence", nullptr,
      [](SplitOp op) { getNext<CommitOp>(op)->moveBefore(op); }));
}

/// Of what is transposed in shared memory. Tiles are squares in all programs
/// that are tried: else what was loaded would not fit the product.
static void addTransposes(FaultTable &table) {
  auto takesOther = [](MmaOp op) { return op.getLeft() || op.getRight(); };
  table.push_back(onOps<MmaOp>("tile-drop-transpose",
                               "a tile is multiplied as it was loaded",
                               "each tile.mma of transposed tiles",
                               "wrong-result", takesOther, [](MmaOp op) {
                                 op.getLeftMutable().clear();
                                 op.getRightMutable().clear();
                               }));
  table.push_back(onOps<TransposeOp>(
      "tile-early-transpose", "a transpose is handed over before it is written",
      "each tile.transpose", "race missing-proxy-fence", nullptr,
      [](TransposeOp op) { getNext<CommitOp>(op)->moveBefore(op); }));
}

/// Whether an operation takes its place in a batch from the loop over tiles.
static bool isInBatch(MutableOperandRange at) { return at.size() == 3; }

static void takeFirst(Operation *op, MutableOperandRange at) {
  at[0].set(constantBefore(op, at[0].get(), 0));
}

/// Of a batch, a kernel that takes one product for all.
static void addBatches(FaultTable &table) {
  table.push_back(onOps<LoadOp>(
      "tile-load-first-matrix", "a load takes the first matrix of a batch",
      "each tile.load of a batch", "wrong-result",
      [](LoadOp op) { return isInBatch(op.getIndicesMutable()); },
      [](LoadOp op) { takeFirst(op, op.getIndicesMutable()); }));
  table.push_back(onOps<StoreOp>(
      "tile-store-first-matrix", "all products are stored to the first matrix",
      "each tile.store to a batch", "output-doubled output-lost",
      [](StoreOp op) { return isInBatch(op.getIndicesMutable()); },
      [](StoreOp op) { takeFirst(op, op.getIndicesMutable()); }));
}

/// What an epilogue writes beside its result.
static void addOutputs(FaultTable &table) {
  auto hasOutputs = [](EpilogueOp op) { return !op.getOutputs().empty(); };
  StringRef each = "each tile.epilogue that stores beside its result";
  table.push_back(onOps<EpilogueOp>(
      "tile-drop-output", "the first output beside the result is not stored",
      each, "output-lost", hasOutputs, [](EpilogueOp op) {
        op.getOutputsMutable().erase(0);
        op.getBody().front().getTerminator()->eraseOperand(1);
        op.removeOutputAlignmentsAttr();
      }));
  table.push_back(onOps<EpilogueOp>(
      "tile-store-result-beside",
      "the result is stored as the first output beside it", each,
      "wrong-result",
      [](EpilogueOp op) {
        Operation *yield = op.getBody().front().getTerminator();
        return yield->getNumOperands() > 1 &&
               yield->getOperand(0).getType() == yield->getOperand(1).getType();
      },
      [](EpilogueOp op) {
        Operation *yield = op.getBody().front().getTerminator();
        yield->setOperand(1, yield->getOperand(0));
      }));
}

static void addTilePlaces(FaultTable &table) {
  table.push_back(
      onOps<LoadOp>("tile-swap-load", "rows and columns of a load are swapped",
                    "each tile.load", "wrong-result", nullptr, [](LoadOp op) {
                      MutableOperandRange at = op.getIndicesMutable();
                      swapOperands(op, at[0], at[1]);
                    }));
  table.push_back(onOps<LoadOp>(
      "tile-shift-load", "a load starts 64 columns to the right",
      "each tile.load", "wrong-result", nullptr,
      [](LoadOp op) { addToOperand(op, op.getIndicesMutable()[1], 64); }));
  table.push_back(onOps<StoreOp>(
      "tile-swap-store", "rows and columns of a store are swapped",
      "each tile.store", "output-lost output-doubled wrong-result", nullptr,
      [](StoreOp op) {
        MutableOperandRange at = op.getIndicesMutable();
        swapOperands(op, at[0], at[1]);
      }));
  table.push_back(onOps<StoreOp>(
      "tile-shift-store", "a store starts 8 columns to the right",
      "each tile.store", "output-lost output-doubled", nullptr,
      [](StoreOp op) { addToOperand(op, op.getIndicesMutable()[1], 8); }));
  table.push_back(onOps<StoreOp>("tile-drop-store", "nothing is stored",
                                 "each tile.store", "output-lost", nullptr,
                                 [](StoreOp op) { op.erase(); }));
  table.push_back(onOps<StoreOp>(
      "tile-double-store", "sums are stored twice",
      "each tile.store without staging", "output-doubled",
      [](StoreOp op) { return !op.getStaging(); },
      [](StoreOp op) { OpBuilder(op).clone(*op); }));
  table.push_back(onOps<ClusterReduceOp>(
      "tile-drop-offset", "every CTA stores its share as the first one's",
      "each tile.cluster_reduce", "output-doubled output-lost", nullptr,
      [](ClusterReduceOp op) {
        OpBuilder b(op);
        b.setInsertionPointAfter(op);
        op.getOffset().replaceAllUsesWith(
            arith::ConstantIndexOp::create(b, op.getLoc(), 0).getResult());
      }));
}

void faults::addTilePrograms(FaultTable &table) {
  addSlots(table);
  addTileSums(table);
  addSplits(table);
  addTransposes(table);
  addTilePlaces(table);
  addOutputs(table);
  addBatches(table);
}
