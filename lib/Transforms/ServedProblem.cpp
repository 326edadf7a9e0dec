//===- ServedProblem.cpp - Which problems have kernels --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ServedProblem.h"

#include "TargetCache.h"

#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Providers/Registry.h"

using namespace mlir;
using namespace mlir::autotune;

/// The constraint on chips, which autotune-tblgen gives each template.
static constexpr StringLiteral kChipConstraint = "chip";

std::string autotune::getWhyNotServed(const ProblemFact &fact,
                                      ArrayRef<TargetInfo> targets) {
  std::string whyNot, whyNotOnChip;
  for (const KernelProvider *provider : getProviders()) {
    const KernelTemplate &kernel = provider->getTemplate();
    if (provider->asCallProvider() || !kernel.computesKind(fact))
      continue;
    for (const TargetInfo &target : targets) {
      std::optional<Violation> violation = kernel.check(fact, target);
      if (!violation)
        return "";
      // The first template is the one that serves most.
      std::string &why =
          violation->constraint == kChipConstraint ? whyNotOnChip : whyNot;
      if (why.empty())
        why = violation->message;
    }
  }
  if (whyNot.empty())
    whyNot = whyNotOnChip;
  return whyNot.empty() ? "no template computes such a problem" : whyNot;
}

std::string autotune::getWhyNotServed(problem::AttentionOp attention,
                                      ArrayRef<TargetInfo> targets) {
  std::string whyNot;
  FailureOr<AttentionFact> fact = getAttentionFact(attention, whyNot);
  return failed(fact) ? whyNot : getWhyNotServed(ProblemFact(*fact), targets);
}

FailureOr<SmallVector<TargetInfo>> autotune::getServedTargets(StringRef target,
                                                              Operation *root) {
  if (target.empty())
    return SmallVector<TargetInfo>(getKnownTargets());
  TargetCache cache;
  if (failed(cache.setOption(target, root)))
    return failure();
  return SmallVector<TargetInfo>{*cache.get(root)};
}
