//===- Transpose.cpp - Tiles whose K becomes contiguous -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile lies in chunks of 128 bytes of each row, whose pieces of 16 bytes are
// exchanged by the row's number modulo 8. A row is K of the tile that is read,
// and a column of the matrix of the one that is written. Warps take units of
// the tile in turn, of which a thread loads words and stores whole pieces:
//
// - Of elements of 32 bits a unit is 4 of K by 32 columns. Thread t has column
//   t: what it loads of one row lies beside what the others do, and of what
//   they store eight pieces, of eight rows, lie in different banks.
// - Of 8 bits it is a quarter of 64 of K by 128 columns. A thread loads one
//   word, four columns, of each of 16 rows, and makes a piece of each column of
//   it. Were threads of neighbouring words given the same 16 rows, the pieces
//   that eight of them store would lie in two places alone, the rows of which
//   are four apart. So four threads have 16 rows each of the 64, and two words
//   beside each other have eight of them: pieces lie in eight places. Words
//   that threads of different rows load at a time are those of different
//   quarters of a line, or they would lie in the same banks.
//
//===----------------------------------------------------------------------===//

#include "NVVM/Common/TransposedMatrix.h"
#include "Patterns.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static constexpr int64_t kStoredBytes = 16;
static constexpr int64_t kWordBytes = 4;
/// Words that a thread has on their way before it stores the first: shared
/// memory answers after some 30 clocks.
static constexpr int64_t kWordsInFlight = 48;

namespace {

/// What a role's threads do for one tile.
class TileTransposer {
public:
  /// `source` and `dest` are the addresses where the tiles start, multiples of
  /// the swizzle's atom.
  TileTransposer(Emitter &e, const KernelContext &context,
                 const RoleLayout &role, const TileLayout &from,
                 const TileLayout &to, Value source, Value dest)
      : e(e), from(from), to(to), source(source), dest(dest),
        warp(e.add(context.warp, -role.firstWarp)),
        lane(e.bitAnd(context.threadId, kWarpThreads - 1)), warps(role.warps) {}

  void create();

private:
  using Words = SmallVector<Value>;
  bool isOfBytes() const { return from.elementBytes == 1; }
  int64_t countWords() const { return isOfBytes() ? 16 : 4; }
  int64_t countUnits() const {
    return from.getBytes() / (countWords() * kWarpThreads * kWordBytes);
  }
  /// Moves those units of this warp that are numbered from `begin` to `end`.
  void move(int64_t begin, int64_t end);
  /// A word of each of so many rows from the one at `address` on, which is the
  /// first of eight, of their exchange too, or the fifth.
  Words loadRows(Value address, int64_t rows);
  void storePiece(Value address, ArrayRef<Value> words);

  Words loadWords(Value unit);
  void storeWords(Value unit, ArrayRef<Value> words);

  /// Of a thread's words of bytes: its 16 of the 64 rows, and the place of its
  /// words in a line.
  struct BytesPlace {
    Value block, rows, word;
  };
  BytesPlace getBytesPlace(Value unit);
  Words loadBytes(Value unit);
  void storeBytes(Value unit, ArrayRef<Value> words);

  Emitter &e;
  const TileLayout &from, &to;
  Value source, dest;
  Value warp, lane;
  int64_t warps;
};

} // namespace

void TileTransposer::create() {
  int64_t units = countUnits(), whole = units / warps;
  int64_t together = kWordsInFlight / countWords();
  for (int64_t i = 0; i < whole; i += together)
    move(i, std::min(i + together, whole));
  if (int64_t rest = units % warps)
    e.ifThen(e.less(warp, rest), [&] { move(whole, whole + 1); });
}

void TileTransposer::move(int64_t begin, int64_t end) {
  auto getUnit = [&](int64_t i) { return e.add(warp, i * warps); };
  SmallVector<Words> loaded;
  for (int64_t i = begin; i < end; ++i)
    loaded.push_back(isOfBytes() ? loadBytes(getUnit(i))
                                 : loadWords(getUnit(i)));
  for (int64_t i = begin; i < end; ++i)
    if (isOfBytes())
      storeBytes(getUnit(i), loaded[i - begin]);
    else
      storeWords(getUnit(i), loaded[i - begin]);
}

TileTransposer::Words TileTransposer::loadRows(Value address, int64_t rows) {
  Words words;
  for (int64_t row = 0; row < rows; ++row) {
    Value exchanged = e.bitXor(address, row % kSwizzleRows * kStoredBytes);
    words.push_back(LLVM::LoadOp::create(
        e, e.getI32Type(), e.sharedPtr(e.add(exchanged, row * kSwizzleBytes)),
        kWordBytes));
  }
  return words;
}

void TileTransposer::storePiece(Value address, ArrayRef<Value> words) {
  LLVM::StoreOp::create(e, e.packVector(words), e.sharedPtr(address),
                        kStoredBytes);
}

//===----------------------------------------------------------------------===//
// Elements of 32 bits
//===----------------------------------------------------------------------===//

