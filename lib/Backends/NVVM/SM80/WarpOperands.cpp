//===- WarpOperands.cpp - What a warp of a grid multiplies ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles lie in shared memory as copies leave them (Copy.cpp): rows of 128
// bytes, whose pieces of 16 bytes are exchanged by the row's number modulo 8.
// So the eight rows of a matrix that ldmatrix reads, 16 bytes of each, lie in
// different banks, whether they run along K or, for ldmatrix.trans, across.
//
// ldmatrix moves 16 bits. An f64 is loaded by its thread. K's order being free,
// of the eight pieces of 16 along K thread j of four takes those numbered u and
// u ^ 1, u being 0, 3, 5, 6, and of each an f64 at a time: threads of odd
// numbers the second one first. So 16 threads of four rows, whose pieces are
// exchanged by their numbers, read from different banks; and where K lies
// across, so do those of 2 u rows.
//
//===----------------------------------------------------------------------===//

#include "WarpOperands.h"
#include "NVVM/Common/FragmentLayout.h"
#include "NVVM/Common/KernelPattern.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static constexpr int64_t kUnitBytes = 16;
static constexpr int64_t kUnits = kSwizzleBytes / kUnitBytes;
/// Of f64, what each of four threads has of a row of 128 bytes.
static constexpr int64_t kDoublesOfThread = kDoubleDepth / 4;

int64_t tile::getPartDepth(Type element) {
  return element.isF64() ? kDoubleDepth / kDoublesOfThread
                         : kMmaDepthBytes / getElementBytes(element);
}

SmallVector<Value> WarpFactors::getRegisters() const {
  SmallVector<Value> registers;
  for (ArrayRef<SmallVector<Value>> of : {ArrayRef(left), ArrayRef(right)})
    for (ArrayRef<Value> values : of)
      llvm::append_range(registers, values);
  return registers;
}

WarpFactors WarpFactors::fromRegisters(ValueRange registers, int64_t blocks,
                                       int64_t groups) {
  // Two groups have as many as a block of as many rows.
  int64_t perGroup = registers.size() / (2 * blocks + groups);
  WarpFactors factors;
  auto take = [&](int64_t count) {
    SmallVector<Value> taken(registers.take_front(count));
    registers = registers.drop_front(count);
    return taken;
  };
  for (int64_t block = 0; block < blocks; ++block)
    factors.left.push_back(take(2 * perGroup));
  for (int64_t group = 0; group < groups; ++group)
    factors.right.push_back(take(perGroup));
  return factors;
}

/// Those of 16 bits are in registers of 32, by twos.
static Type getRegisterType(Type element) {
  if (element.isF64())
    return element;
  if (element.isF16())
    return VectorType::get(2, element);
  return IntegerType::get(element.getContext(), 32);
}

Type tile::getOperandsStruct(OperandsType type, const KernelLayout &layout) {
  ArrayRef<VectorType> tiles = type.getTiles();
  Type element = tiles[0].getElementType();
  std::array<int64_t, 2> grid = layout.warpGrid.value_or(std::array{1L, 1L});
  int64_t bits = 0;
  for (auto [tile, warps] : llvm::zip(tiles, grid))
    bits += tile.getNumElements() / warps * element.getIntOrFloatBitWidth();
  int64_t perRegister = kWarpThreads * (element.isF64() ? 64 : 32);
  return LLVM::LLVMStructType::getLiteral(
      type.getContext(),
      SmallVector<Type>(bits / perRegister, getRegisterType(element)));
}

/// A tile of a slot, which was lowered to its number.
WarpLoader::Operand WarpLoader::createOperand(const KernelContext &context,
                                              Value slot, Value number,
                                              int64_t tile, bool kMajor,
                                              Value first) {
  const RingLayout &ring =
      context.layout.getRing(slot.getDefiningOp<WaitOp>().getRing());
  Value start = e.add(context.getSlotOffset(e, ring, number),
                      context.shared(e, ring.offset));
  // The addresses in a single slot are the same in each step of a loop. They
  // are computed anew: kept in registers, they would spill.
  if (ring.getStages() == 1)
    start = e.inlineAsm("", "=r,0", start, start.getType());
  return {ring.tiles[tile], kMajor, e.add(start, ring.tileOffsets[tile]),
          first};
}

WarpLoader::WarpLoader(const KernelContext &context, Emitter &e,
                       ReadOperandsOp op, Value slot, Value left)
    : e(e), lane(e.bitAnd(context.threadId, kWarpThreads - 1)) {
  std::array<VectorType, 2> tiles = op.getFactors();
  element = tiles[0].getElementType();
  auto [gridRows, gridColumns] = *context.layout.warpGrid;
  blockRows = kWarpBlock * gridRows;
  blocks = tiles[0].getDimSize(op.getTransposeA() ? 1 : 0) / blockRows;
  int64_t columns =
      tiles[1].getDimSize(op.getTransposeB() ? 0 : 1) / gridColumns;
  groups = columns / 8;
  auto [warpRow, warpColumn] = context.getWarpInGrid(e);
  if (!op.getHeld())
    a.emplace(createOperand(context, left ? op.getLeft() : op.getSlot(),
                            left ? left : slot, /*tile=*/0, !op.getTransposeA(),
                            e.mul(warpRow, kWarpBlock)));
  b.emplace(createOperand(context, op.getSlot(), slot, op.getTileOfB(),
                          op.getTransposeB(), e.mul(warpColumn, columns)));
}

