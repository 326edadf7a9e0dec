//===- ExpectedSizes.h - Which unknown sizes to expect ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges, likely sizes and counts steer the choice of a plan only. The last row
// of a plan takes every size, so a size that nobody expected is slow at worst.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_EXPECTEDSIZES_H
#define MLIR_AUTOTUNE_PROBLEM_EXPECTEDSIZES_H

#include "mlir-autotune/Problem/SizeGuard.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace mlir::autotune {

/// The values that one size is expected to have.
struct ExpectedSize {
  /// How many likely values one size may have.
  static constexpr size_t kMostLikely = 16;

  SizeRange range;
  /// Sizes in the range that occur most; ascending, each once.
  llvm::SmallVector<int64_t, 2> likely;

  static ExpectedSize exactly(int64_t size) {
    return {SizeRange::exactly(size), {}};
  }

  /// Whether nothing is known.
  bool isAny() const { return range.isAll() && likely.empty(); }
  /// "from 1 to 8192 likely [1, 16]", or "" if nothing is known.
  std::string str() const;

  /// The sizes that meet both expectations. The range is empty if they
  /// contradict each other.
  ExpectedSize intersect(const ExpectedSize &other) const;
  /// The expected sum, product, and quotient without a remainder. A result with
  /// more than kMostLikely likely sizes has none.
  ExpectedSize plus(const ExpectedSize &other) const;
  ExpectedSize times(const ExpectedSize &other) const;
  ExpectedSize dividedBy(int64_t divisor) const;
  /// The expected quotient, rounded down.
  ExpectedSize flooredBy(int64_t divisor) const;

  friend bool operator==(const ExpectedSize &lhs, const ExpectedSize &rhs) {
    return lhs.range == rhs.range && lhs.likely == rhs.likely;
  }
};

/// Sizes that occurred together, and how often.
struct CountedSizes {
  ProblemSizes sizes;
  double count;

  friend bool operator==(const CountedSizes &lhs, const CountedSizes &rhs) {
    return lhs.sizes == rhs.sizes && lhs.count == rhs.count;
  }
};

/// For each size, another one that it equals.
using SameSizes = std::array<std::optional<SizeDim>, kNumSizeDims>;

/// The expected sizes of a problem.
struct ExpectedSizes {
  ExpectedSizes() = default;
  ExpectedSizes(const SizeGuard &ranges) {
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
      dims[dim].range = ranges.ranges[dim];
  }

  ExpectedSize &operator[](SizeDim dim) { return dims[unsigned(dim)]; }
  const ExpectedSize &operator[](SizeDim dim) const {
    return dims[unsigned(dim)];
  }

  /// Whether these sizes are in the ranges, and equal where they should.
  bool contain(const ProblemSizes &sizes) const;
  /// The expectations after two sizes have changed names.
  void exchange(SizeDim a, SizeDim b);

  std::array<ExpectedSize, kNumSizeDims> dims;
  /// The other size that a size equals, such as N in a product of a sequence
  /// with itself. Nothing else is expected of the first, and the other one
  /// equals no further size.
  SameSizes sameAs;
  /// From a profile.
  std::vector<CountedSizes> counted;

  friend bool operator==(const ExpectedSizes &lhs, const ExpectedSizes &rhs) {
    return lhs.dims == rhs.dims && lhs.sameAs == rhs.sameAs &&
           lhs.counted == rhs.counted;
  }
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_EXPECTEDSIZES_H
