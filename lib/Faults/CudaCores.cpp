//===- CudaCores.cpp - Faults of kernels without wgmma --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"
#include "TileFaults.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

/// Of the kernel's own, or one of its matrices.
static bool isShared(Value memref) {
  return cast<MemRefType>(memref.getType()).getMemorySpace() != nullptr;
}

/// A branch around accesses to a matrix, for two reasons.
template <typename OpT> static bool guards(scf::IfOp branch) {
  if (!branch.getCondition().getDefiningOp<arith::AndIOp>())
    return false;
  for (OpT op : branch.thenBlock()->getOps<OpT>())
    if (!isShared(op.getMemref()))
      return true;
  return false;
}

/// All threads copy, each every so many elements.
static bool copies(scf::ForOp loop) {
  return loop.getLowerBound().getDefiningOp<gpu::ThreadIdOp>() &&
         getConstant(loop.getStep()) &&
         llvm::any_of(
             loop.getBody()->getOps<memref::StoreOp>(),
             [](memref::StoreOp op) { return isShared(op.getMemref()); });
}
/// Multiplies what has been copied.
static bool multipliesCopied(scf::ForOp loop) {
  return getConstant(loop.getLowerBound()) && getConstant(loop.getUpperBound());
}
/// Goes along K from tile to tile.
static bool alongK(scf::ForOp loop) {
  return !loop.getBody()->getOps<gpu::BarrierOp>().empty();
}

static void scale(OpOperand &constant, int64_t numerator,
                  int64_t denominator = 1) {
  setConstant(constant, *getConstant(constant.get()) * numerator / denominator);
}

static void addGuards(FaultTable &table) {
  auto keep = [](unsigned which) {
    return [which](scf::IfOp op) {
      op.getConditionMutable().set(
          op.getCondition().getDefiningOp()->getOperand(which));
    };
  };
  StringRef loads = "each guard of a load from a matrix";
  StringRef stores = "each guard of a store to a matrix";
  table.push_back(onOps<scf::IfOp>(
      "simt-load-outside", "elements outside a matrix along M or N are loaded",
      loads, "out-of-bounds", guards<memref::LoadOp>, keep(1)));
  table.push_back(onOps<scf::IfOp>(
      "simt-load-behind", "elements outside a matrix along K are loaded", loads,
      "out-of-bounds wrong-result", guards<memref::LoadOp>, keep(0)));
  table.push_back(onOps<scf::IfOp>(
      "simt-store-below", "elements below the matrix are stored", stores,
      "out-of-bounds", guards<memref::StoreOp>, keep(1)));
  table.push_back(onOps<scf::IfOp>(
      "simt-store-beside", "elements beside the matrix are stored", stores,
      "out-of-bounds output-doubled", guards<memref::StoreOp>, keep(0)));
  table.push_back(onOps<scf::IfOp>(
      "simt-drop-store", "an element is never stored", stores, "output-lost",
      guards<memref::StoreOp>, [](scf::IfOp op) { op.erase(); }));
}

