//===- Descriptors.cpp - Faults of wgmma's descriptors --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

using WgmmaOp = NVVM::WgmmaMmaAsyncOp;

namespace {
/// `start | bits`, from which the descriptors of one operand of a run of
/// products are made.
struct Descriptor {
  // Asking an operation is no const member function.
  mutable arith::OrIOp op;
  mutable WgmmaOp first;
  bool isA;

  int64_t getBits() const { return *getConstant(op.getRhs()); }
  /// Whether elements along K are neighbours in memory.
  bool isKMajor() const {
    return isA ? first.getLayoutA() == NVVM::MMALayout::row
               : first.getLayoutB() == NVVM::MMALayout::col;
  }
  /// Along M or N, whichever the operand has.
  int64_t getExtent() const {
    return isA ? first.getShape().getM() : first.getShape().getN();
  }
};
} // namespace

static SmallVector<Descriptor> getDescriptors(const Lowered &kernel) {
  SmallVector<Descriptor> descriptors;
  for (auto mma : kernel.all<WgmmaOp>())
    for (bool isA : {true, false}) {
      Value value = isA ? mma.getDescriptorA() : mma.getDescriptorB();
      // The first product of a run takes it as it is.
      auto op = value.getDefiningOp<arith::OrIOp>();
      if (op && getConstant(op.getRhs()) &&
          llvm::none_of(descriptors, [&](const Descriptor &known) {
            return known.op == op;
          }))
        descriptors.push_back({op, mma, isA});
    }
  return descriptors;
}

static LoweredFault
onDescriptors(std::function<bool(const Descriptor &)> isSite,
              std::function<int64_t(int64_t bits)> change) {
  return [=](const Lowered &kernel, FaultSites &sites) {
    for (const Descriptor &descriptor : getDescriptors(kernel))
      if (isSite(descriptor))
        sites.push_back({descriptor.op, [=] {
                           auto op = descriptor.op;
                           setConstant(op->getOpOperand(1),
                                       change(descriptor.getBits()));
                         }});
  };
}

static bool everyOne(const Descriptor &) { return true; }

/// PTX: the leading offset of a swizzled operand counts only where it is not
/// contiguous along K and wider than the swizzle.
static bool usesLeadingOffset(const Descriptor &descriptor) {
  constexpr int64_t kSwizzleColumns = 64;
  return !descriptor.isKMajor() && descriptor.getExtent() > kSwizzleColumns;
}
/// And the stride offset steps over groups of eight rows, or of eight k.
static int64_t doubleField(int64_t bits, unsigned at) {
  int64_t field = (bits >> at) & 0x3FFF;
  return (bits & ~(int64_t(0x3FFF) << at)) | ((2 * field & 0x3FFF) << at);
}

void faults::addDescriptors(FaultTable &table) {
  constexpr int kLeading = 16, kStride = 32, kBase = 49, kSwizzle = 62;
  StringRef each = "each descriptor of a run of products";
  auto swizzle = [](int64_t mode) {
    return [mode](int64_t bits) {
      uint64_t rest = static_cast<uint64_t>(bits) & ((1ull << kSwizzle) - 1);
      return static_cast<int64_t>(rest |
                                  (static_cast<uint64_t>(mode) << kSwizzle));
    };
  };
  StringRef wrong = "wrong-result bad-descriptor uninitialized out-of-bounds "
                    "race misaligned";
  table.push_back(lowered("descriptor-swizzle-64",
                          "a descriptor says that the swizzle has 64 bytes",
                          each, wrong, onDescriptors(everyOne, swizzle(2))));
  table.push_back(lowered("descriptor-swizzle-none",
                          "a descriptor says that there is no swizzle", each,
                          wrong, onDescriptors(everyOne, swizzle(0))));
  table.push_back(lowered("descriptor-stride",
                          "a descriptor's stride offset is doubled", each,
                          wrong, onDescriptors(everyOne, [](int64_t bits) {
                            return doubleField(bits, kStride);
                          })));
  table.push_back(
      lowered("descriptor-leading", "a descriptor's leading offset is doubled",
              "each descriptor that uses it (not contiguous along "
              "K, wider than a swizzle)",
              wrong, onDescriptors(usesLeadingOffset, [](int64_t bits) {
                return doubleField(bits, kLeading);
              })));
  table.push_back(equivalent(
      "descriptor-leading-unused", "a descriptor's leading offset is doubled",
      "each descriptor that does not use it",
      "swizzled operands use it only where they are not contiguous along K and "
      "wider than the swizzle (PTX, matrix descriptor)",
      onDescriptors([](const Descriptor &d) { return !usesLeadingOffset(d); },
                    [](int64_t bits) { return doubleField(bits, kLeading); })));
  table.push_back(lowered("descriptor-base-offset",
                          "a descriptor's base offset is not 0", each, wrong,
                          onDescriptors(everyOne, [](int64_t bits) {
                            return bits | int64_t(1) << kBase;
                          })));
  table.push_back(lowered(
      "descriptor-reserved-bit", "a bit of a descriptor is set that must be 0",
      each, "bad-descriptor", onDescriptors(everyOne, [](int64_t bits) {
        return bits | int64_t(1) << 46;
      })));
  table.push_back(lowered(
      "descriptor-start", "a descriptor starts 32 bytes too far",
      "each operand of each product",
      "wrong-result bad-descriptor uninitialized race",
      [](const Lowered &kernel, FaultSites &sites) {
        for (auto mma : kernel.all<WgmmaOp>())
          for (unsigned operand : {1, 2})
            sites.push_back({mma, [mma, operand] {
                               addToOperand(mma, mma->getOpOperand(operand), 2);
                             }});
      }));
  table.push_back(lowered(
      "same-rows", "the warpgroups of a role multiply the same rows",
      "each offset of a warpgroup in its operand", "wrong-result",
      [](const Lowered &kernel, FaultSites &sites) {
        for (const Descriptor &descriptor : getDescriptors(kernel)) {
          // `(slot + warpgroup * bytes) & mask >> 4`.
          Value at = descriptor.op.getLhs();
          while (at.getDefiningOp() && !at.getDefiningOp<arith::AddIOp>())
            at = at.getDefiningOp()->getOperand(0);
          auto sum = at.getDefiningOp<arith::AddIOp>();
          auto offset =
              sum ? sum.getRhs().getDefiningOp<arith::MulIOp>() : nullptr;
          if (offset && offset.getLhs().getDefiningOp<arith::RemUIOp>())
            sites.push_back({offset, [offset] {
                               setConstant(offset->getOpOperand(1), 0);
                             }});
        }
      }));
}
