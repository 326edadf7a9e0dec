//===- PlanParts.cpp - Sizes that have configs of their own ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanParts.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;

/// What TMA aligns rows to.
static constexpr int64_t kTmaBytes = 16;

SmallVector<SizeDim> autotune::getFreeSizes(const ProblemFact &fact,
                                            const ExpectedSizes &expected) {
  SmallVector<SizeDim> dims;
  for (auto [dim, size] : llvm::enumerate(getSizes(fact)))
    if (isDynamicSize(size) && !expected.sameAs[dim])
      dims.push_back(SizeDim(dim));
  return dims;
}

int64_t autotune::getCommonUnit(const SizeGuard &units, const SameSizes &sameAs,
                                SizeDim dim) {
  int64_t unit = units[dim].unit;
  for (auto [other, same] : llvm::enumerate(sameAs))
    if (same == dim)
      unit = std::lcm(unit, units.ranges[other].unit);
  return unit;
}

PlanPart autotune::getAlignedPart(const ProblemFact &fact) {
  return {getRowUnits(fact, kTmaBytes)};
}

std::optional<int64_t> autotune::getOddUnit(const ProblemFact &fact,
                                            const PlanPart &part,
                                            const SameSizes &sameAs,
                                            SizeDim dim) {
  if (!part.isOddOutput)
    return std::nullopt;
  int64_t unit = getCommonUnit(getRowUnits(fact, kTmaBytes), sameAs, dim);
  if (unit == getCommonUnit(part.units, sameAs, dim))
    return std::nullopt;
  return unit;
}

std::optional<PlanPart> autotune::getOddPart(const ProblemFact &fact,
                                             const PlanOptions &options) {
  constexpr size_t kLeastConfigs = 4;
  const ExpectedSizes &expected = options.expected;
  PlanPart part{getRowUnits(fact, kTmaBytes, /*ofInputs=*/true),
                /*isOddOutput=*/true};
  bool isAny = false, isExpected = true;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (auto unit = getOddUnit(fact, part, expected.sameAs, SizeDim(dim))) {
      const SizeRange &range = expected.dims[dim].range;
      isAny = true;
      isExpected &= range.unit % *unit != 0 &&
                    (!range.getExact() || *range.getExact() % *unit != 0);
    }
  if (!isAny || !isExpected || options.maxConfigs < kLeastConfigs ||
      options.maxRows < kLeastConfigs)
    return std::nullopt;
  return part;
}

bool autotune::mayHave(const ProblemFact &fact, const PlanPart &part,
                       const SameSizes &sameAs, SizeDim dim, int64_t size) {
  std::optional<int64_t> odd = getOddUnit(fact, part, sameAs, dim);
  return size % getCommonUnit(part.units, sameAs, dim) == 0 &&
         (!odd || size % *odd != 0);
}

PlanOptions autotune::getOptionsOf(const PlanPart &part, bool isOnly,
                                   const PlanOptions &options) {
  PlanOptions ofPart = options;
  if (isOnly)
    return ofPart;
  // The part of aligned sizes has a row for others, which is dropped.
  size_t odd = part.isOddOutput ? 0 : 1;
  ofPart.maxConfigs = (options.maxConfigs + odd) / 2 + odd;
  ofPart.maxRows = (options.maxRows + odd) / 2 + odd;
  return ofPart;
}

std::vector<PlanRow> autotune::joinParts(std::vector<PlanRow> rows,
                                         ArrayRef<PlanRow> oddRows) {
  if (oddRows.empty())
    return rows;
  if (!rows.empty())
    rows.pop_back();
  llvm::append_range(rows, oddRows);
  return rows;
}

std::vector<PlanMeasurement>
autotune::selectPart(const ProblemFact &fact, const PlanOptions &options,
                     const PlanPart &part, ArrayRef<PlanMeasurement> all) {
  std::vector<PlanMeasurement> selected;
  llvm::copy_if(
      all, std::back_inserter(selected), [&](const PlanMeasurement &measured) {
        for (auto [dim, size] : llvm::enumerate(measured.sizes))
          if (!mayHave(fact, part, options.expected.sameAs, SizeDim(dim), size))
            return false;
        return true;
      });
  return selected;
}
