//===- ScaleOps.cpp - Verifiers of values of rows and columns -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// That values of one type are read from a matrix, or from one of several.
static LogicalResult verifyValues(Operation *op, Value source,
                                  ValueRange indices, Type element) {
  auto memref = dyn_cast<MemRefType>(source.getType());
  if (!memref || !isMatrix(memref))
    return op->emitOpError("needs a matrix in memory, not ")
           << source.getType();
  if (int64_t(indices.size()) != memref.getRank())
    return op->emitOpError("needs ") << getNumIndices(memref) << " indices";
  if (memref.getElementType() != element)
    return op->emitOpError("reads elements of type ")
           << memref.getElementType() << " as " << element;
  return success();
}

LogicalResult ReadRowsOp::verify() {
  if (getBlock() < 1)
    return emitOpError("'block' is a number of rows, at least 1, not ")
           << getBlock();
  return verifyValues(*this, getSource(), getIndices(),
                      getResult().getType().getElementType());
}

LogicalResult ReadColumnsOp::verify() {
  return verifyValues(*this, getSource(), getIndices(),
                      getResult().getType().getElementType());
}

LogicalResult ScaleOp::verify() {
  FragmentType part = getPart().getType();
  RowsType rows = getRows().getType();
  Type element = part.getElementType();
  int64_t numColumns = 0;
  for (Value list : getColumns()) {
    auto columns = cast<ColumnsType>(list.getType());
    if (!element.isF32() || rows.getElementType() != element ||
        columns.getElementType() != element)
      return emitOpError("multiplies f32 by f32, not ")
             << element << " by " << rows.getElementType() << " and "
             << columns.getElementType();
    int64_t ofList = columns.getShape()[0] * columns.getShape()[1];
    // In steps of these, threads have neighbours.
    if (ofList % 8 != 0)
      return emitOpError("takes lists of values for a multiple of 8 columns, "
                         "not ")
             << columns;
    numColumns += ofList;
  }
  if (rows.getShape()[0] != part.getShape()[0] || rows.getShape()[1] != 1)
    return emitOpError("takes one value for each of ")
           << part.getShape()[0] << " rows, not " << rows;
  if (getColumns().empty())
    return emitOpError("needs values of columns");
  if (numColumns != part.getShape()[1])
    return emitOpError("takes values for blocks of columns that are ")
           << part.getShape()[1] << " columns together, not "
           << getColumns().getTypes();
  return success();
}
