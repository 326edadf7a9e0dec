//===- Elements.h - The element types of matrices ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated from kernels_td/Elements.td, which explains each field. A new type
// is a record there; code that depends on more than the fields of its record
// must be extended too.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_ELEMENTS_H
#define MLIR_AUTOTUNE_CORE_ELEMENTS_H

#include "mlir-autotune/Core/Elements.inc"
#include "mlir-autotune/Core/TensorMapTypes.h"

namespace mlir::autotune {

/// The element types that a fact can name. Names in text (attributes, JSON,
/// reports) are MLIR's. There are four others, for A and B only. "tf32" is f32
/// in memory; a kernel may drop 13 bits when it multiplies. "3xtf32" is f32 in
/// memory; each factor is the sum of two of tf32, and a kernel may drop the
/// product of both low parts. "i4" is for weights: two to a byte, the element
/// of even K in the low half, as MLIR lays out vectors of i4. Kernels, and the
/// simulator's memory, have bytes instead, half as many along K. "i4r" is i4 in
/// another order along K (ElementIndex.h).
enum class ElementKind {
#define AUTOTUNE_ELEMENT(NAME, BITS) NAME,
  AUTOTUNE_ELEMENTS(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
};

/// Which peak rate of a target bounds products: that of 16-bit floats on
/// tensor cores, that of f32 on CUDA cores, or none that targets state.
enum class PeakRate { Unknown, TensorCores, CudaCores };

/// One record of Elements.td.
struct ElementInfo {
  /// The name in MLIR, and the short name that lists of shapes may use ("" if
  /// there is none).
  const char *name, *shortName;
  int bits;
  bool isFloat;
  /// Bits of the significand, with the leading one, and of the exponent. 0 for
  /// integers.
  int precision, exponentBits;
  /// If false, the largest magnitude of a float is NaN.
  bool hasInfinity;
  /// The type in memory; differs only for tf32 and 3xtf32.
  ElementKind stored;
  cuda::TensorMapDataType tensorMap;
  int cudaDataType;
  /// The type that wgmma multiplies these elements as, and the one for
  /// unsigned integers; "" if wgmma has none.
  const char *multiplied, *multipliedUnsigned;
  /// A product takes `rateDivisor` times as long as one at this rate.
  PeakRate rate;
  int rateDivisor;

  /// Bytes of one element; for i4, of the byte that two elements share.
  constexpr int getBytes() const { return (bits + 7) / 8; }
  /// For floats: the bits of the fraction in memory, and the bias of the
  /// exponent.
  constexpr int getFractionBits() const { return precision - 1; }
  constexpr int getBias() const { return (1 << (exponentBits - 1)) - 1; }
};

/// By ElementKind.
inline constexpr ElementInfo kElementInfos[] = {
#define GET_ELEMENT_INFO
#include "mlir-autotune/Core/Elements.inc"
};

constexpr const ElementInfo &getElementInfo(ElementKind kind) {
  return kElementInfos[static_cast<int>(kind)];
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_CORE_ELEMENTS_H
