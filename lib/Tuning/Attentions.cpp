//===- Attentions.cpp - The attentions of a module ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Attentions.h"

#include "mlir-autotune/Kernels/AttentionProblem.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

SmallVector<ModuleMatmul, 0> autotune::findAttentions(ModuleOp module) {
  SmallVector<ModuleMatmul, 0> attentions;
  module.walk([&](problem::AttentionOp op) {
    std::string whyNot = "it has buffers as operands";
    FailureOr<AttentionFact> fact = failure();
    if (op.hasTensors())
      fact = getAttentionFact(op, whyNot);
    if (succeeded(fact))
      attentions.push_back({op, ProblemFact(*fact)});
    else
      op->emitRemark() << "left alone: " << whyNot;
  });
  return attentions;
}

static bool hasLegal(const TuningProblem &problem) {
  return llvm::any_of(problem.candidates, [](const auto &candidate) {
    return candidate.whyIllegal.empty();
  });
}

FailureOr<std::vector<TuningProblem>>
autotune::makeAttentionProblems(ArrayRef<ModuleMatmul> attentions,
                                const TargetInfo &target,
                                const CandidateOptions &options) {
  CandidateOptions closed = options;
  closed.seedsOnly = false;
  closed.plans.reset();
  FailureOr<TuningProblems> made = makeProblems(attentions, target, closed);
  if (failed(made))
    return failure();
  std::vector<TuningProblem> &problems = made->ofKnownSizes;
  for (TuningProblem &problem : problems)
    problem.isClosed = true;
  if (!options.given.empty())
    llvm::erase_if(problems, [](const TuningProblem &problem) {
      return !hasLegal(problem);
    });
  return std::move(problems);
}
