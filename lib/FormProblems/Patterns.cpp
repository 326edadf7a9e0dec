//===- Patterns.cpp - What of the IR one kernel does ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/Patterns.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Proposers/Serving.h"

using namespace mlir;
using namespace mlir::autotune;

/// A matmul for itself; with operands as they are, or else with what makes
/// them.
static MatmulPattern matchAlone(linalg::LinalgOp op,
                                const TakenOperations *taken,
                                bool findsPrologue = false) {
  return *matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/false,
                      findsPrologue, taken);
}

/// Whether a kernel makes the operands of two products.
static bool makesOperandsOfTwo(const MatmulPattern &pattern) {
  return pattern.takesStored() && pattern.fact.hasTwoProducts();
}

void autotune::addTaken(const MatmulPattern &pattern, TakenOperations &taken) {
  taken.insert_range(pattern.epilogue);
  if (pattern.cast)
    taken.insert(pattern.cast);
}

bool autotune::isDoneBy(const MatmulPattern &pattern,
                        const TakenOperations &done) {
  TakenOperations own;
  addTaken(pattern, own);
  return llvm::all_of(own,
                      [&](Operation *each) { return done.contains(each); });
}

ApartMatmuls autotune::getApart(const MatmulPattern &pattern,
                                const TakenOperations *taken) {
  TakenOperations before, done;
  if (taken)
    before = *taken;
  ApartMatmuls apart;
  for (linalg::LinalgOp op : {pattern.matmul, pattern.other})
    if (op) {
      MatmulPattern alone = matchAlone(
          op, &before, /*findsPrologue=*/makesOperandsOfTwo(pattern));
      addTaken(alone, before);
      addTaken(alone, done);
      apart.facts.push_back(alone.fact);
    }
  apart.isWhole = isDoneBy(pattern, done);
  return apart;
}

/// `autotune.fusion = "none"`, as remarks have it.
static std::string quote(Fusion fusion) {
  return (kFusionAttrName + " = \"" + stringifyFusion(fusion) + "\"").str();
}

/// Why a matmul and the one behind it that it could share a kernel with don't,
/// by what either says or by what is served.
static std::string findWhyNotTogether(const MatmulPattern &together,
                                      const TakenOperations *taken,
                                      WhyNotServed getWhyNot) {
  std::optional<Fusion> asked = getFusion(together.matmul), askedThere;
  std::optional<MatmulPattern> other;
  if (together.other) {
    askedThere = getFusion(together.other);
    other = *matchMatmul(together.other, /*whyNot=*/nullptr,
                         /*findsOther=*/false, /*findsPrologue=*/true, taken);
  }
  // There is nothing of it.
  if (askedThere == Fusion::Prologue && !other->takesStored())
    askedThere = std::nullopt;
  bool makesOperands = makesOperandsOfTwo(together);
  if (asked == Fusion::None || (asked == Fusion::Prologue && makesOperands))
    return quote(*asked) + " is asked for";
  if (askedThere && askedThere != Fusion::Products)
    return quote(*askedThere) + " is asked for at the other one";
  bool isAsked = asked == Fusion::Products || askedThere;
  if (other && !isAsked && !makesOperands && other->takesStored() &&
      getWhyNot(*other, getApart(*other, taken), /*isAsked=*/false).empty())
    return "the kernel of the other matmul computes one of that matmul's "
           "operands";
  return getWhyNot(together, getApart(together, taken), isAsked);
}

/// What a remark says of a matmul that shares no kernel with another.
static std::string describeApart(const MatmulPattern &together,
                                 const std::string &whyNot) {
  return ("is no " + Twine(together.fact.isPair ? "pair" : "sum") +
          ", so each matmul has a kernel of its own: " + whyNot)
      .str();
}

MatmulPattern autotune::choosePattern(const MatmulPattern &most,
                                      const TakenOperations *taken,
                                      WhyNotServed getWhyNot) {
  // Two products with scales are one kernel, or else each is chosen for itself.
  if (makesOperandsOfTwo(most)) {
    std::string whyNot = findWhyNotTogether(most, taken, getWhyNot);
    if (whyNot.empty())
      return most;
    MatmulPattern alone =
        choosePattern(matchAlone(most.matmul, taken, /*findsPrologue=*/true),
                      taken, getWhyNot);
    if (!alone.fact.hasTwoProducts())
      alone.whyNotTogether = describeApart(most, whyNot);
    return alone;
  }
  std::optional<Fusion> asked = getFusion(most.matmul);
  MatmulPattern stored = most;
  if (most.takesStored()) {
    std::string whyNot =
        asked && asked != Fusion::Prologue
            ? quote(*asked) + " is asked for"
            : getWhyNot(most, getApart(most, taken), asked.has_value());
    if (whyNot.empty())
      return most;
    if (most.fact.hasWidePrologue())
      stored.whyNotComputed =
          "reads its " + std::string(most.fact.convertsB() ? "B" : "A") +
          " from memory instead of computing it in the kernel: " + whyNot;
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
                     /*findsOther=*/true, /*findsPrologue=*/false, taken);
    tellWhyStored(together);
  }
  if (!together.fact.hasTwoProducts())
    return together;
  std::string whyNot = findWhyNotTogether(together, taken, getWhyNot);
  if (whyNot.empty())
    return together;
  MatmulPattern alone = matchAlone(most.matmul, taken);
  tellWhyStored(alone);
  alone.whyNotTogether = describeApart(together, whyNot);
  return alone;
}

MatmulPattern autotune::chooseServed(const MatmulPattern &most,
                                     const TakenOperations *taken,
                                     const TargetInfo &target) {
  return choosePattern(
      most, taken,
      [&](const MatmulPattern &as, const ApartMatmuls &apart, bool isAsked) {
        return getWhyNotServed(as.fact, apart, target,
                               getConfigForAll(as.matmul), isAsked);
      });
}
