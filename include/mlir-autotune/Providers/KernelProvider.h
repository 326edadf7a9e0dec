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
#include <optional>
#include <string>

namespace mlir::autotune {

struct OutsideKernel;
class CallProvider;
class ProgramProvider;

class KernelProvider {
public:
  virtual ~KernelProvider();

  StringRef getName() const { return kernelTemplate.getName(); }
  /// The template's record: parameters, constraints, resources of a config,
  /// and space.
  const KernelTemplate &getTemplate() const { return kernelTemplate; }

  //===--------------------------------------------------------------------===//
  // Which matmuls
  //===--------------------------------------------------------------------===//

  /// Whether some config may be legal for the matmul.
  bool serves(const ProblemFact &fact, const TargetInfo &target) const {
    return !kernelTemplate.check(fact, target);
  }
  /// Whether the kernels multiply on tensor cores; otherwise on CUDA cores.
  virtual bool usesTensorCores() const = 0;
  /// Whether the template serves the matmul only after an operand is copied.
  /// Providers that take the operand as it lies may then be faster.
  virtual bool mustCopy(const ProblemFact &fact,
                        const TargetInfo &target) const {
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Which configs
  //===--------------------------------------------------------------------===//

  struct RankedHeuristic {
    /// Seeds of lower ranks come first, from any provider.
    unsigned rank;
    std::unique_ptr<SeedHeuristic> heuristic;
  };
  /// Creates all heuristics of the template.
  virtual SmallVector<RankedHeuristic> createHeuristics() const = 0;

  /// Seeds for several products are proposed for one equivalent product
  /// (asOneProduct). This changes such a config of this template to one for
  /// all products; false if none is legal. By default a config fits any K but
  /// no second product.
  virtual bool fitToProducts(const ProblemFact &fact, const TargetInfo &target,
                             Config &config) const {
    return fact.getMatmul().hasParts();
  }

  /// The partial config that is like a kernel which another project suggests
  /// for the matmul. A parameter that the kernel does not determine is unset.
  /// nullopt, with a clause in `whyNot`, if the template has none.
  virtual std::optional<Config> adoptKernel(const ProblemFact &fact,
                                            const TargetInfo &target,
                                            const OutsideKernel &kernel,
                                            std::string &whyNot) const {
    whyNot = "the template takes no kernels of others";
    return std::nullopt;
  }

  /// Adds configs that fit the sizes of the problem to the space: values that
  /// no list of a level has. Some may be in `configs` already.
  virtual void addFitted(const ProblemFact &fact, const TargetInfo &target,
                         std::vector<Config> &configs) const {}
  /// Some parameters are not searched: a rule chooses their values. Sets these
  /// parameters in the configs of this template; configs of other templates
  /// are unchanged.
  virtual void applyRules(const ProblemFact &fact, const TargetInfo &target,
                          MutableArrayRef<Config> configs) const {}
  /// Returns a config of this template with defaults for the parameters that
  /// rules choose.
  virtual Config revertRules(const ProblemFact &fact, const TargetInfo &target,
                             const Config &config) const {
    return config;
  }

  /// The configs by which a plan may serve the sizes that a legal config is
  /// proposed for, and their neighbours. Where a kernel may have tiles of many
  /// sizes, these are configs of such a kernel (getKernelConfig).
  virtual SmallVector<Config> getPlanConfigs(const ProblemFact &fact,
                                             const TargetInfo &target,
                                             const Config &config) const {
    return {config};
  }
  /// Configs with the same kernel differ only in what a launch chooses. Returns
  /// the one of them that stands for the kernel.
  virtual Config getKernelConfig(const Config &config) const { return config; }
  /// The columns of a tile that a launch for the config chooses; nullopt if the
  /// kernel leaves no choice.
  virtual std::optional<int64_t> getChosenColumns(const Config &config) const {
    return std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // How long, and with what
  //===--------------------------------------------------------------------===//

  /// The estimated time of a legal config. All sizes must be known; callers
  /// that may have unknown sizes use estimateTerms (Providers/Estimate.h).
  virtual TimeEstimate estimate(const ProblemFact &fact,
                                const TargetInfo &target,
                                const Config &config) const = 0;

  /// Adds the features that the cost model reads, beside the fact and the
  /// terms of the estimate. A product of known sizes always gives the same
  /// names in the same order. A template without features is not modelled. A
  /// change of features requires training the model again.
  virtual void addFeatures(FeatureSink &sink, const ProblemFact &fact,
                           const TargetInfo &target,
                           const Config &config) const {}

  /// Whether the cost model's trees know times of such a matmul by the template
  /// and may predict others. If not, its estimate stands.
  virtual bool hasFeaturesFor(const ProblemFact &fact) const { return true; }

  /// Whether the kernel of a complete config is another one since a date, as
  /// "2026-01-31" or "2026-01-31T12:00:00Z", so that its times from before are
  /// of no use. Only for changes that leave the hash of the template as it is,
  /// because most matmuls keep their kernels.
  virtual bool hasChangedSince(const ProblemFact &fact, const Config &config,
                               StringRef date) const {
    return false;
  }

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

  /// This provider, if its configs are tile programs that this project builds
  /// and compiles; nullptr if they are calls of a library.
  virtual const ProgramProvider *asProgramProvider() const = 0;
  /// This provider, if its configs are calls of a library; nullptr if they are
  /// programs.
  virtual const CallProvider *asCallProvider() const = 0;

protected:
  /// `name` is the template's name in kernels_td/.
  explicit KernelProvider(StringRef name);

private:
  const KernelTemplate &kernelTemplate;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_KERNELPROVIDER_H
