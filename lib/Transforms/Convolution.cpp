//===- Convolution.cpp - Forms and decomposes convolutions ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/FormProblems/FormConvolution.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEDECOMPOSECONVOLUTION
#define GEN_PASS_DEF_AUTOTUNEFORMCONVOLUTIONS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// "2 groups", or "an unknown number of groups".
static std::string describeNumber(int64_t number, StringRef noun) {
  if (ShapedType::isDynamic(number))
    return "an unknown number of " + noun.str() + "s";
  return std::to_string(number) + " " + noun.str() + (number == 1 ? "" : "s");
}

static std::string describeConvolution(problem::ConvolutionOp op) {
  SmallVector<std::string> windows;
  for (unsigned i = 0; i < op.getSpatialRank(); ++i) {
    int64_t size = op.getSize(op.getWindowDim(i));
    windows.push_back(ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  }
  auto operations = op.getEpilogueBody().without_terminator();
  return "formed a convolution with windows of " + llvm::join(windows, "x") +
         ", " + describeNumber(op.getGroups(), "group") + " of " +
         describeNumber(op.getChannels(), "channel") + " and " +
         describeNumber(op.getOutputChannels(), "output channel") +
         ", with an epilogue of " +
         describeNumber(std::distance(operations.begin(), operations.end()),
                        "operation") +
         " that reads " +
         describeNumber(op.getEpilogueInputs().size(), "input");
}

namespace {
class FormConvolutions
    : public autotune::impl::AutotuneFormConvolutionsBase<FormConvolutions> {
public:
  void runOnOperation() override;
};

class DecomposeConvolution
    : public autotune::impl::AutotuneDecomposeConvolutionBase<
          DecomposeConvolution> {
public:
  void runOnOperation() override;
};
} // namespace

void FormConvolutions::runOnOperation() {
  eraseUnreachableBlocks(getOperation());
  IRRewriter rewriter(&getContext());
  auto tell = [&](Operation *op, problem::ConvolutionOp convolution,
                  StringRef whyNot) {
    numLeft += !convolution;
    if (!areRemarksOn(op))
      return;
    remark::RemarkOpts options = getRemarkOptions(op, "FormConvolution");
    if (convolution)
      remark::passed(op->getLoc(), options) << describeConvolution(convolution);
    else
      remark::missed(op->getLoc(), options)
          << ("no convolution is formed: " + whyNot).str();
  };
  numFormed += formConvolutions(
      rewriter, getOperation(),
      [](problem::ConvolutionOp) { return std::string(); }, tell);
}

void DecomposeConvolution::runOnOperation() {
  SmallVector<problem::ConvolutionOp> ops;
  getOperation()->walk([&](problem::ConvolutionOp op) {
    if (op.hasTensors())
      ops.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  for (problem::ConvolutionOp op : ops)
    decomposeConvolution(rewriter, op);
}
