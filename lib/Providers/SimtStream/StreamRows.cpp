//===- StreamRows.cpp - A few rows of A -----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor cores have nothing to do with so few rows: what counts is that every
// SM always has loads of B on their way. So whatever structure keeps most of
// them busy is proposed, by an estimate of just that.
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "SimtStream/SimtStream.h"

#include "mlir-autotune/Providers/Ranking.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// A B that takes less time to read than a launch, 2 us at 4.7 TB/s, is not
/// worth another kind of kernel.
static constexpr int64_t kLeastBytes = 1 << 20;
/// Structures proposed: the estimate is good enough to leave out the others.
static constexpr size_t kMostSeeds = 6;

namespace {
class StreamRows : public SeedHeuristic {
public:
  explicit StreamRows(const KernelProvider &provider) : provider(provider) {}

  StringRef getName() const override { return "stream-rows"; }
  StringRef getSummary() const override {
    return "at most 4 rows of A and a B of at least 1 MiB: CUDA cores multiply "
           "values that are loaded straight to registers";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    if (!provider.serves(fact, target))
      return false;
    ProblemFact assumed = assumeSizes(fact);
    const auto &matmul = assumed.getMatmul();
    int64_t bytes = getElementBytes(matmul.b.element);
    int64_t matrices = matmul.b.batchStride == 0 ? 1 : matmul.batch;
    return matmul.n * matrices >= kLeastBytes / (bytes * matmul.k);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    SmallVector<Config> seeds;
    for (const Config &row : getSeedRows(getName())) {
      auto config = SimtStreamConfig::fromConfig(row.withDefaults());
      config.rows = fact.getMatmul().m;
      Config seed = config.toConfig();
      if (!provider.getTemplate().check(fact, target, seed))
        seeds.push_back(seed);
    }
    seeds = rankByEstimate(fact, target, seeds);
    seeds.truncate(std::min(seeds.size(), kMostSeeds));
    return seeds;
  }

private:
  const KernelProvider &provider;
};
} // namespace

SmallVector<KernelProvider::RankedHeuristic>
SimtStream::createHeuristics() const {
  SmallVector<RankedHeuristic> heuristics;
  heuristics.push_back({50, std::make_unique<StreamRows>(*this)});
  return heuristics;
}
