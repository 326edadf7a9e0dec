//===- WarpMma.cpp - Products by the warps of a grid ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp loads its part of a slot into registers, 32 bytes of K at a time, and
// multiplies it there by mma.sync (PTX ISA: "Warp-level matrix instructions").
//
// Tiles lie in shared memory as copies leave them (Copy.cpp): rows of 128
// bytes, whose pieces of 16 bytes are exchanged by the row's number modulo 8.
// So the eight rows of a matrix that ldmatrix reads, 16 bytes of each, lie in
// different banks, whether they run along K or, for ldmatrix.trans, across.
//
// ldmatrix moves 16 bits. An f64 is loaded by its thread. K's order being free,
// of the eight pieces of 16 along K thread j of four takes those numbered u and
// u ^ 1, u being 0, 3, 5, 6: the eight threads of two rows, whose pieces are
// exchanged by numbers that differ in bit 0, read 16 bytes each from different
// banks; and where K lies across, so do 16 threads of 2 u rows that read 8.
//
//===----------------------------------------------------------------------===//

#include "FragmentLayout.h"
#include "KernelPattern.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static constexpr int64_t kUnitBytes = 16;
static constexpr int64_t kUnits = kSwizzleBytes / kUnitBytes;
/// Of f64, a step along K: 128 bytes, which are loaded by halves.
static constexpr int64_t kDoubleDepth = 16;
static constexpr StringLiteral kMmaOfDoubles =
    "llvm.nvvm.mma.m16n8k8.row.col.f64";

namespace {

/// One tile of the slot, as the rows (or columns) of this warp and K.
class WarpOperand {
public:
  /// `first` is the warp's first row (or column) of the operand.
  WarpOperand(Emitter &e, const TileLayout &tile, bool kMajor, Value start,
              Value first)
      : e(e), tile(tile), kMajor(kMajor), start(start), first(first) {}

  /// The address of a piece of 16 bytes: number `unit` of row `row` of the
  /// tile, as it lies; of the row's pieces the one whose number differs by
  /// `flip`; `distance` bytes, whole eights of rows, further; and in the piece
  /// from `inUnit` on.
  Value getAddress(Value row, Value unit, int64_t flip, int64_t distance,
                   Value inUnit = {}) const {
    Value place =
        e.bitXor(e.bitAnd(unit, kUnits - 1), e.bitAnd(row, kSwizzleRows - 1));
    place = e.bitXor(place, flip);
    Value chunk = e.mul(e.div(unit, kUnits), tile.chunkBytes);
    Value inChunk = e.add(e.mul(row, kSwizzleBytes), e.mul(place, kUnitBytes));
    if (inUnit)
      inChunk = e.add(inChunk, inUnit);
    return e.add(e.add(start, e.add(chunk, inChunk)), distance);
  }
  /// Where K is contiguous: in a row `block` rows behind `row`, piece `unit` of
  /// those from number `first` on.
  Value getAlongDepth(Value row, int64_t block, Value unit,
                      int64_t first) const {
    return getAddress(row, unit, first % kUnits,
                      first / kUnits * tile.chunkBytes + block * kSwizzleBytes);
  }

  /// This lane's address for ldmatrix.x4 of 16 rows at `block`, from the warp's
  /// first on, and 32 bytes of K. The four matrices go through rows first
  /// where mma.sync wants them so: then lanes do likewise.
  Value getMatrices(Value lane, int64_t block, int64_t step,
                    bool rowsFirst) const {
    Value inRow = rowsFirst
                      ? e.bitAnd(lane, 15)
                      : e.add(e.mul(e.shr(lane, 4), 8), e.bitAnd(lane, 7));
    Value half = rowsFirst ? e.shr(lane, 4) : e.bitAnd(e.shr(lane, 3), 1);
    if (kMajor)
      return getAlongDepth(e.add(first, inRow), block, half,
                           step * kMmaDepthBytes / kUnitBytes);
    int64_t rows = kMmaDepthBytes / tile.elementBytes;
    Value unit = e.div(e.add(first, block), kUnitBytes / tile.elementBytes);
    return getAddress(inRow, e.add(unit, half), /*flip=*/0,
                      step * rows * kSwizzleBytes);
  }

