//===- MatmulOps.cpp - Matmuls of linalg, and what they add to ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// linalg.matmul adds to its init, so a kernel may write the product alone only
// where that init is known to be zero, or to be nothing at all. For tensors the
// def-use chain tells; for memrefs the operations before the matmul have to be
// looked at, and whatever can't be proved counts as a real C.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/MatmulOps.h"

#include "mlir-autotune/Analysis/Aliasing.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

bool autotune::isMatmul(Operation *op) {
  return isa_and_nonnull<linalg::MatmulOp, linalg::BatchMatmulOp,
                         linalg::BatchReduceMatmulOp>(op);
}

linalg::TypeFn autotune::getCast(linalg::LinalgOp op) {
  if (auto batched = dyn_cast<linalg::BatchMatmulOp>(op.getOperation()))
    return batched.getCast();
  // Upstream parses the attribute of this one, and a body that widens by sign
  // whatever that says. The body is what it computes.
  if (isa<linalg::BatchReduceMatmulOp>(op.getOperation()))
    return llvm::any_of(op.getBlock()->without_terminator(),
                        [](Operation &each) {
                          return isa<arith::ExtUIOp, arith::UIToFPOp>(each);
                        })
               ? linalg::TypeFn::cast_unsigned
               : linalg::TypeFn::cast_signed;
  return cast<linalg::MatmulOp>(op.getOperation()).getCast();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Whether sums that are added to it are the same without it. -0.0 is none: it
/// adds nothing, but sums begin with 0.0, which makes 0.0 of a sum of -0.0.
static bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_PosZeroFloat());
}

static bool isZeroFill(linalg::FillOp fill) {
  return isZero(fill.getInputs()[0]);
}

/// Skips views that have all the elements of a buffer, in whatever shape.
static Value stripCasts(Value buffer) {
  while (isa_and_nonnull<memref::CastOp, memref::CollapseShapeOp,
                         memref::ExpandShapeOp, memref::TransposeOp>(
      buffer.getDefiningOp()))
    buffer = getViewedBuffer(buffer);
  return buffer;
}

static MatmulInit getBufferInit(linalg::LinalgOp op, Value buffer) {
  Value base = getBaseBuffer(buffer);
  unsigned left = kLookBack;
  for (Operation *previous = op->getPrevNode(); previous && left--;
       previous = previous->getPrevNode()) {
    // Nothing was written since the buffer came to be.
    if (isAllocation(base) && base.getDefiningOp() == previous)
      return {InitKind::Zero, nullptr};
    auto fill = dyn_cast<linalg::FillOp>(previous);
    if (fill && stripCasts(fill.getOutputs()[0]) == stripCasts(buffer)) {
      if (isZeroFill(fill))
        return {InitKind::Zero, fill};
      return {};
    }
    if (!leavesAlone(previous, base))
      return {};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static MatmulInit getTensorInit(Value tensor) {
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    return getTensorInit(cast.getSource());
  if (tensor.getDefiningOp<tensor::EmptyOp>())
    return {InitKind::Zero, nullptr};
  if (auto alloc = tensor.getDefiningOp<bufferization::AllocTensorOp>();
      alloc && !alloc.getCopy())
    return {InitKind::Zero, nullptr};
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>();
      fill && isZeroFill(fill))
    return {InitKind::Zero, fill};
  if (isZero(tensor))
    return {InitKind::Zero, nullptr};
  return {};
}

MatmulInit autotune::getMatmulInit(linalg::LinalgOp op) {
  Value init = op.getDpsInitOperand(0)->get();
  if (isa<TensorType>(init.getType()))
    return getTensorInit(init);
  return getBufferInit(op, init);
}
