//===- SeedTables.h - The rows that heuristics start from -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_COMMON_SEEDTABLES_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_COMMON_SEEDTABLES_H

#include "mlir-autotune/Dialect/Autotune/Config.h"

namespace mlir::autotune {

/// The partial configs that `heuristic` starts from (kernels_td/Seeds.td), in
/// their order in the file.
SmallVector<Config> getSeedRows(StringRef heuristic);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_COMMON_SEEDTABLES_H
