//===- PartsChecks.h - Shared tiles that are refused ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PARTSCHECKS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PARTSCHECKS_H

#include "KernelLayout.h"

namespace mlir::autotune::tile {

// Each fails, with a diagnostic, where the operation can't be lowered.
LogicalResult checkContribute(ContributeOp contribute,
                              const KernelLayout &layout);
LogicalResult checkCollect(CollectOp collect);
LogicalResult checkCollect(CollectMeanOp collect);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PARTSCHECKS_H
