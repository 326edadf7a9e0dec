//===- ElementIndex.h - Element types by number -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of element types that compiled code hands to the runtime, the
// runtime to its helper kernels, and the runner to both. They are those of
// ElementKind in Analysis/MatmulFact.h; ElementKindTest.cpp compares the two.
// The helper kernels are compiled with this header for the device: nothing but
// the language here.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_ELEMENTINDEX_H
#define MLIR_AUTOTUNE_CORE_ELEMENTINDEX_H

namespace mlir::autotune::cuda {

/// Floats come before integers.
enum ElementIndex {
  kBF16,
  kF16,
  kF32,
  kF64,
  kF8E4M3FN,
  kF8E5M2,
  kTF32,
  kTF32x3,
  kI8,
  kI16,
  kI32,
  kI64,
  /// Two to a byte, that of even K in the low half: of weights, in the runner
  /// and its helper kernels alone. Candidates and the runtime have bytes.
  kI4
};
constexpr int kNumElementIndices = kI4 + 1;

constexpr bool isFloatIndex(int kind) { return kind < kI8; }

/// Whether products of a factor and the other one are summed in `sum`: floats
/// in floats, integers in integers and, of 8 bits beside a float, in floats; of
/// 4 bits beside a float alone.
constexpr bool isSummedIn(int sum, int factor, int other) {
  if (factor == kI4)
    return isFloatIndex(sum) && isFloatIndex(other);
  return isFloatIndex(factor) == isFloatIndex(sum) ||
         (factor == kI8 && isFloatIndex(other));
}

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_ELEMENTINDEX_H
