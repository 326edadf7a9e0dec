//===- Destinations.cpp - What a problem writes to ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Destinations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

/// What a problem without an epilogue writes to: the result of the cast when
/// there is one, and memory that nobody filled when the kernel overwrites it.
static Value createDestination(OpBuilder &builder,
                               const MatmulPattern &pattern) {
  linalg::LinalgOp matmul = pattern.matmul;
  Value init = matmul.getDpsInits()[0];
  bool overwritten = pattern.fact.init == InitKind::Zero;
  // Nothing is launched for matrices without elements: with a K that may turn
  // out to be 0 the zeros must be there.
  bool needsZeros = overwritten && ShapedType::isDynamic(pattern.fact.k);
  if (!pattern.cast) {
    if (!overwritten || needsZeros || !pattern.fill)
      return init;
    // On memrefs it is the same buffer; on tensors a cast may lie between.
    Value unfilled = linalg::FillOp(pattern.fill).getOutputs()[0];
    return unfilled.getType() == init.getType() ? unfilled : init;
  }
  Location loc = pattern.cast->getLoc();
  if (pattern.cast->getNumResults() == 0) {
    Value written = pattern.outputs.front();
    if (needsZeros) {
      Value zero = arith::ConstantOp::create(
          builder, loc, builder.getZeroAttr(getElementTypeOrSelf(written)));
      linalg::FillOp::create(builder, loc, zero, written);
    }
    return written;
  }
  auto type = cast<RankedTensorType>(pattern.cast->getResult(0).getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, init, dim));
  Value empty = tensor::EmptyOp::create(builder, loc, type, sizes);
  if (!needsZeros)
    return empty;
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// Whether an operation is gone once the problem is formed.
static bool isReplaced(Operation *op, const MatmulPattern &pattern) {
  linalg::LinalgOp matmul = pattern.matmul, other = pattern.other;
  return llvm::is_contained(pattern.halves, op) ||
         op == matmul.getOperation() || (other && op == other.getOperation()) ||
         llvm::is_contained(pattern.epilogue, op);
}

/// Where the operation that has an output as its result writes it, unless it is
/// what an operation that goes has left there, what the operation reads, or not
/// there yet; null for none.
static Value findDestination(const MatmulPattern &pattern, Value output) {
  auto op = output.getDefiningOp<linalg::LinalgOp>();
  if (!op || !llvm::is_contained(pattern.epilogue, op.getOperation()))
    return {};
  OpOperand *written =
      op.getDpsInitOperand(cast<OpResult>(output).getResultNumber());
  Operation *defining = written->get().getDefiningOp();
  bool isThere = !defining || defining->getBlock() != op->getBlock() ||
                 defining->isBeforeInBlock(pattern.place);
  if (!isThere || isReplaced(defining, pattern) ||
      op.payloadUsesValueFromOperand(written))
    return {};
  return written->get();
}

static SmallVector<Value>
createEpilogueDestinations(OpBuilder &builder, const MatmulPattern &pattern) {
  linalg::LinalgOp matmul = pattern.matmul;
  Value init = matmul.getDpsInits()[0];
  if (!isa<TensorType>(init.getType()))
    return pattern.outputs;
  SmallVector<Value> destinations;
  for (Value output : pattern.outputs) {
    Location loc = output.getLoc();
    auto type = cast<RankedTensorType>(output.getType());
    if (destinations.empty() && pattern.fact.init == InitKind::Accumulate) {
      // Of one shape, which one of them may not know.
      destinations.push_back(
          type == init.getType()
              ? init
              : tensor::CastOp::create(builder, loc, type, init).getResult());
      continue;
    }
    // Each needs memory of its own.
    Value written = findDestination(pattern, output);
    if (written && !llvm::is_contained(destinations, written)) {
      destinations.push_back(written);
      continue;
    }
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(tensor::DimOp::create(builder, loc, init, dim));
    destinations.push_back(
        tensor::EmptyOp::create(builder, loc, type, sizes).getResult());
  }
  return destinations;
}

SmallVector<Value> autotune::createDestinations(OpBuilder &builder,
                                                const MatmulPattern &pattern) {
  if (pattern.epilogue.empty())
    return {createDestination(builder, pattern)};
  return createEpilogueDestinations(builder, pattern);
}
