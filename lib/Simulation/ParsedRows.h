//===- ParsedRows.h - The operation of a problem of rows --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_PARSEDROWS_H
#define AUTOTUNE_LIB_SIMULATION_PARSEDROWS_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/RowsFact.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::autotune {

/// A problem in a context of its own.
struct ParsedRows {
  explicit ParsedRows(const RowsFact &fact);

  /// To be called only if there is a module.
  problem::RowsOp getProblem() const;

  MLIRContext context;
  /// Why there is no module.
  std::string whyNot;
  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_PARSEDROWS_H
