//===- HeuristicsTests.cpp - Seeds, proposals and completions -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFacts.h"

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Proposers/Pairs.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

static const KernelTemplate &getTemplate(const Config &config) {
  return *lookupKernelTemplate(config.getTemplateName());
}

//===----------------------------------------------------------------------===//
// Built-in heuristics
//===----------------------------------------------------------------------===//

TEST(Heuristics, ProposeOnlyLegalSeeds) {
  // Sizes around every threshold, on every target, in every layout.
  for (const TargetInfo &target : getKnownTargets())
    for (int64_t m : {1, 7, 8, 20, 63, 64, 100, 128, 1000, 4096})
      for (int64_t n : {8, 24, 64, 264, 4096, 28672})
        for (int64_t k : {8, 64, 136, 4096})
          for (int layout = 0; layout < 4; ++layout) {
            MatmulFact fact = getFact(m, n, k);
            fact.a.transposed = layout & 1;
            fact.b.transposed = layout & 2;
            fact.a.rowStride = fact.a.transposed ? m : k;
            fact.b.rowStride = fact.b.transposed ? k : n;
            Proposal proposal = propose(fact, target);
            EXPECT_TRUE(proposal.skipped.empty())
                << fact.getKey() << ": " << proposal.skipped.front().reason;
            EXPECT_FALSE(proposal.candidates.empty()) << fact.getKey();
          }
}

/// Proposals of which none is skipped and hopper_wgmma's come first.
static Proposal expectHopper(const MatmulFact &fact) {
  Proposal proposal = propose(fact, getH200());
  EXPECT_TRUE(proposal.skipped.empty())
      << fact.getKey() << ": " << proposal.skipped.front().reason;
  EXPECT_FALSE(proposal.candidates.empty()) << fact.getKey();
  if (!proposal.candidates.empty())
    EXPECT_EQ(proposal.candidates.front().config.getTemplateName(),
              HopperWgmmaConfig::kTemplateName)
        << fact.getKey();
  return proposal;
}

/// Two products by one kernel: seeds are those of twice the columns, as far as
/// its halves can be whole.
TEST(Heuristics, ProposeForPairs) {
  for (int64_t m : {1, 64, 100, 1000, 4096})
    for (int64_t n : {8, 264, 4096, 14336})
      for (bool bTransposed : {false, true}) {
        MatmulFact fact = getFact(m, n, 4096, bTransposed);
        fact.isPair = true;
        Proposal proposal = propose(fact, getH200());
        EXPECT_TRUE(proposal.skipped.empty())
            << fact.getKey() << ": " << proposal.skipped.front().reason;
        EXPECT_FALSE(proposal.candidates.empty()) << fact.getKey();
        for (const ProposedConfig &candidate : proposal.candidates)
          EXPECT_FALSE(getTemplate(candidate.config)
                           .check(fact, getH200(), candidate.config))
              << candidate.config.str();
      }
}

/// One kernel for both where there is one, and it takes less time.
TEST(Heuristics, PairsAreTakenApartWhereThatIsFaster) {
  MatmulFact one = getFact(4096, 14336, 4096, /*bTransposed=*/true), pair = one;
  pair.isPair = true;
  EXPECT_EQ(getWhyApart(pair, {{one, one}}, getH200()), "");
  EXPECT_NE(getWhyApart(pair, {{one, one}}, *lookupTarget("a100-sxm"))
                .find("hopper_wgmma: chip"),
            std::string::npos);
  // Of matmuls that take next to nothing.
  MatmulFact tiny = getFact(64, 64, 64, /*bTransposed=*/true);
  EXPECT_NE(getWhyApart(pair, {{tiny, tiny}}, getH200()).find("is estimated"),
            std::string::npos);
}

