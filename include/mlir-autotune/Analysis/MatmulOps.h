//===- MatmulOps.h - Matmuls of linalg, and what they add to ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_MATMULOPS_H
#define MLIR_AUTOTUNE_ANALYSIS_MATMULOPS_H

#include "mlir-autotune/Problem/MatmulFact.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// Whether `op` can be matched: linalg.matmul, batch_matmul or
/// batch_reduce_matmul. The last one is only matched alone, or with an
/// epilogue.
bool isMatmul(Operation *op);

/// How the matmul widens integers.
linalg::TypeFn getCast(linalg::LinalgOp matmul);

/// The origin of the init of a matmul.
struct MatmulInit {
  InitKind kind = InitKind::Accumulate;
  linalg::FillOp fill;
};

/// Finds out whether the init of `op` (a DPS operand, a tensor or a memref) is
/// a zero fill, a zero constant, or undefined storage. On memrefs, it looks
/// back over a bounded number of operations before `op` in its block. If it
/// finds no proof, it returns Accumulate, which is always right.
MatmulInit getMatmulInit(linalg::LinalgOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_MATMULOPS_H
