//===- Loops.cpp - Faults of the bounds of loops --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

/// The loop over a role's tiles counts in i32, those along K in index.
static bool isTileLoop(scf::ForOp loop) {
  return loop.getInductionVar().getType().isInteger(32);
}
static bool produces(scf::ForOp loop) {
  return !isTileLoop(loop) &&
         !loop.getBody()->getOps<NVVM::MBarrierArriveExpectTxOp>().empty();
}
static bool multiplies(scf::ForOp loop) {
  return !isTileLoop(loop) &&
         !loop.getBody()->getOps<NVVM::WgmmaMmaAsyncOp>().empty();
}

/// The steps of a Hilbert curve carry a place and what is left of a number.
static bool isCurve(scf::ForOp loop) {
  return !isTileLoop(loop) && loop.getNumResults() == 3 &&
         !loop.getBody()->getOps<arith::XOrIOp>().empty() &&
         llvm::all_of(loop.getResultTypes(),
                      [](Type type) { return type.isInteger(32); });
}

/// All loops at once, so that roles agree.
static LoweredFault onAllLoops(std::function<bool(scf::ForOp)> isOne,
                               std::function<void(scf::ForOp)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    SmallVector<scf::ForOp> loops = llvm::to_vector(
        llvm::make_filter_range(kernel.all<scf::ForOp>(), isOne));
    if (!loops.empty())
      sites.push_back({loops.front(), [=] {
                         for (scf::ForOp loop : loops)
                           plant(loop);
                       }});
  };
}

static std::function<void(scf::ForOp)> moveEnd(int64_t by) {
  return [=](scf::ForOp loop) {
    addToOperand(loop, loop.getUpperBoundMutable(), by);
  };
}
/// By a step.
static std::function<void(scf::ForOp)> moveEndBySteps(int64_t steps) {
  return [=](scf::ForOp loop) {
    addToOperand(loop, loop.getUpperBoundMutable(),
                 steps * getConstant(loop.getStep()).value_or(1));
  };
}
static void delayStart(scf::ForOp loop) {
  OpBuilder b(loop);
  loop.getLowerBoundMutable().set(arith::AddIOp::create(
      b, loop.getLoc(), loop.getLowerBound(), loop.getStep()));
}

/// `(size + tile - 1) / tile`, of whichever role: sizes are parameters.
static void roundDown(const Lowered &kernel, FaultSites &sites) {
  // Without a loop over tiles, the launch decides how many there are.
  if (llvm::none_of(kernel.all<scf::ForOp>(), isTileLoop))
    return;
  llvm::MapVector<Value, SmallVector<arith::AddIOp>> bySize;
  for (auto tiles : kernel.all<arith::DivUIOp>()) {
    auto sum = tiles.getLhs().getDefiningOp<arith::AddIOp>();
    std::optional<int64_t> tile = getConstant(tiles.getRhs());
    if (!sum || !tile || getConstant(sum.getRhs()) != *tile - 1)
      continue;
    Value size = sum.getLhs();
    while (auto cast = size.getDefiningOp<arith::IndexCastOp>())
      size = cast.getIn();
    if (isa<BlockArgument>(size))
      bySize[size].push_back(sum);
  }
  for (auto &[size, sums] : bySize)
    sites.push_back({sums.front(), [sums = sums] {
                       for (arith::AddIOp sum : sums)
                         setConstant(sum->getOpOperand(1), 0);
                     }});
}

/// The smaller of where a tile begins and where the last one that fits does.
static bool isFit(arith::MinUIOp start) {
  auto last = start.getRhs().getDefiningOp<arith::SelectOp>();
  return last && getConstant(last.getTrueValue()) == 0 &&
         last.getFalseValue().getDefiningOp<arith::SubIOp>();
}
static void dropFit(arith::MinUIOp start) {
  start.getResult().replaceAllUsesWith(start.getLhs());
}
static void dropAllFits(const Lowered &kernel, FaultSites &sites) {
  SmallVector<arith::MinUIOp> starts = llvm::to_vector(
      llvm::make_filter_range(kernel.all<arith::MinUIOp>(), isFit));
  if (!starts.empty())
    sites.push_back({starts.front(), [=] { llvm::for_each(starts, dropFit); }});
}

/// The number loses one bit a step, not two.
static void takeOneBit(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  auto rest = yield.getOperand(2).getDefiningOp<arith::ShRUIOp>();
  setConstant(rest->getOpOperand(1), 1);
}

