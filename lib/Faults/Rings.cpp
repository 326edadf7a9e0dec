//===- Rings.cpp - Faults of positions in rings ---------------------------===//
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

/// Variables of the thread that say where it is in a ring.
enum class Variable { Stage, Phase };

/// Those of a producer that is done decide only for which of the last stages it
/// waits next: not all of them make a difference.
static SmallVector<Advance> getAdvancesInUse(const Lowered &kernel) {
  SmallVector<Advance> advances = getAdvances(kernel);
  llvm::erase_if(advances, [&](const Advance &advance) {
    auto wait = getPrevious<NVVM::MBarrierTryWaitParityOp>(advance.select);
    return wait && kernel.getKind(wait.getAddr()) == BarrierKind::Empty &&
           !isBeforeFill(wait);
  });
  return advances;
}

static LoweredFault
onAdvances(std::function<void(const Advance &)> plant,
           std::function<bool(const Advance &)> isSite = nullptr) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (const Advance &advance : getAdvancesInUse(kernel))
      if (!isSite || isSite(advance))
        sites.push_back({advance.select, [=] { plant(advance); }});
  };
}

/// Of a kernel with one tile, positions begin at the first stage: they wrap in
/// the loop along K only.
static bool canWrap(const Advance &advance) {
  return advance.store->getParentOfType<scf::ForOp>() != nullptr;
}

/// The last stage's number is compared with one more, or one less.
static LoweredFault changeWrap(int64_t change) {
  return onAdvances(
      [=](const Advance &advance) {
        auto wraps = advance.wraps;
        Value stages = wraps.getRhs();
        if (std::optional<int64_t> constant = getConstant(stages))
          return setConstant(wraps->getOpOperand(1), *constant + change);
        // The launch has chosen how many there are.
        OpBuilder b(wraps);
        wraps->setOperand(
            1, arith::AddIOp::create(b, wraps->getLoc(), stages,
                                     constantBefore(wraps, stages, change)));
      },
      canWrap);
}

/// The value at which a variable starts, by what it is: waits take their parity
/// from a phase, and advancing writes a stage.
static LoweredFault changeStart(Variable variable) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (auto alloca : kernel.all<LLVM::AllocaOp>()) {
      // The last of those that stand beside it.
      LLVM::StoreOp first;
      bool isPhase = false;
      for (Operation *user : alloca.getRes().getUsers()) {
        auto store = dyn_cast<LLVM::StoreOp>(user);
        if (store && store->getBlock() == alloca->getBlock() &&
            (!first || first->isBeforeInBlock(store)))
          first = store;
        if (isa<LLVM::LoadOp>(user))
          isPhase |= llvm::any_of(user->getUsers(), [](Operation *wait) {
            return isa<NVVM::MBarrierTryWaitParityOp>(wait);
          });
      }
      bool isStage =
          llvm::any_of(getAdvances(kernel), [&](const Advance &advance) {
            return advance.store->getOperand(1) == alloca.getRes();
          });
      if (!first || (variable == Variable::Phase ? !isPhase : !isStage))
        continue;
      sites.push_back(
          {first, [first] {
             OpBuilder b(first);
             Value start = first->getOperand(0);
             first->setOperand(
                 0, arith::XOrIOp::create(b, first->getLoc(), start,
                                          constantBefore(first, start, 1)));
           }});
    }
  };
}

/// `stage = next - rounds * stages`, `phase ^= rounds & 1`: how a position
/// moves on by more than one.
static LoweredFault onSkips(std::function<void(arith::DivUIOp)> plant) {
  auto isSite = [](arith::DivUIOp rounds) {
    auto next = rounds.getLhs().getDefiningOp<arith::AddIOp>();
    return next && next.getLhs().getDefiningOp<LLVM::LoadOp>();
  };
  return onEach<arith::DivUIOp>(isSite, plant);
}

void faults::addRings(FaultTable &table) {
  StringRef each = "each place where a position moves on by one stage, except "
                   "at a producer's end";
  table.push_back(lowered("wrap-late", "a ring seems to have one more stage",
                          each,
                          "race out-of-bounds barrier-misuse deadlock "
                          "transaction-bytes uninitialized",
                          changeWrap(1)));
  table.push_back(lowered("wrap-early", "a ring seems to have one fewer stage",
                          each,
                          "deadlock race barrier-misuse transaction-bytes "
                          "uninitialized",
                          changeWrap(-1)));
  table.push_back(lowered("stage-stands-still", "a position stays at its stage",
                          each,
                          "deadlock race barrier-misuse transaction-bytes",
                          onAdvances([](const Advance &advance) {
                            auto next = advance.next;
                            setConstant(next->getOpOperand(1), 0);
                          })));
  table.push_back(lowered(
      "phase-stands-still", "the phase stays when the ring wraps", each,
      "race deadlock barrier-misuse uninitialized",
      [](const Lowered &kernel, FaultSites &sites) {
        for (const Advance &advance : getAdvancesInUse(kernel)) {
          arith::SelectOp flip;
          for (Operation *user : advance.wraps->getUsers())
            if (user != advance.select)
              flip = dyn_cast<arith::SelectOp>(user);
          if (flip && canWrap(advance))
            sites.push_back(
                {flip, [flip] { setConstant(flip->getOpOperand(1), 0); }});
        }
      }));
  table.push_back(lowered("wrong-first-phase",
                          "a position starts with the other phase",
                          "each variable that a wait takes its parity from",
                          "deadlock race uninitialized barrier-misuse",
                          changeStart(Variable::Phase)));
  table.push_back(
      lowered("wrong-first-stage", "a position starts at the second stage",
              "each variable that holds a stage", "deadlock race uninitialized",
              changeStart(Variable::Stage)));
  StringRef skips = "each place where a position moves on by many stages";
  table.push_back(lowered(
      "skip-one-too-many", "an instance of a role skips a stage too many",
      skips, "deadlock race uninitialized", onSkips([](arith::DivUIOp rounds) {
        Operation *next = rounds.getLhs().getDefiningOp();
        addToOperand(next, next->getOpOperand(1), 1);
      })));
  table.push_back(lowered("skip-keeps-phase",
                          "skipping stages does not count the rounds", skips,
                          "deadlock race uninitialized barrier-misuse",
                          onSkips([](arith::DivUIOp rounds) {
                            for (Operation *user : rounds->getUsers())
                              if (auto parity = dyn_cast<arith::AndIOp>(user))
                                setConstant(parity->getOpOperand(1), 0);
                          })));
}
