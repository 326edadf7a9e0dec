//===- ConvolutionElements.h - Results behind a convolution -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind a convolution there are element-wise operations and views. The last
// one whose result depends on the convolution element by element is the output
// of the problem. What makes an element of the output is read from an
// ElementGraph.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONELEMENTS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONELEMENTS_H

#include "AttentionMatcher.h"
#include "ConvolutionMatcher.h"

#include "llvm/ADT/SetVector.h"

#include <memory>

namespace mlir::autotune {

/// A result that follows from a convolution, and the operations between.
struct ConvolutionCandidate {
  Value tensor;
  /// The convolution, and all up to the one that defines the tensor.
  llvm::SetVector<Operation *> operations;
};

/// The results that could be the output of a convolution's problem, the nearest
/// first. All that is computed between has no other use.
SmallVector<ConvolutionCandidate>
getConvolutionCandidates(ConvolutionPattern &pattern);

/// How an element of an output is computed.
struct ConvolutionElements {
  ElementGraph graph;
  /// The output. Each of its dimensions has one axis or several.
  MatchedTensor output;
  const Element *element = nullptr;
  /// The element of the convolution's result, or null if there is none in
  /// `element`, and the element of its init.
  const Element *sum = nullptr, *init = nullptr;
  /// The axis of each dimension of the convolution's result.
  SmallVector<Axis> axes;
  /// Axes of one element that the output lacks.
  SmallVector<Axis> missing;
  /// What is read, in the order of its appearance, by element.
  llvm::SetVector<const Element *> leaves;
  SmallVector<MatchedTensor> tensors;
  llvm::SetVector<Value> scalars;
};

/// Null if the output is no function of the convolution's elements and of what
/// a problem can read.
std::unique_ptr<ConvolutionElements>
readConvolutionElements(ConvolutionPattern &pattern,
                        const ConvolutionCandidate &candidate);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONELEMENTS_H
