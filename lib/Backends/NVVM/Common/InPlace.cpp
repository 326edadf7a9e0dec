//===- InPlace.cpp - Inputs that may be the output ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of what an epilogue adds, such as a residual, a thread reads the element at
// the place at which it stores what it makes of it, and no other one that is
// used. So it may be in the output's memory, at the same place.
//
//===----------------------------------------------------------------------===//

#include "KernelParams.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The store at the place of what an epilogue reads; null for none. A matrix of
/// one row or column is broadcast, and so is one that a batch shares.
static Operation *findStoreBehind(EpilogueOp epilogue, OpOperand &matrix) {
  auto type = cast<MemRefType>(matrix.get().getType());
  if (llvm::is_contained(type.getShape(), 1) ||
      type.getRank() != int64_t(epilogue.getIndices().size()))
    return nullptr;
  int64_t index =
      matrix.getOperandNumber() - epilogue.getMatrices().getBeginOperandIndex();
  if (epilogue.getGroup(index, 0) != 1 || epilogue.getGroup(index, 1) != 1 ||
      !epilogue.getResult().hasOneUse())
    return nullptr;
  auto store = dyn_cast<StoreOp>(*epilogue->user_begin());
  return store && store.getTransposed() == epilogue.getTransposed() &&
                 llvm::equal(store.getIndices(), epilogue.getIndices())
             ? store
             : nullptr;
}

/// The same of an element, and of a vector.
static Operation *findStoreBehind(memref::LoadOp load) {
  for (Operation *next = load->getNextNode(); next; next = next->getNextNode())
    if (auto store = dyn_cast<memref::StoreOp>(next))
      return llvm::equal(store.getIndices(), load.getIndices()) ? store
                                                                : nullptr;
  return nullptr;
}
static Operation *findStoreBehind(vector::LoadOp load) {
  for (Operation *next = load->getNextNode(); next; next = next->getNextNode())
    if (auto store = dyn_cast<vector::StoreOp>(next))
      return llvm::equal(store.getIndices(), load.getIndices()) &&
                     store.getVectorType() == load.getVectorType()
                 ? store
                 : nullptr;
  return nullptr;
}

static Operation *findStoreBehind(OpOperand &read) {
  if (auto load = dyn_cast<memref::LoadOp>(read.getOwner()))
    return findStoreBehind(load);
  if (auto load = dyn_cast<vector::LoadOp>(read.getOwner()))
    return findStoreBehind(load);
  auto epilogue = dyn_cast<EpilogueOp>(read.getOwner());
  return epilogue && llvm::is_contained(epilogue.getMatrices(), read.get())
             ? findStoreBehind(epilogue, read)
             : nullptr;
}

/// Whether all reads of a matrix have one of these stores behind them, and all
/// of these one of them before.
static bool isReadBefore(BlockArgument matrix,
                         const SmallPtrSetImpl<Operation *> &stores) {
  SmallPtrSet<Operation *, 4> behind;
  for (OpOperand &use : matrix.getUses()) {
    if (isa<memref::DimOp>(use.getOwner()))
      continue;
    Operation *store = findStoreBehind(use);
    if (!store || !stores.contains(store))
      return false;
    behind.insert(store);
  }
  return behind.size() == stores.size();
}

void tile::addInPlace(KernelABI &abi, KernelOp kernel) {
  // Where tiles overlap, a place is read after another tile has stored it.
  if (abi.group || abi.fits[0] || abi.fits[1])
    return;
  auto arguments = kernel.getBody().getArguments();
  BlockArgument output;
  SmallPtrSet<Operation *, 4> stores;
  for (BlockArgument argument : arguments)
    for (Operation *user : argument.getUsers()) {
      if (!hasEffect<MemoryEffects::Write>(user, argument))
        continue;
      if (output && output != argument)
        return;
      output = argument;
      stores.insert(user);
    }
  // By a view of it more may be written.
  if (!output || llvm::any_of(output.getUsers(), [](Operation *user) {
        return isa<ViewLikeOpInterface>(user);
      }))
    return;
  for (BlockArgument argument : arguments)
    if (argument != output && isa<MemRefType>(argument.getType()) &&
        !argument.use_empty() && isReadBefore(argument, stores))
      abi.inPlace.push_back(argument.getArgNumber());
}
