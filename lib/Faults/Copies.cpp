//===- Copies.cpp - Faults of copies into shared memory -------------------===//
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

static LoweredFault onMulticasts(std::function<void(TmaLoadOp)> plant) {
  return onEach<TmaLoadOp>(
      [](TmaLoadOp load) { return load.getMulticastMask() != nullptr; }, plant);
}

/// Another tensor map of the kernel's.
static Value getOtherMap(TmaLoadOp load) {
  for (auto other :
       load->getParentOfType<LLVM::LLVMFuncOp>().getOps<NVVM::PrefetchOp>())
    if (other.getAddr() != load.getTmaDescriptor())
      return other.getAddr();
  Value found;
  load->getParentOfType<LLVM::LLVMFuncOp>().walk([&](TmaLoadOp other) {
    if (other.getTmaDescriptor() != load.getTmaDescriptor())
      found = other.getTmaDescriptor();
  });
  return found;
}

static void addMasks(FaultTable &table) {
  StringRef each = "each multicast copy";
  table.push_back(lowered(
      "mask-misses-a-bit", "a CTA of the cluster does not get its part", each,
      "deadlock transaction-bytes", onMulticasts([](TmaLoadOp load) {
        Value mask = load.getMulticastMask();
        OpBuilder b(load);
        Value less = addBefore(load, mask, -1);
        load.getMulticastMaskMutable().assign(
            arith::AndIOp::create(b, load.getLoc(), mask, less));
      })));
  table.push_back(lowered(
      "mask-has-a-bit-too-many", "a copy goes to a CTA outside the cluster",
      each, "out-of-bounds barrier-misuse early-exit",
      onMulticasts([](TmaLoadOp load) {
        Value mask = load.getMulticastMask();
        OpBuilder b(load);
        load.getMulticastMaskMutable().assign(arith::OrIOp::create(
            b, load.getLoc(), mask, constantBefore(load, mask, 0x4000)));
      })));
  table.push_back(lowered("drop-multicast", "a copy stays in its own CTA", each,
                          "deadlock transaction-bytes",
                          onMulticasts([](TmaLoadOp load) {
                            load.getMulticastMaskMutable().clear();
                          })));
}

static void addPlaces(FaultTable &table) {
  StringRef each = "each copy into shared memory";
  table.push_back(
      lowered("swap-load-coordinates", "rows and columns of a copy are swapped",
              each, "wrong-result", onEach<TmaLoadOp>([](TmaLoadOp load) {
                MutableOperandRange at = load.getCoordinatesMutable();
                swapOperands(load, at[0], at[1]);
              })));
  auto move = [](unsigned dim, int64_t by) {
    return onEach<TmaLoadOp>([=](TmaLoadOp load) {
      addToOperand(load, load.getCoordinatesMutable()[dim], by);
    });
  };
  table.push_back(lowered("load-next-columns",
                          "a copy takes the columns 64 to the right", each,
                          "wrong-result", move(0, 64)));
  table.push_back(lowered("load-next-row", "a copy starts one row below", each,
                          "wrong-result", move(1, 1)));
  table.push_back(lowered(
      "load-wrong-matrix", "a copy takes another matrix's tensor map", each,
      "wrong-result transaction-bytes deadlock "
      "bad-tensor-map uninitialized out-of-bounds race",
      onEach<TmaLoadOp>([](TmaLoadOp load) {
        load.getTmaDescriptorMutable().set(getOtherMap(load));
      })));
  auto place = [](int64_t by) {
    return onEach<TmaLoadOp>([=](TmaLoadOp load) {
      addToOperand(load, load.getDstMemMutable(), by);
    });
  };
  table.push_back(lowered(
      "load-place-off-by-1024", "a copy goes 1024 bytes behind its place", each,
      "uninitialized race wrong-result out-of-bounds", place(1024)));
  table.push_back(lowered("load-place-misaligned",
                          "a copy goes 64 bytes behind its place", each,
                          "misaligned", place(64)));
  table.push_back(
      lowered("load-in-first-stage", "every copy goes into the first stage",
              each, "race uninitialized", onEach<TmaLoadOp>([](TmaLoadOp load) {
                // `stage * bytes + start`, at the end of the sums.
                Value at = load.getDstMem();
                while (Operation *op = at.getDefiningOp()) {
                  if (isa<arith::MulIOp>(op)) {
                    setConstant(op->getOpOperand(1), 0);
                    return;
                  }
                  at = op->getOperand(0);
                }
              })));
}

void faults::addCopies(FaultTable &table) {
  StringRef each = "each copy into shared memory";
  table.push_back(lowered("drop-load", "a copy is missing", each,
                          "deadlock transaction-bytes", dropEach<TmaLoadOp>()));
  table.push_back(lowered(
      "double-load", "a copy is made twice", each, "transaction-bytes race",
      onEach<TmaLoadOp>([](TmaLoadOp load) { OpBuilder(load).clone(*load); })));
  table.push_back(lowered("load-signals-next-stage",
                          "a copy signals the barrier of the next stage", each,
                          "transaction-bytes deadlock barrier-misuse race",
                          onEach<TmaLoadOp>([](TmaLoadOp load) {
                            addToOperand(load, load.getMbarMutable(), 8);
                          })));
  table.push_back(lowered(
      "load-signals-empty", "a copy signals the empty barrier of its stage",
      each, "transaction-bytes deadlock barrier-misuse race",
      [](const Lowered &kernel, FaultSites &sites) {
        auto waits = kernel.getWaits(BarrierKind::Empty);
        for (auto load : kernel.all<TmaLoadOp>()) {
          auto wait = getPrevious<NVVM::MBarrierTryWaitParityOp>(load);
          if (wait && llvm::is_contained(waits, wait))
            sites.push_back({load, [load, wait]() mutable {
                               load.getMbarMutable().set(wait.getAddr());
                             }});
        }
      }));
  addMasks(table);
  addPlaces(table);
}
