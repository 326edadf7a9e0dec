//===- AttentionDefault.cpp - Configs that are tried first ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles that won on an NVIDIA H200 (docs/notes/attention.md).
//
//===----------------------------------------------------------------------===//

#include "Common/ProviderHeuristic.h"
#include "HopperAttention/HopperAttention.h"

#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::autotune;

bool autotune::hasFewQueries(const AttentionFact &fact) {
  return fact.queries != AttentionFact::kUnknown && fact.queries <= 64;
}

int64_t autotune::chooseSplit(const AttentionFact &fact,
                              const TargetInfo &target) {
  if (!hasFewQueries(fact) || fact.batch == AttentionFact::kUnknown ||
      fact.hasLargeScores)
    return 1;
  int64_t tiles = fact.batch * fact.heads;
  int64_t most = std::min({target.sms / std::max<int64_t>(1, tiles),
                           fact.columns / 8, int64_t(16)});
  // Unknown keys count as many: a part that gets none costs little.
  if (fact.keys != AttentionFact::kUnknown)
    most = std::min(most, fact.keys / 256);
  // Each part has a share of the columns, of eight at a time.
  int64_t split = llvm::bit_floor(uint64_t(std::max<int64_t>(most, 1)));
  while (fact.columns % (8 * split))
    split /= 2;
  return split;
}

namespace {
class AttentionDefault : public ProviderHeuristic {
public:
  using ProviderHeuristic::ProviderHeuristic;

  StringRef getName() const override { return "attention-default"; }
  StringRef getSummary() const override {
    return "two warpgroups with 64 queries each and as many keys as registers "
           "leave room for; one warpgroup if there are few queries";
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &problem,
                 const TargetInfo &target) const override {
    const AttentionFact &fact = problem.getAttention();
    SmallVector<Config> seeds;
    auto add = [&](int64_t queries, int64_t keys, bool inTurn, bool persistent,
                   int64_t split = 1, int64_t stages = 2,
                   int64_t ctasPerSm = 1) {
      HopperAttentionConfig config;
      config.split = split;
      config.stages = stages;
      config.ctasPerSm = ctasPerSm;
      config.tile = {queries, keys};
      config.inTurn = inTurn;
      config.persistent = persistent;
      Config seed = config.toConfig();
      if (isLegal(problem, target, seed))
        seeds.push_back(seed);
    };
    // Where tiles fill the device less than once, more of them are faster.
    bool isSmall =
        fact.batch != AttentionFact::kUnknown &&
        fact.queries != AttentionFact::kUnknown &&
        fact.batch * fact.heads * ((fact.queries + 127) / 128) * 4 < target.sms;
    if (int64_t split = chooseSplit(fact, target); split > 1) {
      add(64, 64, false, false, split, /*stages=*/3);
      add(64, 128, false, false, split);
    }
    // One CTA begins its loads while another one ends.
    bool isLarge = fact.batch * fact.heads > target.sms;
    if (hasFewQueries(fact) && isLarge)
      add(64, 64, false, false, /*split=*/1, /*stages=*/2, /*ctasPerSm=*/2);
    if (hasFewQueries(fact))
      add(64, 64, false, false, /*split=*/1, /*stages=*/3);
    if (hasFewQueries(fact) || isSmall) {
      add(64, 64, false, false);
      add(64, 128, false, false);
    }
    // Wider heads leave registers for fewer keys.
    for (int64_t keys : {128, 112, 80}) {
      bool isNarrow = fact.columns <= 64;
      size_t before = seeds.size();
      add(128, keys, /*inTurn=*/!isNarrow, /*persistent=*/true);
      add(128, keys, /*inTurn=*/false, /*persistent=*/false);
      if (isNarrow)
        add(192, keys, false, false);
      add(128, keys, /*inTurn=*/true, /*persistent=*/false);
      add(128, keys, /*inTurn=*/isNarrow, /*persistent=*/true);
      if (seeds.size() != before)
        break;
    }
    add(64, 64, false, false);
    add(64, 32, false, false);
    return seeds;
  }
};
} // namespace

SmallVector<KernelProvider::RankedHeuristic>
HopperAttention::createHeuristics() const {
  SmallVector<RankedHeuristic> heuristics;
  heuristics.push_back({610, std::make_unique<AttentionDefault>(*this)});
  heuristics.push_back({620, createFlexAttentionHeuristic(*this)});
  return heuristics;
}
