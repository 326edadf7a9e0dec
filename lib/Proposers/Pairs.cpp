//===- Pairs.cpp - One kernel for all that is done, or several ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Pairs.h"

#include "EstimateParts.h"
#include "mlir-autotune/Proposers/Propose.h"

#include "llvm/Support/FormatVariadic.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

/// The least that a config is estimated to take: a seed, or one of the space
/// where heuristics have none. Infinite where there is nothing at all.
static double getLeastNs(const MatmulFact &fact, const TargetInfo &target) {
  ProposeOptions options;
  options.space = std::nullopt;
  options.maxCandidates = 0;
  Proposal proposal = propose(fact, target, options);
  if (proposal.candidates.empty()) {
    options.space = SpaceLevel::Quick;
    options.maxCandidates = 1;
    proposal = propose(fact, target, options);
  }
  double least = std::numeric_limits<double>::infinity();
  for (const ProposedConfig &candidate : proposal.candidates)
    least = std::min(least, estimateTime(fact, target, candidate.config));
  return least;
}

/// A pass over memory, by a kernel of its own.
static double getPassNs(double bytes, const TargetInfo &target) {
  return kLaunchNs + bytes / (estimates::Rates(target).memory *
                              estimates::kSustainedMemory);
}

/// What it takes to make C of the product of both halves, which has been
/// stored: no kernel does that on its way.
static double getCombineNs(const MatmulFact &pair, const TargetInfo &target) {
  MatmulFact sizes = assumeSizes(pair);
  double elements = static_cast<double>(sizes.m) * sizes.n * sizes.batch;
  return getPassNs(elements * (2 * getElementBytes(pair.accumulator) +
                               getElementBytes(pair.c.element)),
                   target);
}

/// What it takes to write what a prologue makes of its factor.
static double getPrologueNs(const MatmulFact &fact, const TargetInfo &target) {
  MatmulFact sizes = assumeSizes(fact);
  double elements = static_cast<double>(sizes.getConvertedRows()) * sizes.k;
  return getPassNs(elements * (getElementBytes(fact.getConverted().element) +
                               getElementBytes(fact.getMultiplied())),
                   target);
}

std::string autotune::getWhyApart(const MatmulFact &whole,
                                  ArrayRef<MatmulFact> apart,
                                  const TargetInfo &target) {
  std::string why = getWhyNone(whole, target);
  if (!why.empty())
    return why;
  bool hasPrologue = !whole.prologue.isNone();
  double together = getLeastNs(whole, target);
  double separately = hasPrologue         ? getPrologueNs(whole, target)
                      : apart.size() == 1 ? getCombineNs(whole, target)
                                          : 0;
  for (const MatmulFact &fact : apart)
    separately += getLeastNs(fact, target);
  if (together <= separately)
    return "";
  if (std::isinf(together))
    return hasPrologue ? "no config of the quick space is legal with a prologue"
                       : "no config of the quick space is legal for both";
  if (hasPrologue)
    return llvm::formatv("a kernel that computes it is estimated to take "
                         "{0:F1} us, and a pass over it and one that does not "
                         "{1:F1} us",
                         together / 1e3, separately / 1e3)
        .str();
  return llvm::formatv("one kernel is estimated to take {0:F1} us, and those "
                       "of each {1:F1} us",
                       together / 1e3, separately / 1e3)
      .str();
}
