//===- Waits.cpp - Faults of waits ----------------------------------------===//
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

using TryWaitOp = NVVM::MBarrierTryWaitParityOp;

/// Whether a wait of a producer that is done is the last of its waits.
static bool isLastDrain(TryWaitOp wait) {
  return !isBeforeFill(wait) && !getNext<TryWaitOp>(wait);
}

static LoweredFault onDrains(std::function<bool(TryWaitOp)> isSite,
                             std::function<void(TryWaitOp)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (TryWaitOp wait : kernel.getWaits(BarrierKind::Empty))
      if (!isBeforeFill(wait) && isSite(wait))
        sites.push_back({wait, [=] { plant(wait); }});
  };
}

static LoweredFault dropWaits(BarrierKind kind, bool beforeFill) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (TryWaitOp wait : kernel.getWaits(kind))
      if (isBeforeFill(wait) == beforeFill)
        sites.push_back({wait, [wait] { drop(wait); }});
  };
}

/// Behind the last operation of a kind of the same block.
template <typename OpT> static LoweredFault delayWaits(BarrierKind kind) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (TryWaitOp wait : kernel.getWaits(kind))
      if (auto last = getLast<OpT>(wait))
        sites.push_back({wait, [wait, last] { wait->moveAfter(last); }});
  };
}

static void invertParity(TryWaitOp wait) {
  OpBuilder b(wait);
  Value parity = wait->getOperand(1);
  wait->setOperand(1, arith::XOrIOp::create(b, wait->getLoc(), parity,
                                            constantBefore(wait, parity, 1)));
}

static LoweredFault invertParities(BarrierKind kind, bool beforeFill) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (TryWaitOp wait : kernel.getWaits(kind))
      if (isBeforeFill(wait) == beforeFill)
        sites.push_back({wait, [wait] { invertParity(wait); }});
  };
}

static void addProductWaits(FaultTable &table) {
  using WaitOp = NVVM::WgmmaWaitGroupSyncOp;
  auto isLast = [](WaitOp wait) { return wait.getGroup() == 0; };
  auto isInLoop = std::not_fn(isLast);
  auto raise = [](WaitOp wait) { wait.setGroup(wait.getGroup() + 1); };
  StringRef inLoop = "each wgmma.wait_group that leaves groups in flight";
  StringRef atEnd = "each wgmma.wait_group 0";
  table.push_back(lowered("raise-wgmma-wait",
                          "one more product may be in flight when a stage is "
                          "given back",
                          inLoop, "race", onEach<WaitOp>(isInLoop, raise)));
  table.push_back(lowered("drop-wgmma-wait",
                          "no wait for products before their stage is given "
                          "back",
                          inLoop, "race", dropEach<WaitOp>(isInLoop)));
  table.push_back(lowered("raise-last-wgmma-wait",
                          "sums are read while a product is in flight", atEnd,
                          "register-hazard", onEach<WaitOp>(isLast, raise)));
  table.push_back(lowered("drop-last-wgmma-wait",
                          "sums are read without a wait", atEnd,
                          "register-hazard", dropEach<WaitOp>(isLast)));
}

void faults::addWaits(FaultTable &table) {
  StringRef full = "each wait for a stage to be full";
  StringRef empty = "each wait for a stage to be empty";
  table.push_back(
      lowered("drop-full-wait", "a stage is read before it has arrived", full,
              "race uninitialized", dropWaits(BarrierKind::Full, false)));
  table.push_back(lowered(
      "late-full-wait", "the wait follows the products that read the stage",
      full, "race uninitialized",
      delayWaits<NVVM::WgmmaMmaAsyncOp>(BarrierKind::Full)));
  table.push_back(
      lowered("drop-empty-wait", "a stage is filled while it is read",
              "each wait for a stage to be empty before it is filled",
              "race barrier-misuse transaction-bytes",
              dropWaits(BarrierKind::Empty, true)));
  table.push_back(lowered("late-empty-wait",
                          "the wait follows the copies into the stage", empty,
                          "race", delayWaits<TmaLoadOp>(BarrierKind::Empty)));
  table.push_back(lowered(
      "drop-drain-wait",
      "a producer ends while peers may still arrive at its barriers",
      "the last wait for an empty stage with nothing to fill", "early-exit",
      onDrains(isLastDrain, [](TryWaitOp wait) { drop(wait); })));
  table.push_back(equivalent(
      "drop-earlier-drain-wait",
      "a producer does not wait for a stage that is not the last",
      "each wait for an empty stage with nothing to fill, except the last",
      "peers give stages back in order, and an arrival releases all earlier "
      "work of the same thread, so the last wait covers all",
      onDrains([](TryWaitOp wait) { return !isLastDrain(wait); },
               [](TryWaitOp wait) { drop(wait); })));
  table.push_back(lowered(
      "wrong-drain-parity", "a producer's last wait is for the other phase",
      "the last wait for an empty stage with nothing to fill",
      "early-exit deadlock", onDrains(isLastDrain, invertParity)));
  table.push_back(lowered(
      "drop-turn-wait", "an instance of a role does not wait for its turn",
      "each wait for a role's turn", "race barrier-misuse deadlock",
      dropWaits(BarrierKind::Turn, false)));
  table.push_back(lowered("wrong-full-parity",
                          "the wait for a full stage is for the other phase",
                          full, "race uninitialized deadlock",
                          invertParities(BarrierKind::Full, false)));
  table.push_back(lowered("wrong-empty-parity",
                          "the wait for an empty stage is for the other phase",
                          "each wait for a stage to be empty before it is "
                          "filled",
                          "race deadlock barrier-misuse",
                          invertParities(BarrierKind::Empty, true)));
  table.push_back(lowered(
      "wrong-turn-parity", "the wait for a role's turn is for the other phase",
      "each wait for a role's turn", "deadlock race barrier-misuse",
      invertParities(BarrierKind::Turn, false)));
  addProductWaits(table);
}
