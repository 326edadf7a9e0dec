//===- ScoreMasks.h - Which keys a query sees -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_KERNELS_SCOREMASKS_H
#define MLIR_AUTOTUNE_LIB_KERNELS_SCOREMASKS_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include <optional>

namespace mlir::autotune {

/// An index has 32 bits in a kernel. Two numbers up to this one can be added.
inline constexpr int64_t kLargestPlace = int64_t(1) << 30;

/// ofQuery * query + ofKey * key + constant, and ofInput times the element of
/// an input that is the same for all queries and keys.
struct PlaceSum {
  int64_t ofQuery = 0, ofKey = 0, constant = 0;
  std::optional<unsigned> input = std::nullopt;
  int64_t ofInput = 0;

  /// Of sums of which at most one has an input.
  PlaceSum plus(const PlaceSum &other, int64_t sign) const {
    return {ofQuery + sign * other.ofQuery, ofKey + sign * other.ofKey,
            constant + sign * other.constant, input ? input : other.input,
            ofInput + sign * other.ofInput};
  }
};

/// What a value of the score function is of the numbers of query and key. It
/// has no input.
std::optional<PlaceSum> getPlaceSum(problem::AttentionOp op, Value value);

/// Whether a value depends on nothing but the place in the batch.
bool isOfHead(problem::AttentionOp op, Value value);
/// Whether the same number can be added to all values of a query without a
/// change of its weights: the value is only added to what becomes the score.
bool shiftsScore(problem::AttentionOp op, Value value);

/// Whether a float is -inf.
bool isLowest(Value value);
/// A value from before it was widened.
Value getNarrow(Value value);
/// Whether the score is -inf if a value of its function is.
bool masksScore(problem::AttentionOp op, Value value);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_KERNELS_SCOREMASKS_H
