//===- SizeGuard.cpp - Conditions on sizes of run time --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/SizeGuard.h"

#include <algorithm>

using namespace mlir::autotune;

static constexpr const char *kNames[kNumSizeDims] = {"m", "n", "k", "batch"};

const char *mlir::autotune::getSizeDimName(SizeDim dim) {
  return kNames[unsigned(dim)];
}

//===----------------------------------------------------------------------===//
// SizeRange
//===----------------------------------------------------------------------===//

/// The first multiple of `unit` from `lower`; nullopt if there is none.
static std::optional<int64_t> getFirst(const SizeRange &range) {
  int64_t step = (range.unit - range.lower % range.unit) % range.unit;
  if (range.lower > SizeRange::kNoLimit - step)
    return std::nullopt;
  return range.lower + step;
}

/// The last multiple of `unit` up to `upper`.
static int64_t getLast(const SizeRange &range) {
  return range.upper - range.upper % range.unit;
}

bool SizeRange::isEmpty() const {
  std::optional<int64_t> first = getFirst(*this);
  return !first || *first > upper;
}

bool SizeRange::contains(int64_t size) const {
  return lower <= size && size <= upper && size % unit == 0;
}

bool SizeRange::contains(const SizeRange &other) const {
  if (other.isEmpty())
    return true;
  if (std::optional<int64_t> size = other.getExact())
    return contains(*size);
  return lower <= *getFirst(other) && getLast(other) <= upper &&
         other.unit % unit == 0;
}

std::optional<int64_t> SizeRange::getExact() const {
  if (isEmpty() || *getFirst(*this) != getLast(*this))
    return std::nullopt;
  return getFirst(*this);
}

//===----------------------------------------------------------------------===//
// SizeGuard
//===----------------------------------------------------------------------===//

bool SizeGuard::isAll() const {
  return std::all_of(ranges.begin(), ranges.end(),
                     [](const SizeRange &range) { return range.isAll(); });
}

bool SizeGuard::isEmpty() const {
  return std::any_of(ranges.begin(), ranges.end(),
                     [](const SizeRange &range) { return range.isEmpty(); });
}

bool SizeGuard::contains(const ProblemSizes &sizes) const {
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (!ranges[dim].contains(sizes[dim]))
      return false;
  return true;
}

bool SizeGuard::contains(const SizeGuard &other) const {
  if (other.isEmpty())
    return true;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (!ranges[dim].contains(other.ranges[dim]))
      return false;
  return true;
}

std::string SizeRange::str() const {
  if (lower == upper && unit == 1)
    return "= " + std::to_string(lower);
  std::string text;
  auto add = [&](const char *word, int64_t value) {
    text += (text.empty() ? "" : " ") + std::string(word) + " " +
            std::to_string(value);
  };
  if (lower > 0)
    add("from", lower);
  if (upper != kNoLimit)
    add("to", upper);
  if (unit != 1)
    add("by", unit);
  return text;
}

std::string SizeGuard::str() const {
  std::string text;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    if (ranges[dim].isAll())
      continue;
    if (!text.empty())
      text += ", ";
    text += kNames[dim] + (" " + ranges[dim].str());
  }
  return text;
}

size_t mlir::autotune::selectRow(const SizeGuard *guards, size_t count,
                                 const ProblemSizes &sizes) {
  return std::find_if(
             guards, guards + count,
             [&](const SizeGuard &guard) { return guard.contains(sizes); }) -
         guards;
}
