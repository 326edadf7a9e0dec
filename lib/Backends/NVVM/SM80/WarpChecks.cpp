//===- WarpChecks.cpp - What a grid of warps can't do ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpChecks.h"
#include "NVVM/Common/KernelChecks.h"
#include "WarpOperands.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

LogicalResult tile::checkCopy(CopyOp copy) {
  VectorType tile = copy.getSlot().getType().getTiles()[copy.getTile()];
  int64_t bytes = getElementBytes(tile.getElementType());
  if (bytes != 2 && !copy.getAsync())
    return copy.emitOpError("copies elements of 16 bits, or elements of any "
                            "width if it is 'async'; not ")
           << tile.getElementType();
  if (copy.getWhole() && !copy.getAsync())
    return copy.emitOpError("that is 'whole' must be 'async'");
  int64_t perChunk = kAsyncCopyBytes / bytes;
  if (int64_t(copy.getAlignment()) < bytes || tile.getDimSize(1) % perChunk)
    return copy.emitOpError("copies ")
           << perChunk << " elements at once: it needs rows of a multiple of "
           << perChunk
           << " elements that are aligned to their size, not rows of "
           << tile.getDimSize(1) << " aligned to " << copy.getAlignment();
  return checkMatrix(copy, copy.getSource());
}

LogicalResult tile::checkWarpFragment(Operation *op, FragmentType fragment,
                                      ArrayRef<int64_t> grid) {
  ArrayRef<int64_t> shape = fragment.getShape();
  // Stores of bytes take 16 columns of a warp at a time, unless the fragment
  // has fewer.
  int64_t rows = kWarpBlock * grid[0];
  int64_t columns = grid[1] == 1 ? 8 : kWarpBlock * grid[1];
  if (shape[0] % rows || shape[1] % columns)
    return op->emitOpError("a fragment over a grid of ")
           << grid[0] << "x" << grid[1] << " warps has a multiple of " << rows
           << " rows and of " << columns << " columns; not " << shape[0] << "x"
           << shape[1];
  int64_t registers =
      shape[0] * shape[1] / (grid[0] * grid[1] * kWarpThreads) *
      llvm::divideCeil(tile::getElementBytes(fragment.getElementType()), 4);
  if (registers > kMaxThreadRegisters)
    return op->emitOpError("a fragment of ")
           << shape[0] << "x" << shape[1] << " takes " << registers
           << " registers of each of " << grid[0] * grid[1]
           << " warps' threads; a thread has " << kMaxThreadRegisters;
  return success();
}

LogicalResult tile::checkWarpRows(Operation *op, RowsType rows,
                                  ArrayRef<int64_t> grid) {
  if (grid[1] != 1)
    return op->emitOpError("has values of rows, which a grid of warps holds "
                           "only with one column of warps; not with ")
           << grid[1];
  int64_t size = rows.getShape()[0], perBlock = kWarpBlock * grid[0];
  if (size % perBlock)
    return op->emitOpError("values of rows over ")
           << grid[0] << " warps must be for a multiple of " << perBlock
           << " rows, not for " << size;
  return success();
}

/// That a grid of warps has such operands.
static LogicalResult checkOperands(Operation *op, OperandsType operands,
                                   const KernelLayout &layout) {
  if (!layout.warpGrid)
    return op->emitOpError("must stand in a role with a 'grid'");
  ArrayRef<VectorType> tiles = operands.getTiles();
  Type a = tiles[0].getElementType(), b = tiles[1].getElementType();
  if (a != b || !(a.isBF16() || a.isF16() || a.isF64() || a.isInteger(8)))
    return op->emitOpError("has operands of bf16, f16, f64 or i8, both of the "
                           "same type, not of ")
           << a << " and " << b;
  for (auto [tile, warps] : llvm::zip(tiles, *layout.warpGrid))
    if (tile.getDimSize(0) % (kWarpBlock * warps))
      return op->emitOpError("has ")
             << tile.getDimSize(0) << " rows or columns for " << warps
             << " warps; legal is a multiple of " << kWarpBlock * warps;
  int64_t depth = tiles[0].getDimSize(1);
  if (depth != getPartDepth(a))
    return op->emitOpError("has operands of ")
           << a << " with a K of " << getPartDepth(a) << ", not of " << depth;
  return success();
}

LogicalResult tile::checkReadOperands(ReadOperandsOp read,
                                      const KernelLayout &layout) {
  OperandsType type = read.getResult().getType();
  if (failed(checkOperands(read, type, layout)))
    return failure();
  if (read.getHeld() && (*layout.warpGrid)[1] != 1)
    return read.emitOpError("takes A 'from' registers, which needs a grid of "
                            "one column of warps; not of ")
           << (*layout.warpGrid)[1];
  Type a = type.getTiles()[0].getElementType();
  // ldmatrix transposes elements of 16 bits only.
  if (a.isInteger(8) && (read.getTransposeA() || !read.getTransposeB()))
    return read.emitOpError("loads i8 only where K is contiguous: A as m x k, "
                            "and B as n x k with transpose_b");
  // Which of K are in a part is settled for so many.
  int64_t k = read.getFactors()[0].getDimSize(read.getTransposeA() ? 0 : 1);
  if (a.isF64() && k % kDoubleDepth)
    return read.emitOpError(
               "loads f64 from a slot with a K that is a multiple of ")
           << kDoubleDepth << ", not of " << k;
  return success();
}

LogicalResult tile::checkMultiply(MultiplyOp multiply,
                                  const KernelLayout &layout) {
  OperandsType type = multiply.getFactors().getType();
  if (failed(checkOperands(multiply, type, layout)))
    return failure();
  Type a = type.getTiles()[0].getElementType();
  Type sum = multiply.getResult().getType().getElementType();
  if (a.isF64()        ? !sum.isF64()
      : a.isInteger(8) ? !sum.isInteger(32)
                       : !sum.isF32())
    return multiply.emitOpError("sums ") << a << " in "
                                         << (a.isF64()        ? "f64"
                                             : a.isInteger(8) ? "i32"
                                                              : "f32")
                                         << ", not in " << sum;
  return success();
}
