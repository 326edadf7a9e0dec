//===- Copy.cpp - Tiles that a role's threads copy ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For matrices that TMA doesn't take. A thread copies chunks of 16 bytes to
// where TMA would have put them, swizzle and all; neighbours in memory are
// neighbouring threads'. What lies outside of the matrix becomes zeros.
//
// Where rows start at multiples of 16 bytes, cp.async does it, and zeros what
// it is not told to read. Where they start at multiples of 8 or 4, it can do it
// by as many bytes. Else registers copy (UnalignedCopy.cpp).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TileCopy.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Chunks of a tile at an edge that are worked out side by side, where nothing
/// is on its way in registers: more would take registers from the products.
static constexpr int64_t kEdgesInFlight = 2;

TileCopy::TileCopy(KernelContext &context, Emitter &e, CopyOp op, Value slot,
                   ValueRange indices)
    : e(e), op(op), ring(context.layout.getRing(
                        op.getSlot().getDefiningOp<AcquireOp>().getRing())),
      tile(ring.tiles[op.getTile()]),
      perVector(kAsyncCopyBytes / tile.elementBytes),
      chunkBytes(op.getAsync()
                     ? std::min<int64_t>(kAsyncCopyBytes, op.getAlignment())
                     : kAsyncCopyBytes),
      perChunk(chunkBytes / tile.elementBytes), perRow(tile.columns / perChunk),
      unit(e.getIntegerType(8 * tile.elementBytes)) {
  const RoleLayout &role = *context.getRole(op);
  threads = role.warps * kWarpThreads;
  // Where registers hold what is on its way, the addresses of all chunks, kept
  // from one slot to the next, would spill.
  thread = context.threadId;
  if (!op.getAsync())
    forget(thread);
  thread = e.add(thread, -role.firstWarp * kWarpThreads);
  barrier = context.getRoleBarrier(role);
  int64_t operand = context.getOperand(op.getSource());
  pointer = context.getMatrixPointer(e, operand, unit, indices);
  indices = indices.take_back(2);
  rowStride = context.getParam(KernelParam::Kind::Stride, operand, 0);
  for (int64_t dim : {0, 1}) {
    size[dim] = context.getParam(KernelParam::Kind::Size, operand, dim);
    origin[dim] = e.toI32(indices[dim]);
  }
  Value slotStart = context.getSlotOffset(e, ring, slot);
  start =
      e.add(slotStart,
            context.shared(e, ring.offset + ring.tileOffsets[op.getTile()]));
}

void TileCopy::create() { op.getAsync() ? createAsync() : createUnaligned(); }

/// But for tiles at the edges no chunk is looked at: what that takes, f64's
/// products would wait for, which leave nothing else to the SM.
void TileCopy::createAsync() {
  if (op.getWhole()) {
    std::optional<ArrayRef<int64_t>> part = op.getPart();
    return part ? copyWholeAsync((*part)[0], (*part)[1]) : copyWholeAsync();
  }
  e.ifThenElse(
      isWhole(), [&] { copyWholeAsync(); },
      [&] {
        forget(thread);
        forEachBatch(tile.rows * perRow, kEdgesInFlight,
                     [&](ArrayRef<Value> indices) {
                       for (Value index : indices)
                         copyAsync(getChunk(index, kEdgesInFlight));
                     });
      });
}

/// Deals numbers from 0 up to the role's threads, and goes over this thread's.
/// Those from `count` on are left to the body.
void TileCopy::forEachBatch(int64_t count, int64_t inFlight,
                            function_ref<void(ArrayRef<Value> indices)> body) {
  int64_t rounds = llvm::divideCeil(count, threads);
  int64_t batch = std::min(rounds, inFlight);
  auto create = [&](Value first) {
    SmallVector<Value> indices;
    for (int64_t i = 0; i < batch; ++i)
      indices.push_back(e.add(first, i * threads));
    body(indices);
  };
  if (rounds == batch)
    return create(thread);
  auto loop = scf::ForOp::create(e, thread, e.add(thread, rounds * threads),
                                 e.i32(batch * threads));
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(loop.getBody());
  create(loop.getInductionVar());
}

Chunk TileCopy::getChunk(Value index, int64_t inFlight) {
  Chunk chunk;
  chunk.row = e.div(index, perRow);
  chunk.number = e.rem(index, perRow);
  int64_t perBatch = threads * inFlight;
  int64_t count = tile.rows * perRow;
  if (count % threads == 0 && (count < perBatch || count % perBatch == 0))
    return chunk;
  chunk.inTile = e.less(chunk.row, tile.rows);
  chunk.row = e.min(chunk.row, e.i32(tile.rows - 1));
  return chunk;
}

