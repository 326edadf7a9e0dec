//===- MatmulCast.cpp - What rounds a matmul's result ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulOperands.h"

#include "mlir-autotune/Analysis/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

static bool isPlainTruncation(arith::TruncFOp op) {
  std::optional<arith::RoundingMode> rounding = op.getRoundingmode();
  return !rounding || *rounding == arith::RoundingMode::to_nearest_even;
}

bool autotune::isElementwiseTruncation(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return false;
  Block &body = op.getRegion().front();
  auto yield = cast<linalg::YieldOp>(body.getTerminator());
  auto truncation = yield.getOperand(0).getDefiningOp<arith::TruncFOp>();
  return truncation && llvm::hasNItems(body, 2) &&
         truncation.getIn() == body.getArgument(0) &&
         isPlainTruncation(truncation);
}

Operation *autotune::matchCast(Value result, ElementKind &element) {
  if (!result.hasOneUse())
    return nullptr;
  Operation *user = *result.getUsers().begin();
  if (auto generic = dyn_cast<linalg::GenericOp>(user)) {
    if (!isElementwiseTruncation(generic) ||
        generic.getDpsInputOperand(0)->get() != result)
      return nullptr;
  } else {
    auto truncation = dyn_cast<arith::TruncFOp>(user);
    if (!truncation || !isPlainTruncation(truncation))
      return nullptr;
  }
  auto type = dyn_cast<RankedTensorType>(user->getResult(0).getType());
  std::optional<ElementKind> kind =
      type ? getElementKind(type.getElementType()) : std::nullopt;
  if (!kind || !isFloat16(*kind))
    return nullptr;
  element = *kind;
  return user;
}
