//===- Arrives.cpp - Faults of arrivals and counts ------------------------===//
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

using ExpectOp = NVVM::MBarrierArriveExpectTxOp;

/// What an arrive's operand 0 is: an address, or a pointer.
static LoweredFault onArrives(BarrierKind kind,
                              std::function<void(Operation *arrive)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (Operation *arrive : kind == BarrierKind::Empty
                                 ? kernel.getReleases()
                                 : kernel.getArrives(kind))
      sites.push_back({arrive, [=] { plant(arrive); }});
  };
}

/// The branch in which an arrive stands, and before it in the same block the
/// wait for the products that read the stage.
static void moveWaitBehind(const Lowered &kernel, FaultSites &sites) {
  for (Operation *arrive : kernel.getArrives(BarrierKind::Empty)) {
    Operation *branch = arrive->getParentOp();
    auto wait = getPrevious<NVVM::WgmmaWaitGroupSyncOp>(branch);
    // What it is the last to release is read by nobody: registers are.
    if (wait && wait.getGroup() != 0)
      sites.push_back({arrive, [=] { wait->moveAfter(branch); }});
  }
}

static LoweredFault changeCounts(BarrierKind kind, int64_t change) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (auto init : kernel.all<NVVM::MBarrierInitOp>()) {
      OpOperand &count = init->getOpOperand(1);
      std::optional<int64_t> value = getConstant(count.get());
      if (kernel.getKind(init.getAddr()) == kind && value &&
          *value + change > 0)
        sites.push_back(
            {init, [=, &count] { setConstant(count, *value + change); }});
    }
  };
}

static void addCounts(FaultTable &table) {
  table.push_back(lowered("full-count-too-high",
                          "a full barrier waits for one arrival too many",
                          "each initialization of a full barrier", "deadlock",
                          changeCounts(BarrierKind::Full, 1)));
  table.push_back(lowered(
      "empty-count-too-high", "an empty barrier waits for one arrival too many",
      "each initialization of an empty barrier", "deadlock barrier-pending",
      changeCounts(BarrierKind::Empty, 1)));
  table.push_back(lowered(
      "empty-count-too-low", "an empty barrier waits for one arrival too few",
      "each initialization of an empty barrier that waits for several",
      "race barrier-misuse deadlock", changeCounts(BarrierKind::Empty, -1)));
  table.push_back(lowered("drop-mbarrier-init", "a barrier is never made",
                          "each mbarrier.init", "barrier-misuse uninitialized",
                          dropEach<NVVM::MBarrierInitOp>()));
  table.push_back(
      lowered("double-mbarrier-init", "a barrier in use is made again",
              "each mbarrier.arrive.expect_tx", "barrier-misuse",
              onEach<ExpectOp>([](ExpectOp expect) {
                OpBuilder b(expect);
                NVVM::MBarrierInitOp::create(
                    b, expect.getLoc(), expect.getAddr(),
                    constantBefore(expect, expect.getTxcount(), 1), Value());
              })));
}

static void addBytes(FaultTable &table) {
  StringRef each = "each mbarrier.arrive.expect_tx";
  auto change = [](int64_t bytes) {
    return onEach<ExpectOp>([bytes](ExpectOp expect) {
      addToOperand(expect, expect.getTxcountMutable(), bytes);
    });
  };
  table.push_back(lowered("expect-too-many-bytes",
                          "16 of the expected bytes never come", each,
                          "transaction-bytes deadlock", change(16)));
  table.push_back(lowered("expect-too-few-bytes",
                          "16 more bytes come than are expected", each,
                          "transaction-bytes", change(-16)));
  table.push_back(lowered(
      "expect-no-bytes", "the producer arrives and expects no bytes", each,
      "transaction-bytes race", onEach<ExpectOp>([](ExpectOp expect) {
        OpBuilder b(expect);
        NVVM::MBarrierArriveOp::create(b, expect.getLoc(), b.getI64Type(),
                                       expect.getAddr(), Value());
        drop(expect);
      })));
  table.push_back(
      lowered("drop-expect", "the producer neither arrives nor expects bytes",
              each, "deadlock transaction-bytes", dropEach<ExpectOp>()));
  table.push_back(lowered("expect-at-next-stage",
                          "bytes are expected at the barrier of the next stage",
                          each,
                          "transaction-bytes deadlock barrier-misuse race",
                          onEach<ExpectOp>([](ExpectOp expect) {
                            addToOperand(expect, expect.getAddrMutable(), 8);
                          })));
  table.push_back(equivalent(
      "late-expect", "bytes are expected after the copies have started", each,
      "bytes that arrive first make the count negative, and the phase can't "
      "end before the arrival (PTX, expect-tx operation)",
      onEach<ExpectOp>(
          [](ExpectOp expect) { return bool(getLast<TmaLoadOp>(expect)); },
          [](ExpectOp expect) {
            expect->moveAfter(getLast<TmaLoadOp>(expect));
          })));
}

void faults::addArrives(FaultTable &table) {
  StringRef release = "each arrival at an empty barrier";
  auto erase = [](Operation *arrive) { drop(arrive); };
  auto repeat = [](Operation *arrive) { OpBuilder(arrive).clone(*arrive); };
  table.push_back(lowered("drop-release", "a stage is never given back",
                          release, "deadlock barrier-pending",
                          onArrives(BarrierKind::Empty, erase)));
  table.push_back(equivalent(
      "drop-unawaited-release",
      "a stage that nothing waits for is not given back",
      "each arrival at an empty barrier behind the only tile of a kernel whose "
      "producer has ended",
      "no wait for the stage follows, and no peer's copy",
      [](const Lowered &kernel, FaultSites &sites) {
        SmallVector<Operation *> awaited = kernel.getReleases();
        for (Operation *arrive : kernel.getArrives(BarrierKind::Empty))
          if (!llvm::is_contained(awaited, arrive))
            sites.push_back({arrive, [arrive] { drop(arrive); }});
      }));
  table.push_back(lowered("double-release", "a stage is given back twice",
                          release, "barrier-misuse race deadlock",
                          onArrives(BarrierKind::Empty, repeat)));
  table.push_back(
      lowered("release-next-stage",
              "the next stage is given back, not the one that was read",
              release, "race barrier-misuse deadlock",
              onArrives(BarrierKind::Empty, [](Operation *arrive) {
                addToOperand(arrive, arrive->getOpOperand(0), 8);
              })));
  table.push_back(
      lowered("early-release",
              "a stage is given back before its products are "
              "complete",
              "each arrival at an empty barrier behind a wait for products",
              "race", moveWaitBehind));
  table.push_back(lowered("drop-turn", "a turn is never passed on",
                          "each arrival at a turn's barrier", "deadlock",
                          onArrives(BarrierKind::Turn, erase)));
  table.push_back(lowered("double-turn", "a turn is passed on twice",
                          "each arrival at a turn's barrier",
                          "barrier-misuse race deadlock",
                          onArrives(BarrierKind::Turn, repeat)));
  addBytes(table);
  addCounts(table);
}
