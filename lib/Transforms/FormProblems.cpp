//===- FormProblems.cpp - From annotated matmuls to problems --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormProblems.h"

#include "AttachRemarks.h"
#include "Permissions.h"
#include "ProblemForming.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/Knobs.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Transforms/Passes.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEFORMPROBLEMS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// Forms the problem of one matmul. `erased` gets what is part of it.
static FailureOr<problem::ContractOp>
formProblem(linalg::LinalgOp op, const TargetInfo &info, ConfigCheck check,
            SmallPtrSetImpl<Operation *> &erased) {
  bool isAttached = op->hasAttr(kConfigAttrName) || hasKnobs(op);
  std::string whyNot;
  FailureOr<MatmulPattern> pattern = chooseProblem(op, info, &whyNot);
  if (succeeded(pattern) && !isAttached)
    whyNot = getWhyNone(pattern->fact, info);
  if (failed(pattern) && isAttached)
    return op.emitOpError("has a config, but no kernel can serve it: ")
           << whyNot;
  if (!whyNot.empty()) {
    remarkLeftAlone(op, whyNot);
    return problem::ContractOp();
  }
  if (op->hasAttr(kConfigAttrName) && failed(check(op, pattern->fact, info)))
    return failure();
  remarkEpilogue(op, *pattern);
  return formContract(*pattern, [&](Operation *op) { erased.insert(op); });
}

FailureOr<unsigned> autotune::formProblems(Operation *root,
                                           TargetCache &targets, bool all,
                                           ConfigCheck check) {
  eraseUnreachableBlocks(root);
  SmallVector<linalg::LinalgOp> matmuls;
  root->walk([&](linalg::LinalgOp op) {
    if (op->hasAttr(kConfigAttrName) || (all && isMatmul(op)))
      matmuls.push_back(op);
  });
  // A config on anything else is an error, also if it is part of a problem.
  llvm::stable_sort(matmuls, [](Operation *a, Operation *b) {
    return isMatmul(a) < isMatmul(b);
  });
  unsigned count = 0;
  // Those that are part of the problem of one before them.
  SmallPtrSet<Operation *, 8> erased;
  for (linalg::LinalgOp op : matmuls) {
    if (erased.contains(op))
      continue;
    const TargetInfo *info = targets.get(op);
    if (!info)
      return failure();
    FailureOr<problem::ContractOp> formed =
        formProblem(op, *info, check, erased);
    if (failed(formed))
      return failure();
    count += bool(*formed);
  }
  return count;
}

namespace {
class FormProblems
    : public autotune::impl::AutotuneFormProblemsBase<FormProblems> {
public:
  using AutotuneFormProblemsBase::AutotuneFormProblemsBase;

  void runOnOperation() override;

private:
  LogicalResult checkOptions();
};
} // namespace

LogicalResult FormProblems::checkOptions() {
  std::string whyNot = getWhyNotAllowed(allowTf32);
  if (!whyNot.empty())
    return emitError(getOperation()->getLoc()) << "allow-tf32" << whyNot;
  whyNot = getWhyNoAccumulator(accumulator);
  if (!whyNot.empty())
    return emitError(getOperation()->getLoc()) << "accumulator" << whyNot;
  return success();
}

/// A matmul without a config stays if no kernel serves it.
void FormProblems::runOnOperation() {
  TargetCache targets;
  if (failed(checkOptions()) ||
      failed(targets.setOption(target, getOperation())))
    return signalPassFailure();
  permit(getOperation(), allowTf32, accumulator);
  // Whoever lowers a config checks it.
  FailureOr<unsigned> count =
      formProblems(getOperation(), targets, all,
                   [](Operation *, const ProblemFact &, const TargetInfo &) {
                     return success();
                   });
  if (failed(count))
    return signalPassFailure();
  numFormed += *count;
}
