//===- AttachAhead.cpp - Deciding distinct matmuls on all threads ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A decision takes about half a millisecond and depends on its key alone.
// Matmuls are visited in order, because one may take operations from another.
// Most matmuls take none. The keys of these are known before the visits, and
// threads share their decisions. A key that no visit asks for costs time only.
//
//===----------------------------------------------------------------------===//

#include "AttachAhead.h"

#include "mlir-autotune/Dialect/Autotune/Knobs.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Threading.h"

#include <unordered_set>

using namespace mlir;
using namespace mlir::autotune;

/// Returns the fact of a problem, or of a matmul that no other one joins.
static FailureOr<ProblemFact> findOwnFact(Operation *op) {
  std::string unused;
  if (isProblem(op))
    return getProblemFact(op, &unused);
  auto matmul = dyn_cast<linalg::LinalgOp>(op);
  if (!matmul || isa<linalg::FillOp>(op))
    return failure();
  FailureOr<MatmulPattern> pattern =
      matchMatmul(matmul, &unused, /*findsOther=*/true, /*findsPrologue=*/true);
  if (failed(pattern) || pattern->other)
    return failure();
  return ProblemFact(pattern->fact);
}

/// Returns the key of an operation with static sizes and without attributes
/// that a user has set.
static std::optional<AttachKey> guessKey(Operation *op, TargetCache &targets) {
  if (op->hasAttr(kConfigAttrName) || op->hasAttr(kSizesAttrName) ||
      hasKnobs(op))
    return std::nullopt;
  FailureOr<ProblemFact> fact = findOwnFact(op);
  if (failed(fact) || !fact->hasStaticSizes())
    return std::nullopt;
  const TargetInfo *target = targets.get(op);
  if (!target)
    return std::nullopt;
  return AttachKey{*fact, target, /*given=*/Attribute(), /*sizes=*/Attribute()};
}

Decisions autotune::decideAhead(Operation *root, TargetCache &targets,
                                const ProposeOptions &options,
                                const PlanOptions &planOptions) {
  MLIRContext *context = root->getContext();
  if (!context->isMultithreadingEnabled())
    return {};
  std::vector<AttachKey> keys;
  std::unordered_set<AttachKey, AttachKeyHash> seen;
  root->walk([&](Operation *op) {
    if (std::optional<AttachKey> key = guessKey(op, targets))
      if (seen.insert(*key).second)
        keys.push_back(*key);
  });
  std::vector<Decision> made(keys.size());
  parallelFor(context, 0, keys.size(), [&](size_t i) {
    made[i] = decide(context, keys[i], options, planOptions);
  });
  Decisions decisions;
  for (auto [key, decision] : llvm::zip_equal(keys, made))
    decisions.try_emplace(key, std::move(decision));
  return decisions;
}
