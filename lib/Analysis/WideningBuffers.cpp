//===- WideningBuffers.cpp - Which operation wrote a buffer ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideningBuffers.h"

#include "mlir-autotune/Analysis/Aliasing.h"
#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether a view moves no element: the same operation on a buffer of other
/// elements, of the same layout, is a view of those.
static bool isPlainView(Operation *op) {
  return isa_and_nonnull<memref::CastOp, memref::CollapseShapeOp,
                         memref::ExpandShapeOp, memref::SubViewOp,
                         memref::TransposeOp>(op);
}

/// Whether `op` writes each element of `buffer`, and reads none of them.
static bool writesAll(Operation *op, Value buffer) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || !structured.hasPureBufferSemantics())
    return false;
  for (OpOperand &init : structured.getDpsInitsMutable())
    if (init.get() == buffer)
      return !structured.payloadUsesValueFromOperand(&init);
  return false;
}

linalg::LinalgOp WrittenBuffers::findWriter(Value &buffer,
                                            SmallVector<WideningStep> &views) {
  SmallVector<Value> wholes = {buffer};
  while (isPlainView(wholes.back().getDefiningOp()))
    wholes.push_back(getViewedBuffer(wholes.back()));
  Value base = getBaseBuffer(buffer);
  unsigned left = kLookBack;
  for (Operation *previous = reader->getPrevNode(); previous && left--;
       previous = previous->getPrevNode()) {
    for (size_t i = 0; i < wholes.size(); ++i) {
      if (!writesAll(previous, wholes[i]))
        continue;
      for (Value view : ArrayRef(wholes).take_front(i))
        views.push_back({&view.getDefiningOp()->getOpOperand(0), view});
      buffer = wholes[i];
      reader = previous;
      return cast<linalg::LinalgOp>(previous);
    }
    if (!leavesAsIs(previous, base))
      return nullptr;
  }
  return nullptr;
}

bool WrittenBuffers::isUnchanged(Value source) const {
  // The kernel reads the source while it writes C.
  if (!shareNoMemory(source, written))
    return false;
  Value base = getBaseBuffer(source), result = getBaseBuffer(written);
  for (Operation *op = reader; op != product; op = op->getNextNode()) {
    // As C is, so is what fills it: apart from what the product reads.
    auto fill = dyn_cast<linalg::FillOp>(op);
    if (fill && getBaseBuffer(fill.getOutputs()[0]) == result &&
        shareNoMemory(source, fill.getOutputs()[0]))
      continue;
    if (!leavesAsIs(op, base))
      return false;
  }
  return true;
}
