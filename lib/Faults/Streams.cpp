//===- Streams.cpp - Faults of kernels that stream B ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of kernels that stream B to registers: vectors that threads load, sums that
// lanes and warps add up. Barriers and guards are in CudaCores.cpp.
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"
#include "TileFaults.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

/// Loads what earlier steps along K have left.
static bool loadsRest(scf::ForOp loop) {
  return !loop.getInitArgs().empty() &&
         loop.getInitArgs().front().getDefiningOp<scf::ForOp>() &&
         !loop.getBody()->getOps<vector::LoadOp>().empty();
}

/// Keeps the rows of a matrix that vectors are loaded from inside of it.
static bool clampsStreamed(arith::MinUIOp op) {
  return llvm::any_of(op->getUses(), [](OpOperand &use) {
    auto load = dyn_cast<vector::LoadOp>(use.getOwner());
    return load && load.getNontemporal();
  });
}

/// Stores sums of a part of K, of which there are several.
static bool storesPart(memref::StoreOp op) {
  auto type = cast<MemRefType>(op.getMemref().getType());
  return type.getMemorySpace() && type.getRank() == 3 && type.getDimSize(0) > 1;
}

void faults::addStreams(FaultTable &table) {
  StringRef vectors = "each vector.load from a matrix";
  StringRef shuffles = "each gpu.shuffle";
  table.push_back(onOps<vector::LoadOp>(
      "stream-misaligned-vector", "a vector starts one element too far",
      vectors, "misaligned", [](vector::LoadOp) { return true; },
      [](vector::LoadOp op) {
        addToOperand(op, op.getIndicesMutable()[1], 1);
      }));
  table.push_back(onOps<arith::MinUIOp>(
      "stream-load-outside", "vectors are loaded from rows that don't exist",
      "each arith.minui of a row that vectors are loaded from", "out-of-bounds",
      clampsStreamed,
      [](arith::MinUIOp op) { op.replaceAllUsesWith(op.getLhs()); }));
  table.push_back(onOps<scf::ForOp>(
      "stream-drop-rest", "the vectors that fill no step are left out",
      "each loop over vectors behind another", "wrong-result", loadsRest,
      [](scf::ForOp op) { op.setUpperBound(op.getLowerBound()); }));
  table.push_back(onOps<gpu::ShuffleOp>(
      "stream-wrong-lane",
      "a lane adds the sums of a lane at half the distance", shuffles,
      "wrong-result", [](gpu::ShuffleOp) { return true; },
      [](gpu::ShuffleOp op) {
        setConstant(op.getOffsetMutable(), *getConstant(op.getOffset()) / 2);
      }));
  table.push_back(onOps<gpu::ShuffleOp>(
      "stream-drop-lane", "a lane does not add the sums of another lane",
      shuffles, "wrong-result", [](gpu::ShuffleOp) { return true; },
      [](gpu::ShuffleOp op) {
        for (Operation *user : op.getShuffleResult().getUsers())
          user->replaceAllUsesWith(ValueRange{op.getValue()});
      }));
  table.push_back(onOps<memref::StoreOp>(
      "stream-same-part", "warps that share K store their sums to one place",
      "each store of sums that several parts of K have", "race", storesPart,
      [](memref::StoreOp op) {
        OpOperand &part = op.getIndicesMutable()[0];
        part.set(constantBefore(op, part.get(), 0));
      }));
}
