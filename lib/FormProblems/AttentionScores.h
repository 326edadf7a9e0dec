//===- AttentionScores.h - The function of scores ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONSCORES_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONSCORES_H

#include "AttentionMatcher.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::autotune {

/// The function that makes a score of a product.
class AttentionScores {
public:
  explicit AttentionScores(const AttentionMatch &match) : match(match) {}

  /// Finds out what the function reads. Fails, setting `whyNot` to a clause, if
  /// an element can't be read.
  bool collect(std::string &whyNot);

  /// Tensors that the function reads, in the order of the arguments.
  ArrayRef<MatchedTensor> getTensors() const { return tensors; }
  /// Scalars that it reads, behind the tensors.
  ArrayRef<Value> getScalars() const { return scalars.getArrayRef(); }

  /// Writes the function's body into a block that has its arguments. Returns
  /// the score.
  Value build(ImplicitLocOpBuilder &b, Block &body);

private:
  bool collectElement(const Element *element, std::string &whyNot);
  bool collectIndex(const Element *element, std::string &whyNot);
  Value create(ImplicitLocOpBuilder &b, const Element *element);
  Value createIndex(ImplicitLocOpBuilder &b, const Element *element);
  Value createInput(ImplicitLocOpBuilder &b, unsigned number, Type type);
  Value createProduct(ImplicitLocOpBuilder &b);

  const AttentionMatch &match;
  llvm::SetVector<const Element *> leaves;
  SmallVector<MatchedTensor> tensors;
  llvm::SetVector<Value> scalars;
  llvm::DenseSet<const Element *> seen;
  Block *body = nullptr;
  llvm::DenseMap<const Element *, Value> created;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONSCORES_H
