//===- KernelProvider.h - Who can compute a matmul ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of kernel templates. A provider knows everything about one
// template: which matmuls it serves, how its configs are proposed, estimated
// and run. Its folder in lib/Providers is the only place that names it, beside
// the list of all providers (lib/Providers/Registry.cpp) and its record in
// kernels_td/. All functions may be called from several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_KERNELPROVIDER_H
#define MLIR_AUTOTUNE_PROVIDERS_KERNELPROVIDER_H

#include "mlir-autotune/Providers/Estimate.h"
#include "mlir-autotune/Providers/FeatureSink.h"
#include "mlir-autotune/Providers/SeedHeuristic.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include <memory>

namespace mlir::autotune {

class ProgramProvider;

class KernelProvider {
public:
  virtual ~KernelProvider();

  StringRef getName() const { return kernelTemplate.getName(); }
  /// The template's record: its parameters, its constraints, what a config
  /// takes of the hardware, and its space.
  const KernelTemplate &getTemplate() const { return kernelTemplate; }

  //===--------------------------------------------------------------------===//
  // Which matmuls
  //===--------------------------------------------------------------------===//

  /// Whether any config at all can be legal for the matmul.
  bool serves(const ProblemFact &fact, const TargetInfo &target) const {
    return !kernelTemplate.check(fact, target);
  }
  /// Whether tensor cores multiply, or else CUDA cores.
  virtual bool usesTensorCores() const = 0;
  /// Whether it serves the matmul, but only after an operand is copied. Others,
  /// which take the operand as it lies, may then be done sooner.
  virtual bool mustCopy(const ProblemFact &fact,
                        const TargetInfo &target) const {
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Which configs
  //===--------------------------------------------------------------------===//

  struct RankedHeuristic {
    /// The seeds of lower ranks come first, whoever proposes them.
    unsigned rank;
    std::unique_ptr<SeedHeuristic> heuristic;
  };
  /// New objects of all its heuristics.
  virtual SmallVector<RankedHeuristic> createHeuristics() const = 0;

  /// A seed is proposed for several products as one (asOneProduct).
  /// Makes a config of this template one of them all; false where none is
  /// legal. By default, a config goes along any K, and has no second product.
  virtual bool fitToProducts(const ProblemFact &fact, const TargetInfo &target,
                             Config &config) const {
    return fact.getMatmul().hasParts();
  }

  /// Some parameters are not searched: a rule chooses their values. Sets those
  /// of the configs of this template; configs of others stay as they are.
  virtual void applyRules(const ProblemFact &fact, const TargetInfo &target,
                          MutableArrayRef<Config> configs) const {}
  /// A config of this template, with defaults in place of what a rule chose.
  virtual Config revertRules(const ProblemFact &fact, const TargetInfo &target,
                             const Config &config) const {
    return config;
  }

  //===--------------------------------------------------------------------===//
  // How long, and with what
  //===--------------------------------------------------------------------===//

  /// The estimated time of a legal config; all sizes must be known. Callers
  /// want estimateTerms (Providers/Estimate.h), which assumes sizes.
  virtual TimeEstimate estimate(const ProblemFact &fact,
                                const TargetInfo &target,
                                const Config &config) const = 0;

  /// What the cost model sees of a config, beside the fact and the terms of the
  /// estimate: always the same names, in the same order, for one product of
  /// known sizes. The model has nothing to say about a template without
  /// features. A change of features needs a model that is trained anew.
  virtual void addFeatures(FeatureSink &sink, const ProblemFact &fact,
                           const TargetInfo &target,
                           const Config &config) const {}

  /// Bytes of the workspace (Core/Workspace.h) that a launch of a complete
  /// config needs on a device with `sms` multiprocessors; 0 for none. Sizes
  /// that are not static count as 0.
  virtual int64_t getWorkspaceBytes(const ProblemFact &fact, int64_t sms,
                                    const Config &config) const {
    return 0;
  }

  //===--------------------------------------------------------------------===//
  // How it is run
  //===--------------------------------------------------------------------===//

  /// This provider, if its configs are run as tile programs that we build and
  /// compile; nullptr if they are run by a call of a library.
  virtual const ProgramProvider *asProgramProvider() const = 0;

protected:
  /// Of the template of that name in kernels_td/.
  explicit KernelProvider(StringRef name);

private:
  const KernelTemplate &kernelTemplate;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_KERNELPROVIDER_H
