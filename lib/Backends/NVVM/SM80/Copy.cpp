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
// it is not told to read. Else chunks are vectors that are loaded unaligned,
// and the few elements of a row that these leave out are copied one by one.
//
//===----------------------------------------------------------------------===//

#include "NVVM/Common/UnalignedVector.h"
#include "Patterns.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Chunks that a thread has on their way at a time. Each takes eight registers,
/// and a producer has some 120. What follows is code for so many: with a tile's
/// all, a kernel took three times as long to compile.
static constexpr int64_t kChunksInFlight = 8;
/// Those of a tile at an edge that are worked out side by side, where nothing
/// is on its way in registers: more would take registers from the products.
static constexpr int64_t kEdgesInFlight = 2;
/// Elements at the ends of rows, few of which exist, that it has.
static constexpr int64_t kEndsInFlight = 2;

namespace {

/// A chunk of the tile, by its row and number in it. A thread's last one may be
/// outside of the tile, and is then its last row's.
struct Chunk {
  Value row, number;
  /// Null if it can't be outside.
  Value inTile;
};

/// An element at the end of a row.
struct Element {
  Value inside, place, value;
};

/// A tile's part of the matrix, and its place in the slot.
class TileCopy {
public:
  TileCopy(KernelContext &context, Emitter &e, CopyOp op, Value slot,
           ValueRange indices);
  void create();

private:
  void forEachBatch(int64_t count, int64_t inFlight,
                    function_ref<void(ArrayRef<Value> indices)> body);
  Chunk getChunk(Value index, int64_t inFlight = kChunksInFlight);
  Value getPlace(Value row, Value column);
  Value getRow(Value row);

  void ifInTile(const Chunk &chunk, function_ref<void()> body) {
    if (chunk.inTile)
      return e.ifThen(chunk.inTile, body);
    body();
  }
  void copyAsync(const Chunk &chunk);
  void createAsync();
  void copyWholeAsync(int64_t part = 0, int64_t parts = 1);
  UnalignedVector load(const Chunk &chunk);
  void store(const Chunk &chunk, const UnalignedVector &vector);
  Value hasEnds();
  Element loadEnd(Value index);
  void copyEnds();

  /// What follows from the value from here on is worked out anew for each slot.
  void forget(Value &value) {
    bool isShort = value.getType().isInteger(32);
    value = e.inlineAsm("", isShort ? "=r,0" : "=l,0", value, value.getType());
  }
  /// Whether all of the tile is in the matrix.
  Value isWhole() {
    Value lastRow = e.add(origin[0], tile.rows - 1);
    Value lastColumn = e.add(origin[1], tile.columns - 1);
    return e.bitAnd(e.less(lastRow, size[0]), e.less(lastColumn, size[1]));
  }
  Value rowInside(Value row) { return e.less(e.add(origin[0], row), size[0]); }

  Emitter &e;
  CopyOp op;
  const RingLayout &ring;
  const TileLayout &tile;
  /// Elements of a chunk, and chunks of a row.
  int64_t perChunk, perRow;
  int64_t threads, barrier;
  /// As many bits as an element, for addresses.
  Type unit;
  Value pointer, rowStride, thread, start;
  std::array<Value, 2> size, origin;
};

} // namespace

TileCopy::TileCopy(KernelContext &context, Emitter &e, CopyOp op, Value slot,
                   ValueRange indices)
    : e(e), op(op), ring(context.layout.getRing(
                        op.getSlot().getDefiningOp<AcquireOp>().getRing())),
      tile(ring.tiles[op.getTile()]),
      perChunk(kAsyncCopyBytes / tile.elementBytes),
      perRow(tile.columns / perChunk),
      unit(e.getIntegerType(8 * tile.elementBytes)) {
  const RoleLayout &role = *context.getRole(op);
  threads = role.warps * kWarpThreads;
  // Where registers hold what is on its way, the addresses of all chunks, kept
  // from one slot to the next, would spill.
  thread = context.threadId;
  if (!isAsync(op))
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

void TileCopy::create() {
  int64_t count = tile.rows * perRow;
  if (isAsync(op))
    return createAsync();
  forEachBatch(count, kChunksInFlight, [&](ArrayRef<Value> indices) {
    SmallVector<Chunk> chunks;
    for (Value index : indices)
      chunks.push_back(getChunk(index));
    // Loads come before stores, so that they are on their way together.
    SmallVector<UnalignedVector> vectors;
    for (const Chunk &chunk : chunks)
      vectors.push_back(load(chunk));
    for (auto [chunk, vector] : llvm::zip_equal(chunks, vectors))
      store(chunk, vector);
  });
  e.ifThen(hasEnds(), [&] { copyEnds(); });
}

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
  Value number = e.div(column, perChunk);
  Value swizzled =
      e.bitXor(e.rem(number, kSwizzleRows), e.rem(row, kSwizzleRows));
  Value column128 = e.mul(e.div(number, kSwizzleRows), tile.chunkBytes);
  Value place = e.add(column128, e.mul(row, kSwizzleBytes));
  place = e.add(place, e.mul(swizzled, kAsyncCopyBytes));
  place = e.add(place, e.mul(e.rem(column, perChunk), tile.elementBytes));
  return e.add(start, place);
}

