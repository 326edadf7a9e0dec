//===- FittedTiles.h - Tiles that divide a matrix evenly ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_FITTEDTILES_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_FITTEDTILES_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include <vector>

namespace mlir::autotune {

/// Adds the narrowest tiles of each number of tiles along the columns, in all
/// clusters, for a single product of `m` x `n` elements in few waves. The best
/// estimates come first.
void addFittedTiles(const ProblemFact &fact, const TargetInfo &target,
                    int64_t m, int64_t n, std::vector<Config> &configs);

/// Adds small tiles that threads copy, for a product that is packed in vain
/// (isPackedInVain()). The best estimates come first.
void addCopiedTiles(const ProblemFact &fact, const TargetInfo &target,
                    std::vector<Config> &configs);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_FITTEDTILES_H
