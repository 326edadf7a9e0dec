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
// Of floats of 16 bits a step is two pieces, and an ldmatrix loads them: what a
// thread gets of four matrices of eight rows by a piece is what wgmma takes. Of
// those of 32 bits it is four, of which a thread loads eight bytes of each
// other.
//
// Of integers of 4 bits it is half a piece, and what a thread needs of it are
// two bytes, four apart: the four threads of a row load all eight, and each
// picks its own. wgmma has B in the order of memory, so that none can take
// neighbouring bytes.
//
// Reordered ones of 4 bits (cuda::getReorderedPlace) have two neighbouring
// pieces of each line for a thread: a piece has a word for two steps, in which
// a shift brings both neighbours to the lowest bits of a half. The four threads
// of a row load every other piece, and those of the next row the pieces
// between, which are exchanged with them: eight threads load from all banks.
//
//===----------------------------------------------------------------------===//

#include "ConvertedRows.h"
#include "NVVM/Common/FragmentLayout.h"

#include "mlir-autotune/Analysis/Float8.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The bytes of a piece that is exchanged.
static constexpr int64_t kPieceBytes = 16;
/// K of one wgmma of 16-bit floats, and the bytes of as many integers of 4
/// bits.
static constexpr int64_t kMmaK = 16, kPackedStepBytes = 8;
/// Steps of which one piece of reordered integers has all that a thread takes.
static constexpr int64_t kPieceSteps = 8;
/// From the columns of a thread's first two registers to those of the others.
static constexpr int64_t kFurther = 8;

bool tile::convertsRows(MmaOp mma) {
  std::array<VectorType, 2> tiles = mma.getFactors();
  Type a = tiles[0].getElementType(), b = tiles[1].getElementType();
  return !mma.getPrologue().empty() ||
         (isa<FloatType>(b) &&
          (isa<IntegerType>(a) || (isFloat8(a) && !isFloat8(b))));
}

ConvertedRows::ConvertedRows(Emitter &e, const KernelContext &context,
                             MmaOp mma, const TileLayout &tile, Value start)
    : e(e), tile(tile), isPacked(mma.getPackedA()),
      isReordered(mma.getReorderedA()),
      bits(isPacked ? 4 : 8 * tile.elementBytes) {
  Value thread = context.getWarpgroupThread(e);
  Value lane = e.bitAnd(thread, kWarpThreads - 1);
  // Blocks, warps and halves start at multiples of eight rows, so that a row's
  // number modulo 8 is the same in all of them.
  Value row = bits == 16 ? e.bitAnd(lane, 15) : e.shr(lane, 2);
  Value inTile = e.add(e.mul(e.shr(thread, 5), 16), row);
  first = e.add(start, e.mul(inTile, kSwizzleBytes));
  exchange = e.mul(bits == 16 ? e.bitAnd(row, 7) : row, kPieceBytes);
  Value inQuad = e.bitAnd(lane, 3);
  switch (bits) {
  case 4:
    // This thread's pieces are neighbours.
    if (isReordered) {
      exchange = e.bitXor(exchange, e.mul(inQuad, 2 * kPieceBytes));
      break;
    }
    // Byte `inQuad` of one word below, and of another one above.
    selector = e.add(e.mul(inQuad, 0x101), 0x400);
    break;
  case 8:
    first = e.add(first, e.mul(inQuad, 2));
    break;
  case 16:
    // Lanes of 16 rows name the first piece, and the others the second.
    exchange = e.bitXor(exchange, e.mul(e.shr(lane, 4), kPieceBytes));
    break;
  default:
    first = e.add(first, e.mul(e.bitAnd(inQuad, 1), 8));
    exchange = e.bitXor(exchange, e.mul(e.shr(inQuad, 1), kPieceBytes));
  }
}

Value ConvertedRows::getAddress(int64_t byte) const {
  int64_t piece = byte % kSwizzleBytes / kPieceBytes * kPieceBytes;
  return e.add(first, e.bitXor(exchange, piece));
}

