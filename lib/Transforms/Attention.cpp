//===- Attention.cpp - Forms and decomposes attentions --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistSlices.h"
#include "Remarks.h"
#include "ServedProblem.h"

#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/FormProblems/FormAttention.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEDECOMPOSEATTENTION
#define GEN_PASS_DEF_AUTOTUNEFORMATTENTION
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// "3 heads", or "heads" if the number is not known.
static std::string describeCount(int64_t count, StringRef noun) {
  if (ShapedType::isDynamic(count))
    return "an unknown number of " + noun.str();
  std::string text = std::to_string(count) + " " + noun.str();
  if (count == 1)
    text = "1 " + (noun == "queries" ? "query" : noun.drop_back().str());
  return text;
}

static std::string describeAttention(const AttentionOutcome &outcome) {
  problem::AttentionOp op = outcome.attention;
  int64_t heads = 1;
  for (unsigned dim = 0; dim < op.getNumBatchDims(); ++dim) {
    int64_t size = op.getSize(dim);
    heads = ShapedType::isDynamic(heads) || ShapedType::isDynamic(size)
                ? ShapedType::kDynamic
                : heads * size;
  }
  auto operations = op.getScoreBody().without_terminator();
  std::string transposed;
  if (!outcome.transposed.empty())
    transposed =
        "; transposed by a copy: " + llvm::join(outcome.transposed, ", ");
  return "formed attention of " + describeCount(heads, "heads") + ", " +
         describeCount(op.getSize(op.getDimM()), "queries") + " and " +
         describeCount(op.getSize(op.getDimN()), "keys") +
         ", with a score function of " +
         describeCount(std::distance(operations.begin(), operations.end()),
                       "operations") +
         " that reads " + describeCount(op.getScoreInputs().size(), "inputs") +
         (op.getZeroMaskedRows() ? "; masked rows are zero" : "") + transposed;
}

/// As formAttention(), with a remark for each attention that is formed, and for
/// each that is not.
static int64_t formAttentions(Operation *root, WhyNotAttention getWhyNot) {
  eraseUnreachableBlocks(root);
  moveSlicesAheadOfTransposes(root);
  IRRewriter rewriter(root->getContext());
  return formAttention(
      rewriter, root, getWhyNot,
      [](Operation *product, const AttentionOutcome &outcome) {
        if (!areRemarksOn(product))
          return;
        remark::RemarkOpts options = getRemarkOptions(product, "FormAttention");
        if (outcome.attention)
          remark::passed(product->getLoc(), options)
              << describeAttention(outcome);
        else
          remark::missed(product->getLoc(), options)
              << ("no attention is formed: " + outcome.whyNot).str();
      });
}

namespace {
class FormAttention
    : public autotune::impl::AutotuneFormAttentionBase<FormAttention> {
public:
  using AutotuneFormAttentionBase::AutotuneFormAttentionBase;
  void runOnOperation() override;
};
} // namespace

void FormAttention::runOnOperation() {
  FailureOr<SmallVector<TargetInfo>> targets =
      getServedTargets(target, getOperation());
  if (failed(targets))
    return signalPassFailure();
  numFormed +=
      formAttentions(getOperation(), [&](problem::AttentionOp attention) {
        return all ? std::string() : getWhyNotServed(attention, *targets);
      });
}

namespace {
class DecomposeAttention
    : public autotune::impl::AutotuneDecomposeAttentionBase<
          DecomposeAttention> {
public:
  void runOnOperation() override;
};
} // namespace

void DecomposeAttention::runOnOperation() {
  SmallVector<problem::AttentionOp> ops;
  getOperation()->walk([&](problem::AttentionOp op) {
    if (op.hasTensors())
      ops.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  for (problem::AttentionOp op : ops)
    decomposeAttention(rewriter, op);
}
