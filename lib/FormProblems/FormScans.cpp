//===- FormScans.cpp - Scans that kernels of rows compute -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormScans.h"

#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"
#include "mlir-autotune/FormProblems/FormRows.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

bool autotune::canFormScan(tm_tensor::ScanOp op) {
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  if (type != op.getOutputs().front().getType() || !isRowType(type) ||
      !isRowType(op.getOutputs().back().getType()) ||
      type.getElementType() !=
          cast<RankedTensorType>(op.getOutputs().back().getType())
              .getElementType())
    return false;
  int64_t elements = type.getNumElements();
  int64_t columns = type.getDimSize(op.getDimension());
  if (elements == 0 || columns > kMostRowColumns ||
      elements / columns > INT32_MAX / 2)
    return false;
  Operation *combiner = matchScanCombiner(op.getRegion().front());
  return combiner && hasNeutral(combiner);
}

/// The tensor with its dimensions in another order.
static Value transpose(ImplicitLocOpBuilder &b, Value value,
                       ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> sizes;
  for (int64_t dim : order)
    sizes.push_back(type.getDimSize(dim));
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  return linalg::TransposeOp::create(b, value, empty, order)->getResult(0);
}

static problem::ScanOp createScan(ImplicitLocOpBuilder &b, tm_tensor::ScanOp op,
                                  Value input, Value init) {
  Value start = op.getOutputs().back();
  auto scan = problem::ScanOp::create(b, init.getType(), start.getType(),
                                      op.getInclusive(), input, init, start);
  Block &from = op.getRegion().front();
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.createBlock(&scan.getCombiner(), {}, from.getArgumentTypes(),
                              {op.getLoc(), op.getLoc()});
  IRMapping mapping;
  mapping.map(from.getArguments(), body->getArguments());
  Operation *combined = b.clone(*matchScanCombiner(from), mapping);
  problem::YieldOp::create(b, combined->getResults());
  return scan;
}

static void formScan(RewriterBase &rewriter, tm_tensor::ScanOp op) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  Value input = op.getInputs().front(), init = op.getOutputs().front();
  auto type = cast<RankedTensorType>(input.getType());
  int64_t dim = op.getDimension(), last = type.getRank() - 1;
  if (dim == last) {
    rewriter.replaceOp(op, createScan(b, op, input, init));
    return;
  }
  // The dimension becomes the last one, and the others keep their order.
  SmallVector<int64_t> order, back(type.getRank());
  for (int64_t i = 0; i <= last; ++i)
    if (i != dim)
      order.push_back(i);
  order.push_back(dim);
  for (auto [to, from] : llvm::enumerate(order))
    back[from] = int64_t(to);
  Value turned = transpose(b, input, order);
  Value empty = tensor::EmptyOp::create(
      b, cast<RankedTensorType>(turned.getType()).getShape(),
      type.getElementType());
  problem::ScanOp scan = createScan(b, op, turned, empty);
  rewriter.replaceOp(op,
                     {transpose(b, scan.getRunning(), back), scan.getLast()});
}

void autotune::formScans(RewriterBase &rewriter, Block &block) {
  for (auto op : llvm::make_early_inc_range(block.getOps<tm_tensor::ScanOp>()))
    if (canFormScan(op))
      formScan(rewriter, op);
}
