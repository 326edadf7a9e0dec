//===- CompleteConfig.cpp - From a partial config to a complete one -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/Estimate.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// `config` with the values that `partial` sets.
static Config overlay(const Config &config, const Config &partial) {
  SmallVector<int64_t> slots(config.getSlots());
  for (auto [slot, set] : llvm::zip_equal(slots, partial.getSlots()))
    if (set != Config::kUnset)
      slot = set;
  return Config(config.getSchema(), slots);
}

static std::string describe(const Violation &violation) {
  return violation.constraint.str() + ": " + violation.message;
}

/// The legal config that lacks one thing that a seed refines what it proposes
/// by, a parameter that has its neutral value then: what `partial` sets may not
/// go with it, as one consumer can't start products in turn with others.
static std::optional<Config> dropRefinement(const Config &attempt,
                                            const Config &partial,
                                            const ProblemFact &fact,
                                            const TargetInfo &target,
                                            const KernelTemplate &kernel) {
  Config neutral = partial.withNeutralDefaults();
  for (auto [index, slot] : llvm::enumerate(neutral.getSlots())) {
    if (partial.getSlots()[index] != Config::kUnset || slot == Config::kUnset ||
        slot == attempt.getSlots()[index])
      continue;
    SmallVector<int64_t> slots(attempt.getSlots());
    slots[index] = slot;
    Config without(attempt.getSchema(), slots);
    if (!kernel.check(fact, target, without))
      return without;
  }
  return std::nullopt;
}

/// The best estimate among the configs of the space that are legal with what
/// `partial` sets. Coarser levels first: they are quick to enumerate, and the
/// finest may hold a hundred thousand configs.
static std::optional<Config> searchSpace(const Config &partial,
                                         const ProblemFact &fact,
                                         const TargetInfo &target,
                                         const KernelTemplate &kernel) {
  for (DomainLevel level :
       {DomainLevel::Quick, DomainLevel::Default, DomainLevel::Exhaustive}) {
    std::optional<Config> best;
    double bestTime = 0;
    for (const Config &config : kernel.enumerate(fact, target, level).configs) {
      Config attempt = overlay(config, partial);
      if (kernel.check(fact, target, attempt))
        continue;
      double time = estimateTime(fact, target, attempt);
      if (!best || time < bestTime) {
        best = attempt;
        bestTime = time;
      }
    }
    if (best)
      return best;
  }
  return std::nullopt;
}

FailureOr<Config> autotune::completeConfig(const Config &partial,
                                           const ProblemFact &fact,
                                           const TargetInfo &target,
                                           const ProposeOptions &options,
                                           std::string &whyNot) {
  const KernelTemplate *kernel =
      lookupKernelTemplate(partial.getTemplateName());
  if (!kernel) {
    whyNot = ("no template is named '" + partial.getTemplateName() + "'").str();
    return failure();
  }
  // What is set may be at fault by itself, or the matmul may be.
  if (std::optional<Violation> violation =
          kernel->check(fact, target, partial)) {
    whyNot = describe(*violation);
    return failure();
  }
  // One that is older than some parameters means what it meant without them.
  Config stored = partial.withNeutralDefaults();
  if (stored.isComplete() && !kernel->check(fact, target, stored))
    return stored;

  ProposeOptions all = options;
  all.space = std::nullopt;
  all.maxCandidates = 0;
  SmallVector<Config> seeds;
  for (ProposedConfig &candidate : propose(fact, target, all).candidates)
    if (candidate.config.getTemplateName() == partial.getTemplateName())
      seeds.push_back(std::move(candidate.config));
  for (const Config &seed : seeds)
    if (seed.agreesWith(partial))
      return seed;
  seeds.push_back(Config(partial.getSchema()).withDefaults());
  // The seed that gets furthest tells most: its other parameters went together.
  std::optional<Violation> furthest;
  ArrayRef<StringRef> order = kernel->getConstraintNames();
  auto getPlace = [&](const Violation &violation) {
    return llvm::find(order, violation.constraint) - order.begin();
  };
  for (const Config &seed : seeds) {
    Config attempt = overlay(seed, partial);
    std::optional<Violation> violation = kernel->check(fact, target, attempt);
    if (!violation)
      return attempt;
    if (std::optional<Config> legal =
            dropRefinement(attempt, partial, fact, target, *kernel))
      return *legal;
    if (!furthest || getPlace(*violation) > getPlace(*furthest))
      furthest = std::move(violation);
  }
  if (std::optional<Config> found = searchSpace(partial, fact, target, *kernel))
    return *found;
  whyNot = describe(*furthest);
  return failure();
}
