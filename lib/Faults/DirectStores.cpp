//===- DirectStores.cpp - Faults of stores from registers -----------------===//
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

static bool isGlobal(Value pointer) {
  auto type = dyn_cast<LLVM::LLVMPointerType>(pointer.getType());
  return type && type.getAddressSpace() ==
                     static_cast<unsigned>(NVVM::NVVMMemorySpace::Global);
}

static bool isGlobalStore(LLVM::StoreOp store) {
  return isGlobal(store.getAddr());
}

/// A guard is `row inside and column inside`, and what may follow.
static LoweredFault onGuards(std::function<void(scf::IfOp)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (auto store : kernel.all<LLVM::StoreOp>())
      if (auto guard = dyn_cast<scf::IfOp>(store->getParentOp()))
        if (isGlobalStore(store) &&
            guard.getCondition().getDefiningOp<arith::AndIOp>())
          sites.push_back({guard, [=] { plant(guard); }});
  };
}

/// Keeps one of the two conditions.
static void keepCondition(scf::IfOp guard, unsigned which) {
  Operation *both = guard.getCondition().getDefiningOp();
  guard.getConditionMutable().set(both->getOperand(which));
}

/// `pointer[row * stride + column]`.
static arith::AddIOp getOffset(LLVM::StoreOp store) {
  auto gep = store.getAddr().getDefiningOp<LLVM::GEPOp>();
  if (!gep || gep.getDynamicIndices().size() != 1)
    return {};
  return gep.getDynamicIndices()[0].getDefiningOp<arith::AddIOp>();
}

static LoweredFault
onOffsets(std::function<void(LLVM::StoreOp, arith::AddIOp)> plant) {
  return onEach<LLVM::StoreOp>(
      [](LLVM::StoreOp store) {
        return isGlobalStore(store) && getOffset(store);
      },
      [=](LLVM::StoreOp store) { plant(store, getOffset(store)); });
}

static void addConversions(FaultTable &table) {
  auto onPairs = [](std::function<void(Operation *)> plant) {
    return [=](const Lowered &kernel, FaultSites &sites) {
      kernel.kernel->walk([&](Operation *op) {
        if (isa<NVVM::ConvertF32x2ToBF16x2Op, NVVM::ConvertF32x2ToF16x2Op>(op))
          sites.push_back({op, [=] { plant(op); }});
      });
    };
  };
  StringRef each = "each conversion of two sums";
  table.push_back(lowered("swap-halves", "two neighbours change places", each,
                          "wrong-result", onPairs([](Operation *op) {
                            swapOperands(op, op->getOpOperand(0),
                                         op->getOpOperand(1));
                          })));
  table.push_back(lowered(
      "convert-wrong-sum", "one sum is converted in the place of another", each,
      "wrong-result",
      onPairs([](Operation *op) { op->setOperand(0, op->getOperand(1)); })));
}

void faults::addDirectStores(FaultTable &table) {
  StringRef guards = "each guard of a store";
  StringRef stores = "each store to global memory";
  table.push_back(
      lowered("drop-store-guard", "elements outside the matrix are stored",
              guards, "out-of-bounds output-doubled", onGuards(alwaysTaken)));
  table.push_back(
      lowered("drop-row-guard", "rows below the matrix are stored", guards,
              "out-of-bounds",
              onGuards([](scf::IfOp guard) { keepCondition(guard, 1); })));
  table.push_back(
      lowered("drop-column-guard", "columns beside the matrix are stored",
              guards, "out-of-bounds output-doubled misaligned",
              onGuards([](scf::IfOp guard) { keepCondition(guard, 0); })));
  table.push_back(lowered("invert-store-guard",
                          "elements inside the matrix are not stored", guards,
                          "output-lost out-of-bounds", onGuards(invert)));
  table.push_back(lowered(
      "swap-row-and-column", "the stride multiplies the column, not the row",
      stores, "output-doubled output-lost out-of-bounds misaligned",
      onOffsets([](LLVM::StoreOp store, arith::AddIOp offset) {
        auto row = offset.getLhs().getDefiningOp<arith::MulIOp>();
        auto column = offset.getRhs().getDefiningOp<arith::MulIOp>();
        row->moveBefore(offset);
        // Columns have a stride of their own where it may not be 1.
        if (column)
          return swapOperands(row, row->getOpOperand(0),
                              column->getOpOperand(0));
        Value inColumn = offset.getRhs();
        offset->setOperand(1, row.getLhs());
        row->setOperand(0, inColumn);
      })));
  table.push_back(
      lowered("store-next-element", "a store goes one element too far", stores,
              "misaligned output-doubled output-lost",
              onOffsets([](LLVM::StoreOp store, arith::AddIOp offset) {
                addToOperand(offset, offset->getOpOperand(1), 1);
              })));
  table.push_back(
      lowered("store-eight-elements-on", "a store goes eight elements too far",
              stores, "output-doubled output-lost out-of-bounds",
              onOffsets([](LLVM::StoreOp store, arith::AddIOp offset) {
                addToOperand(offset, offset->getOpOperand(1), 8);
              })));
  table.push_back(lowered("drop-store", "a store is missing", stores,
                          "output-lost",
                          dropEach<LLVM::StoreOp>(isGlobalStore)));
  table.push_back(
      lowered("double-store", "a store is made twice", stores, "output-doubled",
              onEach<LLVM::StoreOp>(isGlobalStore, [](LLVM::StoreOp store) {
                OpBuilder(store).clone(*store);
              })));
  addConversions(table);
}
