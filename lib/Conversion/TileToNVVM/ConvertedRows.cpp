//===- ConvertedRows.cpp - Rows that threads convert ----------------------===//
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
// Of integers of 4 bits it is half a piece, and what a thread needs of it are
// two bytes, four apart: the four threads of a row load all eight, and each
// picks its own. wgmma has B in the order of memory, so that none can take
// neighbouring bytes.
//
//===----------------------------------------------------------------------===//

#include "ConvertedRows.h"
#include "FragmentLayout.h"

#include "mlir-autotune/Analysis/Float8.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The bytes of a piece that is exchanged.
static constexpr int64_t kPieceBytes = 16;
/// K of one wgmma of 16-bit floats, and the bytes of as many integers of 4
/// bits.
static constexpr int64_t kMmaK = 16, kPackedStepBytes = 8;

bool tile::convertsRows(MmaOp mma) {
  ArrayRef<VectorType> tiles = mma.getSlot().getType().getTiles();
  Type a = tiles[0].getElementType(), b = tiles[1].getElementType();
  return isa<FloatType>(b) &&
         (isa<IntegerType>(a) || (isFloat8(a) && !isFloat8(b)));
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
                             const TileLayout &tile, Value start, bool isPacked)
    : e(e), tile(tile), isPacked(isPacked) {
  Value thread = context.getWarpgroupThread(e);
  Value lane = e.bitAnd(thread, kWarpThreads - 1);
  // Blocks, warps and halves start at multiples of eight rows, so that a row's
  // number modulo 8 is the same in all of them.
  Value row = e.shr(lane, 2);
  Value inTile = e.add(e.mul(e.shr(thread, 5), 16), row);
  first = e.add(start, e.mul(inTile, kSwizzleBytes));
  Value inQuad = e.bitAnd(lane, 3);
  if (!isPacked)
    first = e.add(first, e.mul(inQuad, 2));
  // Byte `inQuad` of one word below, and of another one above.
  else
    selector = e.add(e.mul(inQuad, 0x101), 0x400);
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

std::array<Value, 2> ConvertedRows::loadPacked(Value address,
                                               int64_t distance) const {
  Value pointer = e.sharedPtr(address);
  if (distance)
    pointer = e.gep(pointer, e.getI8Type(), e.i32(distance));
  Value both = LLVM::LoadOp::create(e, e.getI64Type(), pointer,
                                    /*alignment=*/kPackedStepBytes);
  std::array<Value, 2> pairs;
  for (int64_t further : {0, 1}) {
    Value word =
        arith::TruncIOp::create(e, e.getI32Type(), e.shr(both, 32 * further));
    pairs[further] =
        NVVM::PermuteOp::create(e, e.getI32Type(), word, e.shr(word, 4),
                                selector, NVVM::PermuteMode::DEFAULT);
  }
  return pairs;
}

SmallVector<Value, 4> ConvertedRows::load(int64_t block, int64_t step,
                                          RowPrologue &prologue) const {
  int64_t byte = step * (isPacked ? kPackedStepBytes : kPieceBytes);
  int64_t inChunk = byte % kSwizzleBytes;
  Value address =
      e.add(first, e.bitXor(exchange, inChunk / kPieceBytes * kPieceBytes));
  int64_t distance = byte / kSwizzleBytes * tile.chunkBytes +
                     block * kBlockRows * kSwizzleBytes + inChunk % kPieceBytes;
  SmallVector<Value, 4> registers;
  std::array<std::array<Value, 2>, 2> packed;
  if (isPacked)
    for (int64_t half : {0, 1})
      packed[half] = loadPacked(address, distance + half * 8 * kSwizzleBytes);
  for (int64_t further : {0, 1})
    for (int64_t half : {0, 1}) {
      Value pair = packed[half][further];
      if (!pair)
        pair = loadPair(address,
                        distance + half * 8 * kSwizzleBytes + 8 * further);
      registers.push_back(prologue.apply(pair, block, half, step * kMmaK));
    }
  return registers;
}
