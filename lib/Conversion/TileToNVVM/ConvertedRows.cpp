//===- ConvertedRows.cpp - Integers that are multiplied as floats ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles lie in shared memory as TMA leaves them: rows of 128 bytes, whose
// pieces of 16 bytes are exchanged by the row's number modulo 8. A step along K
// is one piece of 8-bit integers. A warp loads two bytes a thread of eight rows
// of a piece, which lie in different banks.
//
// Conversions are exact. An integer x of 8 bits is put into the significand of
// a float with a known exponent, and what that stands for is subtracted:
//
// - f16 has 10 bits behind the point: 0x6400 | (x + 128) is 1152 + x.
// - bf16 has 7, too few for 8 bits: 0x4300 | (x & 0x7f) is 128 + (x & 0x7f),
//   and 0x4300 | (x & 0x80) is 128, or, since that bit is the lowest of the
//   exponent, 256: as much more as the sign of x says.
//
//===----------------------------------------------------------------------===//

#include "ConvertedRows.h"
#include "FragmentLayout.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The bytes of a piece that is exchanged.
static constexpr int64_t kPieceBytes = 16;

bool tile::convertsRows(MmaOp mma) {
  ArrayRef<VectorType> tiles = mma.getSlot().getType().getTiles();
  return isa<IntegerType>(tiles[0].getElementType()) &&
         isa<FloatType>(tiles[1].getElementType());
}

bool tile::isReadByThreads(RingOp ring) {
  return llvm::any_of(ring.getRing().getUsers(), [](Operation *user) {
    auto wait = dyn_cast<WaitOp>(user);
    return wait && llvm::any_of(wait.getSlot().getUsers(), [](Operation *op) {
             auto mma = dyn_cast<MmaOp>(op);
             return mma && convertsRows(mma);
           });
  });
}

ConvertedRows::ConvertedRows(Emitter &e, const KernelContext &context,
                             const TileLayout &tile, Type element, Value start)
    : e(e), tile(tile), element(element) {
  Value thread = context.getWarpgroupThread(e);
  Value lane = e.bitAnd(thread, kWarpThreads - 1);
  // Blocks, warps and halves start at multiples of eight rows, so that a row's
  // number modulo 8 is the same in all of them.
  Value row = e.shr(lane, 2);
  Value inTile = e.add(e.mul(e.shr(thread, 5), 16), row);
  first = e.add(e.add(start, e.mul(inTile, kSwizzleBytes)),
                e.mul(e.bitAnd(lane, 3), 2));
  exchange = e.mul(row, kPieceBytes);
}

/// Two integers, the first in the low byte, as two floats.
static Value convertPair(Emitter &e, Value bytes, Type element) {
  auto both = [&](int64_t bits) { return e.i32(int32_t(bits << 16 | bits)); };
  auto toFloats = [&](Value bits) -> Value {
    return LLVM::BitcastOp::create(e, VectorType::get(2, element), bits);
  };
  // The exponent's byte above each integer's: one instruction, and what follows
  // has one constant each, which is as many as a LOP3 can hold.
  constexpr int64_t kInterleave = 0x5140;
  int64_t exponent = element.isF16() ? 0x6464 : 0x4343;
  Value pair =
      NVVM::PermuteOp::create(e, e.getI32Type(), bytes, both(exponent),
                              e.i32(kInterleave), NVVM::PermuteMode::DEFAULT);
  Value sum, excess;
  if (element.isF16()) {
    // The sign's bit is that of x + 128, the other way round.
    sum = e.bitXor(pair, both(0x0080));
    excess = both(0x6480);
  } else {
    sum = e.bitAnd(pair, both(0xff7f));
    excess = e.bitAnd(pair, both(0xff80));
  }
  Value floats =
      arith::SubFOp::create(e, toFloats(sum), toFloats(excess)).getResult();
  return LLVM::BitcastOp::create(e, e.getI32Type(), floats);
}

Value ConvertedRows::loadPair(Value address, int64_t distance) const {
  Value pointer = e.sharedPtr(address);
  if (distance)
    pointer = e.gep(pointer, e.getI8Type(), e.i32(distance));
  Value bytes = LLVM::LoadOp::create(e, e.getI16Type(), pointer,
                                     /*alignment=*/2);
  return convertPair(
      e, arith::ExtUIOp::create(e, e.getI32Type(), bytes).getResult(), element);
}

SmallVector<Value, 4> ConvertedRows::load(int64_t block, int64_t step) const {
  constexpr int64_t kPieces = kSwizzleBytes / kPieceBytes;
  Value address =
      e.add(first, e.bitXor(exchange, step % kPieces * kPieceBytes));
  int64_t distance =
      step / kPieces * tile.chunkBytes + block * kBlockRows * kSwizzleBytes;
  SmallVector<Value, 4> registers;
  for (int64_t further : {0, 8})
    for (int64_t half : {0, 1})
      registers.push_back(
          loadPair(address, distance + half * 8 * kSwizzleBytes + further));
  return registers;
}
