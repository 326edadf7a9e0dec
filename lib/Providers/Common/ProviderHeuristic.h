//===- ProviderHeuristic.h - A heuristic for a provider ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_PROVIDERS_COMMON_PROVIDERHEURISTIC_H
#define AUTOTUNE_LIB_PROVIDERS_COMMON_PROVIDERHEURISTIC_H

#include "mlir-autotune/Providers/KernelProvider.h"
#include "mlir-autotune/Providers/Registry.h"

namespace mlir::autotune {

/// A heuristic for all problems that a provider serves. The provider outlives
/// it.
class ProviderHeuristic : public SeedHeuristic {
public:
  explicit ProviderHeuristic(const KernelProvider &provider)
      : provider(provider) {}

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return provider.serves(fact, target);
  }

protected:
  /// Whether the provider has a kernel with the config.
  bool isLegal(const ProblemFact &fact, const TargetInfo &target,
               const Config &config) const {
    return !provider.getTemplate().check(fact, target, config);
  }
  /// Whether a provider that comes before this one has kernels for the problem.
  bool isServedByOthers(const ProblemFact &fact,
                        const TargetInfo &target) const {
    return isServedBefore(provider, fact, target);
  }

private:
  const KernelProvider &provider;
};

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_PROVIDERS_COMMON_PROVIDERHEURISTIC_H