TileTransposer::Words TileTransposer::loadWords(Value unit) {
  // Every other unit begins with the fifth of eight rows.
  Value exchange = e.mul(e.bitAnd(unit, 1), 4 * kStoredBytes);
  Value inLine = e.bitXor(e.mul(lane, kWordBytes), exchange);
  Value rows = e.add(source, e.mul(unit, 4 * kSwizzleBytes));
  return loadRows(e.add(rows, inLine), 4);
}

void TileTransposer::storeWords(Value unit, ArrayRef<Value> words) {
  int64_t unitsDown = from.rows / 4;
  constexpr int64_t kPieces = kSwizzleBytes / kStoredBytes;
  Value down = e.rem(unit, unitsDown);
  Value column = e.add(e.mul(e.div(unit, unitsDown), from.chunkColumns), lane);
  Value piece =
      e.bitXor(e.rem(down, kPieces), e.bitAnd(lane, kSwizzleRows - 1));
  Value address = e.add(dest, e.mul(e.div(down, kPieces), to.chunkBytes));
  address = e.add(address, e.mul(column, kSwizzleBytes));
  storePiece(e.add(address, e.mul(piece, kStoredBytes)), words);
}

//===----------------------------------------------------------------------===//
// Elements of 8 bits
//===----------------------------------------------------------------------===//

/// Rows of a block of 128 columns, of which units are quarters, and those of a
/// thread.
static constexpr int64_t kBlockDepth = 64, kThreadDepth = 16;
static constexpr int64_t kQuarters = 4;

TileTransposer::BytesPlace TileTransposer::getBytesPlace(Value unit) {
  // Of a quarter of a line, eight words.
  Value rows = e.bitAnd(e.shr(lane, 1), 3);
  Value inQuarter = e.add(e.bitAnd(lane, 1), e.mul(e.shr(lane, 3), 2));
  Value quarter = e.bitAnd(e.add(rows, unit), kQuarters - 1);
  return {e.div(unit, kQuarters), rows, e.add(e.mul(quarter, 8), inQuarter)};
}

TileTransposer::Words TileTransposer::loadBytes(Value unit) {
  BytesPlace place = getBytesPlace(unit);
  Value row =
      e.add(e.mul(place.block, kBlockDepth), e.mul(place.rows, kThreadDepth));
  Value address = e.add(source, e.mul(row, kSwizzleBytes));
  return loadRows(e.add(address, e.mul(place.word, kWordBytes)), kThreadDepth);
}

void TileTransposer::storeBytes(Value unit, ArrayRef<Value> words) {
  BytesPlace place = getBytesPlace(unit);
  int64_t blocksDown = from.rows / kBlockDepth;
  Value down = e.rem(place.block, blocksDown);
  Value chunk = e.div(place.block, blocksDown);
  Value column = e.add(e.mul(chunk, from.chunkColumns), e.mul(place.word, 4));
  // Of the row that the first column becomes: one of eight, or the fifth.
  constexpr int64_t kBlockPieces = kBlockDepth / kStoredBytes;
  Value piece = e.add(e.mul(e.bitAnd(down, 1), kBlockPieces), place.rows);
  piece = e.bitXor(piece, e.mul(e.bitAnd(lane, 1), 4));
  Value address = e.add(dest, e.mul(e.div(down, 2), to.chunkBytes));
  address = e.add(address, e.mul(column, kSwizzleBytes));
  address = e.add(address, e.mul(piece, kStoredBytes));
  // By column, a word of four rows each.
  std::array<Words, 4> pieces;
  for (int64_t row = 0; row < kThreadDepth; row += 4)
    for (auto [piece, word] :
         llvm::zip(pieces, transposeBytes(e, words.slice(row, 4))))
      piece.push_back(word);
  for (auto [i, words] : llvm::enumerate(pieces)) {
    Value exchanged = e.bitXor(address, int64_t(i) * kStoredBytes);
    storePiece(e.add(exchanged, int64_t(i) * kSwizzleBytes), words);
  }
}

static void lowerTranspose(TransposeOp op, TransposeOp::Adaptor adaptor,
                           Emitter &e, KernelContext &context) {
  const RingLayout &from =
      context.layout.getRing(op.getSlot().getDefiningOp<WaitOp>().getRing());
  const RingLayout &to = context.layout.getRing(
      op.getTransposed().getDefiningOp<AcquireOp>().getRing());
  auto getStart = [&](const RingLayout &ring, Value slot, int64_t tile) {
    return e.add(context.getSlotOffset(e, ring, slot),
                 context.shared(e, ring.offset + ring.tileOffsets[tile]));
  };
  int64_t tile = op.getTile();
  TileTransposer(e, context, *context.getRole(op), from.tiles[tile],
                 to.tiles[0], getStart(from, adaptor.getSlot(), tile),
                 getStart(to, adaptor.getTransposed(), 0))
      .create();
}

void tile::populateTransposePatterns(KernelPatterns &patterns) {
  patterns.add(lowerTranspose);
}
