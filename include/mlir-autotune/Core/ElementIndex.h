//===- ElementIndex.h - Element types by number -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of element types, which equal ElementKind's. Compiled code hands
// them to the runtime, the runtime to its helper kernels, and the runner to
// both. The helper kernels include this header in device code, so it uses
// nothing but the language.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_ELEMENTINDEX_H
#define MLIR_AUTOTUNE_CORE_ELEMENTINDEX_H

#include "mlir-autotune/Core/Elements.inc"

namespace mlir::autotune::cuda {

/// kBF16, kF16, ... Floats come before integers, of which kI8 is the first.
/// kI4 is only for the runner and its helper kernels. Candidates and the
/// runtime see bytes instead, each with the element of even K in its low half.
enum ElementIndex {
#define AUTOTUNE_ELEMENT(NAME, BITS) k##NAME,
  AUTOTUNE_ELEMENTS(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
};

#define AUTOTUNE_COUNT(...) +1
constexpr int kNumElementIndices = AUTOTUNE_ELEMENTS(AUTOTUNE_COUNT);
constexpr int kNumFloat8Indices = AUTOTUNE_FLOAT8(AUTOTUNE_COUNT);
#undef AUTOTUNE_COUNT

constexpr bool isFloatIndex(int kind) { return kind < kI8; }

/// Bits of one element; 0 for a number that no type has.
constexpr int getIndexBits(int kind) {
  switch (kind) {
#define AUTOTUNE_ELEMENT(NAME, BITS)                                           \
  case k##NAME:                                                                \
    return BITS;
    AUTOTUNE_ELEMENTS(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
  default:
    return 0;
  }
}

/// Whether two are in a byte.
constexpr bool isInt4Index(int kind) {
  return !isFloatIndex(kind) && getIndexBits(kind) == 4;
}

constexpr bool isFloat8Index(int kind) {
  return isFloatIndex(kind) && getIndexBits(kind) == 8;
}

/// Elements of K that I4R reorders among each other. K and the distance of rows
/// are multiples of it.
constexpr int kReorderedK = 256;

/// Where element `k` of a row of I4R is stored. Of a tensor core's product of
/// 16 along K a thread multiplies elements 2t, 2t + 1, 2t + 8 and 2t + 9, where
/// t is its place among four. What it multiplies in 8 products is stored in a
/// piece of 16 bytes, a word for two products. The words' halves have the two
/// neighbours.
constexpr long long getReorderedPlace(long long k) {
  long long product = k % kReorderedK / 16, column = k % 16;
  long long thread = column % 8 / 2, isOdd = column % 2;
  long long piece = 2 * thread + product / 8;
  long long word = product % 8 / 2;
  long long inHalf = product % 2 * 2 + column / 8;
  return k / kReorderedK * kReorderedK + piece * 32 + word * 8 + isOdd * 4 +
         inHalf;
}

/// Whether sums of type `sum` are possible for products of two factors. Floats
/// are summed in floats, and integers in integers. Beside a float, integers of
/// 8 bits may be summed in floats. Integers of 4 bits are only multiplied by
/// floats, and are summed in floats.
constexpr bool isSummedIn(int sum, int factor, int other) {
  if (isInt4Index(factor))
    return isFloatIndex(sum) && isFloatIndex(other);
  return isFloatIndex(factor) == isFloatIndex(sum) ||
         (factor == kI8 && isFloatIndex(other));
}

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_ELEMENTINDEX_H
