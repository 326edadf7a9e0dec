//===- LowerVectors.cpp - Vectors as their conversion to LLVM takes them --===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorTransforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNELOWERVECTORS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

namespace {
struct LowerVectors
    : public autotune::impl::AutotuneLowerVectorsBase<LowerVectors> {
  void runOnOperation() override {
    bool hasVectors = false;
    getOperation()->walk([&](Operation *op) {
      hasVectors |= isa<vector::VectorDialect>(op->getDialect());
    });
    if (!hasVectors)
      return markAllAnalysesPreserved();
    RewritePatternSet patterns(&getContext());
    vector::populateVectorMultiReductionLoweringPatterns(
        patterns, vector::VectorMultiReductionLowering::InnerParallel);
    vector::populateVectorScanLoweringPatterns(patterns);
    vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
    vector::populateVectorStepLoweringPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