/// Sums in f16 have the seeds that others have, and, of large products, tiles
/// of twice the elements.
TEST(Heuristics, ProposeForSumsInF16) {
  ProposeOptions all;
  all.maxCandidates = 0;
  all.space = std::nullopt;
  for (int64_t m : {1, 24, 64, 100, 1000, 4096})
    for (int64_t n : {8, 264, 1000, 4096})
      for (bool adds : {false, true}) {
        MatmulFact fact = getFact(m, n, 4096, /*bTransposed=*/true);
        fact.a.element = fact.b.element = fact.c.element = ElementKind::F16;
        if (adds)
          fact.init = InitKind::Accumulate;
        Proposal exact = propose(fact, getH200(), all);
        fact.accumulator = ElementKind::F16;
        Proposal proposal = propose(fact, getH200(), all);
        EXPECT_TRUE(proposal.skipped.empty()) << fact.getKey();
        EXPECT_EQ(exact.fired, proposal.fired) << fact.getKey();
        bool isLarge = false;
        for (const ProposedConfig &candidate : proposal.candidates) {
          if (candidate.config.getTemplateName() !=
              HopperWgmmaConfig::kTemplateName)
            continue;
          auto config = HopperWgmmaConfig::fromConfig(candidate.config);
          isLarge |= config.tile[0] == 256 && config.tile[1] == 256;
        }
        EXPECT_EQ(isLarge, !adds && m == 4096 && n == 4096) << fact.getKey();
        for (const ProposedConfig &candidate : exact.candidates)
          EXPECT_TRUE(llvm::any_of(proposal.candidates,
                                   [&](const ProposedConfig &other) {
                                     return other.config == candidate.config;
                                   }))
              << fact.getKey() << ": " << candidate.config.str();
      }
}

/// Of 8-bit integers with K contiguous, whatever the sizes that TMA takes.
TEST(Heuristics, ProposeForIntegers) {
  for (int64_t m : {1, 7, 24, 40, 64, 100, 1000, 4096})
    for (int64_t n : {8, 40, 264, 4096, 28672})
      for (int64_t k : {16, 144, 4096}) {
        MatmulFact fact = getFact(m, n, k, /*bTransposed=*/true);
        fact.a.element = fact.b.element = ElementKind::I8;
        fact.c.element = fact.accumulator = ElementKind::I32;
        expectHopper(fact);
      }
}

/// The same of integers that are converted to the type of what they are
/// multiplied by, on whichever side they are.
TEST(Heuristics, ProposeForConvertedIntegers) {
  for (int64_t m : {1, 16, 24, 64, 100, 4096})
    for (int64_t n : {16, 40, 264, 4096, 28672})
      for (int64_t k : {16, 144, 4096})
        for (bool isLeft : {false, true}) {
          MatmulFact fact = getFact(m, n, k, /*bTransposed=*/true);
          (isLeft ? fact.a : fact.b).element = ElementKind::I8;
          expectHopper(fact);
        }
}

/// Consumers start products of what is converted in turn, and beside many
/// columns, where that may take longer, the same is proposed without.
TEST(Heuristics, ProductsOfManyColumnsAreProposedInTurnAndNot) {
  const SeedHeuristic *waveFill = HeuristicRegistry::get().lookup("wave-fill");
  ASSERT_NE(waveFill, nullptr);
  for (int64_t m : {16, 64, 256, 4096}) {
    MatmulFact fact = getFact(m, 28672, 4096, /*bTransposed=*/true);
    fact.b.element = ElementKind::I8;
    SmallVector<Config> seeds =
        llvm::cantFail(waveFill->getSeedConfigs(fact, getH200()));
    size_t inTurn = 0, atOnce = 0;
    for (const Config &seed : seeds) {
      auto config = HopperWgmmaConfig::fromConfig(seed);
      if (config.consumers == 1 || config.schedule == Schedule::Pingpong)
        continue;
      ++(config.inTurn ? inTurn : atOnce);
      HopperWgmmaConfig other = config;
      other.inTurn = !config.inTurn;
      EXPECT_EQ(llvm::is_contained(seeds, other.toConfig()),
                config.tile[1] >= 128)
          << seed.str();
    }
    EXPECT_GT(inTurn, 0u) << m;
    EXPECT_EQ(atOnce > 0, m >= 256) << m;
  }
}

/// The same of 8-bit floats, whose sums are promoted; no other template serves
/// them.
TEST(Heuristics, ProposeForFloats8) {
  for (int64_t m : {int64_t(1), int64_t(7), int64_t(64), int64_t(1000),
                    int64_t(4096), ShapedType::kDynamic})
    for (int64_t n : {8, 264, 4096, 28672})
      for (int64_t k : {16, 144, 4096, 28672}) {
        MatmulFact fact = getFact(m, n, k, /*bTransposed=*/true);
        fact.a.element = ElementKind::F8E4M3FN;
        fact.b.element = ElementKind::F8E5M2;
        fact.c.element = ElementKind::BF16;
        Proposal proposal = expectHopper(fact);
        ASSERT_FALSE(proposal.fired.empty()) << fact.getKey();
        for (const ProposedConfig &each : proposal.candidates) {
          auto config = HopperWgmmaConfig::fromConfig(each.config);
          EXPECT_EQ(config.promote, 1) << fact.getKey();
          EXPECT_EQ(config.tile[2], 128) << fact.getKey();
        }
      }
}

