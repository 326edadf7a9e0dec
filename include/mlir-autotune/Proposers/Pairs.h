//===- Pairs.h - One kernel for all that is done, or several ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_PAIRS_H
#define MLIR_AUTOTUNE_PROPOSERS_PAIRS_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// The matmuls of a pattern, each as a separate kernel with operands as they
/// are.
struct ApartMatmuls {
  SmallVector<ProblemFact, 2> facts;
  /// Whether the separate kernels together do everything that the pattern's
  /// kernel does.
  bool isWhole = true;
};

/// The least estimated time of a config for a fact, in nanoseconds, over the
/// seeds or, if heuristics have none, the quick space. Infinite if no config
/// is legal.
double estimateLeast(const ProblemFact &fact, const TargetInfo &target);

/// The estimated time, in nanoseconds, for combining the stored results of two
/// products, a pair or a sum, into C.
double estimateCombining(const ProblemFact &whole, const TargetInfo &target);

/// The estimated time, in nanoseconds, for writing the factor that the fact's
/// prologue makes, or both factors that its scales make.
double estimatePrologue(const ProblemFact &fact, const TargetInfo &target);

/// Why no kernel can compute all of a fact, as a clause; empty if one can.
std::string getWhyNeverOne(const ProblemFact &whole, const TargetInfo &target);

/// Says why separate kernels (`apart`), with the passes that they need before
/// or after them, are better for a pair or sum, or for a product with a
/// prologue. Returns a clause; empty if one kernel is better. Separate kernels
/// are better if no kernel supports the fact, or if they are estimated to take
/// less time. That can be so if one product streams through the registers of
/// CUDA cores, or if each tile would compute a function again.
std::string getWhyApart(const ProblemFact &whole, const ApartMatmuls &apart,
                        const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_PAIRS_H
