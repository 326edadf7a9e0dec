//===- Scales.cpp - Scales of blocks of A and B ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/Scales.h"

#include "mlir-autotune/Kernels/Prologue.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;

/// How many neighbours of a tile have one value: those of a block, or all.
static int64_t getShared(const PrologueOperand &layout, int64_t extent) {
  return layout.overOutput ? std::min(layout.rowGroup, extent) : extent;
}

PartScales autotune::readScales(ImplicitLocOpBuilder &b,
                                const KernelOperands &problem, int64_t rows,
                                int64_t columns, Value output, Value row,
                                Value column, Value k) {
  const PrologueOperand &left = problem.leftScales->layout;
  Type f32 = b.getF32Type();
  // In a group, each product has its own.
  auto getIndices = [&](const PrologueOperand &layout, Value at) {
    SmallVector<Value, 3> indices;
    if (problem.batch)
      indices.push_back(output);
    llvm::append_range(indices, getValueIndices(b, layout, at, k));
    return indices;
  };
  PartScales scales;
  scales.rows = tile::ReadRowsOp::create(
      b, tile::RowsType::get(b.getContext(), {rows, 1}, f32),
      problem.leftScales->memref, getIndices(left, row), left.matrix.transposed,
      getShared(left, rows));
  for (const auto *of : {&problem.rightScales, &problem.gateScales}) {
    if (!*of)
      continue;
    const PrologueOperand &right = (*of)->layout;
    int64_t width = getShared(right, columns);
    scales.columns.push_back(tile::ReadColumnsOp::create(
        b,
        tile::ColumnsType::get(b.getContext(), {columns / width, width}, f32),
        (*of)->memref, getIndices(right, column), right.matrix.transposed));
  }
  return scales;
}

Value autotune::scaleElement(ImplicitLocOpBuilder &b,
                             const std::optional<OperandScales> &scales,
                             Value element, Value row, Value k) {
  if (!scales)
    return element;
  Value scale = memref::LoadOp::create(
      b, scales->memref, getValueIndices(b, scales->layout, row, k));
  return arith::MulFOp::create(b, element, scale);
}
