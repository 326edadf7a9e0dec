//===- FusionChoices.cpp - Ways to do what matmuls are part of ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/FusionChoices.h"

#include "mlir-autotune/Analysis/GroupMatcher.h"
#include "mlir-autotune/Analysis/Patterns.h"
#include "mlir-autotune/Dialect/Autotune/Knobs.h"
#include "mlir-autotune/Proposers/Pairs.h"
#include "mlir-autotune/Proposers/Serving.h"

using namespace mlir;
using namespace mlir::autotune;

double FusionPass::estimateNs(const TargetInfo &target) const {
  return of.isPair ? estimateCombining(of, target)
                   : estimatePrologue(of, target);
}

double FusionChoice::estimatePasses(const TargetInfo &target) const {
  double sum = 0;
  for (const FusionPass &pass : passes)
    sum += pass.estimateNs(target);
  return sum;
}

//===----------------------------------------------------------------------===//
// All ways
//===----------------------------------------------------------------------===//

namespace {
/// Collects the ways for a matmul, and for the one that it may share a kernel
/// with.
class WayFinder {
public:
  WayFinder(linalg::LinalgOp op, const TakenOperations &taken);

  /// The fewest passes first.
  SmallVector<FusionChoice, 0> find();
  /// What all ways are about beside the matmul itself; null for nothing.
  Operation *getOther() const { return other; }

private:
  /// For itself, with what makes an operand in the kernel or before it.
  void addOwn(FusionChoice &choice, linalg::LinalgOp op, bool isStored);
  bool canStore(linalg::LinalgOp op) const;

  linalg::LinalgOp op, other;
  const TakenOperations &taken;
  MatmulPattern together;
};
} // namespace

static MatmulPattern matchOwn(linalg::LinalgOp op, bool findsPrologue,
                              const TakenOperations &taken) {
  return *matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/false,
                      findsPrologue, &taken);
}

WayFinder::WayFinder(linalg::LinalgOp op, const TakenOperations &taken)
    : op(op), taken(taken),
      together(*matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/true,
                            /*findsPrologue=*/false, &taken)) {
  other = together.other;
}

bool WayFinder::canStore(linalg::LinalgOp op) const {
  return op && matchOwn(op, /*findsPrologue=*/true, taken).takesStored();
}

void WayFinder::addOwn(FusionChoice &choice, linalg::LinalgOp op,
                       bool isStored) {
  if (!op)
    return;
  TakenOperations taken = this->taken;
  taken.insert_range(choice.epilogues);
  MatmulPattern stored = matchOwn(op, /*findsPrologue=*/true, taken);
  MatmulPattern own =
      isStored ? stored : matchOwn(op, /*findsPrologue=*/false, taken);
  choice.matmuls.push_back(
      {op, own.fact, isStored ? Fusion::Prologue : Fusion::None});
  llvm::append_range(choice.epilogues, own.epilogue);
  if (!isStored && stored.takesStored())
    choice.passes.push_back({stored.fact});
}

SmallVector<FusionChoice, 0> WayFinder::find() {
  SmallVector<FusionChoice, 0> choices;
  auto add = [&](FusionChoice choice) {
    auto place = llvm::upper_bound(
        choices, choice, [](const FusionChoice &a, const FusionChoice &b) {
          return a.passes.size() < b.passes.size();
        });
    choices.insert(place, std::move(choice));
  };
  if (together.fact.hasTwoProducts()) {
    FusionChoice choice;
    choice.matmuls.push_back({op, together.fact, Fusion::Products});
    choice.epilogues = together.epilogue;
    for (linalg::LinalgOp one : {op, other})
      if (canStore(one))
        choice.passes.push_back(
            {matchOwn(one, /*findsPrologue=*/true, taken).fact});
    add(std::move(choice));
  }
  for (bool isStored : {true, false})
    for (bool isOtherStored : {true, false}) {
      if ((isStored && !canStore(op)) || (isOtherStored && !canStore(other)))
        continue;
      FusionChoice choice;
      addOwn(choice, op, isStored);
      addOwn(choice, other, isOtherStored);
      // Both products have been stored, and nobody made one of them.
      if (together.fact.isPair &&
          !llvm::all_of(together.epilogue, [&](Operation *each) {
            return llvm::is_contained(choice.epilogues, each);
          }))
        choice.passes.push_back({together.fact});
      add(std::move(choice));
    }
  return choices;
}

/// Without those that a matmul says it is not.
static void eraseRuledOut(SmallVector<FusionChoice, 0> &choices) {
  SmallVector<FusionChoice, 0> left;
  llvm::copy_if(choices, std::back_inserter(left),
                [](const FusionChoice &choice) {
                  return llvm::all_of(choice.matmuls, [](const auto &matmul) {
                    std::optional<Fusion> asked = getFusion(matmul.op);
                    return !asked || asked == matmul.fusion;
                  });
                });
  if (!left.empty())
    choices = std::move(left);
}