  /// The elements of f64 that this lane takes of eight rows at `block` and, of
  /// 16 of K, a half: two that are adjacent along K, loaded at once. Or each
  /// apart, so that their registers need not be adjacent; of those lanes of odd
  /// numbers along K take the second one first.
  SmallVector<Value, 2> loadDoubles(Value lane, int64_t block, int64_t step,
                                    int64_t half, bool apart = false) const {
    Value inBlock = e.shr(lane, 2), inDepth = e.bitAnd(lane, 3);
    Value parity = e.bitAnd(e.bitXor(inDepth, e.shr(inDepth, 1)), 1);
    Value unit = e.add(e.mul(inDepth, 2), parity);
    Value isOdd = apart ? e.bitAnd(lane, 1) : e.i32(0);
    Type f64 = e.getF64Type();
    SmallVector<Value, 2> elements;
    if (kMajor) {
      auto getElement = [&](Value inUnit) {
        return e.sharedPtr(
            getAddress(e.add(first, inBlock), unit, half,
                       step * tile.chunkBytes + block * kSwizzleBytes, inUnit));
      };
      if (!apart) {
        Value both = LLVM::LoadOp::create(e, VectorType::get(2, f64),
                                          getElement({}), kUnitBytes);
        return {LLVM::ExtractElementOp::create(e, both, e.i32(0)),
                LLVM::ExtractElementOp::create(e, both, e.i32(1))};
      }
      for (int64_t i : {0, 1})
        // But for a volatile one, LLVM might make one load of two.
        elements.push_back(LLVM::LoadOp::create(
            e, f64, getElement(e.mul(e.bitXor(isOdd, i), tile.elementBytes)),
            tile.elementBytes, /*isVolatile=*/true));
      return elements;
    }
    Value at = e.add(first, e.add(inBlock, block));
    for (int64_t i : {0, 1}) {
      Value row = e.add(e.mul(e.bitXor(unit, half), 2), e.bitXor(isOdd, i));
      Value address = e.add(getAddress(row, e.div(at, 2), /*flip=*/0,
                                       kDoubleDepth * step * kSwizzleBytes),
                            e.mul(e.bitAnd(at, 1), tile.elementBytes));
      elements.push_back(LLVM::LoadOp::create(e, f64, e.sharedPtr(address),
                                              tile.elementBytes));
    }
    return elements;
  }

  Emitter &e;
  const TileLayout &tile;
  bool kMajor;

private:
  Value start, first;
};

/// The products of one warp.
class WarpProduct {
public:
  WarpProduct(const KernelContext &context, Emitter &e, MmaOp op, Value slot);
  /// Adds to the registers of each block.
  void create(MutableArrayRef<SmallVector<Value>> sums);

private:
  WarpOperand getOperand(const RingLayout &ring, int64_t index, bool kMajor,
                         Value slot, Value first);
  /// Four registers of 32 bits: 16 rows (or columns) and 32 bytes of K.
  SmallVector<Value, 4> loadMatrices(const WarpOperand &operand, int64_t block,
                                     int64_t step, bool rowsFirst);
  void multiply(ValueRange a, ValueRange b, SmallVectorImpl<Value> &sums,
                ArrayRef<int64_t> numbers);
  void addMatrices(MutableArrayRef<SmallVector<Value>> sums, int64_t step);
  void addDoubles(MutableArrayRef<SmallVector<Value>> sums, int64_t step);

  /// What a warp multiplies by half a step's mma.m16n8k8.
  struct WideDoubles {
    SmallVector<SmallVector<Value>> left;
    SmallVector<SmallVector<Value, 2>> right;
  };
  WideDoubles loadWideDoubles(int64_t step, int64_t half);
  void addWideDoubles(MutableArrayRef<SmallVector<Value>> sums,
                      const WideDoubles &loaded);
  void addAllWideDoubles(MutableArrayRef<SmallVector<Value>> sums,
                         int64_t steps);

  const KernelContext &context;
  Emitter &e;
  MmaOp op;
  FragmentLayout layout;
  Type element, sum;
  Value lane;
  std::optional<WarpOperand> a, b;
};

} // namespace

WarpProduct::WarpProduct(const KernelContext &context, Emitter &e, MmaOp op,
                         Value slot)
    : context(context), e(e), op(op),
      layout(op.getResult().getType(), context.layout),
      element(op.getSlot().getType().getTiles()[0].getElementType()),
      sum(op.getResult().getType().getElementType()),
      lane(e.bitAnd(context.threadId, kWarpThreads - 1)) {
  const RingLayout &ring =
      context.layout.getRing(op.getSlot().getDefiningOp<WaitOp>().getRing());
  auto [warpRow, warpColumn] = context.getWarpInGrid(e);
  Value start =
      e.add(e.mul(slot, ring.slotBytes), context.shared(e, ring.offset));
  auto getStart = [&](int64_t index) {
    return e.add(start, ring.tileOffsets[index]);
  };
  a.emplace(e, ring.tiles[0], !op.getTransposeA(), getStart(0),
            e.mul(warpRow, kWarpBlock));
  b.emplace(e, ring.tiles[1], op.getTransposeB(), getStart(1),
            e.mul(warpColumn, layout.columns));
}

