//===- SimtRows.h - The provider of simt_rows ----------------- -*- C++ -*-===//
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

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_SIMTROWS_SIMTROWS_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_SIMTROWS_SIMTROWS_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Providers/ProgramProvider.h"

namespace mlir::autotune {

class SimtRows : public ProgramProvider {
public:
  SimtRows() : ProgramProvider(SimtRowsConfig::kTemplateName) {}

  bool usesTensorCores() const override { return false; }
  SmallVector<RankedHeuristic> createHeuristics() const override;
  TimeEstimate estimate(const ProblemFact &fact, const TargetInfo &target,
                        const Config &config) const override;
  Operation *build(ImplicitLocOpBuilder &b, StringRef name,
                   const ProblemFact &fact,
                   const Config &config) const override;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_SIMTROWS_SIMTROWS_H
