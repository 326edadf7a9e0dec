//===- FormProblems.cpp - From annotated matmuls to problems --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormProblems.h"

#include "TargetCache.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Transforms/Passes.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEFORMPROBLEMS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

namespace {
struct FormProblems
    : public autotune::impl::AutotuneFormProblemsBase<FormProblems> {
  using AutotuneFormProblemsBase::AutotuneFormProblemsBase;

  void runOnOperation() override {
    eraseUnreachableBlocks(getOperation());
    TargetCache targets;
    if (failed(targets.setOption(target, getOperation())))
      return signalPassFailure();
    // Forming one erases operations around it, which are none of these.
    SmallVector<linalg::LinalgOp> annotated;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op->hasAttr(kConfigAttrName))
        annotated.push_back(op);
    });
    for (linalg::LinalgOp op : annotated) {
      const TargetInfo *info = targets.get(op);
      std::string whyNot;
      FailureOr<MatmulPattern> pattern = failure();
      if (info)
        pattern = chooseProblem(op, *info, &whyNot);
      if (failed(pattern)) {
        if (info)
          op.emitOpError("has a config, but no kernel can serve it: ")
              << whyNot;
        return signalPassFailure();
      }
      formContract(*pattern);
      ++numFormed;
    }
  }
};
} // namespace
