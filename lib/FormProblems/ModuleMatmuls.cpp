//===- ModuleMatmuls.cpp - What of a module kernels can compute -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/ModuleMatmuls.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"

using namespace mlir;
using namespace mlir::autotune;

SmallVector<Operation *, 0> autotune::findMatmuls(ModuleOp module) {
  // As the passes see epilogues.
  loadEpilogueDialects(module.getContext());
  SmallVector<Operation *, 0> matmuls;
  module.walk([&](Operation *op) {
    std::string whyNot;
    auto matmul = dyn_cast<linalg::LinalgOp>(op);
    // Fills and element-wise operations belong to the matmuls around them, or
    // are none.
    bool isContraction = matmul && isa<linalg::ContractionOpInterface>(op);
    if (!isContraction && !isProblem(op))
      return;
    if (isContraction ? succeeded(matchMatmul(matmul, &whyNot))
                      : succeeded(getProblemFact(op, &whyNot)))
      matmuls.push_back(op);
    else
      op->emitRemark() << "left alone: " << whyNot;
  });
  return matmuls;
}
