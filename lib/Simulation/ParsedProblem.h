//===- ParsedProblem.h - The operation of a problem -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_PARSEDPROBLEM_H
#define AUTOTUNE_LIB_SIMULATION_PARSEDPROBLEM_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/AttentionFact.h"
#include "mlir-autotune/Problem/RowsFact.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::autotune {

/// A problem of rows, or an attention, in a context of its own.
struct ParsedProblem {
  explicit ParsedProblem(const RowsFact &fact);
  explicit ParsedProblem(const AttentionFact &fact);

  /// To be called only if there is a module, of such a problem.
  problem::RowsOp getRows() const;
  problem::AttentionOp getAttention() const;

  MLIRContext context;
  /// Why there is no module.
  std::string whyNot;
  OwningOpRef<ModuleOp> module;

private:
  ParsedProblem();
};

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_PARSEDPROBLEM_H
