//===- PrologueMatcher.h - What precedes a matmul ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_PROLOGUEMATCHER_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_PROLOGUEMATCHER_H

#include "mlir-autotune/Analysis/MatmulMatcher.h"

namespace mlir::autotune {

/// Finds what A or B of a linalg.matmul on tensors is dequantized from, if it
/// is made of integers by what a prologue can do. Otherwise nothing, and
/// `whyNot` says why if there are integers; it stays empty if there are none.
std::optional<Dequantization> matchPrologue(linalg::LinalgOp op,
                                            std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_PROLOGUEMATCHER_H
