//===- PrologueMatcher.cpp - What precedes a matmul -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrologueMatcher.h"
#include "PrologueBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::autotune;

AffineMap autotune::getOperandMap(linalg::LinalgOp op, unsigned number) {
  MLIRContext *context = op.getContext();
  AffineMap loops = op.getIndexingMapsArray()[number];
  // Those of linalg.matmul are M, N and K.
  AffineExpr loopOfRow = getAffineDimExpr(number, context);
  AffineExpr loopOfDepth = getAffineDimExpr(2, context);
  AffineExpr along = getAffineDimExpr(kRow, context);
  AffineExpr depth = getAffineDimExpr(kDepth, context);
  bool isDepthLast = loops.getResult(1) == loopOfDepth;
  if (loops.getResult(isDepthLast ? 0 : 1) != loopOfRow ||
      loops.getResult(isDepthLast ? 1 : 0) != loopOfDepth)
    return {};
  if (isDepthLast)
    return AffineMap::get(2, 0, {along, depth}, context);
  return AffineMap::get(2, 0, {depth, along}, context);
}

bool autotune::mayBeSeenThrough(linalg::LinalgOp op) {
  MLIRContext *context = op.getContext();
  if (!isa<linalg::MatmulOp>(op.getOperation()) ||
      !op.hasPureTensorSemantics() ||
      !context->getLoadedDialect<func::FuncDialect>() ||
      !context->getLoadedDialect<math::MathDialect>() ||
      !context->getLoadedDialect("vector"))
    return false;
  for (Value operand : op->getOperands())
    if (!isa<RankedTensorType>(operand.getType()) ||
        cast<RankedTensorType>(operand.getType()).getRank() != 2)
      return false;
  return llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.getNumResults() == 2; });
}

/// Of operand number `number`, whose map has rows and K in either order.
static std::optional<MatchedPrologue>
matchOperand(linalg::LinalgOp op, unsigned number, std::string &whyNot) {
  MLIRContext *context = op.getContext();
  Value operand = op.getDpsInputs()[number];
  Operation *made = operand.getDefiningOp();
  auto type = cast<RankedTensorType>(operand.getType());
  Type element = type.getElementType();
  if (!made || !(element.isBF16() || element.isF16()) ||
      getElementTypeOrSelf(op.getDpsInputs()[1 - number]) != element)
    return std::nullopt;
  AffineMap map = getOperandMap(op, number);
  if (!map)
    return std::nullopt;
  std::string why;
  PrologueBuilder builder(context, PrologueBuilder::Factor::Weights, why);
  MatchedPrologue found;
  found.number = number;
  Value result = builder.build(operand, map);
  bool isFound = result && builder.factor;
  if (isFound && succeeded(builder.finish(result, found)))
    return found;
  // Whoever has no integers has nothing to hear.
  if (builder.factor)
    whyNot = why;
  return std::nullopt;
}

std::optional<MatchedPrologue> autotune::matchPrologue(linalg::LinalgOp op,
                                                       std::string &whyNot) {
  if (!mayBeSeenThrough(op))
    return std::nullopt;
  // Weights are B, most times.
  for (unsigned number : {1u, 0u})
    if (std::optional<MatchedPrologue> found = matchOperand(op, number, whyNot))
      return found;
  return std::nullopt;
}
