//===- Pairs.cpp - One kernel for all that is done, or several ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Pairs.h"

#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/EstimateParts.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;

double autotune::estimateLeast(const ProblemFact &fact,
                               const TargetInfo &target) {
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

double autotune::estimateCombining(const ProblemFact &whole,
                                   const TargetInfo &target) {
  ProblemFact assumed = assumeSizes(whole);
  const auto &matmul = assumed.getMatmul();
  double elements = static_cast<double>(matmul.m) * matmul.n * matmul.batch;
  return getPassNs(elements * (matmul.getProducts() *
                                   getElementBytes(matmul.getSumElement()) +
                               getElementBytes(matmul.c.element)),
                   target);
}

double autotune::estimatePrologue(const ProblemFact &fact,
                                  const TargetInfo &target) {
  ProblemFact assumed = assumeSizes(fact);
  const auto &matmul = assumed.getMatmul();
  if (matmul.isScaled()) {
    // Both factors are made f32.
    double elements = static_cast<double>(matmul.m + matmul.n) * matmul.k;
    return kLaunchNs + getPassNs(elements * (getElementBytes(matmul.a.element) +
                                             getElementBytes(ElementKind::F32)),
                                 target);
  }
  double elements = static_cast<double>(matmul.getConvertedRows()) * matmul.k;
  return getPassNs(elements * (getElementBytes(matmul.getConverted().element) +
                               getElementBytes(matmul.getMultiplied())),
                   target);
}

/// With the least that one kernel is estimated to take, where there is one.
static std::string findWhyNeverOne(const ProblemFact &whole,
                                   const TargetInfo &target, double &least) {
  std::string why = getWhyNone(whole, target);
  if (!why.empty())
    return why;
  least = estimateLeast(whole, target);
  if (!std::isinf(least))
    return "";
  return whole.getMatmul().prologue.isNone()
             ? "no config of the quick space is legal for both"
             : "no config of the quick space is legal with a prologue";
}

std::string autotune::getWhyNeverOne(const ProblemFact &whole,
                                     const TargetInfo &target) {
  double least = 0;
  return findWhyNeverOne(whole, target, least);
}

std::string autotune::getWhyApart(const ProblemFact &whole,
                                  const ApartMatmuls &apart,
                                  const TargetInfo &target) {
  double together = 0;
  if (std::string why = findWhyNeverOne(whole, target, together); !why.empty())
    return why;
  // A conversion alone has a pass over memory, too.
  bool hasPrologue = whole.getMatmul().convertsFactor();
  double separately = hasPrologue ? estimatePrologue(whole, target) : 0;
  for (const ProblemFact &fact : apart.facts)
    separately += estimateLeast(fact, target);
  if (!apart.isWhole)
    separately += estimateCombining(whole, target);
  if (together <= separately)
    return "";
  if (hasPrologue)
    return llvm::formatv(
               "a kernel that computes it is estimated to take "
               "{0:F1} us, and a separate pass with a kernel that does not "
               "{1:F1} us",
               together / 1e3, separately / 1e3)
        .str();
  return llvm::formatv("one kernel is estimated to take {0:F1} us, and a "
                       "kernel for each {1:F1} us",
                       together / 1e3, separately / 1e3)
      .str();
}