/// The address in the slot of an element of the tile.
Value TileCopy::getPlace(Value row, Value column) {
  Value number = e.div(column, perVector);
  Value swizzled =
      e.bitXor(e.rem(number, kSwizzleRows), e.rem(row, kSwizzleRows));
  Value column128 = e.mul(e.div(number, kSwizzleRows), tile.chunkBytes);
  Value place = e.add(column128, e.mul(row, kSwizzleBytes));
  place = e.add(place, e.mul(swizzled, kAsyncCopyBytes));
  place = e.add(place, e.mul(e.rem(column, perVector), tile.elementBytes));
  return e.add(start, place);
}

/// The first element of a row of the tile; of the matrix's last row, for rows
/// beyond it.
Value TileCopy::getRow(Value row) {
  Value last = e.add(size[0], -1);
  Value existing = e.min(e.add(origin[0], row), last);
  return e.gep(pointer, unit, e.mul(e.toI64(existing), rowStride));
}

/// Of `bytes` of a chunk, if they are not all, and zeros behind them. L1 holds
/// what the chunks of a line have in common.
void TileCopy::createCopy(Value place, Value from, Value bytes) {
  NVVM::CpAsyncOp::create(
      e, e.sharedPtr(place), from, static_cast<uint32_t>(chunkBytes),
      chunkBytes == kAsyncCopyBytes ? NVVM::LoadCacheModifierKind::CG
                                    : NVVM::LoadCacheModifierKind::CA,
      bytes);
}

void TileCopy::copyAsync(const Chunk &chunk) {
  Value inTile = e.mul(chunk.number, perChunk);
  Value column = e.add(origin[1], inTile);
  Value hasSome = e.bitAnd(e.less(column, size[1]), rowInside(chunk.row));
  Value left = e.min(e.sub(size[1], column), e.i32(perChunk));
  Value elements = e.select(hasSome, left, e.i32(0));
  // Of no bytes, any address will do.
  Value at = e.select(hasSome, column, e.i32(0));
  Value from = e.gep(getRow(chunk.row), unit, e.toI64(at));
  auto copy = [&] {
    createCopy(getPlace(chunk.row, inTile), from,
               e.mul(elements, tile.elementBytes));
  };
  ifInTile(chunk, copy);
}

/// Part number `part` of `parts` of a tile that is all in the matrix.
void TileCopy::copyWholeAsync(int64_t part, int64_t parts) {
  auto getSource = [&](const Chunk &chunk) {
    Value row = e.toI64(e.add(origin[0], chunk.row));
    Value column = e.add(origin[1], e.mul(chunk.number, perChunk));
    Value start = e.gep(pointer, unit, e.mul(row, rowStride));
    return e.gep(start, unit, e.toI64(column));
  };
  auto getChunkPlace = [&](const Chunk &chunk) {
    return getPlace(chunk.row, e.mul(chunk.number, perChunk));
  };
  int64_t count = tile.rows * perRow;
  int64_t rounds = llvm::divideCeil(count, threads), step = threads / perRow;
  int64_t begin = rounds * part / parts, end = rounds * (part + 1) / parts;
  if (begin == end)
    return;
  if (count % threads == 0 && threads % perRow == 0) {
    // A thread's chunks are `step` rows apart and else alike, but for where
    // their row's number modulo 8 puts them. One address in memory is kept for
    // them all: registers for each would be missed.
    Chunk first = {e.div(thread, perRow), e.rem(thread, perRow), Value()};
    Value from = getSource(first), stride = rowStride;
    forget(from);
    forget(stride);
    from = e.gep(from, unit, e.mul(stride, begin * step));
    int64_t alike = kSwizzleRows / std::gcd(kSwizzleRows, step);
    SmallVector<Value> places;
    for (int64_t i = 0; i < std::min(alike, rounds); ++i)
      places.push_back(
          getChunkPlace({e.add(first.row, i * step), first.number, Value()}));
    for (int64_t i = begin; i < end; ++i) {
      int64_t behind = i / alike * alike * step * kSwizzleBytes;
      createCopy(e.add(places[i % alike], behind), from);
      from = e.gep(from, unit, e.mul(rowStride, step));
    }
    return;
  }
  auto copyChunk = [&](Value index) {
    Chunk chunk = getChunk(index);
    auto body = [&] { createCopy(getChunkPlace(chunk), getSource(chunk)); };
    ifInTile(chunk, body);
  };
  if (parts > 1) {
    for (int64_t i = begin; i < end; ++i)
      copyChunk(e.add(thread, i * threads));
    return;
  }
  forEachBatch(count, kChunksInFlight, [&](ArrayRef<Value> indices) {
    for (Value index : indices)
      copyChunk(index);
  });
}

static void lowerCopy(CopyOp op, CopyOp::Adaptor adaptor, Emitter &e,
                      KernelContext &context) {
  TileCopy(context, e, op, adaptor.getSlot(), adaptor.getIndices()).create();
}

void tile::populateCopyPatterns(KernelPatterns &patterns) {
  patterns.add(lowerCopy);
}
