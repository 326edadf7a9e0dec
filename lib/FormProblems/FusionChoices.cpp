//===- FusionChoices.cpp - Ways to do what matmuls are part of ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FusionChoices.h"

#include "mlir-autotune/Dialect/Autotune/Knobs.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/FormProblems/Patterns.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"
#include "mlir-autotune/Proposers/Pairs.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Proposers/Serving.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

double FusionPass::estimateNs(const TargetInfo &target) const {
  return of.hasTwoProducts() ? estimateCombining(of, target)
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
  /// `behind` are the matmuls behind it, in their order.
  WayFinder(linalg::LinalgOp op, ArrayRef<Operation *> behind,
            const TakenOperations &taken);

  /// The fewest passes first.
  SmallVector<FusionChoice, 0> find() const;
  /// What it may share a kernel with; null for nothing.
  Operation *getOther() const { return getTwo().other; }

private:
  /// A matmul for itself: with what makes an operand in the kernel, and with
  /// operands as they are. The first is the second where nothing makes one.
  struct Own {
    MatmulPattern stored, plain;
  };
  static Own matchOwn(linalg::LinalgOp op, const TakenOperations &taken);
  static void addPass(FusionChoice &choice, const Own &own);
  static void addOwn(FusionChoice &choice, const Own &own, bool isStored);
  void addTogether(SmallVectorImpl<FusionChoice> &choices,
                   const MatmulPattern &two) const;
  void addApart(SmallVectorImpl<FusionChoice> &choices, bool isStored) const;
  Own matchOther(const TakenOperations &done) const;
  bool isRuledOut(const FusionChoice &choice) const;

  /// The two products that one kernel may do, if there are any: with what makes
  /// their operands, where both have scales.
  const MatmulPattern &getTwo() const { return scaled ? *scaled : together; }

  ArrayRef<Operation *> behind;
  const TakenOperations &taken;
  Own own;
  MatmulPattern together;
  std::optional<MatmulPattern> scaled;
};
} // namespace

WayFinder::Own WayFinder::matchOwn(linalg::LinalgOp op,
                                   const TakenOperations &taken) {
  auto match = [&](bool findsPrologue) {
    return *matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/false,
                        findsPrologue, &taken);
  };
  return {match(/*findsPrologue=*/true), match(/*findsPrologue=*/false)};
}

WayFinder::WayFinder(linalg::LinalgOp op, ArrayRef<Operation *> behind,
                     const TakenOperations &taken)
    : behind(behind), taken(taken), own(matchOwn(op, taken)),
      together(*matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/true,
                            /*findsPrologue=*/false, &taken)) {
  MatmulPattern most = *matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/true,
                                    /*findsPrologue=*/true, &taken);
  if (most.takesStored() && most.fact.hasTwoProducts())
    scaled = std::move(most);
}

/// What makes an operand of two matmuls makes it once.
void WayFinder::addPass(FusionChoice &choice, const Own &own) {
  if (!own.stored.takesStored())
    return;
  linalg::LinalgOp op = own.plain.matmul;
  Value made =
      op.getDpsInputs()[own.stored.prologue ? own.stored.prologue->number : 0];
  if (llvm::none_of(choice.passes,
                    [&](const FusionPass &pass) { return pass.made == made; }))
    choice.passes.push_back({own.stored.fact, made});
}

void WayFinder::addOwn(FusionChoice &choice, const Own &own, bool isStored) {
  const MatmulPattern &pattern = isStored ? own.stored : own.plain;
  choice.matmuls.push_back({pattern.matmul, pattern.fact,
                            isStored ? Fusion::Prologue : Fusion::None});
  if (!isStored)
    addPass(choice, own);
}

/// Both. What makes operands is done before, unless the kernel does it.
void WayFinder::addTogether(SmallVectorImpl<FusionChoice> &choices,
                            const MatmulPattern &two) const {
  FusionChoice &choice = choices.emplace_back();
  choice.matmuls.push_back({two.matmul, two.fact, Fusion::Products});
  addTaken(two, choice.done);
  if (two.takesStored())
    return;
  addPass(choice, own);
  if (two.other)
    addPass(choice, matchOwn(two.other, taken));
}

/// The second one about as it is at its own turn, when matmuls between have
/// taken theirs: what they are then is not decided yet.
WayFinder::Own WayFinder::matchOther(const TakenOperations &done) const {
  TakenOperations before = taken;
  before.insert_range(done);
  for (Operation *between : behind) {
    if (between == getOther())
      break;
    if (auto op = dyn_cast<linalg::LinalgOp>(between))
      addTaken(*matchMatmul(op, /*whyNot=*/nullptr, /*findsOther=*/true,
                            /*findsPrologue=*/true, &before),
               before);
  }
  return matchOwn(getTwo().other, before);
}

