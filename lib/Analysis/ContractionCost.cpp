//===- ContractionCost.cpp - What a way to lay one out costs --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionCost.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

// A copy moves a matrix. A batch makes one large product many small ones, and
// so do parts of K, but for what is added to C. Products that are too thin for
// what computes them cost more than a copy. A transposed view spreads rows out,
// and worse, their elements, where it moves the innermost dimension. Of several
// ways to cut, few dimensions of matrices and a long K are better. A reshape is
// free, but text that nobody has to read is better.
static constexpr unsigned kThinCost = 12000;
static constexpr unsigned kCopyCost = 10000;
static constexpr unsigned kBatchCost = 1000;
static constexpr unsigned kPartsCost = 500;
static constexpr unsigned kTransposedViewCost = 100;
static constexpr unsigned kColumnCost = 50;
static constexpr unsigned kHalfDepthCost = 20;
static constexpr unsigned kReshapeCost = 10;
static constexpr unsigned kOuterLoopCost = 5;

/// The rows of a wgmma, the fewest that a tile has along one side, and a step
/// of K of 16 bits in 64 bytes.
static constexpr int64_t kTileRows = 64, kStep = 32;
/// From which on K may be cut anywhere.
static constexpr int64_t kLongDepth = 4096;

unsigned autotune::getCost(const OperandView &view) {
  unsigned cost = 0;
  if (!view.permutation.empty()) {
    cost += view.isCopied ? kCopyCost : kTransposedViewCost;
    int64_t innermost = view.permutation.size() - 1;
    if (!view.isCopied && view.permutation.back() != innermost)
      cost += kColumnCost;
  }
  if (view.collapses())
    cost += kReshapeCost;
  if (view.expands())
    cost += kReshapeCost;
  // A vector is a matrix of one row rather than of one column, whose rows would
  // be one element long.
  if (!view.groups.empty() && view.groups.back().empty())
    cost += kOddCost;
  return cost;
}

/// How often a loop is run, as far as types tell: kDynamic if they don't.
static int64_t getSize(const Contraction &contraction, int64_t loop) {
  for (auto [type, loops] : llvm::zip(contraction.types, contraction.loops))
    for (auto [dim, other] : llvm::enumerate(loops))
      if (other == loop && !type.isDynamicDim(dim))
        return type.getDimSize(dim);
  return ShapedType::kDynamic;
}

/// Of several, those of them alone that have the role, if one is given.
static int64_t getSize(const Contraction &contraction, ArrayRef<int64_t> loops,
                       std::optional<LoopRole> role = std::nullopt) {
  int64_t product = 1;
  for (int64_t loop : loops) {
    if (role && contraction.roles[loop] != *role)
      continue;
    int64_t size = getSize(contraction, loop);
    if (ShapedType::isDynamic(size) ||
        llvm::MulOverflow(product, size, product))
      return ShapedType::kDynamic;
  }
  return product;
}

/// Whether cutting a dimension leaves less of it in each product than `least`,
/// of which there is as much before. Of what is not known there is enough.
static bool isThin(int64_t left, int64_t cut, int64_t least) {
  if (ShapedType::isDynamic(left) || left == 0 || left >= least || cut == 1)
    return false;
  return ShapedType::isDynamic(cut) ||
         cut >= llvm::divideCeilSigned(least, left);
}

unsigned autotune::getCost(const Contraction &contraction,
                           const Layout &layout) {
  if (layout.getForm() == MatmulForm::Plain)
    return 0;
  if (layout.getForm() == MatmulForm::Reduced) {
    int64_t depth = getSize(contraction, layout.k);
    unsigned cost = kPartsCost + kOuterLoopCost * layout.parts.size();
    if (isThin(depth, getSize(contraction, layout.parts), kStep))
      cost += kThinCost;
    if (!ShapedType::isDynamic(depth) && depth > 0 && depth < kLongDepth)
      cost += kHalfDepthCost *
              (llvm::Log2_64(kLongDepth) - llvm::Log2_64(uint64_t(depth)));
    return cost;
  }
  // Where operands change places so do their roles.
  LoopRole ofRows = layout.isSwapped ? LoopRole::N : LoopRole::M;
  LoopRole ofColumns = layout.isSwapped ? LoopRole::M : LoopRole::N;
  unsigned cost = kBatchCost + kOuterLoopCost * layout.batch.size();
  for (auto [loops, role] :
       {std::pair(&layout.m, ofRows), std::pair(&layout.n, ofColumns)})
    if (isThin(getSize(contraction, *loops),
               getSize(contraction, layout.batch, role), kTileRows))
      cost += kThinCost;
  return cost;
}
