//===- ScoreFunction.h - The scores of an attention ----------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel finds in the score function of a problem.attention: a factor of
// all scores, which costs nothing beside the exponential's own, and masks that
// say for each query which keys it sees, so that whole blocks of keys can be
// left out and most others need no mask.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_SCOREFUNCTION_H
#define MLIR_AUTOTUNE_KERNELS_SCOREFUNCTION_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <array>
#include <optional>

namespace mlir::autotune {

/// A number of a key: `constant`, or that behind the query's own number. With
/// an input, one of the score function's that has one element for all queries
/// and keys of a head, `ofInput` times this element is added.
struct KeyBound {
  bool isRelative = false;
  int64_t constant = 0;
  std::optional<unsigned> input;
  int64_t ofInput = 0;
};

/// An element as an index, which has 32 bits in a kernel. Elements beyond 2^29
/// become that, or its negative: no size is as large.
Value createPlace(OpBuilder &b, Location loc, Value element);
/// The key that a bound names for a query: `place` is createPlace()'s of the
/// bound's input, if it has one.
Value createKey(OpBuilder &b, Location loc, const KeyBound &bound, Value query,
                Value place);

struct PlaceSum;

/// The keys that a query may see: those from all of `lowest` on, up to all of
/// `highest`.
struct SeenKeys {
  SmallVector<KeyBound, 2> lowest, highest;
  /// Whether some mask is none of these bounds. Then a query may see fewer.
  bool hasOthers = false;

  /// The first and the last key of one query, of `keys`, as far as they don't
  /// depend on inputs.
  std::pair<int64_t, int64_t> getRange(int64_t query, int64_t keys) const;
};

/// Which masks a block of scores needs.
enum class KeyMask {
  /// None: all queries see all keys.
  None,
  /// Only the bounds of SeenKeys::highest, or of SeenKeys::lowest. All keys are
  /// there.
  Highest,
  Lowest,
  All
};

/// The score function of a problem, which must outlive this.
class ScoreFunction {
public:
  explicit ScoreFunction(problem::AttentionOp op);

  const SeenKeys &getSeenKeys() const { return seen; }
  /// Whether a query's or a key's number, or a difference of them, becomes an
  /// f32, which is exact below 2^24.
  bool convertsPlaces() const { return !converted.empty(); }
  /// Whether any score is masked.
  bool hasMasks() const { return !conditions.empty(); }
  /// The booleans that say whether keys are seen, and what they are if so. A
  /// query sees the keys for which all say so.
  ArrayRef<std::pair<Value, bool>> getConditions() const {
    return conditions.getArrayRef();
  }
  /// What the function's result is to be multiplied by. It is above 0.
  double getFactor() const { return factor; }

  /// The values of one score.
  struct Place {
    Value product;
    /// An element of each further input.
    SmallVector<Value> elements;
    /// Indices of the batch, the query and the key.
    SmallVector<Value> indices;
    /// The last two as f32, or null. Then no conversion of them is computed.
    Value queryAsFloat, keyAsFloat;
  };
  /// Computes the score, without the factor. `Highest` and `Lowest` are for
  /// functions whose masks are all bounds. With `All`, the score of a key
  /// beyond the last of `keys`, an index, is -inf.
  Value create(OpBuilder &b, const Place &place, KeyMask mask,
               Value keys) const;
  /// How many values an input of the score function has that bounds the keys:
  /// from 0 up to the number of keys. 0 if it bounds none, or this number is
  /// unknown.
  int64_t getPlaces(unsigned input) const;
  /// Whether scores may be so large that a multiple of one, as f32, is off by
  /// more than a little: from 2^20 on. Products of Q and K are taken to be
  /// below 2^16, and elements to be any of their type.
  bool mayBeLarge() const;
  /// Whether create() returns the product itself where no mask is needed.
  bool isProduct() const;

private:
  Value createLimits(OpBuilder &b, const Place &place, KeyMask mask,
                     Value keys) const;
  void addCondition(Value condition, bool isSeenIfTrue);
  void addBounds(Value condition, bool isSeenIfTrue);
  void addInequality(const PlaceSum &sum);
  /// Takes constant factors off the product.
  void takeFactor();
  void findConversions();
  void findMultiples();
  Value createMultiple(OpBuilder &b, const Place &place, Value multiple,
                       const IRMapping &mapping) const;
  bool isOnlyMasked(Value score) const;

  mutable problem::AttentionOp op;
  SeenKeys seen;
  llvm::MapVector<Value, bool> conditions;
  /// Those of which the bounds say all.
  llvm::DenseSet<Value> isBounded;
  /// Conversions of places to f32, as query * first + key * second + third.
  llvm::DenseMap<Value, std::array<int64_t, 3>> converted;
  /// Multiples of such differences by what all queries and keys of a head
  /// share, and that factor, where the same number may be added to all scores
  /// of a query.
  llvm::DenseMap<Value, Value> multiples;
  double factor = 1;
  /// The value that stands for the product times the factor.
  Value scaled;
};

/// Replaces hyperbolic tangents of f32 in the score function by a short form:
/// 1 - 2 / (1 + exp(2 x)), which is off by 2e-7 at most. That is exact enough
/// for a score, of which only differences to others matter.
void shortenTangents(problem::AttentionOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_SCOREFUNCTION_H
