//===- Parts.cpp - Faults of tiles that CTAs share ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CTAs that share K leave their partial sums in memory, count themselves in the
// tile's counter, and learn from it what they are to finish.
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

using AtomicOp = LLVM::AtomicRMWOp;

namespace {
enum class Step {
  /// A CTA has left its sums.
  Arrive,
  /// The last to arrive has no more to learn. (Others learn that all have
  /// arrived only from CTAs that run beside them, as none does in the
  /// simulator.)
  Go,
  /// It leaves its share to the last to arrive.
  Leave,
  Other
};
} // namespace

/// Those of a kernel that doesn't pack: there all atomics count parts.
static SmallVector<AtomicOp> getAtomics(const Lowered &kernel) {
  auto atomics = kernel.all<AtomicOp>();
  bool packs = llvm::any_of(atomics, [](AtomicOp op) {
    return op.getBinOp() == LLVM::AtomicBinOp::_or;
  });
  return packs ? SmallVector<AtomicOp>() : llvm::to_vector(atomics);
}

static Step getStep(AtomicOp op) {
  if (std::optional<int64_t> by = getConstant(op.getVal()))
    return *by == 1 ? Step::Arrive : Step::Other;
  if (op.getVal().getDefiningOp<arith::AddIOp>())
    return Step::Leave;
  auto less = op.getVal().getDefiningOp<arith::SubIOp>();
  std::optional<int64_t> from =
      less ? getConstant(less.getLhs()) : std::nullopt;
  return from.value_or(0) != 0 ? Step::Go : Step::Other;
}

static LoweredFault onSteps(Step step, std::function<void(AtomicOp)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (AtomicOp op : getAtomics(kernel))
      if (getStep(op) == step)
        sites.push_back({op, [=] { plant(op); }});
  };
}

static void dropStep(AtomicOp op) {
  drop(op, constantBefore(op, op.getResult(), 0));
}

/// The branch in which one thread of a CTA counts it, between two barriers.
static LoweredFault onCounting(std::function<void(scf::IfOp)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (AtomicOp op : getAtomics(kernel))
      if (auto branch = dyn_cast<scf::IfOp>(op->getParentOp());
          branch && getStep(op) == Step::Arrive)
        sites.push_back({op, [=] { plant(branch); }});
  };
}

void faults::addParts(FaultTable &table) {
  table.push_back(lowered(
      "drop-part-count", "a CTA leaves its sums and is not counted",
      "each atomic add of one", "counters", onSteps(Step::Arrive, dropStep)));
  table.push_back(lowered("drop-part-gone",
                          "the last CTA is not counted as gone",
                          "each atomic add that cancels a CTA's arrival",
                          "counters", onSteps(Step::Go, dropStep)));
  table.push_back(
      lowered("drop-part-left", "a CTA leaves its share and doesn't say so",
              "each atomic add of a bit", "output-lost",
              onSteps(Step::Leave, [](AtomicOp op) {
                auto sum = op.getVal().getDefiningOp<arith::AddIOp>();
                op.getValMutable().assign(sum.getRhs());
              })));
  table.push_back(
      lowered("drop-part-message-barrier",
              "threads go on before they are told which shares to finish",
              "each barrier after a CTA is counted",
              "race uninitialized divergence", onCounting([](scf::IfOp branch) {
                drop(getNext<NVVM::BarrierOp>(branch));
              })));
}
