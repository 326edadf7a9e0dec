//===- Contraction.h - What sums products, and as which matmul --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction is any linalg operation that adds products of the elements of
// two operands to a third. Its name and the order of its dimensions do not
// matter. matchContraction finds out what it computes. planContraction finds
// views of its operands with which linalg.matmul, linalg.batch_matmul or
// linalg.batch_reduce_matmul computes the same. Neither changes the IR.
//
// Upstream's functions were not enough. inferContractionDims needs an m, an n
// and a k, but a matvec has no n. isaContractionOpInterface accepts any unary
// operation in the body. specializeGenericOp recognizes only generics whose
// maps are those of a named operation already.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_CONTRACTION_H
#define MLIR_AUTOTUNE_ANALYSIS_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

#include <array>
#include <string>
#include <vector>

namespace mlir::autotune {

/// In which operands of a contraction a loop appears.
enum class LoopRole {
  /// In A, B and C.
  Batch,
  /// In A and C.
  M,
  /// In B and C.
  N,
  /// In A and B, summed over.
  K,
  /// In C alone: the inputs are broadcast along it.
  Broadcast,
  /// Run once: in no operand that matters.
  Unit
};

/// A value that is subtracted from each element of an operand before the
/// product, as in the quantized operations.
struct ZeroPoint {
  /// A scalar integer; null for none.
  Value value;
  /// Whether it is zero-extended to the element type of C.
  bool isUnsigned = false;
};

/// C += sum of A * B, each converted to the element type of C first.
struct Contraction {
  linalg::LinalgOp op;
  /// A, B and C.
  std::array<Value, 3> operands;
  /// Their types, with the sizes that other operands know.
  std::array<ShapedType, 3> types;
  /// For each operand, the loop that indexes each dimension; kUnitDim for a
  /// dimension that no loop indexes, or whose loop runs once.
  std::array<SmallVector<int64_t>, 3> loops;
  static constexpr int64_t kUnitDim = -1;
  SmallVector<LoopRole> roles;
  /// How integers of A and B are converted.
  linalg::TypeFn cast = linalg::TypeFn::cast_signed;
  /// The zero points of A and B.
  std::array<ZeroPoint, 2> zeroPoints;
  /// For A and B: the dimensions of `types` and `loops` that the value itself,
  /// a memref, lacks. The value is repeated along them by a stride of 0.
  std::array<SmallVector<int64_t>, 2> repeated;
  /// The dimensions of C, a tensor, that its entries in `types` and `loops`
  /// lack. The result is added to C at each index along them.
  SmallVector<int64_t> broadcast;
};

/// Whether the operation's body only computes what it yields: no operation in
/// the body has effects or regions.
bool hasPlainBody(linalg::LinalgOp op);

/// Matches a contraction. A failure sets `whyNot`, when given, to a clause
/// without a full stop.
FailureOr<Contraction> matchContraction(linalg::LinalgOp op,
                                        std::string *whyNot = nullptr);

/// The equivalent contractions without LoopRole::Broadcast, best first;
/// `contraction` alone if it has no such loop. On tensors the product is
/// computed once; on memrefs an input is viewed as one that has the dimension.
std::vector<Contraction> getWithoutBroadcast(const Contraction &contraction);

/// Whether `op` multiplies and sums, so that a user may ask why it is no
/// matmul.
bool isLikeContraction(linalg::LinalgOp op);

/// How an operand of a contraction becomes an operand of linalg.matmul or of a
/// batched form: its dimensions are permuted, then collapsed, then unit
/// dimensions are added.
struct OperandView {
  /// Dimensions of the operand in the order of the view; empty if the order
  /// does not change.
  SmallVector<int64_t> permutation;
  /// Whether the permutation copies a tensor. Otherwise it is a view:
  /// memref.transpose of a memref, tile.permute of a tensor.
  bool isCopied = false;
  /// For each dimension of the matmul's operand, the permuted dimensions that
  /// collapse into it; empty for an added unit dimension.
  SmallVector<ReassociationIndices> groups;
  /// The matmul's indexing map.
  AffineMap map;

  /// Whether the operand is taken as it is.
  bool isIdentity() const;
  bool collapses() const;
  bool expands() const;
};

/// Which operation a contraction becomes: linalg.matmul, batch_matmul, or
/// batch_reduce_matmul, where K is in several matrices.
enum class MatmulForm { Plain, Batched, Reduced };

/// One way to compute a contraction.
struct ContractionPlan {
  MatmulForm form = MatmulForm::Plain;
  /// Whether B is the matmul's first operand, and A its second.
  bool isSwapped = false;
  /// The views of A, B and C.
  std::array<OperandView, 3> views;
};

/// Plans a contraction with as few batch dimensions, views and copies as
/// possible. Tensors are copied (transposed) only with `allowCopies`, memrefs
/// never. A failure sets `whyNot`, when given, to a clause.
FailureOr<ContractionPlan> planContraction(const Contraction &contraction,
                                           bool allowCopies,
                                           std::string *whyNot = nullptr);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_CONTRACTION_H
