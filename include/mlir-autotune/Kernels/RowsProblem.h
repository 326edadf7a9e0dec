//===- RowsProblem.h - Problems of rows, and their facts --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ROWSPROBLEM_H
#define MLIR_AUTOTUNE_KERNELS_ROWSPROBLEM_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/RowsFact.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::autotune {

/// The fact of a problem. Two problems that differ in names, locations or
/// discardable attributes have the same fact. If the fact can't stand for the
/// problem, `whyNot` gets the reason as a clause: then it has only sizes, and
/// the tensors that have a name.
RowsFact getRowsFact(problem::RowsOp op, std::string &whyNot);

/// A module with one function, whose arguments are the operands of the fact's
/// problem, inputs first. It has the problem and returns its results. Null,
/// with a reason in `whyNot`, if the fact's text is no such problem. The
/// dialects of registerEpilogueDialects, func, linalg and tensor must be
/// registered.
OwningOpRef<ModuleOp> parseRowsProblem(MLIRContext *context,
                                       const RowsFact &fact,
                                       std::string &whyNot);

/// The problem of a module that parseRowsProblem made.
problem::RowsOp getRowsProblem(ModuleOp module);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ROWSPROBLEM_H
