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

#include <vector>

namespace mlir::autotune {

/// What is expected of one size.
struct ExpectedSize {
  /// The most likely sizes of one size.
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

  /// What is expected of a size of which both are expected. The range is empty
  /// if they contradict each other.
  ExpectedSize intersect(const ExpectedSize &other) const;
  /// What is expected of the sum, the product, and the quotient of sizes that
  /// never has a remainder. Too many likely sizes are none.
  ExpectedSize plus(const ExpectedSize &other) const;
  ExpectedSize times(const ExpectedSize &other) const;
  ExpectedSize dividedBy(int64_t divisor) const;
  /// The same of a quotient that is rounded down.
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

/// What is expected of the sizes of a problem.
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

  std::array<ExpectedSize, kNumSizeDims> dims;
  /// From a profile.
  std::vector<CountedSizes> counted;

  friend bool operator==(const ExpectedSizes &lhs, const ExpectedSizes &rhs) {
    return lhs.dims == rhs.dims && lhs.counted == rhs.counted;
  }
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_EXPECTEDSIZES_H
