//===- Softmax.cpp - Faults of running softmaxes --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel of an attention keeps a maximum and a sum of each row, masks
// scores by their places, and weights the parts of several CTAs.
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"
#include "TileFaults.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;
using namespace mlir::autotune::tile;

static bool isMasked(MapOp op) { return !op.getPlaces().empty(); }

/// Whether the elements of a fragment are multiplied by a number of their row.
static bool isRescaling(MapOp op) {
  Block &body = op.getBody().front();
  return op.getInputs().size() == 2 &&
         isa<FragmentType>(op.getInputs()[0].getType()) &&
         isa<RowsType>(op.getInputs()[1].getType()) &&
         body.getOperations().size() == 2 && isa<arith::MulFOp>(body.front());
}

static void dropMap(MapOp op) {
  op.getResult().replaceAllUsesWith(op.getInputs().front());
  op.erase();
}

static void movePlace(MapOp op, unsigned dim) {
  auto places = op.getPlacesMutable();
  OpOperand &place = places[dim];
  addToOperand(op, place, 1);
}

/// The number of a loop's value that is computed from the maximum and taken
/// from the next one; -1 if there is none.
static int findScaledMaximum(scf::YieldOp op) {
  for (auto [number, value] : llvm::enumerate(op.getOperands()))
    if (isa<RowsType>(value.getType()) && value.getDefiningOp<MapOp>())
      return int(number);
  return -1;
}

static void addRunning(FaultTable &table) {
  table.push_back(onOps<MapOp>(
      "tile-drop-rescale", "sums are not scaled when the maximum grows",
      "each tile.map that multiplies rows, in a loop", "wrong-result",
      [](MapOp op) {
        return isRescaling(op) && isa<scf::ForOp>(op->getParentOp());
      },
      dropMap));
  table.push_back(onOps<MapOp>(
      "tile-drop-division", "the result is not divided by the sums",
      "each tile.map that multiplies rows, behind the loops", "wrong-result",
      [](MapOp op) {
        return isRescaling(op) && !isa<scf::ForOp>(op->getParentOp());
      },
      dropMap));
  table.push_back(onOps<scf::YieldOp>(
      "tile-carry-old-maximum", "a loop carries the maximum it began with",
      "each scf.yield of a scaled maximum", "wrong-result",
      [](scf::YieldOp op) { return findScaledMaximum(op) >= 0; },
      [](scf::YieldOp op) {
        int number = findScaledMaximum(op);
        auto loop = cast<scf::ForOp>(op->getParentOp());
        op->setOperand(number, loop.getRegionIterArg(number));
      }));
  table.push_back(onOps<FoldOp>(
      "tile-forget-sum", "a row's sum is that of the last block of keys",
      "each tile.fold that goes on with a sum", "wrong-result",
      [](FoldOp op) { return op.getOnto() != nullptr; },
      [](FoldOp op) { op.getOntoMutable().clear(); }));
  table.push_back(onOps<ReduceRowsOp>(
      "tile-sum-as-maximum", "the largest of a row's sums is taken for all",
      "each tile.reduce_rows that adds", "wrong-result",
      [](ReduceRowsOp op) { return op.getKind() == RowReduction::Add; },
      [](ReduceRowsOp op) { op.setKind(RowReduction::Max); }));
}

static void addMasks(FaultTable &table) {
  StringRef each = "each tile.map that knows its places";
  table.push_back(onOps<MapOp>("tile-drop-mask",
                               "scores of hidden keys are kept", each,
                               "wrong-result", isMasked, dropMap));
  table.push_back(onOps<MapOp>(
      "tile-shift-mask-row", "a mask is that of the next query", each,
      "wrong-result", isMasked, [](MapOp op) { movePlace(op, 0); }));
  table.push_back(onOps<MapOp>(
      "tile-shift-mask-column", "a mask is that of the next key", each,
      "wrong-result", isMasked, [](MapOp op) { movePlace(op, 1); }));
}

static void addShares(FaultTable &table) {
  table.push_back(onOps<CollectMeanOp>(
      "tile-collect-first-share", "each CTA finishes the first share",
      "each tile.collect_mean", "output-lost output-doubled wrong-result",
      nullptr, [](CollectMeanOp op) {
        op.getShareMutable().assign(constantBefore(op, op.getShare(), 0));
      }));
  table.push_back(onOps<ContributeOp>(
      "tile-contribute-fewer-rows", "the last row of a part is not stored",
      "each tile.contribute that knows its rows",
      "wrong-result uninitialized race",
      [](ContributeOp op) { return op.getRows() != nullptr; },
      [](ContributeOp op) { addToOperand(op, op.getRowsMutable()[0], -1); }));
}

void faults::addSoftmax(FaultTable &table) {
  addRunning(table);
  addMasks(table);
  addShares(table);
}
