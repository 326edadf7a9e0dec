//===- Patterns.cpp - What of the IR one kernel does ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Patterns.h"

using namespace mlir;
using namespace mlir::autotune;

/// A matmul for itself, with operands as they are.
static MatmulPattern matchAlone(linalg::LinalgOp op) {
  return *matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/false,
                      /*findsPrologue=*/false);
}

SmallVector<MatmulFact, 2> autotune::getApart(const MatmulPattern &pattern) {
  SmallVector<MatmulFact, 2> facts;
  for (linalg::LinalgOp op : {pattern.matmul, pattern.other})
    if (op)
      facts.push_back(matchAlone(op).fact);
  return facts;
}

MatmulPattern autotune::choosePattern(
    const MatmulPattern &most,
    llvm::function_ref<std::string(const MatmulPattern &)> getWhyNot) {
  MatmulPattern stored = most;
  if (most.takesStored()) {
    std::string whyNot = getWhyNot(most);
    if (whyNot.empty())
      return most;
    if (most.fact.hasWidePrologue())
      stored.whyNotComputed = "takes its " +
                              std::string(most.fact.convertsB() ? "B" : "A") +
                              " as it is: " + whyNot;
    else
      stored.whyNotStored = whyNot;
  }
  auto tellWhyStored = [&](MatmulPattern &pattern) {
    pattern.whyNotStored = stored.whyNotStored;
    pattern.whyNotComputed = stored.whyNotComputed;
  };
  MatmulPattern together = most;
  // It, or the other one, may make no pair or sum for what it is made of alone.
  if (most.takesStored() || !most.whyNotTogether.empty()) {
    together = *matchMatmul(most.matmul, /*whyNot=*/nullptr,
                            /*findsOther=*/true, /*findsPrologue=*/false);
    tellWhyStored(together);
  }
  if (!together.fact.hasTwoProducts())
    return together;
  std::string whyNot;
  if (together.other) {
    FailureOr<MatmulPattern> other =
        matchMatmul(together.other, /*whyNot=*/nullptr, /*findsOther=*/false);
    if (other->takesStored() && getWhyNot(*other).empty())
      whyNot = "the kernel of the other one makes an operand of it";
  }
  if (whyNot.empty())
    whyNot = getWhyNot(together);
  if (whyNot.empty())
    return together;
  MatmulPattern alone = matchAlone(most.matmul);
  tellWhyStored(alone);
  alone.whyNotTogether =
      ("is no " + Twine(together.fact.isPair ? "pair" : "sum") +
       ", and each matmul is served for itself: " + whyNot)
          .str();
  return alone;
}