void WayFinder::addApart(SmallVectorImpl<FusionChoice> &choices,
                         bool isStored) const {
  const MatmulPattern &two = getTwo();
  FusionChoice first;
  addOwn(first, own, isStored);
  addTaken(isStored ? own.stored : own.plain, first.done);
  if (!two.fact.hasTwoProducts()) {
    choices.push_back(std::move(first));
    return;
  }
  std::optional<Own> other;
  if (two.other)
    other = matchOther(first.done);
  for (bool isOtherStored : {true, false}) {
    if (isOtherStored && !(other && other->stored.takesStored()))
      continue;
    FusionChoice &choice = choices.emplace_back(first);
    TakenOperations done = first.done;
    if (other) {
      addOwn(choice, *other, isOtherStored);
      addTaken(isOtherStored ? other->stored : other->plain, done);
    }
    // What is stored then is not yet what one kernel would store.
    if (!isDoneBy(two, done))
      choice.passes.push_back({two.fact, /*made=*/Value()});
  }
}

/// As choosePattern has it, where all can be served.
bool WayFinder::isRuledOut(const FusionChoice &choice) const {
  const MatmulPattern &two = getTwo();
  std::optional<Fusion> asked = getFusion(own.plain.matmul), askedThere;
  if (two.other)
    askedThere = getFusion(two.other);
  // There is nothing of it.
  if (asked == Fusion::Prologue && !own.stored.takesStored())
    asked = std::nullopt;
  if (askedThere == Fusion::Prologue &&
      !matchOwn(two.other, taken).stored.takesStored())
    askedThere = std::nullopt;
  bool isOtherApart = askedThere && askedThere != Fusion::Products;
  // "products" stands for the scales, too.
  if (choice.isTogether())
    return isOtherApart || (asked && asked != Fusion::Products) ||
           (scaled && choice.matmuls.front().fact != scaled->fact);
  if (choice.matmuls.front().fusion == Fusion::Prologue)
    return asked && asked != Fusion::Prologue;
  bool isTogetherAskedFor =
      asked == Fusion::Products || (!asked && askedThere == Fusion::Products);
  return asked == Fusion::Prologue ||
         (isTogetherAskedFor && !isOtherApart && two.fact.hasTwoProducts());
}

SmallVector<FusionChoice, 0> WayFinder::find() const {
  SmallVector<FusionChoice, 0> found, choices;
  if (scaled)
    addTogether(found, *scaled);
  if (together.fact.hasTwoProducts())
    addTogether(found, together);
  if (own.stored.takesStored())
    addApart(found, /*isStored=*/true);
  addApart(found, /*isStored=*/false);
  // A sort that keeps the order of equals; there are six at most.
  for (size_t count = 0; choices.size() < found.size(); ++count)
    for (FusionChoice &choice : found)
      if (choice.passes.size() == count)
        choices.push_back(choice);
  for (FusionChoice &choice : choices) {
    choice.isRuledOut = isRuledOut(choice);
    if (choices.size() == 1)
      choice.matmuls.front().fusion = std::nullopt;
  }
  return choices;
}

namespace {
/// A matmul at its turn.
struct Turn {
  Operation *op;
  /// What it may share a kernel with, or null.
  Operation *other = nullptr;
  SmallVector<FusionChoice, 0> choices;
  const TakenOperations &taken;
};
} // namespace

static SmallVector<ModuleMatmul, 0>
chooseEach(ArrayRef<Operation *> ops,
           llvm::function_ref<size_t(const Turn &)> choose,
           llvm::function_ref<bool(const ModuleMatmul &)> isLaunched) {
  SmallVector<ModuleMatmul, 0> matmuls;
  llvm::SmallPtrSet<Operation *, 4> others;
  TakenOperations taken;
  for (auto [index, op] : llvm::enumerate(ops)) {
    if (others.contains(op))
      continue;
    Turn turn{op, /*other=*/nullptr, {}, taken};
    if (isProblem(op)) {
      turn.choices.emplace_back().matmuls.push_back({op, *getProblemFact(op)});
    } else {
      WayFinder finder(cast<linalg::LinalgOp>(op), ops.drop_front(index + 1),
                       taken);
      turn.choices = finder.find();
      turn.other = finder.getOther();
    }
    const FusionChoice &chosen = turn.choices[choose(turn)];
    matmuls.push_back(chosen.matmuls.front());
    if (chosen.isTogether() && turn.other)
      others.insert(turn.other);
    if (isLaunched(chosen.matmuls.front()))
      taken.insert_range(chosen.done);
  }
  return matmuls;
}

