//===- ProblemModule.h - A problem alone in a module ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_KERNELS_PROBLEMMODULE_H
#define MLIR_AUTOTUNE_LIB_KERNELS_PROBLEMMODULE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace mlir::autotune {

/// A module with one function, whose arguments are the operands of the problem
/// and whose results are its results, as text on one line. Nothing of where the
/// problem stood is left.
std::string getProblemLine(Operation *op, StringRef functionName);

/// The module that a line has. Null, with what is wrong in `whyNot`, if it has
/// none.
OwningOpRef<ModuleOp> parseProblemLine(MLIRContext *context, StringRef line,
                                       std::string &whyNot);

/// The problem of such a module; null if it has none.
template <typename Op> Op getProblem(ModuleOp module, StringRef functionName) {
  auto function = module.lookupSymbol<func::FuncOp>(functionName);
  if (!function || function.isExternal() ||
      !llvm::hasSingleElement(function.getBody()))
    return nullptr;
  auto problems = function.getBody().getOps<Op>();
  return problems.empty() ? nullptr : *problems.begin();
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_KERNELS_PROBLEMMODULE_H
