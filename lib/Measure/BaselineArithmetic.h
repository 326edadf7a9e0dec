//===- BaselineArithmetic.h - What cuBLASLt computes in ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_BASELINEARITHMETIC_H
#define AUTOTUNE_LIB_MEASURE_BASELINEARITHMETIC_H

#include "mlir-autotune/Core/Elements.h"
#include "mlir-autotune/Measure/Manifest.h"

namespace mlir::autotune::measure {

/// The cudaDataType of an ElementIndex. Of 8-bit floats the library's scales
/// are 1, unless a problem has some, and its sums promoted (no
/// CUBLASLT_MATMUL_DESC_FAST_ACCUM), by default.
constexpr int getDataType(int element) {
  return kElementInfos[element].cudaDataType;
}

/// Alpha or beta in the type that the library reads it in; of f16 the bits.
union Scalar {
  float f32;
  double f64;
  int32_t i32;
  uint16_t f16;
};

struct BaselineArithmetic {
  /// A cublasComputeType_t, and the cudaDataType of the scalars.
  int compute = 0, scale = 0;
  Scalar alpha = {}, beta = {};
};

/// Of a matmul that is summed as the problem says; in f32 where the library has
/// no sums in f16, which it has only of a C in f16.
BaselineArithmetic getArithmetic(const MeasuredProblem &problem);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_BASELINEARITHMETIC_H
