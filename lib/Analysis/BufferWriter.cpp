//===- BufferWriter.cpp - What has written a memref -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/BufferWriter.h"

#include "mlir-autotune/Analysis/Aliasing.h"
#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether `op` writes each element of `buffer` and computes with none of them.
static bool writesAll(linalg::LinalgOp op, Value buffer) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getDpsInits()[0] != buffer ||
      op.getNumParallelLoops() != op.getNumLoops())
    return false;
  OpOperand *init = op.getDpsInitOperand(0);
  Block &body = *op.getBlock();
  unsigned number = init->getOperandNumber();
  return op.getMatchingIndexingMap(init).isPermutation() &&
         (number >= body.getNumArguments() ||
          body.getArgument(number).use_empty());
}

linalg::LinalgOp autotune::findBufferWriter(Value buffer, Operation *reader) {
  Value base = getBaseBuffer(buffer);
  unsigned left = kLookBack;
  SmallVector<Operation *> between;
  for (Operation *op = reader->getPrevNode(); op && left--;
       op = op->getPrevNode()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (linalgOp && writesAll(linalgOp, buffer)) {
      for (Value input : linalgOp.getDpsInputs()) {
        if (!isa<MemRefType>(input.getType()))
          continue;
        // It may not write what it reads, either, which operands of one
        // operation are taken not to be.
        Value source = getBaseBuffer(input);
        bool isKept = shareNoMemory(input, buffer) &&
                      llvm::all_of(between, [&](Operation *other) {
                        return leavesAsIs(other, source);
                      });
        if (!isKept)
          return nullptr;
      }
      return linalgOp;
    }
    if (!leavesAsIs(op, base))
      return nullptr;
    between.push_back(op);
  }
  return nullptr;
}

bool autotune::isUnreadAllocation(Value buffer, Operation *writer,
                                  Operation *reader) {
  return isAllocation(buffer) &&
         llvm::all_of(buffer.getUsers(), [&](Operation *user) {
           return user == writer || user == reader ||
                  hasSingleEffect<MemoryEffects::Free>(user);
         });
}