/// Of 256 columns both sets of sums leave 192, and half of the 256 are taken
/// where the 192 don't divide the product; other seeds likewise.
TEST(Heuristics, ClustersOfFloats8HaveColumnsThatDivide) {
  const SeedHeuristic *clusterM2 =
      HeuristicRegistry::get().lookup("cluster-m2");
  ASSERT_NE(clusterM2, nullptr);
  for (auto [n, columns] : {std::pair(4096, 128), std::pair(6144, 192)}) {
    MatmulFact fact = getFact(4096, n, 4096, /*bTransposed=*/true);
    fact.a.element = fact.b.element = ElementKind::F8E4M3FN;
    ASSERT_TRUE(clusterM2->isEligible(fact, getH200()));
    bool isFound = false;
    for (const Config &seed :
         llvm::cantFail(clusterM2->getSeedConfigs(fact, getH200()))) {
      auto config = HopperWgmmaConfig::fromConfig(seed);
      isFound |= config.tile[0] == 128 && config.tile[1] == columns;
      EXPECT_EQ(n % config.tile[1], 0) << seed.str();
      EXPECT_EQ(config.cluster[0], 2);
      EXPECT_FALSE(getTemplate(seed).check(fact, getH200(), seed));
    }
    EXPECT_TRUE(isFound) << n;
  }
}

TEST(Heuristics, ProposeForDynamicSizes) {
  MatmulFact fact = getFact(ShapedType::kDynamic, 4096, 4096);
  EXPECT_EQ(propose(fact, getH200()).fired.front(), "wave-fill");
  fact = getFact(4096, 4096, ShapedType::kDynamic);
  fact.a.transposed = true;
  fact.a.rowStride = 4096;
  EXPECT_FALSE(propose(fact, getH200()).candidates.empty());
}

TEST(Heuristics, FillTheLastWave) {
  const SeedHeuristic *waveFill = HeuristicRegistry::get().lookup("wave-fill");
  ASSERT_NE(waveFill, nullptr);
  for (int64_t size : {1024, 2048, 4096, 8192}) {
    MatmulFact fact = getFact(size, size, 4096);
    auto seeds = llvm::cantFail(waveFill->getSeedConfigs(fact, getH200()));
    ASSERT_FALSE(seeds.empty());
    auto first = HopperWgmmaConfig::fromConfig(seeds.front());
    int64_t tiles = ((size + first.tile[0] - 1) / first.tile[0]) *
                    ((size + first.tile[1] - 1) / first.tile[1]);
    int64_t rest = tiles % (getH200().sms * first.ctasPerSm);
    EXPECT_TRUE(rest == 0 || rest >= 0.8 * getH200().sms * first.ctasPerSm)
        << size << ": " << tiles << " tiles";
  }
}

TEST(Heuristics, AFewRowsAreStreamed) {
  Proposal proposal = propose(getFact(4, 28672, 4096), getH200(), getInTurn());
  ASSERT_GE(proposal.fired.size(), 2u);
  EXPECT_EQ(proposal.fired[0], "stream-rows");
  EXPECT_EQ(proposal.candidates[0].config.getTemplateName(), "simt_stream");
  EXPECT_EQ(proposal.candidates[1].config.getTemplateName(), "hopper_wgmma");
  for (const ProposedConfig &candidate : proposal.candidates)
    if (candidate.config.getTemplateName() == "simt_stream")
      EXPECT_EQ(SimtStreamConfig::fromConfig(candidate.config).rows, 4);
  // Nothing changes with more rows, or for a B that a launch outlasts.
  for (const MatmulFact &fact : {getFact(5, 28672, 4096), getFact(4, 256, 512)})
    for (StringRef name : propose(fact, getH200()).fired)
      EXPECT_NE(name, "stream-rows");
}

//===----------------------------------------------------------------------===//
// Faulty heuristics
//===----------------------------------------------------------------------===//

namespace {
/// Proposes for one odd size only, so that no other test meets it.
class Faulty : public SeedHeuristic {
public:
  enum Fault { Error, Illegal, Partial, Foreign };
  Faulty(StringRef name, Fault fault) : name(name), fault(fault) {}

