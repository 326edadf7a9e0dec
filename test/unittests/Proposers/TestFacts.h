//===- TestFacts.h - Matmuls that tests of proposers ask about --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_UNITTESTS_PROPOSERS_TESTFACTS_H
#define MLIR_AUTOTUNE_UNITTESTS_PROPOSERS_TESTFACTS_H

#include "mlir-autotune/Problem/MatmulFact.h"

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

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_UNITTESTS_PROPOSERS_TESTFACTS_H