SmallVector<ModuleMatmul, 0> autotune::chooseFusions(
    ArrayRef<Operation *> matmuls, FusionChooser choose,
    llvm::function_ref<bool(const ModuleMatmul &)> isLaunched) {
  return chooseEach(
      matmuls, [&](const Turn &turn) { return choose(turn.choices); },
      isLaunched);
}

SmallVector<ModuleMatmul, 0>
autotune::listFusions(ArrayRef<Operation *> matmuls) {
  SmallVector<ModuleMatmul, 0> all;
  for (bool isFirst : {true, false})
    chooseFusions(
        matmuls,
        [&](ArrayRef<FusionChoice> choices) {
          for (const FusionChoice &choice : choices)
            llvm::append_range(all, choice.matmuls);
          return isFirst ? 0 : choices.size() - 1;
        },
        [](const ModuleMatmul &) { return true; });
  return all;
}

//===----------------------------------------------------------------------===//
// By estimates
//===----------------------------------------------------------------------===//

/// The fact of a matmul as it is served: what was attached has been decided.
static MatmulFact getServed(Operation *op, bool findsOther,
                            const TakenOperations &taken,
                            const TargetInfo &target) {
  MatmulPattern most =
      *matchMatmul(cast<linalg::LinalgOp>(op), /*whyNot=*/nullptr, findsOther,
                   /*findsPrologue=*/true, &taken);
  return chooseServed(most, &taken, target).fact;
}

/// The way that is served; of those that differ in the second matmul alone that
/// of which it is, or the last.
static size_t findServed(const Turn &turn, const TargetInfo &target) {
  ArrayRef<FusionChoice> choices = turn.choices;
  if (choices.size() == 1)
    return 0;
  MatmulFact fact = getServed(turn.op, /*findsOther=*/true, turn.taken, target);
  std::optional<size_t> served;
  for (auto [index, choice] : llvm::enumerate(choices)) {
    if (choice.matmuls.front().fact != fact)
      continue;
    served = index;
    TakenOperations before = turn.taken;
    before.insert_range(choice.done);
    if (choice.matmuls.size() == 1 ||
        getServed(turn.other, /*findsOther=*/false, before, target) ==
            choice.matmuls.back().fact)
      break;
  }
  assert(served && "all that can be served is a way");
  return *served;
}

static auto isServable(const TargetInfo &target) {
  return [&](const ModuleMatmul &matmul) {
    return getWhyNone(matmul.fact, target).empty();
  };
}

SmallVector<ModuleMatmul, 0>
autotune::choosePatterns(ArrayRef<Operation *> matmuls,
                         const TargetInfo &target) {
  return chooseEach(
      matmuls, [&](const Turn &turn) { return findServed(turn, target); },
      isServable(target));
}

/// Whether somebody has decided on what a matmul is done as, or on its config.
static bool isDecided(Operation *op, bool extend) {
  if (!op)
    return false;
  return getFusion(op) ||
         (!extend && (op->hasAttr(kConfigAttrName) ||
                      op->hasAttr(kCandidatesAttrName) || hasKnobs(op)));
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
    if (index != served && !choices[index].isRuledOut &&
        std::isfinite(estimate) && estimate <= kCloseFusion * best)
      close.push_back(index);
  return close;
}

SmallVector<ModuleMatmul, 0>
autotune::chooseCloseFusions(ArrayRef<Operation *> matmuls,
                             const TargetInfo &target, bool extend) {
  SmallVector<ModuleMatmul, 0> all;
  bool isServed = true, hasClose = false;
  auto add = [&](const ModuleMatmul &matmul, bool isAlternative) {
    all.push_back(matmul);
    all.back().isAlternative = isAlternative;
  };
  auto choose = [&](const Turn &turn) -> size_t {
    size_t served = findServed(turn, target);
    ArrayRef<ModuleMatmul> own = turn.choices[served].matmuls;
    add(own.front(), /*isAlternative=*/!isServed);
    if (turn.choices.size() == 1 || isDecided(turn.op, extend) ||
        isDecided(turn.other, extend))
      return served;
    SmallVector<size_t> close = findClose(turn.choices, served, target);
    for (size_t index : close)
      for (const ModuleMatmul &matmul : turn.choices[index].matmuls)
        add(matmul, /*isAlternative=*/true);
    // At its own turn the second one may be more than this.
    if (!close.empty())
      for (const ModuleMatmul &matmul : own.drop_front())
        add(matmul, /*isAlternative=*/true);
    hasClose |= !close.empty();
    return isServed || close.empty() ? served : close.front();
  };
  chooseEach(matmuls, choose, isServable(target));
  // What those behind are depends on what is in the kernels before.
  isServed = false;
  if (hasClose)
    chooseEach(matmuls, choose, isServable(target));
  return all;
}
