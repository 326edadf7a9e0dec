//===- ProblemText.h - Problems as text -------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_PROBLEMTEXT_H
#define MLIR_AUTOTUNE_PROBLEM_PROBLEMTEXT_H

#include "mlir-autotune/Problem/ProblemFact.h"

#include "llvm/Support/Error.h"

namespace mlir::autotune {

/// The inverse of ProblemFact::getText() and of getKey(), so that a problem can
/// be copied from a report or record:
///
///   100x72x96 bf16 B^T -> f32 accumulate a(stride=104, align=16)
///   rows 128x768 f32*98304 -> f32*128 reducing 1 by 0123456789abcdef
///
/// docs/reference/problem-text.md describes the text and its defaults. Fails
/// at the first word that is not understood, and names it.
llvm::Expected<ProblemFact> parseProblem(llvm::StringRef text);

/// The same for callers that take matmuls alone: fails for any other problem.
llvm::Expected<ProblemFact> parseMatmul(llvm::StringRef text);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_PROBLEMTEXT_H
