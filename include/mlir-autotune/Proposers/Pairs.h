//===- Pairs.h - One kernel for all that is done, or several ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_PAIRS_H
#define MLIR_AUTOTUNE_PROPOSERS_PAIRS_H

#include "mlir-autotune/Analysis/MatmulFact.h"
#include "mlir-autotune/Analysis/TargetInfo.h"

namespace mlir::autotune {

/// Why a pair or sum, or a product with a prologue, is better left to the
/// kernels of its matmuls, each for itself (`apart`), and what is left to do
/// before or behind them: no kernel serves it, or theirs are estimated to take
/// less time, as where one product streams through the registers of CUDA cores,
/// or where each tile would compute a function again. A clause; empty where one
/// kernel is better.
std::string getWhyApart(const MatmulFact &whole, ArrayRef<MatmulFact> apart,
                        const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_PAIRS_H
