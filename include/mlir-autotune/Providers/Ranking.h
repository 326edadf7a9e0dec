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

/// Sorts configs by `times`, one for each config, the least first; ties keep
/// their order.
SmallVector<Config> rankBy(ArrayRef<Config> configs, ArrayRef<double> times);

/// Sorts configs by estimate, the best first; ties keep their order.
SmallVector<Config> rankByEstimate(const ProblemFact &fact,
                                   const TargetInfo &target,
                                   ArrayRef<Config> configs);

/// `ranked` without the configs whose estimates are so much worse than the
/// best that no error of the estimate could explain the difference.
SmallVector<Config> dropHopeless(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 ArrayRef<Config> ranked);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_RANKING_H
