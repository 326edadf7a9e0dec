//===- MatrixTypes.h - The types of matrix instructions ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated from kernels_td/Elements.td. Simulated kernels name the types of
// wgmma and mma.sync by these numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_MATRIXTYPES_H
#define MLIR_AUTOTUNE_CORE_MATRIXTYPES_H

#include "mlir-autotune/Core/Elements.h"

#include <cstdint>

namespace mlir::autotune::sim {

enum class ElementKind : int32_t {
#define AUTOTUNE_MATRIX_TYPE(NAME) NAME,
  AUTOTUNE_MATRIX_TYPES(AUTOTUNE_MATRIX_TYPE)
#undef AUTOTUNE_MATRIX_TYPE
};

struct MatrixTypeInfo {
  /// As in PTX.
  const char *name;
  int bits;
  /// The element type of this format; for b1, of the byte that eight elements
  /// share.
  autotune::ElementKind element;
};

/// By sim::ElementKind.
inline constexpr MatrixTypeInfo kMatrixTypeInfos[] = {
#define GET_MATRIX_TYPE_INFO
#include "mlir-autotune/Core/Elements.inc"
};

constexpr int kNumMatrixTypes =
    sizeof(kMatrixTypeInfos) / sizeof(MatrixTypeInfo);

/// `kind` must be one of the enumeration.
constexpr const MatrixTypeInfo &getMatrixTypeInfo(ElementKind kind) {
  return kMatrixTypeInfos[static_cast<int32_t>(kind)];
}

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_CORE_MATRIXTYPES_H
