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
                             const TileLayout &tile, Value start)
    : e(e), tile(tile) {
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

Value ConvertedRows::loadPair(Value address, int64_t distance) const {
  Value pointer = e.sharedPtr(address);
  if (distance)
    pointer = e.gep(pointer, e.getI8Type(), e.i32(distance));
  Value bytes = LLVM::LoadOp::create(e, e.getI16Type(), pointer,
                                     /*alignment=*/2);
  return arith::ExtUIOp::create(e, e.getI32Type(), bytes);
}

SmallVector<Value, 4> ConvertedRows::load(int64_t block, int64_t step,
                                          RowPrologue &prologue) const {
  constexpr int64_t kPieces = kSwizzleBytes / kPieceBytes;
  Value address =
      e.add(first, e.bitXor(exchange, step % kPieces * kPieceBytes));
  int64_t distance =
      step / kPieces * tile.chunkBytes + block * kBlockRows * kSwizzleBytes;
  SmallVector<Value, 4> registers;
  for (int64_t further : {0, 8})
    for (int64_t half : {0, 1}) {
      Value bytes =
          loadPair(address, distance + half * 8 * kSwizzleBytes + further);
      registers.push_back(
          prologue.apply(bytes, block, half, step * kPieceBytes));
    }
  return registers;
}
