//===- Serving.cpp - Whether one kernel is to do all that it could --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Serving.h"

#include "mlir-autotune/Proposers/Pairs.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/Registry.h"

using namespace mlir;
using namespace mlir::autotune;

static bool usesTensorCores(const Config &config) {
  return getProvider(config).usesTensorCores();
}

/// Whether tensor cores are proposed for a fact, or have a config in its space.
/// Not by the options that somebody proposes with: others must come to the
/// same.
static bool canUseTensorCores(const ProblemFact &fact,
                              const TargetInfo &target) {
  ProposeOptions seeds;
  seeds.space = std::nullopt;
  seeds.maxCandidates = 0;
  seeds.predictsSeeds = false;
  for (const ProposedConfig &seed : propose(fact, target, seeds).candidates)
    if (usesTensorCores(seed.config))
      return true;
  Space space = Space::enumerate(fact, target, SpaceLevel::Quick);
  return llvm::any_of(space.getConfigs(), usesTensorCores);
}

std::string autotune::getWhyNotServed(const ProblemFact &fact,
                                      const ApartMatmuls &apart,
                                      const TargetInfo &target,
                                      ConfigAttr given, bool isAsked) {
  const auto &matmul = fact.getMatmul();
  bool isOne = apart.facts.size() == 1;
  if (isOne && apart.facts.front() == fact)
    return "";
  // What two products are of is taken as it is.
  bool needsMore = !matmul.hasTwoProducts() && !isAsked;
  bool mayBeApart = matmul.convertsFactor() || (matmul.isPair && isOne);
  if (given) {
    std::string whyNot;
    FailureOr<Config> config = Config::fromAttr(given);
    if (failed(config))
      return "its config is of no known template";
    if (failed(completeConfig(*config, fact, target, ProposeOptions(), whyNot)))
      return whyNot;
    needsMore &= !usesTensorCores(*config);
    // One that is legal for this alone has no other meaning.
    std::string whyNotApart;
    mayBeApart &=
        !isOne || succeeded(completeConfig(*config, apart.facts.front(), target,
                                           ProposeOptions(), whyNotApart));
  } else if (isAsked) {
    return getWhyNeverOne(fact, target);
  } else if (matmul.hasTwoProducts()) {
    return getWhyApart(fact, apart, target);
  }
  // A config that is there may be legal with it and without: the same estimates
  // decide, whoever asks.
  auto getWhySlower = [&]() -> std::string {
    return mayBeApart && !isAsked ? getWhyApart(fact, apart, target) : "";
  };
  // Of weights the time of CUDA cores is nothing to compare with.
  bool isOfWeights = matmul.convertsFactor() && !matmul.hasWidePrologue();
  if (!isOfWeights)
    if (std::string why = getWhySlower(); !why.empty())
      return why;
  if (needsMore && !canUseTensorCores(fact, target))
    return "no tensor-core kernel has " +
           std::string(matmul.isScaled() ? "such scales" : "a prologue") +
           " here";
  return isOfWeights ? getWhySlower() : "";
}
