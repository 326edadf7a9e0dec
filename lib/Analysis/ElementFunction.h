//===- ElementFunction.h - Functions of elements, as text ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that epilogues and prologues share (Epilogue.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_ELEMENTFUNCTION_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_ELEMENTFUNCTION_H

#include "mlir-autotune/Analysis/Epilogue.h"

namespace mlir::autotune {

/// The module of a function that a fact has as text, with this type and name.
/// Fails, with the reason in `whyNot`, if the text is no such function.
FailureOr<OwningOpRef<ModuleOp>>
parseElementFunction(MLIRContext *context, StringRef body, FunctionType type,
                     StringRef name, std::string &whyNot);

/// Lowers a function to operations that kernels and hosts have. With
/// `keepsPairs`, sums, differences and products of 16-bit floats stay, because
/// Hopper computes two at a time, and 8-bit floats are widened by Hopper's
/// instructions. Otherwise these are computed in f32 and rounded, to the same
/// bits. With `keepsLast`, an isLastRounding() stays.
LogicalResult lowerElementFunction(func::FuncOp function, bool keepsPairs,
                                   bool keepsLast, std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_ELEMENTFUNCTION_H
