//===- RegistryTests.cpp - All providers of kernels -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proposers/TestFacts.h"

#include "mlir-autotune/Proposers/HeuristicRegistry.h"
#include "mlir-autotune/Providers/Registry.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// A record without a provider would have a space that nothing can build.
TEST(Registry, HasAProviderForEachRecord) {
  ArrayRef<const KernelTemplate *> templates = getKernelTemplates();
  ArrayRef<const KernelProvider *> providers = getProviders();
  ASSERT_EQ(providers.size(), templates.size());
  for (auto [provider, record] : llvm::zip_equal(providers, templates)) {
    EXPECT_EQ(&provider->getTemplate(), record);
    EXPECT_EQ(&getProvider(Config(record->getSchema())), provider);
    // What the record says of itself is what the provider is.
    EXPECT_EQ(provider->asCallProvider() != nullptr,
              record->getSchema().isLibrary);
    EXPECT_EQ(provider->asProgramProvider() == nullptr,
              record->getSchema().isLibrary);
  }
}

TEST(Registry, HeuristicsOfAllProvidersAreRegistered) {
  std::set<unsigned> ranks;
  for (const KernelProvider *provider : getProviders())
    for (const auto &[rank, heuristic] : provider->createHeuristics()) {
      EXPECT_NE(HeuristicRegistry::get().lookup(heuristic->getName()), nullptr);
      EXPECT_TRUE(ranks.insert(rank).second)
          << heuristic->getName().str() << " has another one's rank";
    }
}

/// The first that serves a matmul is served before by nobody, all others are.
TEST(Registry, OrderIsWhoComesFirst) {
  TargetInfo target = *lookupTarget("h200");
  MatmulFact fact = getFact(512, 512, 512);
  const KernelProvider *first = nullptr;
  for (const KernelProvider *provider : getProviders()) {
    EXPECT_EQ(isServedBefore(*provider, fact, target), first != nullptr);
    if (!first && provider->serves(fact, target))
      first = provider;
  }
  EXPECT_NE(first, nullptr);
}
} // namespace
