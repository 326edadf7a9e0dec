//===- ElementFunction.h - Functions of elements, as text ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What epilogues and prologues have in common (Epilogue.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_ELEMENTFUNCTION_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_ELEMENTFUNCTION_H

#include "mlir-autotune/Analysis/Epilogue.h"

namespace mlir::autotune {

/// The module of a function that a fact has as text, of that type and name.
/// Fails, and says why, on what is none.
FailureOr<OwningOpRef<ModuleOp>>
parseElementFunction(MLIRContext *context, StringRef body, FunctionType type,
                     StringRef name, std::string &whyNot);

/// Makes of its operations those that kernels and hosts have. With `keepsPairs`
/// sums, differences and products of floats of 16 bits stay what they are, of
/// which Hopper computes two at a time, and floats of 8 are widened as it can;
/// otherwise they are computed in f32 and rounded, to the same bits. With
/// `keepsLast` isLastRounding() stays.
LogicalResult lowerElementFunction(func::FuncOp function, bool keepsPairs,
                                   bool keepsLast, std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_ELEMENTFUNCTION_H
