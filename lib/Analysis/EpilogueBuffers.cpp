//===- EpilogueBuffers.cpp - What follows a matmul on memrefs -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On memrefs nothing leads from what is written to what reads it: the
// operations behind a matmul are gone through in their order. The launch stands
// where the last of the epilogue does, so that what the matmul reads is read
// later than it was, and what it writes is written later.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"

#include "Aliasing.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether it reads C in one way, writes it, and reads nothing else that is
/// seen to be in its buffer.
static std::string checkInPlace(linalg::LinalgOp op, Value c) {
  bool isRead = false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (operand.get() == c) {
      isRead |= op.payloadUsesValueFromOperand(&operand);
      continue;
    }
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (areSameBuffer(getBaseBuffer(operand.get()), getBaseBuffer(c)))
      return "it reads another part of the buffer that it writes";
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(cast<MemRefType>(operand.get().getType())
                   .getStridesAndOffset(strides, offset)))
      return "the memref layout of an operand is no strided one";
  }
  return isRead ? "" : "it does not read what it overwrites";
}

/// Operations that change C in place, one after the other; nothing between them
/// touches it, or writes what they and the matmul read.
void autotune::matchBuffers(MatmulPattern &pattern) {
  Value c = pattern.getProducts().front(), base = getBaseBuffer(c);
  SmallVector<Value> reads;
  auto addReads = [&](linalg::LinalgOp op) {
    for (Value input : op.getDpsInputs())
      if (isa<MemRefType>(input.getType()))
        reads.push_back(getBaseBuffer(input));
  };
  addReads(pattern.matmul);
  if (pattern.other)
    addReads(pattern.other);
  SmallVector<Operation *> ops;
  size_t left = kMaxEpilogueOperations;
  for (Operation *next = pattern.getLast()->getNextNode(); next && left--;
       next = next->getNextNode()) {
    auto op = dyn_cast<linalg::LinalgOp>(next);
    bool isInPlace = op && op.hasPureBufferSemantics() &&
                     op.getNumDpsInits() == 1 && op.getDpsInits()[0] == c &&
                     !isa<linalg::FillOp>(next);
    if (!isInPlace) {
      if (leavesAlone(next, base) && llvm::all_of(reads, [&](Value read) {
            return leavesAsIs(next, read);
          }))
        continue;
      break;
    }
    std::string why = findWhyNotFused(
        next, [&](Value value) { return value == c; },
        cast<ShapedType>(c.getType()));
    if (why.empty())
      why = checkInPlace(op, c);
    if (!why.empty()) {
      if (isElementwise(next))
        pattern.whyNotFused =
            (next->getName().getStringRef() + " is not fused: " + why).str();
      break;
    }
    ops.push_back(next);
    addReads(op);
  }
  for (; !ops.empty(); ops.pop_back()) {
    std::string why;
    if (succeeded(buildEpilogue(pattern, ops, c, ops.back(), why)))
      return;
    pattern.whyNotFused =
        (ops.back()->getName().getStringRef() + " is not fused: " + why).str();
  }
}
