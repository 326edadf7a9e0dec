//===- Mma.cpp - Products become wgmma ------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma.m64nNkK multiplies 64 x K by K x N from shared memory into the
// registers of a warpgroup, where K is 32 bytes of elements. A tile of the slot
// is described by the address of its first element, two strides and the swizzle
// (PTX ISA, "Matrix descriptor format"), all in units of 16 bytes:
//
// - K is contiguous (K-major): rows lie 128 bytes apart, groups of eight rows
//   1024 bytes apart (the stride); a step along K is 32 bytes further in the
//   same 128-byte row.
// - M or N is contiguous (MN-major, of 16-bit elements alone): each row holds
// 64
//   of them for one k; groups of eight k lie 1024 bytes apart (the stride),
//   chunks of 64 along M or N one chunk apart (the leading offset); a step of
//   16 along K is 16 rows further.
//
// Rows that must be converted come from registers instead, all of a slot's
// before the first product. wgmma reads these too until it is waited for (PTX
// ISA, "Asynchronous wgmma operations"), so that the next rows, which a loop
// puts into the same registers, are converted after that.
//
//===----------------------------------------------------------------------===//

#include "ConvertedRows.h"
#include "NVVM/Common/FragmentLayout.h"
#include "Patterns.h"
#include "ProductTurns.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Backends/NVVM/SM90/WgmmaAsm.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {

/// Rows of one wgmma.
constexpr int64_t kMmaM = kBlockRows;

/// Everything about one operand but where its slot starts.
struct MmaOperand {
  const TileLayout &tile;
  bool kMajor;

  /// K of one wgmma.
  int64_t getMmaK() const { return kMmaDepthBytes / tile.elementBytes; }

  /// The constant part of the descriptor.
  int64_t getDescriptorBits() const {
    constexpr int64_t kSwizzle128 = int64_t(1) << 62;
    int64_t stride = kSwizzleAtom >> 4;
    // Ignored for swizzled K-major operands.
    int64_t leading = kMajor ? 1 : tile.chunkBytes >> 4;
    return kSwizzle128 | (stride << 32) | (leading << 16);
  }
  /// From the tile's start to the K of a step, in units of 16 bytes.
  int64_t getKOffset(int64_t step) const {
    if (!kMajor)
      return (step * getMmaK() * kSwizzleBytes) >> 4;
    int64_t perChunk = kSwizzleBytes / kMmaDepthBytes;
    return (step / perChunk * tile.chunkBytes +
            step % perChunk * kMmaDepthBytes) >>
           4;
  }
  /// From the tile's start to its 64 * block-th row along M, likewise.
  int64_t getMOffset(int64_t block) const {
    return (kMajor ? block * kMmaM * kSwizzleBytes : block * tile.chunkBytes) >>
           4;
  }
};

} // namespace

/// The descriptor for the tile at a 32-bit address of shared memory.
static Value createDescriptor(Emitter &e, const MmaOperand &operand,
                              Value address) {
  Value start = e.shr(e.bitAnd(address, 0x3FFFF), 4);
  return e.bitOr(e.toI64(start), e.i64(operand.getDescriptorBits()));
}

/// Passes the registers of an accumulator through an empty piece of assembly:
/// what reads them afterwards can't be moved before it, and ptxas sees no move
/// between it and the first wgmma.
static Value pinAccumulator(Emitter &e, Value accumulator) {
  SmallVector<Value> registers = unpackBlock(e, accumulator);
  bool isFloat = isa<FloatType>(registers.front().getType());
  std::string constraints;
  for (size_t i = 0; i < registers.size(); ++i)
    constraints += std::string(i ? "," : "") + (isFloat ? "=f" : "=r");
  // Each comes in as the result of its number.
  for (size_t i = 0; i < registers.size(); ++i)
    constraints += "," + std::to_string(i);
  return e.inlineAsm("", constraints, registers, accumulator.getType());
}

/// Passes registers through such a piece, which they are computed before.
static void pinRegisters(Emitter &e, SmallVectorImpl<Value> &registers) {
  SmallVector<Type> types(registers.size(), e.getI32Type());
  auto type = LLVM::LLVMStructType::getLiteral(e.getContext(), types);
  registers = unpackBlock(e, pinAccumulator(e, packBlock(e, registers, type)));
}

