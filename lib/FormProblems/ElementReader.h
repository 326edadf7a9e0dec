//===- ElementReader.h - What an element of a tensor is ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ELEMENTREADER_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ELEMENTREADER_H

#include "ElementGraph.h"

#include <optional>

namespace mlir::autotune {

/// Follows elements of tensors through the operations that compute them:
/// reshapes, casts, element-wise operations, linalg operations and reductions.
class ElementReader {
public:
  explicit ElementReader(ElementGraph &graph) : graph(graph) {}

  /// What a read is, in one step: of reads of the operands of the operation
  /// that defines the tensor. Null if nothing is known of the tensor.
  const Element *define(const Element *read);

  /// Follows all reads as far as possible, but for operands of sums of
  /// products.
  const Element *resolve(const Element *element);

  /// A sum of products goes along this axis, and not along one of its own.
  void adoptDepth(Operation *op, Axis axis) { depths[op] = axis; }

  /// The axis of all reductions that are no sums of products.
  std::optional<Axis> reduced;
  /// An expensive function that does not depend on both of these axes is not
  /// computed again for each element.
  std::optional<Axis> rows;

  /// If an axis has to be divided, so that a dimension of a reshaped tensor has
  /// axes of its own: the axis and its inner size.
  std::optional<std::pair<Axis, ProductSize>> division;

private:
  const Element *defineLinalg(linalg::LinalgOp op, OpResult result,
                              ArrayRef<Place> places);
  const Element *defineReduction(linalg::LinalgOp op, OpResult result,
                                 ArrayRef<Place> places,
                                 SmallVector<Place> loops);
  const Element *defineSoftmax(linalg::SoftmaxOp op, const Element *read);
  std::optional<SmallVector<Place>> reshape(ArrayRef<Place> places,
                                            ArrayRef<ProductSize> from,
                                            ArrayRef<ProductSize> to);
  std::optional<SmallVector<Place>> distribute(Place place,
                                               ArrayRef<ProductSize> sizes);
  SmallVector<ProductSize> getSizes(Value tensor);
  const Element *readPlaces(Value tensor,
                            std::optional<SmallVector<Place>> places);

  ElementGraph &graph;
  llvm::DenseMap<const Element *, const Element *> defined, resolved;
  llvm::DenseMap<Operation *, Axis> depths;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ELEMENTREADER_H
