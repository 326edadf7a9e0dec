//===- ScanOp.cpp - What a problem.scan may be ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

LogicalResult ScanOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto init = cast<RankedTensorType>(getInit().getType());
  auto start = cast<RankedTensorType>(getStart().getType());
  if (input.getRank() == 0)
    return emitOpError("needs an input with a dimension to go along, not ")
           << input;
  if (failed(verifyCompatibleShape(init, input)))
    return emitOpError("needs a first out of the sizes of its input, ")
           << input << ", not " << init;
  if (failed(verifyCompatibleShape(start.getShape(),
                                   input.getShape().drop_back())))
    return emitOpError("needs a second out of the sizes of its input, ")
           << input << ", without the last one, not " << start;
  for (Type type : {init, start})
    if (getElementTypeOrSelf(type) != input.getElementType())
      return emitOpError("needs outs with elements of its input's type, ")
             << input.getElementType() << ", not " << type;
  if (getRunning().getType() != init || getLast().getType() != start)
    return emitOpError("needs results of the types of its outs, ")
           << init << " and " << start;
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  Block &body = getCombiner().front();
  Type element = getElementTypeOrSelf(getInput().getType());
  SmallVector<Type> expected(2, element);
  if (body.getArgumentTypes() != TypeRange(expected))
    return emitOpError("needs a combiner with two arguments of type ")
           << element;
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield || yield.getValues().getTypes() != TypeRange(element))
    return emitOpError("needs a combiner that ends in a problem.yield of one ")
           << element;
  return success();
}
