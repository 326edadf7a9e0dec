//===- NvMatmulHeuristics.cpp - Kernels that NVIDIA suggests --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/External/NvMatmulHeuristics.h"
#include "NvMatmulQuestion.h"

#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/OutsideKernel.h"
#include "mlir-autotune/Providers/Registry.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::autotune;

/// Behind the heuristics of all providers.
static constexpr unsigned kRank = 1000;
/// More than the library had for any product of the oracles.
static constexpr unsigned kMostKernels = 64;

static OutsideKernel convert(const nvmatmul::Kernel &kernel, bool transposed) {
  OutsideKernel result;
  for (unsigned i = 0; i < 3; ++i) {
    result.tile[i] = kernel.tile[i];
    result.warpTile[i] = kernel.warpTile[i];
  }
  result.cluster = {kernel.cluster[0], kernel.cluster[1]};
  result.stages = kernel.stages;
  result.splitK = kernel.splitK;
  result.group = kernel.swizzle;
  result.alongColumns = kernel.order == 0;
  result.transposed = transposed;
  return result;
}

/// The config of the first provider that serves the matmul and has one like the
/// kernel.
static FailureOr<Config> adopt(const OutsideKernel &kernel,
                               const ProblemFact &fact,
                               const TargetInfo &target, std::string &whyNot) {
  ProposeOptions options;
  // What is left open is up to the rules: the model may have seen the matmul.
  options.predictsSeeds = false;
  for (const KernelProvider *provider : getProviders()) {
    if (!provider->serves(fact, target))
      continue;
    std::string why;
    std::optional<Config> partial =
        provider->adoptKernel(fact, target, kernel, why);
    FailureOr<Config> config =
        partial ? completeConfig(*partial, fact, target, options, why)
                : FailureOr<Config>();
    if (succeeded(config))
      return config;
    if (whyNot.empty())
      whyNot = (provider->getName() + ": " + why).str();
  }
  return failure();
}

namespace {
class NvMatmulHeuristics : public SeedHeuristic {
public:
  StringRef getName() const override { return "nv-matmul-heuristics"; }
  StringRef getSummary() const override {
    return "configs like the kernels that NVIDIA's nvMatmulHeuristics suggests";
  }
  bool isOptional() const override { return true; }
  std::string getWhyUnavailable() const override {
    return nvmatmul::Library::get().getError();
  }
  std::string getVersion() const override {
    return nvmatmul::Library::get().getVersion();
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return nvmatmul::getQuestion(fact, target).has_value();
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    std::string leftOut;
    return getSeeds(fact, target, leftOut);
  }
  llvm::Expected<SmallVector<Config>>
  getSeeds(const ProblemFact &fact, const TargetInfo &target,
           std::string &leftOut) const override;
};
} // namespace

llvm::Expected<SmallVector<Config>>
NvMatmulHeuristics::getSeeds(const ProblemFact &fact, const TargetInfo &target,
                             std::string &leftOut) const {
  nvmatmul::Library &library = nvmatmul::Library::get();
  if (!library.getError().empty())
    return llvm::createStringError(library.getError());
  auto [question, transposed] = *nvmatmul::getQuestion(fact, target);
  // Kernels that differ only where configs have no parameter become one config.
  llvm::SetVector<Config, SmallVector<Config>> seeds;
  size_t numLeftOut = 0;
  std::string first;
  std::vector<nvmatmul::Kernel> kernels =
      library.suggest(question, kMostKernels);
  for (const nvmatmul::Kernel &each : kernels) {
    OutsideKernel kernel = convert(each, transposed);
    std::string whyNot;
    FailureOr<Config> config = adopt(kernel, fact, target, whyNot);
    if (succeeded(config))
      seeds.insert(*config);
    else if (numLeftOut++ == 0)
      first = kernel.str() + ": " + whyNot;
  }
  if (numLeftOut > 0)
    leftOut =
        llvm::formatv("{0} of {1} kernels of version {2} have no config; "
                      "the first is {3}",
                      numLeftOut, kernels.size(), library.getVersion(), first);
  return seeds.takeVector();
}

void autotune::registerNvMatmulHeuristics() {
  // Fails if it is there.
  (void)HeuristicRegistry::get().add(std::make_unique<NvMatmulHeuristics>(),
                                     kRank);
}
