//===- SoftmaxMatcher.h - A softmax in a graph of elements ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_SOFTMAXMATCHER_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_SOFTMAXMATCHER_H

#include "ElementGraph.h"

#include <string>

namespace mlir::autotune {

/// The softmax that the weights of a second product are.
struct MatchedSoftmax {
  const Element *scores = nullptr;
  /// What scores are multiplied by, because powers of another base are taken.
  double factor = 1;
  /// Whether rows of masked scores are zero.
  bool hasZeroRows = false;
};

/// Whether there is a softmax in an element, or an exponential and a reduction
/// of a product: then somebody expects an attention.
bool looksLikeSoftmax(const Element *element);

/// Without conversions among types of floats.
const Element *stripConversions(const Element *element);

/// If `element` selects zero for the rows whose scores are all masked: what it
/// is for other rows, and the condition. Otherwise the element itself.
struct MatchedGuard {
  const Element *element = nullptr;
  const Element *condition = nullptr;
  /// Whether the condition is true for rows that are not masked.
  bool isInverted = false;
};
MatchedGuard matchGuard(const Element *element);

/// If `element` is a quotient: the dividend and divisor.
std::optional<std::pair<const Element *, const Element *>>
matchQuotient(const Element *element);

/// Matches a softmax along the axis `n`. `sum`, if there is one, is what the
/// second product is divided by; `guard` is a condition of rows of its result.
/// Fails, setting `whyNot` to a clause.
std::optional<MatchedSoftmax>
matchSoftmax(ElementGraph &graph, const Element *weights, const Element *sum,
             MatchedGuard guard, Axis n, std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_SOFTMAXMATCHER_H
