//===- Pairs.cpp - One kernel for two products, or two kernels ------------===//
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

/// What it takes to make C of the product of both halves, which has been
/// stored: no kernel does that on its way.
static double getCombineNs(const MatmulFact &pair, const TargetInfo &target) {
  MatmulFact sizes = assumeSizes(pair);
  double elements = static_cast<double>(sizes.m) * sizes.n * sizes.batch;
  double bytes = elements * (2 * getElementBytes(pair.accumulator) +
                             getElementBytes(pair.c.element));
  return kLaunchNs + bytes / (estimates::Rates(target).memory *
                              estimates::kSustainedMemory);
}

std::string autotune::getWhyApart(const MatmulFact &pair,
                                  ArrayRef<MatmulFact> apart,
                                  const TargetInfo &target) {
  std::string why = getWhyNone(pair, target);
  if (!why.empty())
    return why;
  double together = getLeastNs(pair, target);
  double separately = apart.size() == 1 ? getCombineNs(pair, target) : 0;
  for (const MatmulFact &fact : apart)
    separately += getLeastNs(fact, target);
  if (together <= separately)
    return "";
  if (std::isinf(together))
    return "no config of the quick space is legal for both";
  return llvm::formatv("one kernel is estimated to take {0:F1} us, and those "
                       "of each {1:F1} us",
                       together / 1e3, separately / 1e3)
      .str();
}
