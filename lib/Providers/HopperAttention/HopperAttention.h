//===- HopperAttention.h - The provider of hopper_attention --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is in the file of its name.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_HOPPERATTENTION_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_HOPPERATTENTION_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Providers/ProgramProvider.h"

namespace mlir::autotune {

class HopperAttention : public ProgramProvider {
public:
  HopperAttention() : ProgramProvider(HopperAttentionConfig::kTemplateName) {}

  bool usesTensorCores() const override { return true; }
  SmallVector<RankedHeuristic> createHeuristics() const override;
  TimeEstimate estimate(const ProblemFact &fact, const TargetInfo &target,
                        const Config &config) const override;
  Operation *build(ImplicitLocOpBuilder &b, StringRef name,
                   const ProblemFact &fact,
                   const Config &config) const override;
};

/// Whether one warpgroup has all queries of a head: at most 64, and known.
bool hasFewQueries(const AttentionFact &fact);
/// For few tiles and many keys, or an unknown number of them: into how many
/// parts the keys are split, of at least two blocks each; else 1.
int64_t chooseSplit(const AttentionFact &fact, const TargetInfo &target);

std::unique_ptr<SeedHeuristic>
createFlexAttentionHeuristic(const KernelProvider &provider);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_HOPPERATTENTION_H