static void addSharedIndices(FaultTable &table) {
  StringRef stores = "each store to shared memory";
  StringRef loads = "each load from shared memory";
  StringRef wrong = "out-of-bounds uninitialized race wrong-result";
  auto isStore = [](memref::StoreOp op) { return isShared(op.getMemref()); };
  auto isLoad = [](memref::LoadOp op) { return isShared(op.getMemref()); };
  table.push_back(onOps<memref::StoreOp>(
      "simt-store-shared-off-by-one", "a copy goes one element too far", stores,
      wrong, isStore, [](memref::StoreOp op) {
        addToOperand(op, op.getIndicesMutable()[1], 1);
      }));
  table.push_back(onOps<memref::LoadOp>(
      "simt-load-shared-off-by-one", "a product takes the next element", loads,
      wrong, isLoad, [](memref::LoadOp op) {
        addToOperand(op, op.getIndicesMutable()[1], 1);
      }));
  table.push_back(onOps<memref::LoadOp>(
      "simt-load-shared-next-k", "a product takes the element of the next k",
      loads, wrong, isLoad, [](memref::LoadOp op) {
        addToOperand(op, op.getIndicesMutable()[0], 1);
      }));
  table.push_back(onOps<memref::LoadOp>(
      "simt-load-shared-wrong-tile",
      "a product reads A instead of B, or B instead of A", loads, wrong,
      [](memref::LoadOp op) {
        return isShared(op.getMemref()) &&
               llvm::any_of(op->getParentRegion()->getOps<memref::LoadOp>(),
                            [&](memref::LoadOp other) {
                              return other.getMemref() != op.getMemref() &&
                                     other.getMemref().getType() ==
                                         op.getMemref().getType();
                            });
      },
      [](memref::LoadOp op) {
        for (auto other : op->getParentRegion()->getOps<memref::LoadOp>())
          if (other.getMemref() != op.getMemref() &&
              other.getMemref().getType() == op.getMemref().getType()) {
            op.getMemrefMutable().set(other.getMemref());
            return;
          }
      }));
}

static void addCudaCoreLoops(FaultTable &table) {
  StringRef copy = "each loop that copies to shared memory";
  table.push_back(onOps<scf::ForOp>(
      "simt-copy-half", "threads step twice as far as they may", copy,
      "uninitialized", copies,
      [](scf::ForOp loop) { scale(loop.getStepMutable(), 2); }));
  table.push_back(onOps<scf::ForOp>(
      "simt-copy-twice", "threads step half as far as they should", copy,
      "race", copies,
      [](scf::ForOp loop) { scale(loop.getStepMutable(), 1, 2); }));
  table.push_back(onOps<scf::ForOp>(
      "simt-copy-too-far", "twice as many elements are copied as there is room",
      copy, "out-of-bounds race", copies,
      [](scf::ForOp loop) { scale(loop.getUpperBoundMutable(), 2); }));
  table.push_back(onOps<scf::ForOp>(
      "simt-drop-last-k", "the last k of a tile is not multiplied",
      "each loop that multiplies copied elements", "wrong-result",
      multipliesCopied, [](scf::ForOp loop) {
        addToOperand(loop, loop.getUpperBoundMutable(), -1);
      }));
  table.push_back(onOps<scf::ForOp>(
      "simt-skip-tiles", "every other tile along K is left out",
      "each loop along K", "wrong-result", alongK,
      [](scf::ForOp loop) { scale(loop.getStepMutable(), 2); }));
  table.push_back(onOps<arith::MulIOp>(
      "simt-wrong-stride", "blocks of neighbouring threads overlap",
      "each product of a thread's place and the size of its block",
      "output-doubled output-lost",
      [](arith::MulIOp op) {
        Operation *place = op.getLhs().getDefiningOp();
        return getConstant(op.getRhs()).value_or(1) > 1 &&
               isa_and_nonnull<arith::DivUIOp, arith::RemUIOp>(place) &&
               place->getOperand(0).getDefiningOp<gpu::ThreadIdOp>();
      },
      [](arith::MulIOp op) { addToOperand(op, op->getOpOperand(1), -1); }));
}

void faults::addCudaCores(FaultTable &table) {
  StringRef barrier = "each gpu.barrier";
  table.push_back(onOps<gpu::BarrierOp>(
      "simt-drop-barrier",
      "shared memory is read while others write it, or written while they read",
      barrier, "race uninitialized", [](gpu::BarrierOp) { return true; },
      [](gpu::BarrierOp op) { op.erase(); }));
  table.push_back(onOps<gpu::BarrierOp>(
      "simt-barrier-in-branch", "only a part of the threads comes to a barrier",
      barrier, "divergence deadlock race uninitialized",
      [](gpu::BarrierOp) { return true; }, moveIntoFirstWarp));
  addGuards(table);
  addSharedIndices(table);
  addCudaCoreLoops(table);
}
