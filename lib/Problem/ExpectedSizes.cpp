//===- ExpectedSizes.cpp - Which unknown sizes to expect ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/ExpectedSizes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir::autotune;

std::string ExpectedSize::str() const {
  std::string text = range.str();
  if (likely.empty())
    return text;
  if (!text.empty())
    text += " ";
  auto sizes =
      llvm::map_range(likely, [](int64_t s) { return llvm::itostr(s); });
  return text + "likely [" + llvm::join(sizes, ", ") + "]";
}

/// Sorts likely sizes, and leaves those in the range once each.
static void cleanUp(ExpectedSize &size) {
  llvm::sort(size.likely);
  size.likely.erase(llvm::unique(size.likely), size.likely.end());
  llvm::erase_if(size.likely,
                 [&](int64_t likely) { return !size.range.contains(likely); });
  if (size.likely.size() > ExpectedSize::kMostLikely)
    size.likely.clear();
}

/// A known size is its own unit and the only likely size.
static int64_t getUnit(const ExpectedSize &size) {
  return size.range.getExact().value_or(size.range.unit);
}

static llvm::SmallVector<int64_t, 2> getLikely(const ExpectedSize &size) {
  if (std::optional<int64_t> exact = size.range.getExact())
    return {*exact};
  return size.likely;
}

/// Computes the bounds, and each likely size of one with each of the other.
static ExpectedSize
combine(const ExpectedSize &a, const ExpectedSize &b, int64_t unit,
        llvm::function_ref<int64_t(int64_t, int64_t)> compute) {
  ExpectedSize result;
  result.range.lower = compute(a.range.lower, b.range.lower);
  result.range.upper = compute(a.range.upper, b.range.upper);
  if (result.range.lower == result.range.upper)
    return result;
  result.range.unit = std::max<int64_t>(1, unit);
  for (int64_t size : getLikely(a))
    for (int64_t other : getLikely(b))
      result.likely.push_back(compute(size, other));
  cleanUp(result);
  return result;
}

ExpectedSize ExpectedSize::plus(const ExpectedSize &other) const {
  return combine(*this, other, std::gcd(getUnit(*this), getUnit(other)),
                 [](int64_t x, int64_t y) {
                   int64_t sum;
                   return llvm::AddOverflow(x, y, sum) ? SizeRange::kNoLimit
                                                       : sum;
                 });
}

/// Sizes are not negative, so that a product too large is above all sizes.
static int64_t saturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? SizeRange::kNoLimit : product;
}

ExpectedSize ExpectedSize::intersect(const ExpectedSize &other) const {
  ExpectedSize both;
  both.range = {
      std::max(range.lower, other.range.lower),
      std::min(range.upper, other.range.upper),
      saturatingMultiply(range.unit / std::gcd(range.unit, other.range.unit),
                         other.range.unit)};
  both.likely = likely;
  both.likely.append(other.likely);
  cleanUp(both);
  return both;
}

ExpectedSize ExpectedSize::times(const ExpectedSize &other) const {
  return combine(*this, other,
                 saturatingMultiply(getUnit(*this), getUnit(other)),
                 saturatingMultiply);
}

ExpectedSize ExpectedSize::flooredBy(int64_t divisor) const {
  if (divisor < 1)
    return {};
  ExpectedSize quotient;
  quotient.range.lower = range.lower / divisor;
  if (range.upper != SizeRange::kNoLimit)
    quotient.range.upper = range.upper / divisor;
  if (range.unit % divisor == 0)
    quotient.range.unit = range.unit / divisor;
  for (int64_t size : likely)
    quotient.likely.push_back(size / divisor);
  cleanUp(quotient);
  return quotient;
}

ExpectedSize ExpectedSize::dividedBy(int64_t divisor) const {
  if (divisor < 1)
    return {};
  ExpectedSize quotient;
  quotient.range.lower = llvm::divideCeil(range.lower, divisor);
  if (range.upper != SizeRange::kNoLimit)
    quotient.range.upper = range.upper / divisor;
  quotient.range.unit = range.unit / std::gcd(range.unit, divisor);
  for (int64_t size : likely)
    if (size % divisor == 0)
      quotient.likely.push_back(size / divisor);
  cleanUp(quotient);
  return quotient;
}

bool ExpectedSizes::contain(const ProblemSizes &sizes) const {
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (!dims[dim].range.contains(sizes[dim]) ||
        (sameAs[dim] && sizes[dim] != sizes[unsigned(*sameAs[dim])]))
      return false;
  return true;
}

void ExpectedSizes::exchange(SizeDim a, SizeDim b) {
  std::swap(dims[unsigned(a)], dims[unsigned(b)]);
  std::swap(sameAs[unsigned(a)], sameAs[unsigned(b)]);
  for (std::optional<SizeDim> &same : sameAs)
    if (same == a || same == b)
      same = *same == a ? b : a;
  for (CountedSizes &entry : counted)
    std::swap(entry.sizes[unsigned(a)], entry.sizes[unsigned(b)]);
}
