//===- Warps.cpp - Faults of warps that fill their ring themselves --------===//
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

using CopyWaitOp = NVVM::CpAsyncWaitGroupOp;
using CopyCommitOp = NVVM::CpAsyncCommitGroupOp;
using BarrierOp = NVVM::BarrierOp;

/// The barrier behind a wait for copies; null at the end of a kernel, which has
/// none.
static BarrierOp getBarrier(CopyWaitOp wait) {
  return dyn_cast_or_null<BarrierOp>(wait->getNextNode());
}

/// Whether a loop that carries sums is around it, and not the one before that
/// fills the ring and doesn't come to the end of K.
static bool isInSums(Operation *op) {
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    if (!loop.getInitArgs().empty())
      return true;
  return false;
}

static void addRingFaults(FaultTable &table) {
  StringRef waits = "each cp.async.wait_group that a barrier follows";
  StringRef kinds = "race uninitialized";
  auto isSite = [](CopyWaitOp wait) { return getBarrier(wait) != nullptr; };
  table.push_back(lowered("raise-copy-wait",
                          "one more group of copies may be on its way when its "
                          "slot is read",
                          waits, kinds,
                          onEach<CopyWaitOp>(isSite, [](CopyWaitOp wait) {
                            wait.setN(wait.getN() + 1);
                          })));
  table.push_back(lowered("drop-copy-wait",
                          "a slot is read while copies are on their way", waits,
                          kinds, dropEach<CopyWaitOp>(isSite)));
  table.push_back(
      lowered("late-copy-wait", "threads meet before their copies have arrived",
              waits, kinds, onEach<CopyWaitOp>(isSite, [](CopyWaitOp wait) {
                wait->moveAfter(getBarrier(wait));
              })));
  table.push_back(lowered(
      "drop-copy-barrier",
      "a slot is filled while others read it, and read before it is full",
      "each barrier behind cp.async.wait_group", kinds,
      onEach<CopyWaitOp>(isSite,
                         [](CopyWaitOp wait) { drop(getBarrier(wait)); })));
  table.push_back(lowered("drop-copy-commit", "copies are in no group",
                          "each cp.async.commit_group of a loop", kinds,
                          dropEach<CopyCommitOp>([](CopyCommitOp commit) {
                            return isa<scf::ForOp>(commit->getParentOp());
                          })));
  table.push_back(lowered(
      "copy-whole-chunks",
      "a copy reads 16 bytes even where the matrix has fewer",
      "each cp.async with a byte count, in a loop that sums products",
      "out-of-bounds",
      onEach<NVVM::CpAsyncOp>(
          [](NVVM::CpAsyncOp copy) {
            return copy.getCpSize() && isInSums(copy);
          },
          [](NVVM::CpAsyncOp copy) { copy.getCpSizeMutable().clear(); })));
}

/// What stands for the sums of a product that was left out.
static void dropProduct(NVVM::MmaOp mma) {
  for (Operation *user : llvm::make_early_inc_range(mma->getUsers())) {
    auto extract = cast<LLVM::ExtractValueOp>(user);
    extract.replaceAllUsesWith(mma.getOperandC()[extract.getPosition()[0]]);
    extract->erase();
  }
  mma->erase();
}

static void addProductFaults(FaultTable &table) {
  using LdMatrixOp = NVVM::LdMatrixOp;
  StringRef loads = "each ldmatrix", products = "each mma.sync";
  table.push_back(lowered(
      "ldmatrix-misaligned", "matrices are loaded 8 bytes behind their places",
      loads, "misaligned", onEach<LdMatrixOp>([](LdMatrixOp load) {
        addToOperand(load, load.getPtrMutable(), 8);
      })));
  table.push_back(lowered("drop-mma", "a warp's product is left out", products,
                          "wrong-result", onEach<NVVM::MmaOp>(dropProduct)));
}

/// Arrivals of one lane for its warp, and of warpgroups at named barriers.
static void addArrivals(FaultTable &table) {
  auto isArrival = [](NVVM::SyncWarpOp sync) {
    auto branch = getNext<scf::IfOp>(sync);
    return branch && contains<NVVM::MBarrierArriveOp>(branch);
  };
  table.push_back(
      lowered("drop-warp-sync",
              "a lane arrives for its warp before the others are done",
              "each bar.warp.sync before one lane's arrival", "race",
              dropEach<NVVM::SyncWarpOp>(isArrival)));
  table.push_back(lowered(
      "drop-product-turn", "a turn to start products is never passed on",
      "each arrival at a named barrier in a loop", "deadlock",
      dropEach<NVVM::BarrierArriveOp>([](NVVM::BarrierArriveOp arrive) {
        return arrive->getParentOfType<scf::ForOp>() != nullptr;
      })));
}

void faults::addWarpGrids(FaultTable &table) {
  addArrivals(table);
  addRingFaults(table);
  addProductFaults(table);
}
