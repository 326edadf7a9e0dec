//===- AttentionProblem.h - An attention as a fact, and back -- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ATTENTIONPROBLEM_H
#define MLIR_AUTOTUNE_KERNELS_ATTENTIONPROBLEM_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/AttentionFact.h"
#include "mlir-autotune/Problem/TensorView.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::autotune {

/// The operands of an attention as kernels take them: of four dimensions, which
/// are the batch, heads, rows and columns. The elements of a row are adjacent.
class AttentionViews {
public:
  /// Fails, with a clause in `whyNot`, for operands that no view without a copy
  /// makes such a tensor of.
  static FailureOr<AttentionViews> create(problem::AttentionOp op,
                                          std::string &whyNot);

  /// The dimensions of a view.
  enum Dim { Batch, Head, Row, Column };

  /// The batch dimensions that count as batch, and those that count as heads.
  ArrayRef<unsigned> getOuterDims() const { return outer; }
  ArrayRef<unsigned> getHeadDims() const { return heads; }
  /// The last of the heads' dimensions, which K and V don't have.
  ArrayRef<unsigned> getSharingDims() const {
    return ArrayRef(heads).take_back(numSharing);
  }
  /// The batch dimensions that count as rows, in front of the queries. If there
  /// are few queries, those of all heads that share a head of K and V are the
  /// rows of one tile, where they lie one behind the other: K and V are loaded
  /// once for all of them.
  ArrayRef<unsigned> getRowDims() const { return rows; }
  /// Whether an operand is broadcast along a dimension of the view.
  bool isBroadcast(unsigned operand, Dim dim) const {
    return llvm::is_contained(views[operand].missing, dim);
  }
  /// Views an operand, by its number. Rows and columns of what the score
  /// function reads are queries and keys.
  Value createView(OpBuilder &b, unsigned operand) const;
  /// What that view is. The operand's sizes must be static.
  TensorView getView(unsigned operand) const;
  /// A tensor like an operand, from what a kernel has made of its view.
  Value restore(OpBuilder &b, unsigned operand, Value viewed) const;

private:
  static FailureOr<AttentionViews> create(problem::AttentionOp op,
                                          bool joinsHeads, std::string &whyNot);

  /// What becomes of the dimensions of an operand.
  struct View {
    /// Neighbours in memory that become one dimension.
    SmallVector<ReassociationIndices> joined;
    /// The dimensions that the operand does not have: they are put in front,
    /// with a size of 1.
    SmallVector<Dim> missing;
    /// The order of all four then.
    SmallVector<int64_t> order;
  };
  FailureOr<View> computeView(unsigned operand, std::string &whyNot) const;

  mutable problem::AttentionOp op;
  SmallVector<unsigned> outer, heads, rows;
  size_t numSharing = 0;
  SmallVector<View> views;
};

/// The numbers of the problem's operands in the order in which kernels take
/// them: Q, K and V, the results, and what the score function reads.
SmallVector<unsigned> getKernelOrder(problem::AttentionOp op);

/// The fact of a problem. Fails, with a clause in `whyNot`, if no fact can
/// stand for the problem: none of its operands is viewed, or the sizes that
/// kernels are built for are unknown. Problems that differ in names, locations
/// or discardable attributes have the same fact.
FailureOr<AttentionFact> getAttentionFact(problem::AttentionOp op,
                                          std::string &whyNot);

/// A module with one function, whose arguments are the operands of the fact's
/// problem, inputs first. It has the problem and returns its results. Null,
/// with a reason in `whyNot`, if the fact's text is no such problem. The
/// dialects of registerEpilogueDialects, func, linalg and tensor must be
/// registered.
OwningOpRef<ModuleOp> parseAttentionProblem(MLIRContext *context,
                                            const AttentionFact &fact,
                                            std::string &whyNot);

/// The problem of a module that parseAttentionProblem made.
problem::AttentionOp getAttentionProblem(ModuleOp module);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ATTENTIONPROBLEM_H
