//===- Patterns.cpp - What of the IR one kernel does ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Patterns.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

using namespace mlir;
using namespace mlir::autotune;

/// A matmul for itself, with operands as they are.
static MatmulPattern matchAlone(linalg::LinalgOp op,
                                const TakenOperations *taken) {
  return *matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/false,
                      /*findsPrologue=*/false, taken);
}

void autotune::addTaken(const MatmulPattern &pattern, TakenOperations &taken) {
  taken.insert_range(pattern.epilogue);
}

SmallVector<MatmulFact, 2> autotune::getApart(const MatmulPattern &pattern) {
  TakenOperations taken;
  if (pattern.taken)
    taken = *pattern.taken;
  SmallVector<MatmulFact, 2> facts;
  for (linalg::LinalgOp op : {pattern.matmul, pattern.other})
    if (op) {
      MatmulPattern alone = matchAlone(op, &taken);
      addTaken(alone, taken);
      facts.push_back(alone.fact);
    }
  return facts;
}

/// `autotune.fusion = "none"`, as remarks have it.
static std::string quote(Fusion fusion) {
  return (kFusionAttrName + " = \"" + stringifyFusion(fusion) + "\"").str();
}

/// Why a matmul and the one behind it that it could share a kernel with don't,
/// by what they say or by what is served.
static std::string findWhyNotTogether(const MatmulPattern &together,
                                      WhyNotServed getWhyNot) {
  std::optional<Fusion> asked = getFusion(together.matmul);
  if (asked == Fusion::None)
    return quote(*asked) + " is asked for";
  if (together.other && asked != Fusion::Products) {
    std::optional<Fusion> askedThere = getFusion(together.other);
    if (askedThere && askedThere != Fusion::Products)
      return quote(*askedThere) + " is asked for at the other one";
    FailureOr<MatmulPattern> other =
        matchMatmul(together.other, /*whyNot=*/nullptr, /*findsOther=*/false);
    if (!askedThere && other->takesStored() &&
        getWhyNot(*other, /*isAsked=*/false).empty())
      return "the kernel of the other one makes an operand of it";
  }
  return getWhyNot(together, asked == Fusion::Products);
}

MatmulPattern autotune::choosePattern(const MatmulPattern &most,
                                      WhyNotServed getWhyNot) {
  std::optional<Fusion> asked = getFusion(most.matmul);
  MatmulPattern stored = most;
  if (most.takesStored()) {
    std::string whyNot =
        asked && asked != Fusion::Prologue
            ? quote(*asked) + " is asked for"
            : getWhyNot(most, /*isAsked=*/asked == Fusion::Prologue);
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
    together =
        *matchMatmul(most.matmul, /*whyNot=*/nullptr,
                     /*findsOther=*/true, /*findsPrologue=*/false, most.taken);
    tellWhyStored(together);
  }
  if (!together.fact.hasTwoProducts())
    return together;
  std::string whyNot = findWhyNotTogether(together, getWhyNot);
  if (whyNot.empty())
    return together;
  MatmulPattern alone = matchAlone(most.matmul, most.taken);
  tellWhyStored(alone);
  alone.whyNotTogether =
      ("is no " + Twine(together.fact.isPair ? "pair" : "sum") +
       ", and each matmul is served for itself: " + whyNot)
          .str();
  return alone;
}
