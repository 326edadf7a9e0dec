//===- ConvolutionMatcher.h - What a convolution multiplies -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONMATCHER_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONMATCHER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <string>

namespace mlir::autotune {

/// A tensor that a convolution multiplies, and how it is indexed.
struct ConvolutionFactor {
  Value tensor;
  /// If not empty, the tensor's dimensions are divided into these dimensions of
  /// `shape` before it is read.
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> shape;
  /// An index for each dimension that is read, of the loops.
  SmallVector<AffineExpr> indices;

  /// The tensor as it is read.
  Value create(ImplicitLocOpBuilder &b) const;
  Type getElementType() const { return getElementTypeOrSelf(tensor.getType()); }
};

/// A convolution of linalg.
struct ConvolutionPattern {
  linalg::LinalgOp op;
  /// The loops in the order of the problem's dimensions.
  SmallVector<unsigned> loops;
  ConvolutionFactor x, f;

  Value getInit() { return op.getDpsInits()[0]; }
  Value getResult() { return op->getResult(0); }
  /// The loop of a dimension of the result.
  unsigned getLoop(unsigned dim);
  /// A map of the problem's dimensions.
  AffineMap getMap(ArrayRef<AffineExpr> indicesOfLoops) const;
};

/// Whether an operation reads windows: it may be a convolution or a pooling.
bool hasWindows(linalg::LinalgOp op);

/// Matches a convolution, and the padding, widenings and transposes in front of
/// it. Fails, setting `whyNot` to a clause if `op` is a convolution, and else
/// to nothing.
bool matchConvolution(linalg::LinalgOp op, ConvolutionPattern &pattern,
                      std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONMATCHER_H
