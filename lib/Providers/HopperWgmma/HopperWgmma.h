//===- HopperWgmma.h - The provider of hopper_wgmma ----------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is in the file of its name, or beside what it stands on.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_HOPPERWGMMA_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_HOPPERWGMMA_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Providers/ProgramProvider.h"

namespace mlir::autotune {

class HopperWgmma : public ProgramProvider {
public:
  HopperWgmma() : ProgramProvider(HopperWgmmaConfig::kTemplateName) {}

  bool usesTensorCores() const override { return true; }
  bool mustCopy(const ProblemFact &fact,
                const TargetInfo &target) const override;
  SmallVector<RankedHeuristic> createHeuristics() const override;
  bool fitToProducts(const ProblemFact &fact, const TargetInfo &target,
                     Config &config) const override;
  std::optional<Config> adoptKernel(const ProblemFact &fact,
                                    const TargetInfo &target,
                                    const OutsideKernel &kernel,
                                    std::string &whyNot) const override;
  void addFitted(const ProblemFact &fact, const TargetInfo &target,
                 std::vector<Config> &configs) const override;
  void applyRules(const ProblemFact &fact, const TargetInfo &target,
                  MutableArrayRef<Config> configs) const override;
  Config revertRules(const ProblemFact &fact, const TargetInfo &target,
                     const Config &config) const override;
  TimeEstimate estimate(const ProblemFact &fact, const TargetInfo &target,
                        const Config &config) const override;
  void addFeatures(FeatureSink &sink, const ProblemFact &fact,
                   const TargetInfo &target,
                   const Config &config) const override;
  bool hasChangedSince(const ProblemFact &fact, const Config &config,
                       StringRef date) const override;
  int64_t getWorkspaceBytes(const ProblemFact &fact, int64_t sms,
                            const Config &config) const override;
  Operation *build(ImplicitLocOpBuilder &b, StringRef name,
                   const ProblemFact &fact,
                   const Config &config) const override;
  SmallVector<Config> getPlanConfigs(const ProblemFact &fact,
                                     const TargetInfo &target,
                                     const Config &config) const override;
  Config getKernelConfig(const Config &config) const override;
  std::optional<int64_t> getChosenColumns(const Config &config) const override;

  /// The columns that a launch of a kernel with `widest` may choose, in
  /// ascending order.
  static SmallVector<int64_t> getChoices(const HopperWgmmaConfig &config);
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_HOPPERWGMMA_H
