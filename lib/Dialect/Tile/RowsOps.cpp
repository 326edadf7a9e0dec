//===- RowsOps.cpp - Rows of fragments ------------------------------------===//
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

LogicalResult ReduceRowsOp::verify() {
  FragmentType fragment = getFragment().getType();
  RowsType rows = getResult().getType();
  if (!fragment.getElementType().isF32())
    return emitOpError("reduces rows of f32, not of ")
           << fragment.getElementType();
  auto expected = RowsType::get(getContext(), {fragment.getShape()[0], 1},
                                fragment.getElementType());
  if (rows != expected || (getFrom() && getFrom().getType() != expected))
    return emitOpError("takes and gives one value for each row, ")
           << expected << ", not "
           << (rows == expected ? getFrom().getType() : rows);
  return success();
}

LogicalResult FoldOp::verify() {
  FragmentType fragment = getFragment().getType();
  if (!fragment.getElementType().isF32())
    return emitOpError("adds up columns of f32, not of ")
           << fragment.getElementType();
  auto expected = FragmentType::get(getContext(), {fragment.getShape()[0], 8},
                                    fragment.getElementType());
  if (getResult().getType() != expected ||
      (getOnto() && getOnto().getType() != expected))
    return emitOpError("adds up to eight columns, ") << expected;
  return success();
}

LogicalResult RoundOp::verify() {
  FragmentType from = getFragment().getType(), to = getResult().getType();
  if (from.getShape() != to.getShape())
    return emitOpError("gives a fragment of the same shape");
  if (!from.getElementType().isF32() ||
      !(to.getElementType().isBF16() || to.getElementType().isF16()))
    return emitOpError("rounds f32 to bf16 or f16, not ")
           << from.getElementType() << " to " << to.getElementType();
  return success();
}

LogicalResult StoreRowsOp::verify() {
  auto memref = cast<MemRefType>(getDest().getType());
  RowsType rows = getRows().getType();
  if (!isMatrix(memref) || int64_t(getIndices().size()) != memref.getRank())
    return emitOpError("needs a matrix in memory, and an index for each of its "
                       "dimensions");
  if (rows.getShape()[1] != 1 ||
      memref.getElementType() != rows.getElementType())
    return emitOpError("stores one value of ")
           << memref.getElementType() << " for each row, not " << rows;
  return success();
}