/// Also where the grid cuts a square off.
static void curveEverywhere(scf::ForOp loop) {
  SmallVector<arith::SelectOp> choices;
  for (Value result : loop.getResults().take_front(2))
    for (Operation *user : result.getUsers()) {
      if (isa<arith::AddIOp>(user))
        user = *user->user_begin();
      if (auto choice = dyn_cast<arith::SelectOp>(user))
        choices.push_back(choice);
    }
  for (arith::SelectOp choice : choices)
    choice.getResult().replaceAllUsesWith(choice.getTrueValue());
}

static void addRasters(FaultTable &table) {
  StringRef all = "the curves of all roles";
  table.push_back(lowered(
      "curve-takes-one-bit",
      "a step along a Hilbert curve leaves a bit of the number to the next",
      all, "output-lost output-doubled", onAllLoops(isCurve, takeOneBit)));
  table.push_back(lowered("curve-in-cut-square",
                          "a Hilbert curve goes on behind the edge of the grid",
                          all, "output-lost output-doubled out-of-bounds",
                          onAllLoops(isCurve, curveEverywhere)));
}

void faults::addLoops(FaultTable &table) {
  addRasters(table);
  StringRef tiles = "each role's loop over tiles";
  StringRef all = "the loops over tiles of all roles";
  table.push_back(lowered("drop-last-tile", "the last tile is left out", all,
                          "output-lost", onAllLoops(isTileLoop, moveEnd(-1))));
  table.push_back(
      lowered("drop-first-tile", "each cluster's first tile is left out", all,
              "output-lost deadlock", onAllLoops(isTileLoop, delayStart)));
  table.push_back(lowered("role-drops-last-tile",
                          "one role leaves the last tile out", tiles,
                          "deadlock barrier-pending output-lost early-exit",
                          onEach<scf::ForOp>(isTileLoop, moveEnd(-1))));
  table.push_back(lowered("role-adds-a-tile",
                          "one role works on one tile too many", tiles,
                          "deadlock barrier-pending early-exit",
                          onEach<scf::ForOp>(isTileLoop, moveEnd(1))));
  table.push_back(lowered(
      "tiles-twice", "clusters step by half their number and repeat tiles", all,
      "output-doubled", onAllLoops(isTileLoop, [](scf::ForOp loop) {
        OpBuilder b(loop);
        // At least one: a step of nothing never ends.
        Value step = loop.getStep();
        Value half = arith::ShRUIOp::create(b, loop.getLoc(), step,
                                            constantBefore(loop, step, 1));
        loop.getStepMutable().set(arith::MaxUIOp::create(
            b, loop.getLoc(), half, constantBefore(loop, step, 1)));
      })));
  table.push_back(lowered(
      "drop-ragged-tile", "all roles leave out tiles that are not whole",
      "each size of C from which loops count tiles", "output-lost", roundDown));
  table.push_back(lowered("role-drops-fit",
                          "the last tiles of one role begin too late to fit",
                          "each start of a tile that may fit",
                          "output-doubled output-lost wrong-result",
                          onEach<arith::MinUIOp>(isFit, dropFit)));
  table.push_back(
      lowered("drop-fit", "the last tiles of all roles begin too late to fit",
              "the starts of tiles in all roles", "output-lost", dropAllFits));
  StringRef producer = "each loop along K that fills stages";
  StringRef consumer = "each loop along K that multiplies";
  table.push_back(lowered(
      "produce-a-step-too-few", "the last step along K is not loaded", producer,
      "deadlock", onEach<scf::ForOp>(produces, moveEndBySteps(-1))));
  table.push_back(lowered("produce-a-step-too-many",
                          "a step after the last one along K is loaded",
                          producer,
                          "barrier-pending early-exit deadlock "
                          "race",
                          onEach<scf::ForOp>(produces, moveEndBySteps(1))));
  table.push_back(lowered("consume-a-step-too-few",
                          "the last step along K is not multiplied", consumer,
                          "wrong-result barrier-pending deadlock",
                          onEach<scf::ForOp>(multiplies, moveEndBySteps(-1))));
  table.push_back(lowered("consume-a-step-too-many",
                          "a step after the last one along K is awaited",
                          consumer, "deadlock race",
                          onEach<scf::ForOp>(multiplies, moveEndBySteps(1))));
  table.push_back(lowered(
      "consume-first-step-twice", "the loop starts one step too early",
      consumer, "deadlock race",
      onEach<scf::ForOp>(multiplies, [](scf::ForOp loop) {
        // The first step stands before the loop, which begins at the second.
        auto second = loop.getLowerBound().getDefiningOp<arith::AddIOp>();
        if (second)
          loop.getLowerBoundMutable().set(second.getLhs());
      })));
  table.push_back(lowered(
      "drop-last-step", "all roles leave out the last step along K",
      "the loops along K of all roles", "wrong-result",
      onAllLoops(
          [](scf::ForOp loop) { return produces(loop) || multiplies(loop); },
          moveEndBySteps(-1))));
}
