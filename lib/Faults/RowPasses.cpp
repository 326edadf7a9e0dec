//===- RowPasses.cpp - Faults of rows that take several passes ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"
#include "RowFaults.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

static bool carriesSums(scf::ForOp op) { return op.getNumResults() != 0; }

static bool isLarge(scf::ForOp op) {
  std::optional<int64_t> step = getConstant(op.getStep());
  return step && *step > 1;
}

/// Makes a store or load use the place of the next thread's vector.
static void moveToNext(Operation *op, Value address, Type accessed) {
  auto vector = dyn_cast<VectorType>(accessed);
  auto place = address.getDefiningOp<LLVM::GEPOp>();
  addToOperand(place, place->getOpOperand(1),
               vector ? vector.getNumElements() : 1);
}

void faults::addRowPasses(FaultTable &table) {
  StringRef loops = "each loop over the steps of a pass";
  auto addToEnd = [](int64_t steps) {
    return [steps](scf::ForOp op) {
      addToOperand(op, op.getUpperBoundMutable(),
                   steps * *getConstant(op.getStep()));
    };
  };
  table.push_back(onRows<scf::ForOp>(
      "rows-forget-steps", "the sums of a step begin anew",
      "each loop that carries sums", "wrong-result", carriesSums,
      [](scf::ForOp op) {
        for (auto [argument, init] :
             llvm::zip_equal(op.getRegionIterArgs(), op.getInits()))
          argument.replaceAllUsesWith(init);
      }));
  table.push_back(onRows<scf::ForOp>(
      "rows-skip-step", "a pass leaves out the last step of its loop", loops,
      "output-lost wrong-result uninitialized", isLarge, addToEnd(-1)));
  table.push_back(onRows<scf::ForOp>(
      "rows-one-step-more", "the loop of a pass takes one step more", loops,
      "out-of-bounds output-doubled race wrong-result", isLarge, addToEnd(1)));
  table.push_back(onRows<LLVM::StoreOp>(
      "rows-drop-keep", "an input is not kept in shared memory",
      "each store to shared memory of what was loaded", "uninitialized",
      storesShared, [](LLVM::StoreOp op) { op.erase(); }));
  table.push_back(onRows<LLVM::StoreOp>(
      "rows-keep-next", "an input is kept where the next thread's is",
      "each store to shared memory of what was loaded",
      "race uninitialized out-of-bounds", storesShared, [](LLVM::StoreOp op) {
        moveToNext(op, op.getAddr(), op.getValue().getType());
      }));
  table.push_back(onRows<LLVM::LoadOp>(
      "rows-load-kept-next", "a thread reads what the next one has kept",
      "each load of what was kept in shared memory",
      "race uninitialized out-of-bounds wrong-result", loadsShared,
      [](LLVM::LoadOp op) { moveToNext(op, op.getAddr(), op.getType()); }));
}
