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
/// Loads them into one that may not know them yet.
void loadEpilogueDialects(MLIRContext *context);

/// The name of an epilogue's function.
inline constexpr StringLiteral kEpilogueName = "epilogue";

/// Brings a function into the form that is its text: without what promises
/// more than the operations say (fast-math flags), simplified, operations that
/// are equal once. Fails on what no kernel can compute, and says why.
FailureOr<std::string> getEpilogueBody(func::FuncOp function,
                                       std::string &whyNot);

/// Brings the functions of a fact's prologue and epilogue, which somebody has
/// written, into that form; one that is known by its hash alone stays as it is.
/// Fails as parseEpilogue and getEpilogueBody do. Loads what it needs.
LogicalResult canonicalizeFunctions(MLIRContext *context, MatmulFact &fact,
                                    std::string &whyNot);

/// The module of a fact's epilogue: its function, of operations that kernels
/// and hosts have. Fails on a body that is none, or none of this fact. With
/// `keepsLast` a float of 8 bits that it ends with is still rounded by
/// arith.truncf, for who stores what that rounds.
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

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_EPILOGUE_H