WarpFactors WarpLoader::load(int64_t part) const {
  WarpFactors factors;
  if (element.isF64()) {
    // Of A, two rows at a place in K are next to each other.
    for (int64_t block = 0; block < blocks; ++block)
      factors.left.push_back({loadDouble(*a, block * blockRows, part),
                              loadDouble(*a, block * blockRows + 8, part)});
    for (int64_t group = 0; group < groups; ++group)
      factors.right.push_back({loadDouble(*b, group * 8, part)});
    return factors;
  }
  for (int64_t block = 0; a && block < blocks; ++block)
    factors.left.push_back(
        loadMatrices(*a, block * blockRows, part, /*rowsFirst=*/a->kMajor));
  for (int64_t group = 0; group < groups; group += 2) {
    SmallVector<Value> loaded =
        loadMatrices(*b, group * 8, part, /*rowsFirst=*/!b->kMajor);
    factors.right.push_back({loaded[0], loaded[1]});
    factors.right.push_back({loaded[2], loaded[3]});
  }
  return factors;
}

/// The address of a piece of 16 bytes: number `unit` of row `row` of the tile,
/// as it lies; of the row's pieces the one whose number differs by `flip`;
/// `distance` bytes, whole eights of rows, further; and in the piece from
/// `inUnit` on.
Value WarpLoader::getAddress(const Operand &operand, Value row, Value unit,
                             int64_t flip, int64_t distance,
                             Value inUnit) const {
  Value place =
      e.bitXor(e.bitAnd(unit, kUnits - 1), e.bitAnd(row, kSwizzleRows - 1));
  place = e.bitXor(place, flip);
  Value chunk = e.mul(e.div(unit, kUnits), operand.tile.chunkBytes);
  Value inChunk = e.add(e.mul(row, kSwizzleBytes), e.mul(place, kUnitBytes));
  if (inUnit)
    inChunk = e.add(inChunk, inUnit);
  return e.add(e.add(operand.start, e.add(chunk, inChunk)), distance);
}

/// This lane's address for ldmatrix.x4 of 16 rows at `block`, from the warp's
/// first on, and 32 bytes of K. The four matrices go through rows first where
/// mma.sync wants them so: then lanes do likewise.
Value WarpLoader::getMatrices(const Operand &operand, int64_t block,
                              int64_t step, bool rowsFirst) const {
  const TileLayout &tile = operand.tile;
  Value inRow = rowsFirst ? e.bitAnd(lane, 15)
                          : e.add(e.mul(e.shr(lane, 4), 8), e.bitAnd(lane, 7));
  Value half = rowsFirst ? e.shr(lane, 4) : e.bitAnd(e.shr(lane, 3), 1);
  if (operand.kMajor) {
    int64_t unit = step * kMmaDepthBytes / kUnitBytes;
    return getAddress(operand, e.add(operand.first, inRow), half, unit % kUnits,
                      unit / kUnits * tile.chunkBytes + block * kSwizzleBytes);
  }
  int64_t rows = kMmaDepthBytes / tile.elementBytes;
  Value unit =
      e.div(e.add(operand.first, block), kUnitBytes / tile.elementBytes);
  return getAddress(operand, inRow, e.add(unit, half), /*flip=*/0,
                    step * rows * kSwizzleBytes);
}

/// Four registers of 32 bits: 16 rows (or columns) and 32 bytes of K.
SmallVector<Value> WarpLoader::loadMatrices(const Operand &operand,
                                            int64_t block, int64_t step,
                                            bool rowsFirst) const {
  Type i32 = e.getI32Type();
  auto type = LLVM::LLVMStructType::getLiteral(e.getContext(),
                                               SmallVector<Type>(4, i32));
  Value address = getMatrices(operand, block, step, rowsFirst);
  Value loaded = NVVM::LdMatrixOp::create(
      e, type, e.sharedPtr(address), 4,
      operand.kMajor ? NVVM::MMALayout::row : NVVM::MMALayout::col,
      NVVM::LdStMatrixShapeAttr::get(e.getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16);
  SmallVector<Value> registers;
  for (Value word : unpackBlock(e, loaded))
    registers.push_back(
        element.isF16()
            ? LLVM::BitcastOp::create(e, VectorType::get(2, element), word)
                  .getResult()
            : word);
  return registers;
}

/// The f64 that this lane takes of eight rows (or columns) at `block`.
Value WarpLoader::loadDouble(const Operand &operand, int64_t block,
                             int64_t part) const {
  const TileLayout &tile = operand.tile;
  int64_t step = part / kDoublesOfThread, inStep = part % kDoublesOfThread;
  int64_t half = inStep / 2;
  Value inBlock = e.shr(lane, 2), inDepth = e.bitAnd(lane, 3);
  Value parity = e.bitAnd(e.bitXor(inDepth, e.shr(inDepth, 1)), 1);
  Value unit = e.add(e.mul(inDepth, 2), parity);
  Value inUnit = e.bitXor(e.bitAnd(lane, 1), inStep % 2);
  Value address;
  if (operand.kMajor) {
    address = getAddress(operand, e.add(operand.first, inBlock), unit, half,
                         step * tile.chunkBytes + block * kSwizzleBytes,
                         e.mul(inUnit, tile.elementBytes));
  } else {
    Value at = e.add(operand.first, e.add(inBlock, block));
    Value row = e.add(e.mul(e.bitXor(unit, half), 2), inUnit);
    address = getAddress(operand, row, e.div(at, 2), /*flip=*/0,
                         kDoubleDepth * step * kSwizzleBytes,
                         e.mul(e.bitAnd(at, 1), tile.elementBytes));
  }
  // But for a volatile one, LLVM might make one load of two, whose registers
  // would be adjacent.
  return LLVM::LoadOp::create(e, e.getF64Type(), e.sharedPtr(address),
                              tile.elementBytes, /*isVolatile=*/operand.kMajor);
}
