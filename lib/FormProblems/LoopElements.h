//===- LoopElements.h - Elements within linalg operations -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_LOOPELEMENTS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_LOOPELEMENTS_H

#include "ElementGraph.h"

#include <optional>

namespace mlir::autotune {

/// Whether the body of `op` has nothing but operations that have no effects,
/// no regions and one result each.
bool hasOnlyArithmetic(linalg::LinalgOp op);

/// The number of iterations of a loop.
ProductSize getLoopSize(SizeReader &sizes, linalg::LinalgOp op, unsigned loop);

/// What a reduction makes of its result so far.
struct MatchedCombiner {
  Combiner combiner = Combiner::Other;
  /// What is combined with the result so far.
  Value element;
  /// Whether the result is a sum of products.
  bool isProduct = false;
};
std::optional<MatchedCombiner> matchCombiner(linalg::LinalgOp op,
                                             unsigned result);

/// The elements that the body of a linalg operation computes in one iteration.
class LoopElements {
public:
  using Resolve = llvm::function_ref<const Element *(const Element *)>;

  /// `loops` are the indices of the loops. `resolve` follows reads of what
  /// becomes an index.
  LoopElements(ElementGraph &graph, linalg::LinalgOp op, ArrayRef<Place> loops,
               Resolve resolve)
      : graph(graph), op(op), loops(loops), resolve(resolve) {}

  /// What a value of the body is, or null.
  const Element *get(Value value);
  /// What a result is before the reduction begins.
  const Element *getInit(unsigned result) {
    return getOperand(*op.getDpsInitOperand(result));
  }

private:
  const Element *getOperand(OpOperand &operand);
  const Element *getExtracted(Operation *op);
  const Element *compute(Value value);
  const Element *foldBroadcast(ArrayRef<const Element *> operands);
  bool hasSize(const Element *index, const ProductSize &size);

  ElementGraph &graph;
  linalg::LinalgOp op;
  SmallVector<Place> loops;
  Resolve resolve;
  llvm::DenseMap<Value, const Element *> known;
  /// How many iterations the loops of indices have.
  llvm::DenseMap<const Element *, ProductSize> sizes;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_LOOPELEMENTS_H
