//===- FeatureSink.h - What the learned model sees of a config  -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Features are numbers that distinguish candidates: how the grid fits the
// device, the bytes that one CTA has in flight, the terms of the estimate.
// Sizes are logarithms, so that a tree splits between doublings.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_FEATURESINK_H
#define MLIR_AUTOTUNE_PROVIDERS_FEATURESINK_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cmath>

namespace mlir::autotune {

/// Collects values in a fixed order and, if asked, their names.
class FeatureSink {
public:
  FeatureSink(SmallVectorImpl<float> &values, SmallVectorImpl<StringRef> *names)
      : values(values), names(names) {}

  /// The value is rounded to f32; the trainer reads it with nine digits.
  void add(StringRef name, double value) {
    values.push_back(static_cast<float>(value));
    if (names)
      names->push_back(name);
  }

private:
  SmallVectorImpl<float> &values;
  SmallVectorImpl<StringRef> *names;
};

/// The base-2 logarithm of a count or a time; values below one count as one.
inline double log2Of(double value) { return std::log2(std::max(value, 1.0)); }

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_FEATURESINK_H
