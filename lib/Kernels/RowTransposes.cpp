//===- RowTransposes.cpp - Inputs that are read across rows ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread has adjacent columns, whose elements of a transposed input are far
// apart. The threads of a CTA therefore load the CTA's tile of the input in the
// order of memory: lanes run along the rows. Each thread then takes its own
// elements from shared memory.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir-autotune/Kernels/DeviceElements.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;

/// With fewer rows, a row of the tile is shorter than a sector.
static constexpr int64_t kLeastRows = 8;
/// All tiles of a kernel are in its static shared memory, of 48 KB.
static constexpr int64_t kMostTileBytes = 16 << 10;
/// Elements behind each row of the tile, so that neighbours along a column are
/// in other banks.
static constexpr int64_t kPadding = 2;

bool RowBuilder::isTransposed(linalg::GenericOp generic, OpOperand &operand) {
  if (isInPasses() ||
      op.getBody().getOps<problem::ScanOp>().begin() !=
          op.getBody().getOps<problem::ScanOp>().end() ||
      layout.rowsPerCta < kLeastRows ||
      !readsAcross(generic, operand, op.getRows(), op.getColumns()))
    return false;
  Type memory = getMemoryType(getElementTypeOrSelf(operand.get().getType()));
  int64_t columnCount = layout.chunks * getColumnsOfChunk();
  int64_t bytes =
      columnCount * (layout.rowsPerCta + kPadding) * getMemoryBytes(memory);
  return bytes <= kMostTileBytes - tileBytes;
}

RowElements RowBuilder::loadTransposed(linalg::GenericOp generic,
                                       OpOperand &operand) {
  auto type = cast<RankedTensorType>(operand.get().getType());
  Type element = type.getElementType(), memory = getMemoryType(element);
  AffineMap map = generic.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  int64_t columnCount = layout.chunks * getColumnsOfChunk();
  int64_t pitch = layout.rowsPerCta + kPadding;
  tileBytes += columnCount * pitch * getMemoryBytes(memory);
  Value tile = addShared(columnCount * pitch, memory);

  // The loads, as if each were of the thread's own row and of one column.
  Value inCta = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value rows = constant(layout.rowsPerCta);
  Value rowInTile = arith::RemUIOp::create(b, inCta, rows),
        columnInTile = arith::DivUIOp::create(b, inCta, rows);
  Value ownRow = row;
  RowElements ownColumns = allColumns;
  SmallVector<RowElements> ownLoops = loops;
  row = arith::AddIOp::create(b, firstRow, rowInTile);
  if (ownsRow)
    row = arith::MinUIOp::create(b, row, constant(op.getRows() - 1));
  for (int64_t first = 0; first < columnCount;
       first += layout.getThreads() / layout.rowsPerCta) {
    Value inTile = arith::AddIOp::create(b, columnInTile, constant(first));
    Value column = inTile;
    if (firstOfCta)
      column = arith::AddIOp::create(b, column, firstOfCta);
    if (int64_t(op.getColumns()) % columnCount)
      column = arith::MinUIOp::create(b, column, constant(op.getColumns() - 1));
    allColumns = {column};
    setLoops(sizes);
    SmallVector<RowElements> indices;
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      indices.push_back(expandMap(map, i));
    Value loaded = load(operand.get(), type.getShape(), indices).front();
    Value place = arith::AddIOp::create(
        b, arith::MulIOp::create(b, inTile, constant(pitch)), rowInTile);
    memref::StoreOp::create(b, toMemory(b, loaded), tile, ValueRange{place});
  }
  row = ownRow;
  allColumns = std::move(ownColumns);
  loops = std::move(ownLoops);
  gpu::BarrierOp::create(b);

  RowElements elements;
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk)
    for (int64_t i = 0; i < layout.vector; ++i) {
      // Clamped, as are those of inputs that are read in place.
      Value column = allColumns[chunk * layout.vector + i];
      if (firstOfCta)
        column = arith::SubIOp::create(b, column, firstOfCta);
      Value place = arith::AddIOp::create(
          b, arith::MulIOp::create(b, column, constant(pitch)), rowInCta);
      elements.push_back(fromMemory(
          b, memref::LoadOp::create(b, tile, ValueRange{place}), element));
    }
  return elements;
}