/// As checkMma() lets them through.
static NVVM::WGMMATypes getInputType(Type element, bool isUnsigned) {
  const ElementInfo &info = getElementInfo(*getElementKind(element));
  return *NVVM::symbolizeWGMMATypes(isUnsigned ? info.multipliedUnsigned
                                               : info.multiplied);
}

namespace {

struct MmaTypes {
  NVVM::WGMMATypes a, b, sum;
};

} // namespace

static MmaTypes getMmaTypes(MmaOp op) {
  std::array<VectorType, 2> tiles = op.getFactors();
  Type sum = op.getResult().getType().getElementType();
  return {getInputType(tiles[0].getElementType(), op.getUnsignedA()),
          getInputType(tiles[1].getElementType(), op.getUnsignedB()),
          sum.isF32()   ? NVVM::WGMMATypes::f32
          : sum.isF16() ? NVVM::WGMMATypes::f16
                        : NVVM::WGMMATypes::s32};
}

static SmallVector<Value> lowerMma(MmaOp op, OneToNAdaptor<MmaOp> adaptor,
                                   Emitter &e, KernelContext &context) {
  auto getRing = [&](Value slot) -> const RingLayout & {
    return context.layout.getRing(slot.getDefiningOp<WaitOp>().getRing());
  };
  // The address of a slot, which was lowered to its number.
  auto getStart = [&](Value slot, ValueRange number) {
    const RingLayout &ring = getRing(slot);
    return e.add(context.getSlotOffset(e, ring, number.front()),
                 context.shared(e, ring.offset));
  };
  MmaTypes mmaTypes = getMmaTypes(op);
  FragmentType type = op.getResult().getType();
  const RingLayout &ring = getRing(op.getSlot());
  // Of factors in registers, only B is in the slot.
  int64_t tileB = op.getHeld() ? 0 : 1;
  MmaOperand a{op.getLeft() ? getRing(op.getLeft()).tiles[0] : ring.tiles[0],
               !op.getTransposeA()};
  MmaOperand b{op.getRight() ? getRing(op.getRight()).tiles[0]
                             : ring.tiles[tileB],
               op.getTransposeB()};
  int64_t n = type.getShape()[1];
  int64_t k = b.kMajor ? b.tile.columns : b.tile.rows;

  Value slot = getStart(op.getSlot(), adaptor.getSlot());
  SmallVector<Type> types =
      getFragmentStructs(type, FragmentLayout(type, context.layout));
  int64_t blocks = types.size();
  Value addressA = op.getLeft() ? getStart(op.getLeft(), adaptor.getLeft())
                                : e.add(slot, ring.tileOffsets[0]);
  Value addressB = op.getRight() ? getStart(op.getRight(), adaptor.getRight())
                                 : e.add(slot, ring.tileOffsets[tileB]);
  const RoleLayout &role = *context.getRole(op);
  if (role.getInstanceWarpgroups() > 1) {
    // Into the 32-bit address, not into the finished descriptor: where a
    // value of run time was added to its 64 bits, kernels that ptxas 13.0
    // assembled multiplied as if the upper half (stride and swizzle) were 0.
    int64_t perWarpgroup = a.getMOffset(blocks) << 4;
    addressA = e.add(
        addressA, e.mul(context.getInstanceWarpgroup(e, role), perWarpgroup));
  }
  bool converts = convertsRows(op);
  Type element = op.getFactors()[1].getElementType();
  // By block, of all steps.
  SmallVector<SmallVector<Value>> registersA;
  if (converts) {
    ConvertedRows rows(e, context, op, a.tile, addressA);
    RowPrologue prologue(e, op, getIndices(adaptor.getRows()), context.layout);
    for (int64_t block = 0; block < blocks; ++block) {
      registersA.emplace_back();
      for (int64_t step = 0; step < k / b.getMmaK(); ++step)
        llvm::append_range(registersA.back(), rows.load(block, step, prologue));
      pinRegisters(e, registersA.back());
    }
  }
  for (Value block : adaptor.getHeld()) {
    registersA.push_back(unpackBlock(e, block));
    pinRegisters(e, registersA.back());
  }
  bool isInRegisters = !registersA.empty();
  Value descA = isInRegisters ? Value() : createDescriptor(e, a, addressA);
  Value descB = createDescriptor(e, b, addressB);
  // Descriptors of the products that are added up, the smallest product first.
  SmallVector<std::pair<Value, Value>> factors = {{descA, descB}};
  if (op.getLow()) {
    Value low = getStart(op.getLow(), adaptor.getLow());
    // Low parts are as far from the start of their slot as A is.
    Value offsetA = e.sub(addressA, slot);
    Value lowA = createDescriptor(e, a, e.add(low, offsetA));
    Value lowB = createDescriptor(e, b, e.add(low, ring.tileOffsets[1]));
    factors = {{lowA, descB}, {descA, lowB}, {descA, descB}};
  }
  SmallVector<Value> accumulators;
  for (int64_t block = 0; block < blocks; ++block)
    accumulators.push_back(op.getAcc() ? adaptor.getAcc()[block]
                                       : e.undef(types[block]));
  // Sums that were loaded or computed must be in their registers before the
  // fence; those of the product before are, and pinning them would wait for it.
  if (op.getAcc() && (op.getHeld() || op.getAcc().getDefiningOp<ReadOp>()))
    for (Value &accumulator : accumulators)
      accumulator = pinAccumulator(e, accumulator);

  std::optional<ProductTurns> turns;
  if (op.getInTurn())
    turns.emplace(e, context, role);
  if (turns)
    turns->await();
  NVVM::WgmmaFenceAlignedOp::create(e);
  auto shape = NVVM::MMAShapeAttr::get(e.getContext(), kMmaM, n, a.getMmaK());
  // Sums that overflow wrap, like those of arith.addi.
  NVVM::MMAIntOverflowAttr overflow;
  if (mmaTypes.sum == NVVM::WGMMATypes::s32)
    overflow = NVVM::MMAIntOverflowAttr::get(e.getContext(),
                                             NVVM::MMAIntOverflow::wrapped);
  for (int64_t step = 0; step < k / b.getMmaK(); ++step)
    for (int64_t block = 0; block < blocks; ++block) {
      bool overwrite = !op.getAcc() && step == 0;
      if (isInRegisters) {
        ArrayRef<Value> rows = ArrayRef(registersA[block]).slice(4 * step, 4);
        WgmmaAsm wgmma{n, element.isBF16(), overwrite, !b.kMajor};
        SmallVector<Value> operands = unpackBlock(e, accumulators[block]);
        llvm::append_range(operands, rows);
        operands.push_back(e.add(descB, b.getKOffset(step)));
        accumulators[block] = e.inlineAsm(
            wgmma.getText(), wgmma.getConstraints(), operands, types[block]);
        continue;
      }
      for (auto [left, right] : factors) {
        accumulators[block] = NVVM::WgmmaMmaAsyncOp::create(
            e, types[block], accumulators[block],
            e.add(left, a.getKOffset(step) + a.getMOffset(block)),
            e.add(right, b.getKOffset(step)), shape, mmaTypes.a, mmaTypes.b,
            mmaTypes.sum,
            overwrite ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one,
            NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one,
            a.kMajor ? NVVM::MMALayout::row : NVVM::MMALayout::col,
            b.kMajor ? NVVM::MMALayout::col : NVVM::MMALayout::row, overflow);
        overwrite = false;
      }
    }
  NVVM::WgmmaGroupSyncAlignedOp::create(e);
  if (turns)
    turns->pass();
  return accumulators;
}

static SmallVector<SmallVector<Value>>
lowerMmaWait(MmaWaitOp op, OneToNAdaptor<MmaWaitOp> adaptor, Emitter &e,
             KernelContext &context) {
  NVVM::WgmmaWaitGroupSyncOp::create(e, op.getPending());
  if (!op.getAcc())
    return {};
  // The wait carries no data: tie what reads the sums to it.
  SmallVector<Value> accumulators;
  for (Value accumulator : adaptor.getAcc())
    accumulators.push_back(pinAccumulator(e, accumulator));
  return {accumulators};
}

void tile::populateMmaPatterns(KernelPatterns &patterns) {
  patterns.add(lowerMma);
  patterns.add(lowerMmaWait);
}
