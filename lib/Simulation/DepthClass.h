//===- DepthClass.h - Some steps of K ---------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_DEPTHCLASS_H
#define AUTOTUNE_LIB_SIMULATION_DEPTHCLASS_H

#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace mlir::autotune::diagnosis {

/// The step of K that a stage holds, and that one wgmma takes of it, in
/// elements of 16 bits.
inline constexpr int64_t kStageDepth = 64, kProductDepth = 16;

/// The k that one operation of a kernel is for: all, those before or after the
/// first stage (loops are often peeled), and of these what one product takes.
struct DepthClass {
  int64_t from, to;
  /// Which product of a stage; -1 for all.
  int64_t product;

  bool contains(int64_t depth) const {
    return depth >= from && depth < to &&
           (product < 0 || depth % kStageDepth / kProductDepth == product);
  }

  /// The first k behind `depth` up to which all or none are contained, at most
  /// `k`.
  int64_t getRunEnd(int64_t depth, int64_t k) const {
    int64_t end = depth < from ? from : depth < to ? to : k;
    if (product >= 0 && depth >= from && depth < to)
      end = std::min(end, (depth / kProductDepth + 1) * kProductDepth);
    return std::min(end, k);
  }

  /// Empty for all, else begins with a space.
  std::string str(int64_t k) const {
    std::string text;
    if (product >= 0)
      text = " for k " + std::to_string(product * kProductDepth) + " to " +
             std::to_string((product + 1) * kProductDepth - 1) + " of every " +
             std::to_string(kStageDepth);
    if (from > 0 || to < k)
      text += (product < 0 ? " for k from " : ", from ") +
              std::to_string(from) + " to " + std::to_string(to - 1);
    return text;
  }

  static llvm::SmallVector<DepthClass, 15> getAll(int64_t k) {
    llvm::SmallVector<DepthClass, 15> classes;
    for (auto [from, to] :
         {std::pair(int64_t(0), k), std::pair(int64_t(0), kStageDepth),
          std::pair(kStageDepth, k)})
      if (to <= k && from < to && (from || to == k || k > kStageDepth))
        for (int64_t product = -1; product < kStageDepth / kProductDepth;
             ++product)
          classes.push_back({from, to, product});
    return classes;
  }
};

} // namespace mlir::autotune::diagnosis

#endif // AUTOTUNE_LIB_SIMULATION_DEPTHCLASS_H