/// The first element of a row of the tile; of the matrix's last row, for rows
/// beyond it.
Value TileCopy::getRow(Value row) {
  Value last = e.add(size[0], -1);
  Value existing = e.min(e.add(origin[0], row), last);
  return e.gep(pointer, unit, e.mul(e.toI64(existing), rowStride));
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
    NVVM::CpAsyncOp::create(e, e.sharedPtr(getPlace(chunk.row, inTile)), from,
                            static_cast<uint32_t>(kAsyncCopyBytes),
                            NVVM::LoadCacheModifierKind::CG,
                            e.mul(elements, tile.elementBytes));
  };
  ifInTile(chunk, copy);
}

/// Part number `part` of `parts` of a tile that is all in the matrix.
void TileCopy::copyWholeAsync(int64_t part, int64_t parts) {
  auto copy = [&](Value place, Value from) {
    NVVM::CpAsyncOp::create(e, e.sharedPtr(place), from,
                            static_cast<uint32_t>(kAsyncCopyBytes),
                            NVVM::LoadCacheModifierKind::CG, Value());
  };
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
      copy(e.add(places[i % alike], behind), from);
      from = e.gep(from, unit, e.mul(rowStride, step));
    }
    return;
  }
  auto copyChunk = [&](Value index) {
    Chunk chunk = getChunk(index);
    auto body = [&] { copy(getChunkPlace(chunk), getSource(chunk)); };
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

UnalignedVector TileCopy::load(const Chunk &chunk) {
  Value column = e.add(origin[1], e.mul(chunk.number, perChunk));
  MatrixRow row = {getRow(chunk.row), e.mul(size[1], tile.elementBytes),
                   /*before=*/e.i32(0), rowInside(chunk.row)};
  return UnalignedVector::load(e, row, e.mul(column, tile.elementBytes));
}

void TileCopy::store(const Chunk &chunk, const UnalignedVector &vector) {
  Value value = vector.get(e, op.getAlignment());
  auto write = [&] {
    Value place = getPlace(chunk.row, e.mul(chunk.number, perChunk));
    LLVM::StoreOp::create(e, value, e.sharedPtr(place), kAsyncCopyBytes);
  };
  ifInTile(chunk, write);
}

/// Whether the tile is at an edge, where rows have elements before their first
/// aligned vector or behind their last.
Value TileCopy::hasEnds() {
  Value nextColumns = e.add(origin[1], tile.columns + perChunk);
  return e.bitOr(e.equal(origin[1], 0), e.less(size[1], nextColumns));
}

/// The tile's rows have `2 * perChunk` of them at most: a number of one to the
/// element.
Element TileCopy::loadEnd(Value index) {
  Value row = e.div(index, 2 * perChunk), number = e.rem(index, perChunk);
  Value isLast = e.notEqual(e.bitAnd(index, perChunk), 0);
  Value rowStart = getRow(e.min(row, e.i32(tile.rows - 1)));
  Value address = LLVM::PtrToIntOp::create(e, e.getI64Type(), rowStart);
  Value begin = arith::TruncIOp::create(e, e.getI32Type(), address);
  Value bytes = e.mul(size[1], tile.elementBytes);
  auto rest = [&](Value end) {
    return e.div(e.bitAnd(end, kAsyncCopyBytes - 1), tile.elementBytes);
  };
  Value head = rest(e.sub(e.i32(0), begin));
  Value tail = e.min(rest(e.add(begin, bytes)), size[1]);
  Value column = e.select(isLast, e.add(e.sub(size[1], tail), number), number);
  Value isEnd = e.select(isLast, e.cmp(arith::CmpIPredicate::uge, column, head),
                         e.less(column, head));
  Value inColumns = e.bitAnd(e.less(column, size[1]),
                             e.less(e.sub(column, origin[1]), tile.columns));
  Value inRows = e.bitAnd(rowInside(row), e.less(row, tile.rows));
  Element element;
  element.inside = e.bitAnd(isEnd, e.bitAnd(inColumns, inRows));
  element.place = getPlace(row, e.sub(column, origin[1]));
  Type i16 = e.getI16Type();
  element.value = e.ifElse(
      element.inside,
      [&] {
        Value from = e.gep(rowStart, i16, e.toI64(column));
        return LLVM::LoadOp::create(e, i16, from);
      },
      [&] { return LLVM::ZeroOp::create(e, i16); });
  return element;
}

void TileCopy::copyEnds() {
  // They lie over what another thread has stored.
  e.namedBarrier(barrier, threads);
  int64_t count = tile.rows * 2 * perChunk;
  forEachBatch(count, kEndsInFlight, [&](ArrayRef<Value> indices) {
    SmallVector<Element> elements;
    for (Value index : indices)
      elements.push_back(loadEnd(index));
    for (const Element &element : elements)
      e.ifThen(element.inside, [&] {
        LLVM::StoreOp::create(e, element.value, e.sharedPtr(element.place));
      });
  });
}

static void lowerCopy(CopyOp op, CopyOp::Adaptor adaptor, Emitter &e,
                      KernelContext &context) {
  TileCopy(context, e, op, adaptor.getSlot(), adaptor.getIndices()).create();
}

void tile::populateCopyPatterns(KernelPatterns &patterns) {
  patterns.add(lowerCopy);
}
