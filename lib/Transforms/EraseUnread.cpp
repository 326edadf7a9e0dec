//===- EraseUnread.cpp - What only products needed ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EraseUnread.h"
#include "ContractionViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

static bool isBufferView(Operation *op) {
  return isa_and_nonnull<memref::CastOp, memref::CollapseShapeOp,
                         memref::ExpandShapeOp, memref::SubViewOp,
                         memref::TransposeOp>(op);
}

/// Whether it may be what only a product needed: no contraction is, for those
/// are visited still.
static bool isPartOfRead(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return isView(op) || isBufferView(op) ||
         (structured && structured.getNumReductionLoops() == 0) ||
         isa<tensor::DimOp, tensor::PadOp, tensor::ExtractSliceOp,
             arith::ConstantOp>(op) ||
         OpTrait::hasElementwiseMappableTraits(op);
}

static Operation *getAllocation(Value buffer) {
  while (isBufferView(buffer.getDefiningOp()))
    buffer = buffer.getDefiningOp()->getOperand(0);
  Operation *op = buffer.getDefiningOp();
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op) ? op : nullptr;
}

/// Whether `user` does nothing with a buffer but write all of it, or free it.
/// No contraction does, for those are visited still.
static bool leavesUnread(Operation *user, Value buffer) {
  if (isa<memref::DeallocOp>(user) || (isBufferView(user) && user->use_empty()))
    return true;
  auto op = dyn_cast<linalg::LinalgOp>(user);
  return op && op.getNumReductionLoops() == 0 && op.getNumDpsInits() == 1 &&
         op.getDpsInits()[0] == buffer &&
         !llvm::is_contained(op.getDpsInputs(), buffer) &&
         llvm::all_of(op.getBlock()->without_terminator(),
                      [](Operation &inner) { return isPure(&inner); });
}

static void eraseUnread(SetVector<Operation *> allocations) {
  while (!allocations.empty()) {
    Operation *allocation = allocations.pop_back_val();
    Value buffer = allocation->getResult(0);
    if (!llvm::all_of(buffer.getUsers(), [&](Operation *user) {
          return leavesUnread(user, buffer);
        }))
      continue;
    SmallVector<Operation *> users(buffer.getUsers());
    for (Operation *user : users) {
      if (auto op = dyn_cast<linalg::LinalgOp>(user))
        for (Value input : op.getDpsInputs())
          if (Operation *other = isa<MemRefType>(input.getType())
                                     ? getAllocation(input)
                                     : nullptr)
            allocations.insert(other);
      user->erase();
    }
    allocation->erase();
  }
}

void autotune::eraseUnread(ValueRange values) {
  SetVector<Operation *> allocations;
  for (Value value : values)
    if (isa<MemRefType>(value.getType()))
      if (Operation *allocation = getAllocation(value))
        allocations.insert(allocation);
  eraseIfDead(values, isPartOfRead);
  ::eraseUnread(std::move(allocations));
}
