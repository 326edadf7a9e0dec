//===- WarpMma.cpp - Products by the warps of a grid ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp loads parts of a slot into registers (WarpOperands.cpp), which it
// multiplies by mma.sync (PTX ISA: "Warp-level matrix instructions").
//
//===----------------------------------------------------------------------===//

#include "NVVM/Common/FragmentLayout.h"
#include "Patterns.h"
#include "WarpOperands.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static constexpr StringLiteral kMmaOfDoubles =
    "llvm.nvvm.mma.m16n8k4.row.col.f64";

namespace {

/// The products of one warp.
class WarpProduct {
public:
  WarpProduct(const KernelContext &context, Emitter &e, FragmentType type,
              Type element, bool unsignedA, bool unsignedB)
      : e(e), layout(type, context.layout), element(element),
        sum(type.getElementType()), unsignedA(unsignedA), unsignedB(unsignedB),
        wideDoubles(context.layout.capability >= 90) {}

  /// Adds to the registers of each block.
  void add(MutableArrayRef<SmallVector<Value>> sums,
           const WarpFactors &factors) const;

private:
  void multiply(ValueRange a, ValueRange b, MutableArrayRef<Value> sums,
                SmallVector<int64_t> shape) const;
  void multiplyWideDoubles(ValueRange a, ValueRange b,
                           MutableArrayRef<Value> sums) const;

  Emitter &e;
  FragmentLayout layout;
  Type element, sum;
  bool unsignedA, unsignedB;
  /// Whether the chip multiplies f64 by mma.m16n8k4, and not by m8n8k4 alone
  /// (PTX ISA: sm_90).
  bool wideDoubles;
};

} // namespace

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

void WarpProduct::multiply(ValueRange a, ValueRange b,
                           MutableArrayRef<Value> sums,
                           SmallVector<int64_t> shape) const {
  auto type = LLVM::LLVMStructType::getLiteral(
      e.getContext(), SmallVector<Type>(sums.size(), sum));
  // What does not fit wraps, as arith.addi does.
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (isa<IntegerType>(sum))
    overflow = NVVM::MMAIntOverflow::wrapped;
  Value d = NVVM::MmaOp::create(
      e, type, a, b, sums, shape, /*b1Op=*/std::nullopt, overflow,
      std::array{getMmaType(element, unsignedA),
                 getMmaType(element, unsignedB)},
      std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  llvm::copy(unpackBlock(e, d), sums.begin());
}

/// By mma.m16n8k4, for which NVVM has no operation and LLVM an intrinsic. k8
/// and k16 are no faster (66 TFLOP/s all three, and m8n8k4 33: NVIDIA H100
/// SXM), and hold twice and four times the registers.
void WarpProduct::multiplyWideDoubles(ValueRange a, ValueRange b,
                                      MutableArrayRef<Value> sums) const {
  auto type = LLVM::LLVMStructType::getLiteral(e.getContext(),
                                               SmallVector<Type>(4, sum));
  SmallVector<Value> operands(a);
  llvm::append_range(operands, b);
  llvm::append_range(operands, sums);
  auto product = LLVM::CallIntrinsicOp::create(
      e, type, e.getStringAttr(kMmaOfDoubles), operands);
  llvm::copy(unpackBlock(e, product.getResults()), sums.begin());
}

void WarpProduct::add(MutableArrayRef<SmallVector<Value>> sums,
                      const WarpFactors &factors) const {
  for (int64_t block = 0; block < layout.blocks; ++block)
    for (int64_t group = 0; group < layout.groups; ++group) {
      ArrayRef<Value> a = factors.left[block], b = factors.right[group];
      auto added = MutableArrayRef(sums[block])
                       .slice(FragmentLayout::getRegister(group, 0, 0), 4);
      if (!element.isF64()) {
        multiply(a, b, added, {16, 8, getPartDepth(element)});
      } else if (wideDoubles) {
        multiplyWideDoubles(a, b, added);
      } else {
        for (int64_t half : {0, 1})
          multiply(a[half], b, added.slice(2 * half, 2), {8, 8, 4});
      }
    }
}

/// The registers of 16 columns of a fragment, by two groups of eight and in
/// each by rows eight apart, are those of A.
static SmallVector<SmallVector<Value>> takeHeld(Emitter &e, ValueRange blocks,
                                                int64_t part, Type element) {
  return llvm::map_to_vector(blocks, [&](Value block) {
    SmallVector<Value> words = unpackBlock(e, block);
    SmallVector<Value> taken(ArrayRef(words).slice(4 * part, 4));
    Type pair = VectorType::get(2, element);
    for (Value &word : taken)
      if (element.isF16() && word.getType() != pair)
        word = LLVM::BitcastOp::create(e, pair, word);
    return taken;
  });
}

static Value lowerReadOperands(ReadOperandsOp op,
                               OneToNAdaptor<ReadOperandsOp> adaptor,
                               Emitter &e, KernelContext &context) {
  OperandsType type = op.getResult().getType();
  WarpLoader loader(context, e, op, adaptor.getSlot().front(),
                    op.getLeft() ? adaptor.getLeft().front() : Value());
  WarpFactors factors = loader.load(op.getPart());
  if (op.getHeld())
    factors.left = takeHeld(e, adaptor.getHeld(), op.getPart(),
                            type.getTiles()[0].getElementType());
  return packBlock(e, factors.getRegisters(),
                   getOperandsStruct(type, context.layout));
}

static SmallVector<Value> lowerMultiply(MultiplyOp op,
                                        OneToNAdaptor<MultiplyOp> adaptor,
                                        Emitter &e, KernelContext &context) {
  FragmentType type = op.getResult().getType();
  FragmentLayout layout(type, context.layout);
  SmallVector<SmallVector<Value>> sums;
  for (Value block : adaptor.getAcc())
    sums.push_back(unpackBlock(e, block));
  WarpProduct product(context, e, type,
                      op.getFactors().getType().getTiles()[0].getElementType(),
                      op.getUnsignedA(), op.getUnsignedB());
  product.add(sums, WarpFactors::fromRegisters(
                        unpackBlock(e, adaptor.getFactors().front()),
                        layout.blocks, layout.groups));
  SmallVector<Value> blocks;
  for (auto [registers, block] :
       llvm::zip_equal(sums, getFragmentStructs(type, layout)))
    blocks.push_back(packBlock(e, registers, block));
  return blocks;
}

void tile::populateWarpMmaPatterns(KernelPatterns &patterns) {
  patterns.add(lowerReadOperands);
  patterns.add(lowerMultiply);
}