/// Calls `choose` with the ways for each, and what matmuls before have taken.
static SmallVector<ModuleMatmul, 0> chooseEach(
    ArrayRef<Operation *> ops,
    llvm::function_ref<size_t(ArrayRef<FusionChoice>, const TakenOperations &)>
        choose) {
  SmallVector<ModuleMatmul, 0> matmuls;
  llvm::SmallPtrSet<Operation *, 4> others;
  TakenOperations taken;
  for (Operation *op : ops) {
    if (others.contains(op))
      continue;
    SmallVector<FusionChoice, 0> choices;
    if (auto group = dyn_cast<tile::GroupedMatmulOp>(op)) {
      choices.emplace_back().matmuls.push_back({op, *getGroupFact(group)});
    } else {
      WayFinder finder(cast<linalg::LinalgOp>(op), taken);
      choices = finder.find();
      if (finder.getOther())
        others.insert(finder.getOther());
    }
    if (choices.size() == 1)
      for (ModuleMatmul &matmul : choices.front().matmuls)
        matmul.fusion = std::nullopt;
    eraseRuledOut(choices);
    const FusionChoice &chosen = choices[choose(choices, taken)];
    llvm::append_range(matmuls, chosen.matmuls);
    taken.insert_range(chosen.epilogues);
  }
  return matmuls;
}

SmallVector<ModuleMatmul, 0>
autotune::chooseFusions(ArrayRef<Operation *> matmuls, FusionChooser choose) {
  return chooseEach(matmuls,
                    [&](ArrayRef<FusionChoice> choices,
                        const TakenOperations &) { return choose(choices); });
}

//===----------------------------------------------------------------------===//
// By estimates
//===----------------------------------------------------------------------===//

/// The fact of a matmul as it is served.
static MatmulFact getServed(linalg::LinalgOp op, bool findsOther,
                            const TakenOperations &taken,
                            const TargetInfo &target) {
  auto given = op->getAttrOfType<ConfigAttr>(kConfigAttrName);
  MatmulPattern most = *matchMatmul(op, /*whyNot=*/nullptr, findsOther,
                                    /*findsPrologue=*/true, &taken);
  return choosePattern(most,
                       [&](const MatmulPattern &as, bool isAsked) {
                         // What was attached has been decided.
                         return getWhyNotServed(as.fact, getApart(as), target,
                                                given, isAsked);
                       })
      .fact;
}

/// The way that is served.
static size_t findServed(ArrayRef<FusionChoice> choices,
                         const TakenOperations &taken,
                         const TargetInfo &target) {
  if (choices.size() == 1)
    return 0;
  auto op = cast<linalg::LinalgOp>(choices.front().matmuls.front().op);
  MatmulFact fact = getServed(op, /*findsOther=*/true, taken, target);
  auto isServed = [&](const FusionChoice &choice) {
    if (choice.matmuls.front().fact != fact)
      return false;
    if (choice.matmuls.size() == 1)
      return true;
    TakenOperations before = taken;
    before.insert_range(choice.epilogues);
    const ModuleMatmul &other = choice.matmuls.back();
    return getServed(cast<linalg::LinalgOp>(other.op), /*findsOther=*/false,
                     before, target) == other.fact;
  };
  auto found = llvm::find_if(choices, isServed);
  if (found == choices.end())
    found = llvm::find_if(choices, [&](const FusionChoice &choice) {
      return choice.matmuls.front().fact == fact;
    });
  return found == choices.end() ? choices.size() - 1 : found - choices.begin();
}

SmallVector<ModuleMatmul, 0>
autotune::choosePatterns(ArrayRef<Operation *> matmuls,
                         const TargetInfo &target) {
  return chooseEach(matmuls, [&](ArrayRef<FusionChoice> choices,
                                 const TakenOperations &taken) {
    return findServed(choices, taken, target);
  });
}

/// Whether somebody has decided on a config.
static bool hasConfig(const ModuleMatmul &matmul) {
  return matmul.op->hasAttr(kConfigAttrName) ||
         matmul.op->hasAttr(kCandidatesAttrName) || hasKnobs(matmul.op);
}

/// Those that could be the best, beside the one that is served.
static SmallVector<size_t> findClose(ArrayRef<FusionChoice> choices,
                                     size_t served, const TargetInfo &target) {
  SmallVector<double> estimates;
  for (const FusionChoice &choice : choices) {
    double &sum = estimates.emplace_back(choice.estimatePasses(target));
    for (const ModuleMatmul &matmul : choice.matmuls)
      sum += estimateLeast(matmul.fact, target);
  }
  double best = *llvm::min_element(estimates);
  SmallVector<size_t> close;
  for (auto [index, estimate] : llvm::enumerate(estimates))
    if (index != served && estimate <= kCloseFusion * best)
      close.push_back(index);
  return close;
}

SmallVector<ModuleMatmul, 0>
autotune::chooseCloseFusions(ArrayRef<Operation *> matmuls,
                             const TargetInfo &target, bool extend) {
  SmallVector<ModuleMatmul, 0> all;
  chooseEach(matmuls, [&](ArrayRef<FusionChoice> choices,
                          const TakenOperations &taken) {
    size_t served = findServed(choices, taken, target);
    llvm::append_range(all, choices[served].matmuls);
    if (choices.size() == 1 ||
        (!extend && llvm::any_of(choices[served].matmuls, hasConfig)))
      return served;
    for (size_t index : findClose(choices, served, target))
      for (ModuleMatmul matmul : choices[index].matmuls) {
        matmul.isAlternative = true;
        all.push_back(std::move(matmul));
      }
    return served;
  });
  return all;
}
