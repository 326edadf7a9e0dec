//===- BaselineArithmetic.cpp - What cuBLASLt computes in -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BaselineArithmetic.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;

// Of cublasComputeType_t (cuBLAS 12 and 13).
enum : int {
  kComputeF16 = 64,
  kComputeF32 = 68,
  kComputeF64 = 70,
  kComputeI32 = 72,
  kComputeFastTF32 = 77
};

static Scalar makeScalar(int kind, bool isOne) {
  constexpr uint16_t kOneF16 = 0x3C00;
  Scalar scalar = {};
  if (kind == cuda::kF64)
    scalar.f64 = isOne;
  else if (kind == cuda::kF16)
    scalar.f16 = isOne ? kOneF16 : 0;
  else if (!cuda::isFloatIndex(kind))
    scalar.i32 = isOne;
  else
    scalar.f32 = isOne;
  return scalar;
}

BaselineArithmetic measure::getArithmetic(const MeasuredProblem &problem) {
  BaselineArithmetic arithmetic;
  int scale = cuda::kF32;
  if (problem.accumulator == cuda::kF64) {
    arithmetic.compute = kComputeF64;
    scale = cuda::kF64;
  } else if (!cuda::isFloatIndex(problem.accumulator)) {
    arithmetic.compute = kComputeI32;
    scale = cuda::kI32;
  } else if (problem.accumulator == cuda::kF16 &&
             problem.operands[2].element == cuda::kF16) {
    arithmetic.compute = kComputeF16;
    scale = cuda::kF16;
  } else {
    arithmetic.compute = problem.operands[0].element == cuda::kTF32
                             ? kComputeFastTF32
                             : kComputeF32;
  }
  arithmetic.scale = getDataType(scale);
  arithmetic.alpha = makeScalar(scale, true);
  arithmetic.beta = makeScalar(scale, problem.accumulate);
  return arithmetic;
}
