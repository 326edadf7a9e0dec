//===- Softmax.h - The running softmax of a consumer ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scores come block by block. For each row there is a running maximum of all
// scores so far, and a sum of their exponentials relative to that maximum. When
// the maximum grows, what was summed up before is scaled down. Exponentials are
// of base 2: a score is multiplied by the score function's factor and by
// log2(e) within the fused multiply-add that subtracts the maximum.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_SOFTMAX_H
#define MLIR_AUTOTUNE_KERNELS_SOFTMAX_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Kernels/ScoreFunction.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::autotune {

/// The indices of dimensions from one over all of them, the last one fastest.
/// Sizes but the first must be known.
SmallVector<Value> splitIndex(ImplicitLocOpBuilder &b, Value index,
                              ArrayRef<int64_t> sizes);

class Softmax {
public:
  /// For blocks of `rows` x `keys` scores.
  Softmax(const ScoreFunction &function, int64_t rows, int64_t keys)
      : function(function), rows(rows), keys(keys),
        isWide(function.mayBeLarge()) {}

  /// What is carried from block to block.
  struct State {
    /// The maximum of each row; and the same times the factor, below 0 for a
    /// maximum above 0: what the multiply-add adds. If scores may be large, it
    /// is not multiplied, but added to a score before.
    Value maximum, offset;
    /// Sums of every eighth column's exponentials.
    Value sums;
  };
  /// Where a block is.
  struct Place {
    /// The problem's indices of the batch, and the two that the kernel has.
    SmallVector<Value> batch, views;
    /// The sizes of the batch's last dimensions and the number of queries, if
    /// rows are all of these.
    SmallVector<int64_t> rowSizes;
    Value query, key, keys;
    /// What the score function reads beside the products.
    SmallVector<Value> extras;
  };

  /// Applies the score function to products. With a mask of all, keys beyond
  /// the last one are masked, too.
  Value createScores(ImplicitLocOpBuilder &b, Value products,
                     const Place &place, KeyMask mask) const;
  /// Adds a block of scores to the state, or begins with it. Returns the
  /// exponentials, and sets `decrease` to what sums of before are multiplied
  /// by; null for the first block.
  Value add(ImplicitLocOpBuilder &b, Value scores, State &state,
            Value &decrease) const;
  /// What each row is divided by, as a factor. Rows that are masked whole have
  /// sums of 0: with `isZero`, their factor is 0, and else it is infinite.
  Value finish(ImplicitLocOpBuilder &b, const State &state, bool isZero) const;

  /// The logarithm to the base 2 of each row's sum of exponentials of scores,
  /// which must not be large.
  Value createExponents(ImplicitLocOpBuilder &b, const State &state) const;
  /// The natural logarithms, of those.
  static Value createLogarithms(ImplicitLocOpBuilder &b, Value exponents);
  /// The natural logarithm of each row's sum of exponentials.
  Value createLogarithms(ImplicitLocOpBuilder &b, const State &state) const;
  /// Makes all of them -inf if the boolean `isHidden` holds.
  static Value hideRows(ImplicitLocOpBuilder &b, Value exponents,
                        Value isHidden);

  /// Multiplies each row of a fragment.
  static Value multiplyRows(ImplicitLocOpBuilder &b, Value fragment,
                            Value factors);

private:
  tile::FragmentType getType(ImplicitLocOpBuilder &b, int64_t columns) const;
  /// What scores are multiplied by, for exponentials of base 2.
  double getFactor() const {
    return function.getFactor() * llvm::numbers::log2e;
  }
  Value createOffset(ImplicitLocOpBuilder &b, Value maximum) const;
  Value createPower(ImplicitLocOpBuilder &b, Value score, Value offset) const;

  const ScoreFunction &function;
  int64_t rows, keys;
  /// Whether differences of scores are multiplied, because the rounding of a
  /// multiple might be the power of a large factor.
  bool isWide;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_SOFTMAX_H
