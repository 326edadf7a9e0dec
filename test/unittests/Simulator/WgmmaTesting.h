//===- WgmmaTesting.h - Operands and sums of wgmma --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_WGMMATESTING_H
#define MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_WGMMATESTING_H

#include "TensorTesting.h"

namespace mlir::autotune::sim {

constexpr MmaShape kBF16Shape = {64,
                                 64,
                                 16,
                                 ElementKind::BF16,
                                 ElementKind::BF16,
                                 ElementKind::F32,
                                 /*scaleD=*/0,
                                 1,
                                 1,
                                 /*majorA=*/0,
                                 /*majorB=*/0,
                                 0};

inline uint64_t makeDescriptor(uint32_t start, uint32_t leading,
                               uint32_t stride, uint32_t span) {
  uint64_t mode = span == 128 ? 1 : span == 64 ? 2 : span == 32 ? 3 : 0;
  return uint64_t(start >> 4) | uint64_t(leading >> 4) << 16 |
         uint64_t(stride >> 4) << 32 | mode << 62;
}

/// An operand in shared memory as dense as its layout allows, at a multiple of
/// 1024.
struct OperandLayout {
  uint32_t start, span, bytes;
  bool mnMajor;

  /// Of the element of a row (along M or N) and a k.
  uint32_t getAddress(uint32_t row, uint32_t k) const {
    uint32_t linear, depth = k * bytes;
    if (span == 16) // core matrices of 8 x 16 bytes, side by side along K
      linear = mnMajor ? row / 8 * 256 + k / 8 * 128 + k % 8 * 16 + row % 8 * 2
                       : row / 8 * 256 + depth / 16 * 128 + row % 8 * 16 +
                             depth % 16;
    else if (mnMajor)
      linear = row / (span / 2) * 16 * span + k * span + row % (span / 2) * 2;
    else
      linear = row * span + depth;
    return start + (linear ^ ((linear >> 7 & (span / 16 - 1)) << 4));
  }
  uint64_t getDescriptor() const {
    if (span == 16)
      return makeDescriptor(start, 128, 256, span);
    return makeDescriptor(start, mnMajor ? 16 * span : 16, 8 * span, span);
  }
};

/// One product, and what the kernel finds.
struct Product {
  MmaShape shape = kBF16Shape;
  uint32_t span = 128;
  bool isAInRegisters = false;
  /// How often it is accumulated.
  uint32_t times = 1;
  /// Registers to begin with.
  std::optional<uint32_t> initial;
  std::vector<uint32_t> sums;

  uint32_t getRows() const { return 64; }
  uint32_t getNumRegisters() const {
    return uint32_t(shape.n) / (shape.typeD == ElementKind::F16 ? 4 : 2);
  }
  float getA(uint32_t row, uint32_t k) const {
    return float((row * 5 + k * 3) % 7) - getShift(shape.typeA);
  }
  float getB(uint32_t k, uint32_t column) const {
    return float((column * 3 + k * 4) % 5) - getShift(shape.typeB);
  }
  static float getShift(ElementKind kind) {
    return kind == ElementKind::U8 ? 0 : 2;
  }
  double getSum(uint32_t row, uint32_t column) const {
    double sum = 0;
    for (uint32_t k = 0; k < uint32_t(shape.k); ++k)
      sum += double(getA(row, k)) * getB(k, column);
    return sum * shape.scaleA * shape.scaleB * times;
  }

  OperandLayout getLayoutA() const {
    return {getTile(), span, getElementBytes(shape.typeA), shape.majorA != 0};
  }
  OperandLayout getLayoutB() const {
    return {getTile() + 16384, span, getElementBytes(shape.typeB),
            shape.majorB != 0};
  }
};

inline void writeElement(uint32_t address, ElementKind kind, float value) {
  uint32_t bits = encode(kind, value), bytes = getElementBytes(kind);
  autotuneSimStore(SITE("write"), int32_t(Space::Shared), address, &bits,
                   int32_t(bytes), int32_t(bytes));
}

/// By the whole warpgroup: both operands, visible to nobody yet.
inline void writeOperands(const Product &product) {
  OperandLayout a = product.getLayoutA(), b = product.getLayoutB();
  uint32_t thread = getThread();
  for (uint32_t k = 0; k < uint32_t(product.shape.k); ++k) {
    if (thread < product.getRows())
      writeElement(a.getAddress(thread, k), product.shape.typeA,
                   product.getA(thread, k));
    for (uint32_t n = thread; n < uint32_t(product.shape.n); n += 128)
      writeElement(b.getAddress(n, k), product.shape.typeB, product.getB(k, n));
  }
}

inline void fenceProxyAndSync() {
  autotuneSimFenceProxy(SITE("proxy"), int32_t(ProxyFence::AsyncShared));
  syncThreads();
}

inline uint64_t multiply(const Product &product, uint64_t accumulator,
                         const MmaShape &shape,
                         const uint32_t *registersA = nullptr) {
  return autotuneSimWgmma(SITE("wgmma"), &shape, accumulator,
                          product.getLayoutA().getDescriptor(), registersA,
                          product.getLayoutB().getDescriptor());
}
inline void fenceWgmma() { autotuneSimWgmmaFence(SITE("wgmma.fence")); }
inline void commitWgmma() { autotuneSimWgmmaCommit(SITE("wgmma.commit")); }
inline void waitWgmma(int32_t pending = 0) {
  autotuneSimWgmmaWait(SITE("wgmma.wait"), pending);
}
inline uint32_t extract(uint64_t accumulator, int32_t index) {
  return autotuneSimAccumulatorExtract(SITE("extract"), accumulator, index);
}

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_WGMMATESTING_H
