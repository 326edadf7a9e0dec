//===- ElementFunction.h - A fact's functions for the host ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ELEMENTFUNCTION_H
#define AUTOTUNE_LIB_SIMULATION_ELEMENTFUNCTION_H

#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace mlir::autotune {

/// Machine code of this process for a fact's epilogue or prologue. It needs no
/// context.
class ElementFunction {
public:
  /// Fails on a body that is none, or none of this fact. Of two facts with the
  /// same function, as problems that differ in their sizes alone are, a thread
  /// compiles one.
  static llvm::Expected<std::shared_ptr<const ElementFunction>>
  createEpilogue(const ProblemFact &fact);
  static llvm::Expected<std::shared_ptr<const ElementFunction>>
  createPrologue(const ProblemFact &fact);
  ~ElementFunction();

  /// Of the bits of a sum, or of an integer, and of what is read: those of the
  /// result, in the low bytes. `elements` is overwritten, by all results, of
  /// which there may be more than arguments.
  uint64_t apply(MutableArrayRef<uint64_t> elements) const {
    entry(elements.data());
    return elements[0];
  }

private:
  ElementFunction();
  static llvm::Expected<std::shared_ptr<const ElementFunction>>
  get(ModuleOp module);
  static llvm::Expected<std::shared_ptr<const ElementFunction>>
  compile(ModuleOp module);

  std::unique_ptr<ExecutionEngine> engine;
  void (*entry)(uint64_t *) = nullptr;
};

/// Compiles a module of LLVM's dialect with little optimisation
/// (HostKernel.cpp).
llvm::Expected<std::unique_ptr<ExecutionEngine>>
compileForHost(ModuleOp module);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ELEMENTFUNCTION_H
