//===- Roles.cpp - Faults of who does what --------------------------------===//
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

static LoweredFault onBranches(bool (*isSite)(const Lowered &, scf::IfOp),
                               void (*plant)(scf::IfOp)) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (auto branch : kernel.all<scf::IfOp>())
      if (isSite(kernel, branch))
        sites.push_back({branch, [=] { plant(branch); }});
  };
}

/// Whether the operation stands in the branch itself.
template <typename OpT> static bool holds(const Lowered &, scf::IfOp branch) {
  return !branch.thenBlock()->getOps<OpT>().empty();
}

static bool releases(const Lowered &kernel, scf::IfOp branch) {
  return llvm::any_of(kernel.getReleases(), [&](Operation *arrive) {
    return arrive->getParentOp() == branch;
  });
}

/// Around `elect.sync`: the warp that does a role of one thread.
static bool choosesWarp(const Lowered &kernel, scf::IfOp branch) {
  return holds<NVVM::ElectSyncOp>(kernel, branch) &&
         branch.getCondition().getDefiningOp<arith::CmpIOp>();
}

/// Into each branch that an elected lane takes.
static auto onElected(void (*plant)(scf::IfOp)) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (auto elect : kernel.all<NVVM::ElectSyncOp>())
      for (Operation *user : elect->getUsers())
        if (auto branch = dyn_cast<scf::IfOp>(user))
          sites.push_back({branch, [=] { plant(branch); }});
  };
}

static void addRegisters(FaultTable &table) {
  using SetOp = NVVM::SetMaxRegisterOp;
  auto onSets = [](bool increases, std::function<void(SetOp)> plant) {
    auto isSite = [=](SetOp set) {
      return increases ==
             (set.getAction() == NVVM::SetMaxRegisterAction::increase);
    };
    return onEach<SetOp>(isSite, plant);
  };
  table.push_back(lowered(
      "setmaxnreg-decreases", "a role that needs more registers gives some up",
      "each setmaxnreg.inc", "register-count", onSets(true, [](SetOp set) {
        set.setAction(NVVM::SetMaxRegisterAction::decrease);
      })));
  table.push_back(lowered("setmaxnreg-increases",
                          "a role that needs fewer registers asks for more",
                          "each setmaxnreg.dec", "register-count deadlock",
                          onSets(false, [](SetOp set) {
                            set.setAction(NVVM::SetMaxRegisterAction::increase);
                          })));
  table.push_back(lowered(
      "setmaxnreg-too-large", "more registers are requested than there are",
      "each setmaxnreg.inc", "register-count deadlock",
      onSets(true, [](SetOp set) { set.setRegCount(248); })));
  table.push_back(lowered("drop-setmaxnreg",
                          "a role keeps registers that others wait for",
                          "each setmaxnreg.dec", "register-count deadlock",
                          onSets(false, [](SetOp set) { drop(set); })));
}

static void addWarps(FaultTable &table) {
  using ShflOp = NVVM::ShflOp;
  auto onShuffles = [](NVVM::ShflKind kind, std::function<void(ShflOp)> plant) {
    return onEach<ShflOp>(
        [=](ShflOp shuffle) { return shuffle.getKind() == kind; }, plant);
  };
  table.push_back(
      lowered("wrong-exchange-lane", "a value is exchanged with the wrong lane",
              "each shfl.sync.bfly", "wrong-result",
              onShuffles(NVVM::ShflKind::bfly, [](ShflOp shuffle) {
                setConstant(shuffle->getOpOperand(2),
                            *getConstant(shuffle->getOperand(2)) ^ 3);
              })));
  table.push_back(equivalent(
      "wrong-broadcast-lane", "the warp's number is taken from lane 1",
      "each shfl.sync.idx", "all lanes of a warp have the same number",
      onShuffles(NVVM::ShflKind::idx, [](ShflOp shuffle) {
        setConstant(shuffle->getOpOperand(2), 1);
      })));
  table.push_back(lowered("wrong-lane-mask",
                          "lane 31 shuffles, but the mask does not name it",
                          "each shfl.sync.idx", "divergence",
                          onShuffles(NVVM::ShflKind::idx, [](ShflOp shuffle) {
                            setConstant(shuffle->getOpOperand(0), 0x7FFFFFFF);
                          })));
}

void faults::addRoles(FaultTable &table) {
  StringRef init = "each branch that makes barriers";
  StringRef warp = "each branch that chooses the warp of a role with elect";
  StringRef release = "each branch that gives a stage back";
  StringRef elected = "each branch of an elected lane";
  table.push_back(
      lowered("all-make-barriers", "all threads make the barriers", init,
              "race barrier-misuse",
              onBranches(holds<NVVM::MBarrierInitOp>, alwaysTaken)));
  table.push_back(lowered(
      "all-but-one-make-barriers", "the wrong threads make the barriers", init,
      "race barrier-misuse", onBranches(holds<NVVM::MBarrierInitOp>, invert)));
  table.push_back(lowered("drop-elect", "all lanes of a warp produce", elected,
                          "barrier-misuse transaction-bytes race deadlock",
                          onElected(alwaysTaken)));
  table.push_back(
      lowered("invert-elect", "all lanes of a warp but the elected one produce",
              elected, "barrier-misuse transaction-bytes race deadlock",
              onElected(invert)));
  table.push_back(lowered("all-warps-produce",
                          "one thread in every warp of a role produces", warp,
                          "barrier-misuse transaction-bytes race deadlock",
                          onBranches(choosesWarp, alwaysTaken)));
  table.push_back(lowered("all-release", "all threads give a stage back",
                          release, "barrier-misuse race out-of-bounds deadlock",
                          onBranches(releases, alwaysTaken)));
  table.push_back(lowered("wrong-threads-release",
                          "the wrong threads give a stage back", release,
                          "barrier-misuse race out-of-bounds deadlock",
                          onBranches(releases, invert)));
  table.push_back(lowered("all-store", "all threads issue the bulk store",
                          "each branch that issues a bulk store",
                          "output-doubled race",
                          onBranches(holds<TmaStoreOp>, alwaysTaken)));
  table.push_back(
      lowered("wrong-threads-store", "the wrong threads issue the bulk store",
              "each branch that issues a bulk store", "output-doubled race",
              onBranches(holds<TmaStoreOp>, invert)));
  addRegisters(table);
  addWarps(table);
}
