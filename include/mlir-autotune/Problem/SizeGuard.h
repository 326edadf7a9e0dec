//===- SizeGuard.h - Conditions on sizes of run time ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is a list of guarded rows for a problem whose sizes are known at run
// time only. The first row whose guard holds is the one that runs. selectRow()
// is the only definition of that: the tuner and lookup tables call it, and a
// test compares the generated host code with it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_SIZEGUARD_H
#define MLIR_AUTOTUNE_PROBLEM_SIZEGUARD_H

#include "mlir-autotune/Problem/ProblemFact.h"

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <limits>
#include <optional>
#include <string>

namespace mlir::autotune {

/// The sizes that a guard may speak of, in the order of ProblemSizes.
enum class SizeDim { M, N, K, Batch };
inline constexpr unsigned kNumSizeDims = 4;

/// The name in text: "m", "n", "k" or "batch".
llvm::StringRef stringifySizeDim(SizeDim dim);
std::optional<SizeDim> symbolizeSizeDim(llvm::StringRef name);

/// M, N, K and the batch of one problem. K is that of one part, if it is in
/// several matrices.
using ProblemSizes = std::array<int64_t, kNumSizeDims>;

/// The sizes of a problem; kDynamicSize for those that are not known.
ProblemSizes getSizes(const ProblemFact &fact);

/// Why guards can't speak of all sizes of a problem, as a clause; empty if they
/// can.
llvm::StringRef getWhyNotGuarded(const ProblemFact &fact);

/// The multiples of `unit` from `lower` to `upper`, both included.
struct SizeRange {
  static constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

  int64_t lower = 0;
  int64_t upper = kNoLimit;
  int64_t unit = 1;

  static SizeRange exactly(int64_t size) { return {size, size, 1}; }

  bool isAll() const { return lower <= 0 && upper == kNoLimit && unit == 1; }
  /// Whether no size is in the range. Bounds must not be negative, and `unit`
  /// must be positive.
  bool isEmpty() const;
  bool contains(int64_t size) const;
  /// Whether every size of `other` is in this range.
  bool contains(const SizeRange &other) const;
  /// The only size in the range; nullopt if there are several or none.
  std::optional<int64_t> getExact() const;
  /// "= 1" or "from 2 to 64 by 8", or "" for a range of all sizes.
  std::string str() const;

  friend bool operator==(const SizeRange &lhs, const SizeRange &rhs) {
    return lhs.lower == rhs.lower && lhs.upper == rhs.upper &&
           lhs.unit == rhs.unit;
  }
};

/// A range for each size, all of which must hold.
struct SizeGuard {
  std::array<SizeRange, kNumSizeDims> ranges;

  SizeRange &operator[](SizeDim dim) { return ranges[unsigned(dim)]; }
  const SizeRange &operator[](SizeDim dim) const {
    return ranges[unsigned(dim)];
  }
  /// Whether the guard holds for all sizes.
  bool isAll() const;
  bool isEmpty() const;
  bool contains(const ProblemSizes &sizes) const;
  bool contains(const SizeGuard &other) const;
  /// "m from 2 to 64, k by 64", or "" for a guard that always holds.
  std::string str() const;

  friend bool operator==(const SizeGuard &lhs, const SizeGuard &rhs) {
    return lhs.ranges == rhs.ranges;
  }
};

llvm::hash_code hash_value(const SizeGuard &guard);

/// The number of the first guard that holds; the number of guards if none does.
size_t selectRow(llvm::ArrayRef<SizeGuard> guards, const ProblemSizes &sizes);

/// The number of the first guard that can never be selected, because the guards
/// before it hold whenever it does. nullopt if there is none, or it would take
/// too many comparisons to tell.
std::optional<size_t> findUnreachable(llvm::ArrayRef<SizeGuard> guards);

/// Removes bounds that change no selection, because the rows before take all
/// sizes beyond them.
void simplifyGuards(llvm::MutableArrayRef<SizeGuard> guards);

/// Why a guard never holds for a problem, as in "is for n to 64, but n is 96
/// here"; empty if it may hold.
std::string getWhyExcluded(const ProblemFact &fact, const SizeGuard &guard);

/// For each unknown size that is the length of rows of a dense A, B or output,
/// the unit with which these rows are multiples of `bytes`, a power of two.
SizeGuard getRowUnits(const ProblemFact &fact, int64_t bytes);

/// Adds to a problem what is known when `guard` holds. The problem's known
/// sizes must be in the guard.
///
/// - A size that the guard states exactly becomes known, except a size of 0 and
///   a batch of 1.
/// - Strides of dense matrices that follow from known sizes become known.
/// Others
///   are multiples of the unit of the size that they follow from.
ProblemFact restrictTo(const ProblemFact &fact, const SizeGuard &guard);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_SIZEGUARD_H