  StringRef getName() const override { return name; }
  StringRef getSummary() const override { return "fails"; }
  bool isEligible(const ProblemFact &fact, const TargetInfo &) const override {
    return fact.getMatmul().k == 4242;
  }
  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &, const TargetInfo &) const override {
    if (fault == Error)
      return llvm::createStringError("the table is missing");
    HopperWgmmaConfig config;
    config.tile = {fault == Foreign ? 100 : 256, 256, 128};
    if (fault != Partial)
      return SmallVector<Config>{config.toConfig()};
    return SmallVector<Config>{Config(config.toConfig().getSchema())};
  }

private:
  StringRef name;
  Fault fault;
};
} // namespace

TEST(Heuristics, AreSkippedWhenTheyFail) {
  HeuristicRegistry &registry = HeuristicRegistry::get();
  auto add = [&](StringRef name, Faulty::Fault fault) {
    return registry.add(std::make_unique<Faulty>(name, fault), /*rank=*/50);
  };
  ASSERT_TRUE(succeeded(add("test-error", Faulty::Error)));
  ASSERT_TRUE(succeeded(add("test-illegal", Faulty::Illegal)));
  ASSERT_TRUE(succeeded(add("test-partial", Faulty::Partial)));
  ASSERT_TRUE(succeeded(add("test-foreign", Faulty::Foreign)));
  EXPECT_TRUE(failed(add("test-error", Faulty::Error)));

  MatmulFact fact = getFact(4096, 4096, 4242);
  fact.a.transposed = true;
  fact.a.rowStride = 4096;
  Proposal proposal = propose(fact, getH200());
  ASSERT_EQ(proposal.skipped.size(), 4u);
  EXPECT_EQ(proposal.skipped[0].reason, "the table is missing");
  EXPECT_NE(proposal.skipped[1].reason.find("breaks "), std::string::npos);
  EXPECT_NE(proposal.skipped[2].reason.find("unset"), std::string::npos);
  EXPECT_NE(proposal.skipped[3].reason.find("is no config: tile[0] = 100 is "
                                            "not in {64, "),
            std::string::npos)
      << proposal.skipped[3].reason;
  // The others still have their say.
  EXPECT_FALSE(proposal.candidates.empty());
  EXPECT_EQ(proposal.fired.front(), "cluster-m2");

  ProposeOptions options;
  options.disabled = {"test-error", "test-illegal", "test-partial",
                      "test-foreign"};
  EXPECT_TRUE(propose(fact, getH200(), options).skipped.empty());
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

TEST(CompleteConfig, KeepsWhatIsSet) {
  MatmulFact fact = getFact(4096, 4096, 4096);
  const TemplateSchema *schema = lookupTemplateSchema("hopper_wgmma");
  // Every value that may be enumerated, one at a time, is completed or refused
  // with a reason.
  int completed = 0;
  for (const ParamSchema &param : schema->params) {
    if (param.getNumSlots() != 1)
      continue;
    for (int64_t value :
         param.components[0].getDomain(DomainLevel::Exhaustive)) {
      Config partial(*schema);
      ASSERT_TRUE(succeeded(partial.set(param.name, value)));
      std::string whyNot;
      FailureOr<Config> config =
          completeConfig(partial, fact, getH200(), {}, whyNot);
      if (failed(config)) {
        EXPECT_NE(whyNot.find(": "), std::string::npos);
        continue;
      }
      ++completed;
      EXPECT_TRUE(config->isComplete());
      EXPECT_EQ(config->getInt(param.name), value);
      EXPECT_FALSE(getTemplate(*config).check(fact, getH200(), *config));
    }
  }
  EXPECT_GE(completed, 20);
}

TEST(CompleteConfig, NamesTheConstraintBroken) {
  MatmulFact fact = getFact(4096, 4096, 4096);
  Config partial(*lookupTemplateSchema("hopper_wgmma"));
  ASSERT_TRUE(succeeded(partial.set("tile", {128, 256, 128})));
  ASSERT_TRUE(succeeded(partial.set("stages", 12)));
  std::string whyNot;
  EXPECT_TRUE(failed(completeConfig(partial, fact, getH200(), {}, whyNot)));
  EXPECT_EQ(whyNot.substr(0, whyNot.find(':')), "shared-memory");

  // A template that does not serve the chip.
  EXPECT_TRUE(
      failed(completeConfig(Config(*lookupTemplateSchema("hopper_wgmma")), fact,
                            *lookupTarget("a100-sxm"), {}, whyNot)));
  EXPECT_EQ(whyNot.substr(0, whyNot.find(':')), "chip");
}
