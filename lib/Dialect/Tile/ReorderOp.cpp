//===- ReorderOp.cpp - Weights in another order ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

LogicalResult ReorderOp::verify() {
  auto type = cast<RankedTensorType>(getSource().getType());
  if (type.getRank() != 2 || !type.hasStaticShape() || type.getEncoding() ||
      !type.getElementType().isSignlessInteger(4) ||
      type.getDimSize(1) % cuda::kReorderedK != 0)
    return emitOpError("reorders a matrix of i4 with a known number of rows, "
                       "and a known multiple of ")
           << cuda::kReorderedK << " columns, not " << type;
  return success();
}
