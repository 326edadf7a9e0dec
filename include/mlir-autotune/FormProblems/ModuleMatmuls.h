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
  /// Which fusion the fact describes, if others were possible: the value for
  /// `autotune.fusion`.
  std::optional<Fusion> fusion = std::nullopt;
  /// Whether this is an alternative way to compute the same matmul, to be
  /// measured beside the first one.
  bool isAlternative = false;
};

/// Returns the problems of a module and the matmuls that could become
/// problems, in the order of the text. Each has a fact. Any other matmul gets
/// a remark that says why it is left alone.
SmallVector<Operation *, 0> findMatmuls(ModuleOp module);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_MODULEMATMULS_H
