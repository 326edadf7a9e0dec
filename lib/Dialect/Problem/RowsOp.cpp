//===- RowsOp.cpp - What a problem.rows may be ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

LogicalResult RowsOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getArgumentTypes() != getInputs().getTypes())
    return emitOpError("needs a body with an argument for each input, of the "
                       "same type");
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield)
    return emitOpError("needs a body that ends in problem.yield");
  if (yield.getValues().getTypes() != getResultTypes() ||
      getInits().getTypes() != getResultTypes())
    return emitOpError("needs outs and yielded values of the types of its "
                       "results");
  for (Type type : getResultTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    if (!tensor.hasStaticShape() ||
        (tensor.getNumElements() != int64_t(getRows() * getColumns()) &&
         tensor.getNumElements() != int64_t(getRows())))
      return emitOpError("needs results with an element for each row and "
                         "column, or for each row, not of type ")
             << type;
  }
  return success();
}
