//===- Ranking.h - Configs in the order of their estimates ---- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_RANKING_H
#define MLIR_AUTOTUNE_PROVIDERS_RANKING_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// By times, one for each config, the least first; equals keep their order.
SmallVector<Config> rankBy(ArrayRef<Config> configs, ArrayRef<double> times);

/// The best estimate first; equals keep their order.
SmallVector<Config> rankByEstimate(const ProblemFact &fact,
                                   const TargetInfo &target,
                                   ArrayRef<Config> configs);

/// `ranked` without the configs whose estimates are so far behind the best one
/// that no error of the estimate makes up for it.
SmallVector<Config> dropHopeless(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 ArrayRef<Config> ranked);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_RANKING_H
