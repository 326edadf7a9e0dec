//===- ModuleMatmuls.h - What of a module kernels can compute ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_MODULEMATMULS_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_MODULEMATMULS_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::autotune {

struct ModuleMatmul {
  /// A matmul of linalg, or a problem.
  Operation *op;
  ProblemFact fact;
  /// What makes it so, where it could be otherwise: its `autotune.fusion`.
  std::optional<Fusion> fusion = std::nullopt;
  /// Whether this is but one more way to do it, to be measured beside another.
  bool isAlternative = false;
};

/// The problems of a module and the matmuls that could become some, in the
/// order of the text. Each has a fact. Others get a remark that says why they
/// are left alone.
SmallVector<Operation *, 0> findMatmuls(ModuleOp module);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_MODULEMATMULS_H
