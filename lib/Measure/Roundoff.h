//===- Roundoff.h - How exact element types are -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_ROUNDOFF_H
#define AUTOTUNE_LIB_MEASURE_ROUNDOFF_H

#include "mlir-autotune/Problem/Elements.h"

#include <cmath>

namespace mlir::autotune::measure {

/// Unit roundoff of a float kind, 2^-p for a significand of p bits.
inline double getRoundoff(int kind) {
  return std::ldexp(1.0, -kElementInfos[kind].precision);
}

/// Half the distance between two subnormals; none of integers, and of a type
/// where it is far below all else: with as many bits of exponent as f32, or
/// more.
inline double getUnderflow(int kind) {
  const ElementInfo &info = kElementInfos[kind];
  constexpr int kExponentBits32 = 8;
  if (!info.isFloat || info.exponentBits >= kExponentBits32)
    return 0;
  return std::ldexp(1.0, 1 - info.getBias() - info.precision);
}

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_ROUNDOFF_H