SmallVector<Value, 4> ConvertedRows::loadMatrices(int64_t byte,
                                                  int64_t distance) const {
  auto type = LLVM::LLVMStructType::getLiteral(
      e.getContext(), SmallVector<Type>(4, e.getI32Type()));
  Value address = e.add(getAddress(byte), distance);
  Value loaded = NVVM::LdMatrixOp::create(
      e, type, e.sharedPtr(address), 4, NVVM::MMALayout::row,
      NVVM::LdStMatrixShapeAttr::get(e.getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16);
  return SmallVector<Value, 4>(unpackBlock(e, loaded));
}

SmallVector<Value, 2> ConvertedRows::loadWide(int64_t byte,
                                              int64_t distance) const {
  Value pointer = e.sharedPtr(getAddress(byte));
  if (distance)
    pointer = e.gep(pointer, e.getI8Type(), e.i32(distance));
  Value both = LLVM::LoadOp::create(e, VectorType::get(2, e.getF32Type()),
                                    pointer, /*alignment=*/8);
  return {LLVM::ExtractElementOp::create(e, both, e.i32(0)),
          LLVM::ExtractElementOp::create(e, both, e.i32(1))};
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

std::array<Value, 2> ConvertedRows::loadReordered(int64_t block, int64_t half,
                                                  int64_t step) {
  auto [it, isNew] = pieces.try_emplace({block, half, step / kPieceSteps});
  SmallVector<Value, 4> &words = it->second;
  if (isNew) {
    int64_t piece = step / kPieceSteps;
    int64_t distance = piece / 2 * tile.chunkBytes +
                       (block * kBlockRows + half * 8) * kSwizzleBytes;
    Value pointer = e.gep(e.sharedPtr(getAddress(piece % 2 * kPieceBytes)),
                          e.getI8Type(), e.i32(distance));
    Value loaded = LLVM::LoadOp::create(e, VectorType::get(4, e.getI32Type()),
                                        pointer, /*alignment=*/kPieceBytes);
    for (int64_t word = 0; word < 4; ++word)
      words.push_back(LLVM::ExtractElementOp::create(e, loaded, e.i32(word)));
  }
  Value word = words[step % kPieceSteps / 2];
  std::array<Value, 2> pairs;
  for (int64_t further : {0, 1})
    pairs[further] = e.shr(word, 8 * (step % 2) + 4 * further);
  return pairs;
}

SmallVector<Value, 4> ConvertedRows::load(int64_t block, int64_t step,
                                          RowPrologue &prologue) {
  int64_t byte = step * kMmaK * bits / 8;
  int64_t distance = byte / kSwizzleBytes * tile.chunkBytes +
                     block * kBlockRows * kSwizzleBytes + byte % kPieceBytes;
  auto getDistance = [&](int64_t half) {
    return distance + half * 8 * kSwizzleBytes;
  };
  SmallVector<Value, 4> registers, matrices;
  std::array<std::array<Value, 2>, 2> packed;
  Value address;
  if (bits == 16)
    matrices = loadMatrices(byte, distance);
  else
    address = getAddress(byte);
  if (isPacked)
    for (int64_t half : {0, 1})
      packed[half] = isReordered ? loadReordered(block, half, step)
                                 : loadPacked(address, getDistance(half));
  for (int64_t further : {0, 1})
    for (int64_t half : {0, 1}) {
      SmallVector<Value, 2> pair;
      if (isPacked)
        pair = {packed[half][further]};
      else if (bits == 8)
        pair = {loadPair(address, getDistance(half) + kFurther * further)};
      else if (bits == 16)
        pair = {matrices[2 * further + half]};
      else
        pair =
            loadWide(byte + kFurther * bits / 8 * further, getDistance(half));
      registers.push_back(
          prologue.apply(pair, block, half, step * kMmaK + kFurther * further));
    }
  return registers;
}
