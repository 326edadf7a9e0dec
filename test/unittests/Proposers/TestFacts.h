//===- TestFacts.h - Matmuls that tests of proposers ask about --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_UNITTESTS_PROPOSERS_TESTFACTS_H
#define MLIR_AUTOTUNE_UNITTESTS_PROPOSERS_TESTFACTS_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Problem/MatmulFact.h"
#include "mlir-autotune/Proposers/Propose.h"

namespace mlir::autotune {

/// Of bf16, with contiguous rows; B is stored K x N, or N x K.
inline MatmulFact getFact(int64_t m, int64_t n, int64_t k,
                          bool bTransposed = false) {
  MatmulFact fact;
  fact.m = m;
  fact.n = n;
  fact.k = k;
  fact.a.rowStride = k;
  fact.b.transposed = bTransposed;
  fact.b.rowStride = bTransposed ? k : n;
  fact.c.rowStride = n;
  return fact;
}

inline const TargetInfo &getH200() { return *lookupTarget("h200"); }

/// Seeds in the order of their heuristics' ranks.
inline ProposeOptions getInTurn() {
  ProposeOptions options;
  options.predictsSeeds = false;
  return options;
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_UNITTESTS_PROPOSERS_TESTFACTS_H
