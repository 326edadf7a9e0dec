//===- Lowered.h - How a lowered kernel is built ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What faults know of a kernel after convert-tile-to-nvvm, read off its
// operations: which barrier an address is, which variables hold a ring's
// position, which branch is whose.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FAULTS_LOWERED_H
#define MLIR_AUTOTUNE_LIB_FAULTS_LOWERED_H

#include "mlir-autotune/Faults/Faults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>
#include <set>

namespace mlir::autotune::faults {

using TmaLoadOp = NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp;
using TmaStoreOp = NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp;

std::optional<int64_t> getConstant(Value value);
/// The sum of the constants in an address in shared memory, which tells arrays
/// of barriers apart: their elements differ by what is known at run time only.
int64_t getDisplacement(Value address);

/// A constant of the type of `like`, made in front of `op`.
Value constantBefore(Operation *op, Value like, int64_t value);
/// Only the first 32 threads of a CTA come to the barrier.
void moveIntoFirstWarp(gpu::BarrierOp op);
/// `value + offset`, made in front of `op`; pointers go through integers.
Value addBefore(Operation *op, Value value, int64_t offset);
/// Makes `op` take `value + offset` for its operand.
void addToOperand(Operation *op, OpOperand &operand, int64_t offset);
/// Makes the operand, a constant, another one.
void setConstant(OpOperand &operand, int64_t value);
/// Makes the branch's condition true, or what it was not.
void alwaysTaken(scf::IfOp branch);
void invert(scf::IfOp branch);
void swapOperands(Operation *op, OpOperand &a, OpOperand &b);
/// Erases an operation whose results, if any, `replacement` stands for.
void drop(Operation *op, ValueRange replacement = {});

/// The next operation of the block of a kind, if any.
template <typename OpT> OpT getNext(Operation *op) {
  for (op = op->getNextNode(); op; op = op->getNextNode())
    if (auto found = dyn_cast<OpT>(op))
      return found;
  return {};
}
template <typename OpT> OpT getPrevious(Operation *op) {
  for (op = op->getPrevNode(); op; op = op->getPrevNode())
    if (auto found = dyn_cast<OpT>(op))
      return found;
  return {};
}
/// The last operation of the block of a kind, if any comes after `op`.
template <typename OpT> OpT getLast(Operation *op) {
  OpT last;
  while (auto next = getNext<OpT>(last ? last.getOperation() : op))
    last = next;
  return last;
}
/// Whether an operation of the kind stands in `op`.
template <typename OpT> bool contains(Operation *op) {
  return op->walk([](OpT) { return WalkResult::interrupt(); }).wasInterrupted();
}

enum class BarrierKind {
  /// A stage of a ring has been filled, or read.
  Full,
  Empty,
  /// Instances of a role take turns.
  Turn
};

struct Lowered {
  explicit Lowered(Operation *kernel);

  Operation *kernel;
  BarrierKind getKind(Value barrier) const;

  template <typename OpT> SmallVector<OpT> all() const {
    SmallVector<OpT> ops;
    kernel->walk([&](OpT op) { ops.push_back(op); });
    return ops;
  }
  /// Waits for barriers of a kind.
  SmallVector<NVVM::MBarrierTryWaitParityOp> getWaits(BarrierKind kind) const;
  /// Arrives without bytes at barriers of a kind, local ones and remote ones.
  SmallVector<Operation *> getArrives(BarrierKind kind) const;
  /// Those that give back a stage for which somebody waits afterwards: of a
  /// kernel with one tile, and no producer that waits at its end, those in the
  /// loop along K.
  SmallVector<Operation *> getReleases() const;

private:
  /// Displacements of the barriers that wait for bytes, and of those that are
  /// waited for before these are expected.
  std::set<int64_t> full, empty;
};

/// Whether a wait stands before what fills a stage: the others on empty stages
/// are those of a producer that is done.
bool isBeforeFill(NVVM::MBarrierTryWaitParityOp wait);

/// `position = position + 1 == stages ? 0 : position + 1`.
struct Advance {
  arith::SelectOp select;
  arith::CmpIOp wraps;
  arith::AddIOp next;
  LLVM::StoreOp store;
};
SmallVector<Advance> getAdvances(const Lowered &kernel);

/// Adds the sites of one lowered kernel.
using LoweredFault = std::function<void(const Lowered &, FaultSites &)>;

/// Sites at the operations of a kind for which `isSite` holds; null for all of
/// them.
template <typename OpT>
LoweredFault onEach(std::function<bool(OpT)> isSite,
                    std::function<void(OpT)> plant) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (OpT op : kernel.all<OpT>())
      if (!isSite || isSite(op))
        sites.push_back({op, [=] { plant(op); }});
  };
}
template <typename OpT> LoweredFault onEach(std::function<void(OpT)> plant) {
  return onEach<OpT>(nullptr, plant);
}
/// The operation is left out.
template <typename OpT>
LoweredFault dropEach(std::function<bool(OpT)> isSite = nullptr) {
  return onEach<OpT>(isSite, [](OpT op) { drop(op); });
}

/// Tables of faults.
using FaultTable = SmallVectorImpl<Fault>;
void addFences(FaultTable &table);
void addWaits(FaultTable &table);
void addArrives(FaultTable &table);
void addRings(FaultTable &table);
void addRoles(FaultTable &table);
void addCopies(FaultTable &table);
void addDescriptors(FaultTable &table);
void addProducts(FaultTable &table);
void addStagedStores(FaultTable &table);
void addDirectStores(FaultTable &table);
void addClusters(FaultTable &table);
void addLoops(FaultTable &table);
void addPacks(FaultTable &table);
void addParts(FaultTable &table);
void addDependentLaunch(FaultTable &table);
void addSoftmax(FaultTable &table);
void addTilePrograms(FaultTable &table);
void addCudaCores(FaultTable &table);
void addStreams(FaultTable &table);
void addWarpGrids(FaultTable &table);
void addRows(FaultTable &table);
void addRowPasses(FaultTable &table);

/// An entry of a table for lowered kernels.
Fault lowered(StringRef name, StringRef what, StringRef where,
              StringRef expected, LoweredFault collect);
/// One that changes nothing that can be seen, and why.
Fault equivalent(StringRef name, StringRef what, StringRef where, StringRef why,
                 LoweredFault collect);

} // namespace mlir::autotune::faults

#endif // MLIR_AUTOTUNE_LIB_FAULTS_LOWERED_H