SmallVector<Value, 4> WarpProduct::loadMatrices(const WarpOperand &operand,
                                                int64_t block, int64_t step,
                                                bool rowsFirst) {
  Type i32 = e.getI32Type();
  auto type = LLVM::LLVMStructType::getLiteral(e.getContext(),
                                               SmallVector<Type>(4, i32));
  Value address = operand.getMatrices(lane, block, step, rowsFirst);
  Value loaded = NVVM::LdMatrixOp::create(
      e, type, e.sharedPtr(address), 4,
      operand.kMajor ? NVVM::MMALayout::row : NVVM::MMALayout::col,
      NVVM::LdStMatrixShapeAttr::get(e.getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16);
  SmallVector<Value, 4> registers;
  for (Value word : unpackBlock(e, loaded))
    registers.push_back(
        element.isF16()
            ? LLVM::BitcastOp::create(e, VectorType::get(2, element), word)
                  .getResult()
            : word);
  return registers;
}

/// How mma.sync names the elements of an operand.
static NVVM::MMATypes getMmaType(Type element, bool isUnsigned) {
  if (element.isBF16())
    return NVVM::MMATypes::bf16;
  if (element.isF16())
    return NVVM::MMATypes::f16;
  if (element.isF64())
    return NVVM::MMATypes::f64;
  return isUnsigned ? NVVM::MMATypes::u8 : NVVM::MMATypes::s8;
}

/// `numbers` are those of the sums' registers.
void WarpProduct::multiply(ValueRange a, ValueRange b,
                           SmallVectorImpl<Value> &sums,
                           ArrayRef<int64_t> numbers) {
  SmallVector<Value> c;
  for (int64_t number : numbers)
    c.push_back(sums[number]);
  auto type = LLVM::LLVMStructType::getLiteral(
      e.getContext(), SmallVector<Type>(numbers.size(), sum));
  SmallVector<int64_t> shape = {16, 8,
                                kMmaDepthBytes / getElementBytes(element)};
  if (element.isF64())
    shape = {8, 8, 4};
  // What does not fit wraps, as arith.addi does.
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (isa<IntegerType>(sum))
    overflow = NVVM::MMAIntOverflow::wrapped;
  Value d = NVVM::MmaOp::create(
      e, type, a, b, c, shape, /*b1Op=*/std::nullopt, overflow,
      std::array{getMmaType(element, op.getUnsignedA()),
                 getMmaType(element, op.getUnsignedB())},
      std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  for (auto [number, value] : llvm::zip_equal(numbers, unpackBlock(e, d)))
    sums[number] = value;
}

void WarpProduct::addMatrices(MutableArrayRef<SmallVector<Value>> sums,
                              int64_t step) {
  SmallVector<SmallVector<Value, 4>> left, right;
  for (int64_t block = 0; block < layout.blocks; ++block)
    left.push_back(loadMatrices(*a, block * layout.blockRows, step,
                                /*rowsFirst=*/a->kMajor));
  for (int64_t group = 0; group < layout.groups; group += 2)
    right.push_back(
        loadMatrices(*b, group * 8, step, /*rowsFirst=*/!b->kMajor));
  for (int64_t block = 0; block < layout.blocks; ++block)
    for (int64_t group = 0; group < layout.groups; ++group) {
      int64_t first = layout.getRegister(group, 0, 0);
      multiply(left[block], ArrayRef(right[group / 2]).slice(group % 2 * 2, 2),
               sums[block], {first, first + 1, first + 2, first + 3});
    }
}

void WarpProduct::addDoubles(MutableArrayRef<SmallVector<Value>> sums,
                             int64_t step) {
  for (int64_t half : {0, 1}) {
    SmallVector<SmallVector<Value, 2>> left, right;
    for (int64_t i = 0; i < 2 * layout.blocks; ++i)
      left.push_back(a->loadDoubles(lane, i / 2 * layout.blockRows + i % 2 * 8,
                                    step, half));
    for (int64_t group = 0; group < layout.groups; ++group)
      right.push_back(b->loadDoubles(lane, group * 8, step, half));
    for (int64_t k : {0, 1})
      for (int64_t i = 0; i < 2 * layout.blocks; ++i)
        for (int64_t group = 0; group < layout.groups; ++group) {
          int64_t first = layout.getRegister(group, i % 2, 0);
          multiply(left[i][k], right[group][k], sums[i / 2],
                   {first, first + 1});
        }
  }
}

/// By mma.m16n8k8, for which NVVM has no operation and LLVM an intrinsic. Of a
/// thread's registers, those of A have the two rows of a place in K next to
/// each other (PTX ISA, "Matrix Fragments for mma.m16n8k8 with .f64").
/// m16n8k16 is no faster (66 TFLOP/s both, and m8n8k4 33: NVIDIA H100 SXM), and
/// holds twice the registers.
WarpProduct::WideDoubles WarpProduct::loadWideDoubles(int64_t step,
                                                      int64_t half) {
  WideDoubles loaded;
  for (int64_t block = 0; block < layout.blocks; ++block) {
    int64_t row = block * layout.blockRows;
    SmallVector<Value, 2> upper =
        a->loadDoubles(lane, row, step, half, /*apart=*/true);
    SmallVector<Value, 2> lower =
        a->loadDoubles(lane, row + 8, step, half, /*apart=*/true);
    loaded.left.push_back({upper[0], lower[0], upper[1], lower[1]});
  }
  for (int64_t group = 0; group < layout.groups; ++group)
    loaded.right.push_back(
        b->loadDoubles(lane, group * 8, step, half, /*apart=*/true));
  return loaded;
}

void WarpProduct::addWideDoubles(MutableArrayRef<SmallVector<Value>> sums,
                                 const WideDoubles &loaded) {
  auto type = LLVM::LLVMStructType::getLiteral(e.getContext(),
                                               SmallVector<Type>(4, sum));
  for (int64_t block = 0; block < layout.blocks; ++block)
    for (int64_t group = 0; group < layout.groups; ++group) {
      auto added = MutableArrayRef(sums[block])
                       .slice(FragmentLayout::getRegister(group, 0, 0), 4);
      SmallVector<Value> operands(loaded.left[block]);
      llvm::append_range(operands, loaded.right[group]);
      llvm::append_range(operands, added);
      auto product = LLVM::CallIntrinsicOp::create(
          e, type, e.getStringAttr(kMmaOfDoubles), operands);
      llvm::copy(unpackBlock(e, product.getResults()), added.begin());
    }
}

/// By mma.m16n8k8, for which NVVM has no operation and LLVM an intrinsic. Of a
/// thread's registers, those of A have the two rows of a place in K next to
/// each other (PTX ISA, "Matrix Fragments for mma.m16n8k8 with .f64").
/// m16n8k16 is no faster (66 TFLOP/s both, and m8n8k4 33: NVIDIA H100 SXM), and
/// holds twice the registers.
///
/// A half is loaded while the one before is multiplied: with loads just before
/// their products a warp has 41 TFLOP/s of these, so 55.
void WarpProduct::addAllWideDoubles(MutableArrayRef<SmallVector<Value>> sums,
                                    int64_t steps) {
  WideDoubles next = loadWideDoubles(0, 0);
  for (int64_t i = 1; i <= 2 * steps; ++i) {
    WideDoubles current = std::move(next);
    if (i < 2 * steps)
      next = loadWideDoubles(i / 2, i % 2);
    addWideDoubles(sums, current);
  }
}

void WarpProduct::create(MutableArrayRef<SmallVector<Value>> sums) {
  int64_t depth = a->kMajor ? a->tile.columns : a->tile.rows;
  if (element.isF64()) {
    int64_t steps = depth / kDoubleDepth;
    if (context.layout.wideDoubles)
      return addAllWideDoubles(sums, steps);
    for (int64_t step = 0; step < steps; ++step)
      addDoubles(sums, step);
    return;
  }
  int64_t bytes = depth * a->tile.elementBytes;
  for (int64_t step = 0; step < bytes / kMmaDepthBytes; ++step)
    addMatrices(sums, step);
}

namespace {

struct WarpMmaLowering : public KernelPattern<MmaOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(MmaOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!context.layout.warpGrid)
      return failure();
    Emitter e(op.getLoc(), rewriter);
    FragmentType type = op.getResult().getType();
    FragmentLayout layout(type, context.layout);
    SmallVector<Type> structs = getFragmentStructs(type, layout);
    SmallVector<SmallVector<Value>> sums;
    if (op.getAcc()) {
      for (Value block : adaptor.getAcc())
        sums.push_back(unpackBlock(e, block));
    } else {
      Value zero = LLVM::ZeroOp::create(e, type.getElementType());
      sums.assign(layout.blocks, SmallVector<Value>(layout.registers, zero));
    }
    WarpProduct(context, e, op, adaptor.getSlot().front()).create(sums);
    SmallVector<Value> blocks;
    for (auto [registers, block] : llvm::zip_equal(sums, structs))
      blocks.push_back(packBlock(e, registers, block));
    rewriter.replaceOpWithMultiple(op, {blocks});
    return success();
  }
};

/// mma.sync is complete when it has been executed.
struct WarpMmaWaitLowering : public KernelPattern<MmaWaitOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(MmaWaitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!context.layout.warpGrid)
      return failure();
    if (op.getAcc())
      rewriter.replaceOpWithMultiple(op, {adaptor.getAcc()});
    else
      rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tile::populateWarpMmaPatterns(RewritePatternSet &patterns,
                                   const TypeConverter &converter,
                                   KernelContext &context) {
  patterns.add<WarpMmaLowering, WarpMmaWaitLowering>(
      converter, patterns.getContext(), context);
}
