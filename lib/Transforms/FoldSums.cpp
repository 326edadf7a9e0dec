//===- FoldSums.cpp - Products that add to products -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A x B + A2 x B2 as front ends write it: two matmuls and an addition. A matmul
// adds to its init, so that the addition can go.
//
//===----------------------------------------------------------------------===//

#include "FoldSums.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether the body yields the sum of two inputs and nothing else.
static bool isAddition(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumResults() != 1)
    return false;
  Block &body = *op.getBody();
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  return op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }) &&
         isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum) &&
         llvm::hasNItems(body, 2) && sum->getBlock() == &body &&
         llvm::is_contained(sum->getOperands(), body.getArgument(0)) &&
         llvm::is_contained(sum->getOperands(), body.getArgument(1));
}

/// The two tensors that `op` adds; null for what does something else.
static std::pair<Value, Value> getSummands(Operation *op) {
  if (isa<arith::AddFOp, arith::AddIOp>(op) ||
      (isa<linalg::AddOp>(op) && op->getNumResults() == 1))
    return {op->getOperand(0), op->getOperand(1)};
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (generic && isAddition(generic))
    return {generic.getDpsInputs()[0], generic.getDpsInputs()[1]};
  return {};
}

/// The matmul of the block whose result this is, which is as wide as what is
/// summed in and read by one operation alone; null for none.
static linalg::LinalgOp getProduct(Value value, Operation *reader) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<linalg::MatmulOp, linalg::BatchMatmulOp>(op) ||
      op->getBlock() != reader->getBlock() || !value.hasOneUse())
    return nullptr;
  FailureOr<MatmulPattern> pattern = matchMatmul(
      cast<linalg::LinalgOp>(op), /*whyNot=*/nullptr, /*findsOther=*/false);
  if (failed(pattern))
    return nullptr;
  // The fact may have the type of a truncation or an epilogue.
  auto own = getElementKind(getElementTypeOrSelf(value));
  return own == pattern->fact.accumulator ? pattern->matmul : nullptr;
}

LogicalResult autotune::foldSum(Operation *op) {
  auto [x, y] = getSummands(op);
  if (!x || x == y || x.getType() != y.getType() ||
      op->getResult(0).getType() != x.getType())
    return failure();
  linalg::LinalgOp first = getProduct(x, op), second = getProduct(y, op);
  if (!first || !second)
    return failure();
  if (second->isBeforeInBlock(first))
    std::swap(first, second);
  // Neither has what the other computes, so that either may be the one behind.
  if (getMatmulInit(second).kind != InitKind::Zero) {
    if (getMatmulInit(first).kind != InitKind::Zero)
      return failure();
    std::swap(first, second);
    second->moveAfter(first);
  }
  Value unused = second.getDpsInits()[0];
  second.setDpsInitOperand(0, first->getResult(0));
  op->getResult(0).replaceAllUsesWith(second->getResult(0));
  op->erase();
  if (Operation *fill = unused.getDefiningOp();
      fill && fill->use_empty() && isa<linalg::FillOp>(fill))
    fill->erase();
  return success();
}
