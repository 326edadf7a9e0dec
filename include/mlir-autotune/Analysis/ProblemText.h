//===- ProblemText.h - Matmuls as text --------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_PROBLEMTEXT_H
#define MLIR_AUTOTUNE_ANALYSIS_PROBLEMTEXT_H

#include "mlir-autotune/Analysis/MatmulFact.h"

#include "llvm/Support/Error.h"

namespace mlir::autotune {

/// The inverse of MatmulFact::getText() and of getKey(), so that a problem can
/// be copied from a report or record:
///
///   100x72x96 bf16 B^T -> f32 accumulate a(stride=104, align=16)
///
/// A group names the M of each product:
///
///   [256,300,0]x14336x4096 bf16 B^T
///
/// A sum of two products has both K, and may say how the second's matrices lie:
///
///   4096x4096x4096+16 bf16 B^T a2(stride=32)
///
/// An epilogue is given in full, before the types of what it reads and over
/// what each runs:
///
///   64x64x64 bf16 -> f32 then {func.func @epilogue(%s: f32, %b: bf16) -> f32
///   { ... }} bf16[n]
///
/// or by its hash, as keys have it: then no kernel can be built of it. One that
/// has several results names all their types, C's first:
///
///   64x64x64 bf16 -> bf16,f32 then {func.func @epilogue(%s: f32)
///   -> (bf16, f32) { ... }} c2(stride=72)
///
/// A prologue is given likewise, before the arrow, with what it reads in the
/// order of memory, along the output or by groups of K:
///
///   64x64x64 bf16,i8 B^T first {func.func @prologue(%q: i8, %s: bf16) -> bf16
///   { ... }} bf16[n,k/32] -> f32
///
/// Scales of 8-bit floats stand there, too, A's and then B's:
///
///   100x256x384 f8E4M3FN B^T scaled f32[m,k/128] f32[n/128,k/128] -> bf16
///
/// What has a default may be left out: `-> bf16` and its like, for floats the
/// element type of A (of 8 bits, bf16), for integers i32 (i64 of i64). Fails at
/// the first word that means nothing, naming it.
llvm::Expected<MatmulFact> parseProblem(StringRef text);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_PROBLEMTEXT_H
