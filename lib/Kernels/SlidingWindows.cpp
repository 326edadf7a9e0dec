//===- SlidingWindows.cpp - Operations that reduce windows ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::autotune;

/// Adds the loops whose numbers an index of a body is computed from. Those that
/// only decide between two indices don't count: padding depends on all loops.
static void addLoops(linalg::GenericOp generic, Value index,
                     llvm::SmallBitVector &loops) {
  SmallVector<Value> worklist = {index};
  llvm::DenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != generic.getBody() || !seen.insert(op).second)
      continue;
    if (auto loop = dyn_cast<linalg::IndexOp>(op))
      loops.set(loop.getDim());
    llvm::append_range(worklist,
                       op->getOperands().drop_front(isa<arith::SelectOp>(op)));
  }
}

/// The loops that an index into an operand depends on, for each index.
static SmallVector<llvm::SmallBitVector>
getLoopsOfIndices(linalg::GenericOp op) {
  SmallVector<llvm::SmallBitVector> all;
  for (AffineMap map : op.getIndexingMapsArray())
    for (AffineExpr index : map.getResults()) {
      llvm::SmallBitVector &loops = all.emplace_back(op.getNumLoops());
      for (unsigned loop = 0; loop < loops.size(); ++loop)
        loops[loop] = index.isFunctionOfDim(loop);
    }
  op.getBody()->walk([&](tensor::ExtractOp extract) {
    for (Value index : extract.getIndices())
      addLoops(op, index, all.emplace_back(op.getNumLoops()));
  });
  return all;
}

/// The loops along which windows slide: an index depends on one of them, and on
/// one that is reduced.
static llvm::SmallBitVector getSlidingLoops(linalg::GenericOp op) {
  llvm::SmallBitVector reduced(op.getNumLoops()), sliding(op.getNumLoops());
  for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray()))
    reduced[loop] = type == utils::IteratorType::reduction;
  for (llvm::SmallBitVector loops : getLoopsOfIndices(op))
    if (loops.anyCommon(reduced))
      sliding |= loops.reset(reduced);
  return sliding;
}

bool autotune::readsWindows(linalg::GenericOp op) {
  return getSlidingLoops(op).any();
}

int64_t autotune::getSlidingRows(problem::RowsOp op) {
  int64_t rows = 0;
  for (auto generic : op.getBody().getOps<linalg::GenericOp>()) {
    unsigned ofWindow = countWindowLoops(generic);
    if (ofWindow == 0)
      continue;
    // The last loop is that of the columns.
    SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
    sizes.truncate(sizes.size() - ofWindow);
    if (sizes.size() < 2 || sizes.back() != int64_t(op.getColumns()) ||
        !getSlidingLoops(generic).test(sizes.size() - 2))
      return 0;
    int64_t found = sizes[sizes.size() - 2];
    if (found == 1 || (rows != 0 && rows != found))
      return 0;
    rows = found;
  }
  return rows;
}
