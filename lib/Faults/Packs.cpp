//===- Packs.cpp - Faults of matrices that are packed ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What CTAs do together before their roles start: they take units of work, copy
// them, count those that are done, and wait for the rest. Their counters are
// all that a kernel changes by atomic operations.
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

using AtomicOp = LLVM::AtomicRMWOp;

namespace {
enum class Counter {
  /// A bit for each unit that somebody has taken.
  Taken,
  /// Units that are done.
  Done,
  /// CTAs that have stopped waiting for these.
  Left
};
} // namespace

/// Sites of kernels that pack: of all their counters only those are bits.
static LoweredFault ifPacks(LoweredFault collect) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    if (llvm::any_of(kernel.all<AtomicOp>(), [](AtomicOp op) {
          return op.getBinOp() == LLVM::AtomicBinOp::_or;
        }))
      collect(kernel, sites);
  };
}

static Counter getCounter(AtomicOp op) {
  if (op.getBinOp() == LLVM::AtomicBinOp::_or)
    return Counter::Taken;
  return getConstant(op.getVal()) ? Counter::Left : Counter::Done;
}

static LoweredFault onCounts(Counter counter,
                             std::function<void(AtomicOp)> plant) {
  return ifPacks(onEach<AtomicOp>(
      [=](AtomicOp op) { return getCounter(op) == counter; }, plant));
}

/// As if nobody had counted before, and nobody will know of this.
static void dropCount(AtomicOp op) {
  drop(op, constantBefore(op, op.getResult(), 0));
}

/// The loop that sets the counters back, which the last to leave runs.
static LoweredFault onZeroes(std::function<void(scf::ForOp)> plant) {
  return ifPacks([=](const Lowered &kernel, FaultSites &sites) {
    for (auto leave : kernel.all<AtomicOp>())
      if (auto isLast = getNext<scf::IfOp>(leave);
          isLast && getCounter(leave) == Counter::Left)
        isLast.walk([&](scf::ForOp loop) {
          sites.push_back({loop, [=] { plant(loop); }});
        });
  });
}

/// The loads of what one thread has told the others of its CTA.
static LoweredFault onMessages(std::function<void(LLVM::LoadOp)> plant) {
  auto isSite = [](LLVM::LoadOp load) {
    auto pointer = cast<LLVM::LLVMPointerType>(load.getAddr().getType());
    return pointer.getAddressSpace() ==
               static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared) &&
           getPrevious<NVVM::BarrierOp>(load);
  };
  return ifPacks(onEach<LLVM::LoadOp>(isSite, plant));
}

/// What chooses a vector's address: that in the matrix, or a place to load from
/// when it is outside.
static LoweredFault onVectors(std::function<void(arith::SelectOp)> plant) {
  return ifPacks([=](const Lowered &kernel, FaultSites &sites) {
    for (auto load : kernel.all<LLVM::LoadOp>())
      if (auto select = load.getAddr().getDefiningOp<arith::SelectOp>())
        sites.push_back({load, [=] { plant(select); }});
  });
}

/// Guards of stores of chunks.
static LoweredFault onChunks(std::function<void(scf::IfOp)> plant) {
  return ifPacks([=](const Lowered &kernel, FaultSites &sites) {
    for (auto store : kernel.all<LLVM::StoreOp>())
      if (auto guard = dyn_cast<scf::IfOp>(store->getParentOp());
          guard && isa<VectorType>(store.getValue().getType()))
        sites.push_back({guard, [=] { plant(guard); }});
  });
}

/// Distances to the next rows of what is transposed, which are nothing behind
/// the last row.
static LoweredFault onRows(std::function<void(arith::SelectOp)> plant) {
  return ifPacks([=](const Lowered &kernel, FaultSites &sites) {
    for (auto next : kernel.all<LLVM::GEPOp>()) {
      if (next.getDynamicIndices().size() != 1)
        continue;
      auto step = next.getDynamicIndices()[0].getDefiningOp<arith::SelectOp>();
      if (step && getConstant(step.getFalseValue()) == 0)
        sites.push_back({next, [=] { plant(step); }});
    }
  });
}

static void addPackCounts(FaultTable &table) {
  table.push_back(lowered(
      "drop-pack-take", "a unit is taken and not marked as taken",
      "each atomic or", "step-limit", onCounts(Counter::Taken, dropCount)));
  table.push_back(lowered("drop-pack-count",
                          "a unit is copied and not counted as done",
                          "each atomic add of units", "step-limit",
                          onCounts(Counter::Done, dropCount)));
  table.push_back(lowered("double-pack-count",
                          "a unit is counted as done twice",
                          "each atomic add of units", "step-limit",
                          onCounts(Counter::Done, [](AtomicOp op) {
                            OpBuilder(op).clone(*op.getOperation());
                          })));
  table.push_back(lowered("drop-pack-leave",
                          "a CTA stops waiting and is not counted",
                          "each atomic add of one", "counters",
                          onCounts(Counter::Left, dropCount)));
}

static void addZeroes(FaultTable &table) {
  StringRef where = "each loop over the counters";
  table.push_back(lowered("drop-pack-zeroes", "counters are not set back",
                          where, "counters",
                          onZeroes([](scf::ForOp loop) { drop(loop); })));
  table.push_back(lowered("pack-zeroes-two",
                          "only the first two counters are set back", where,
                          "counters", onZeroes([](scf::ForOp loop) {
                            setConstant(loop.getUpperBoundMutable(), 2);
                          })));
}

void faults::addPacks(FaultTable &table) {
  addPackCounts(table);
  addZeroes(table);
  table.push_back(lowered(
      "drop-pack-message-barrier",
      "threads go on before they know that all is packed",
      "each load of a message from one thread to the others",
      "race uninitialized divergence", onMessages([](LLVM::LoadOp load) {
        drop(getPrevious<NVVM::BarrierOp>(load));
      })));
  table.push_back(lowered("pack-vector-outside",
                          "a vector beside the matrix is loaded",
                          "each choice of a vector's address", "out-of-bounds",
                          onVectors([](arith::SelectOp select) {
                            drop(select, select.getTrueValue());
                          })));
  table.push_back(lowered("pack-row-outside",
                          "a row behind the matrix is loaded",
                          "each distance to the next row of a block",
                          "out-of-bounds", onRows([](arith::SelectOp select) {
                            drop(select, select.getTrueValue());
                          })));
  table.push_back(
      lowered("drop-chunk-guard", "chunks that do not exist are stored",
              "each guard of a chunk", "out-of-bounds",
              onChunks([](scf::IfOp guard) { alwaysTaken(guard); })));
}
