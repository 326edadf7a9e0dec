//===- AmpereAttention.h - The provider of ampere_attention -----*- C++ -*-===//
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

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_AMPEREATTENTION_AMPEREATTENTION_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_AMPEREATTENTION_AMPEREATTENTION_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Providers/ProgramProvider.h"

namespace mlir::autotune {

class AmpereAttention : public ProgramProvider {
public:
  AmpereAttention() : ProgramProvider(AmpereAttentionConfig::kTemplateName) {}

  bool usesTensorCores() const override { return true; }
  SmallVector<RankedHeuristic> createHeuristics() const override;
  TimeEstimate estimate(const ProblemFact &fact, const TargetInfo &target,
                        const Config &config) const override;
  Operation *build(ImplicitLocOpBuilder &b, StringRef name,
                   const ProblemFact &fact,
                   const Config &config) const override;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_AMPEREATTENTION_AMPEREATTENTION_H
