//===- WgmmaDescriptor.cpp - Operands of wgmma in shared memory -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaDescriptor.h"

#include "Elements.h"
#include "Format.h"

using namespace mlir::autotune::sim;

namespace {

/// Bits 14-15, 30-31, 46-48 and 52-61.
constexpr uint64_t kReservedBits = 0x3FF1C000C000C000;
/// Rows of the swizzle's pattern, and of its core matrix.
constexpr uint32_t kCoreRows = 8;

} // namespace

WgmmaDescriptor::WgmmaDescriptor(uint64_t bits)
    : start(uint32_t(bits & 0x3FFF) << 4),
      leading(uint32_t(bits >> 16 & 0x3FFF) << 4),
      stride(uint32_t(bits >> 32 & 0x3FFF) << 4),
      baseOffset(uint32_t(bits >> 49 & 7)), reserved(bits & kReservedBits) {
  constexpr uint32_t kSpans[4] = {16, 128, 64, 32};
  span = kSpans[bits >> 62];
}

WgmmaOperand::WgmmaOperand(uint64_t descriptor, uint32_t rows, ElementKind type,
                           bool mnMajor)
    : descriptor(descriptor), rows(rows), type(type), mnMajor(mnMajor) {}

std::optional<std::string> WgmmaOperand::check() const {
  const WgmmaDescriptor &d = descriptor;
  if (d.reserved)
    return "bits " + hex(d.reserved) +
           " of the descriptor are reserved and must be 0 (bits 14-15, 30-31, "
           "46-48 and 52-61)";
  bool isSwizzled = d.span != kPieceBytes;
  if (!isSwizzled && d.baseOffset)
    return "base offset " + std::to_string(d.baseOffset) +
           " without a swizzle: it must be 0";
  if (isSwizzled) {
    // What the operand takes of a swizzled row must not reach into the next.
    uint32_t inRow = d.start % d.span;
    uint32_t rowBytes = rows * getElementBytes(type);
    uint32_t needed =
        mnMajor ? (rowBytes < d.span ? rowBytes : d.span) : kWgmmaDepthBytes;
    if (inRow + needed > d.span)
      return "start " + hex(d.start) + " lies " + std::to_string(inRow) +
             " bytes into a row of the " + std::to_string(d.span) +
             "-byte swizzle: its " + std::to_string(needed) +
             " bytes must end in the same row";
  }
  return std::nullopt;
}

uint32_t WgmmaOperand::getAddress(uint32_t piece) const {
  const WgmmaDescriptor &d = descriptor;
  bool isSwizzled = d.span != kPieceBytes;
  uint32_t address = d.start;
  if (!mnMajor) {
    uint32_t row = piece / 2, half = piece % 2;
    address += row % kCoreRows * d.span + row / kCoreRows * d.stride +
               half * (isSwizzled ? kPieceBytes : d.leading);
  } else {
    uint32_t perK = rows / kCoreRows, k = piece / perK, u = piece % perK;
    uint32_t perSpan = d.span / kPieceBytes;
    address += u % perSpan * kPieceBytes +
               u / perSpan * (isSwizzled ? d.leading : d.stride) +
               k % kCoreRows * d.span +
               k / kCoreRows * (isSwizzled ? d.stride : d.leading);
  }
  uint32_t mask = d.span / kPieceBytes - 1;
  return address ^ ((((address >> 7) - d.baseOffset) & mask) << 4);
}
