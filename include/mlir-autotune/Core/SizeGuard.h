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
// is the only definition of that: the tuner, lookup tables and the runtime
// call it, and a test compares the generated host code with it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_SIZEGUARD_H
#define MLIR_AUTOTUNE_CORE_SIZEGUARD_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace mlir::autotune {

/// The sizes that a guard may speak of, in the order of ProblemSizes.
enum class SizeDim { M, N, K, Batch };
inline constexpr unsigned kNumSizeDims = 4;

/// The name in text: "m", "n", "k" or "batch".
const char *getSizeDimName(SizeDim dim);

/// M, N, K and the batch of one problem. K is that of one part, if it is in
/// several matrices.
using ProblemSizes = std::array<int64_t, kNumSizeDims>;

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

/// The number of the first of `count` guards that holds; `count` if none does.
size_t selectRow(const SizeGuard *guards, size_t count,
                 const ProblemSizes &sizes);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_CORE_SIZEGUARD_H
