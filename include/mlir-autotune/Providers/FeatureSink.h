//===- FeatureSink.h - What the learned model sees of a config  -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers by which one candidate differs from another: how the grid falls on
// the device, what one CTA has on its way, the terms of the estimate. Sizes go
// in by their logarithms, so that a tree cuts between doublings.
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

/// Gathers values in a fixed order; names, where they are asked for.
class FeatureSink {
public:
  FeatureSink(SmallVectorImpl<float> &values, SmallVectorImpl<StringRef> *names)
      : values(values), names(names) {}

  /// Rounded to f32; the trainer reads it to nine digits.
  void add(StringRef name, double value) {
    values.push_back(static_cast<float>(value));
    if (names)
      names->push_back(name);
  }

private:
  SmallVectorImpl<float> &values;
  SmallVectorImpl<StringRef> *names;
};

/// The logarithm of a count or a time; what is none counts as one.
inline double log2Of(double value) { return std::log2(std::max(value, 1.0)); }

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_FEATURESINK_H
