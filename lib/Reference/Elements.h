//===- Elements.h - Formats of floats ---------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_REFERENCE_ELEMENTS_H
#define AUTOTUNE_LIB_REFERENCE_ELEMENTS_H

#include "mlir-autotune/Reference/Function.h"

namespace mlir::autotune::reference {

struct Format {
  /// Of the significand, with the leading one.
  int precision;
  /// Of the smallest normal number.
  int leastExponent;
  double largest;
  /// Otherwise what is too large is NaN.
  bool hasInfinity;
  int bits;
};

/// Of a float.
const Format &getFormat(ElementType type);

/// To nearest even, as a value of the type.
double round(ElementType type, double value);

} // namespace mlir::autotune::reference

#endif // AUTOTUNE_LIB_REFERENCE_ELEMENTS_H
