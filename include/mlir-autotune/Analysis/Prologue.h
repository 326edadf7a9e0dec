//===- Prologue.h - What stored elements become --------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mirror of Epilogue.h. A fact carries the function of its prologue as
// text (PrologueFact::body). Its arguments are a stored element and the values
// that are read beside it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_PROLOGUE_H
#define MLIR_AUTOTUNE_ANALYSIS_PROLOGUE_H

#include "mlir-autotune/Analysis/Epilogue.h"

namespace mlir::autotune {

/// The name of a prologue's function.
inline constexpr StringLiteral kPrologueName = "prologue";

/// Brings a function into the canonical form of its text, like getEpilogueBody.
/// Exact arithmetic moves to the cheapest type: differences of 8-bit integers
/// to a 16-bit float, which holds them exactly, and an operation that is
/// rounded once either way to the type that it is rounded to. Fails, with the
/// reason in `whyNot`, if no kernel can compute the function.
FailureOr<std::string> getPrologueBody(func::FuncOp function,
                                       std::string &whyNot);

/// Brings the function of a fact's prologue into that form, if the fact has a
/// prologue with more than a hash. Fails as parsePrologue and getPrologueBody
/// do. Loads the dialects that it needs.
LogicalResult canonicalizePrologue(MLIRContext *context, MatmulFact &fact,
                                   std::string &whyNot);

/// Parses the prologue of a fact into a module with its function, lowered to
/// operations that kernels and hosts have. With `keepsPairs`, sums,
/// differences and products of 16-bit floats stay, because Hopper computes two
/// at a time; otherwise other operations with the same bits replace them.
/// Fails if the body is no function, or does not fit this fact.
FailureOr<OwningOpRef<ModuleOp>> parsePrologue(MLIRContext *context,
                                               const MatmulFact &fact,
                                               std::string &whyNot,
                                               bool keepsPairs = false);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_PROLOGUE_H
