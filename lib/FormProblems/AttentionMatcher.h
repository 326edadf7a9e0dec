//===- AttentionMatcher.h - Two products around a softmax -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONMATCHER_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONMATCHER_H

#include "ElementReader.h"
#include "SoftmaxMatcher.h"

#include <memory>

namespace mlir::autotune {

/// What a sum of products is multiplied by, or divided by.
struct MatchedScale {
  const Element *scale = nullptr;
  bool isDivisor = false;
};

/// A tensor that an attention reads, and which axes its dimensions have.
struct MatchedTensor {
  Value tensor;
  SmallVector<Place, 4> places;
  /// Factors that are multiplied with the elements afterwards, in f32.
  SmallVector<MatchedScale, 2> scales;
};

/// The tensors that hold what becomes an element of a product, the last one
/// first: behind them, there are reshapes, transposes, widenings and scales in
/// f32.
SmallVector<MatchedTensor> peelFactor(ElementReader &reader,
                                      const Element *element);

/// Whether a dimension of a tensor has an axis.
bool hasAxis(const MatchedTensor &tensor, Axis axis);

/// An attention in the IR.
struct AttentionPattern {
  /// The last tensor that the kernel computes, and its axes.
  MatchedTensor output;
  MatchedTensor q, k, v;
  MatchedSoftmax softmax;
  /// The first product, as an element of the scores.
  const Element *product = nullptr;
  /// The axes of the loops. The batch comes first, in the order of the output:
  /// what K has, and behind it what shares K.
  SmallVector<Axis> batch;
  Axis m = 0, n = 0, d = 0, e = 0;
};

/// A match, and the graph that it points into.
struct AttentionMatch {
  ElementGraph graph;
  AttentionPattern pattern;
};

/// Matches the attention whose second product is `op`. Fails, setting
/// `whyNot` to a clause if `op` multiplies exponentials, and else to nothing.
std::unique_ptr<AttentionMatch> matchAttention(linalg::LinalgOp op,
                                               std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONMATCHER_H
