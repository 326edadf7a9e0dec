//===- Trees.h - What the trained tables are made of ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_TREES_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_TREES_H

#include <cstdint>

namespace mlir::autotune {

/// Features of at most `threshold` go left. A leaf is its own child, and has
/// its value in the threshold's place.
struct TreeNode {
  float threshold;
  uint16_t left, right, feature;
};

struct TreeRoot {
  uint16_t node, depth;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_TREES_H
