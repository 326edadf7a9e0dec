//===- Pairs.h - One kernel for all that is done, or several ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_PAIRS_H
#define MLIR_AUTOTUNE_PROPOSERS_PAIRS_H

#include "mlir-autotune/Analysis/Patterns.h"
#include "mlir-autotune/Analysis/TargetInfo.h"

namespace mlir::autotune {

/// The least that a config is estimated to take for a fact, in nanoseconds: a
/// seed, or one of the quick space where heuristics have none. Infinite where
/// nothing is legal.
double estimateLeast(const MatmulFact &fact, const TargetInfo &target);

/// What it takes, in nanoseconds, to make C of what the kernels of two products
/// have stored: of both products of a pair, or of a sum.
double estimateCombining(const MatmulFact &whole, const TargetInfo &target);

/// What it takes, in nanoseconds, to write what the fact's prologue makes of
/// its factor, or its scales of both.
double estimatePrologue(const MatmulFact &fact, const TargetInfo &target);

/// Why no kernel serves all of a fact, a clause; empty if one does.
std::string getWhyNeverOne(const MatmulFact &whole, const TargetInfo &target);

/// Why a pair or sum, or a product with a prologue, is better left to the
/// kernels of its matmuls, each for itself (`apart`), and what is left to do
/// before or behind them: no kernel serves it, or theirs are estimated to take
/// less time, as where one product streams through the registers of CUDA cores,
/// or where each tile would compute a function again. A clause; empty where one
/// kernel is better.
std::string getWhyApart(const MatmulFact &whole, const ApartMatmuls &apart,
                        const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_PAIRS_H
