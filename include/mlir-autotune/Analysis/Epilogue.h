//===- Epilogue.h - What is done to each sum ------------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact carries the function of its epilogue as text (EpilogueFact::body).
// This file turns the text into operations again, and expands operations that
// no GPU has. Kernels and the reference kernels of the runner use the same
// expansion, so that both compute the same bits. The independent evaluator that
// checks those references does not use it (mlir-autotune/Reference/Function.h).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_EPILOGUE_H
#define MLIR_AUTOTUNE_ANALYSIS_EPILOGUE_H

#include "mlir-autotune/Problem/MatmulFact.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::autotune {

/// The dialects that an epilogue is made of; a context needs them loaded.
void registerEpilogueDialects(DialectRegistry &registry);
/// Loads the same dialects into a context that may not have them yet.
void loadEpilogueDialects(MLIRContext *context);

/// The name of an epilogue's function.
inline constexpr StringLiteral kEpilogueName = "epilogue";

/// Returns the canonical text of an epilogue's function: no fast-math flags,
/// simplified, each common subexpression once. Fails, with the reason in
/// `whyNot`, if no kernel can compute the function.
FailureOr<std::string> getEpilogueBody(func::FuncOp function,
                                       std::string &whyNot);

/// Brings the hand-written functions of a fact's prologue and epilogue into
/// their canonical text. A function that is known by its hash alone stays as
/// it is. Fails as parseEpilogue and getEpilogueBody do. Loads the dialects
/// that it needs.
LogicalResult canonicalizeFunctions(MLIRContext *context, MatmulFact &fact,
                                    std::string &whyNot);

/// Parses the epilogue of a fact into a module with its function, lowered to
/// operations that kernels and hosts have. Fails if the body is no function,
/// or does not fit this fact. With `keepsLast`, a final rounding to an 8-bit
/// float stays an arith.truncf, for callers whose store rounds.
FailureOr<OwningOpRef<ModuleOp>> parseEpilogue(MLIRContext *context,
                                               const MatmulFact &fact,
                                               std::string &whyNot,
                                               bool keepsLast = false);
/// Whether the epilogue of floats rounds a value, to a type of fewer than 32
/// bits or to an integer, and goes on with the result: its results then go up
/// and down by steps as the sum grows. The fact's epilogue must be valid.
bool roundsOnItsWay(MLIRContext *context, const MatmulFact &fact);

inline func::FuncOp getElementFunction(ModuleOp module) {
  return *module.getOps<func::FuncOp>().begin();
}

/// Rewrites the arithmetic in a kernel, which is isolated from above, as
/// operations that lowerElementMath (Backends/NVVM/KernelMath.h) takes:
/// functions of f32 become arithmetic, and floats of 16 and 8 bits are computed
/// in f32.
LogicalResult expandElementMath(Operation *kernel);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_EPILOGUE_H
