//===- SizeGrid.cpp - Combinations of sizes -------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/FitPlan.h"

using namespace mlir::autotune;
using llvm::SmallVector;

size_t SizeGrid::getNumPoints() const {
  size_t count = 1;
  for (const SmallVector<int64_t> &axis : axes)
    count *= axis.size();
  return count;
}

ProblemSizes SizeGrid::getPoint(size_t number) const {
  ProblemSizes sizes;
  for (unsigned dim = kNumSizeDims; dim-- > 0;) {
    sizes[dim] = axes[dim][number % axes[dim].size()];
    number /= axes[dim].size();
  }
  setSame(sizes);
  return sizes;
}

void SizeGrid::setSame(ProblemSizes &sizes) const {
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (sameAs[dim])
      sizes[dim] = sizes[unsigned(*sameAs[dim])];
}
