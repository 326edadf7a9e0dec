//===- AttachConfigs.cpp - Attach kernel configs to matmuls ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass is thin: facts come from the analysis, configs from the proposers,
// and what is here decides which of them become attributes.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "AttachAhead.h"
#include "AttachAttributes.h"
#include "AttachDecisions.h"
#include "AttachKeys.h"
#include "AttachRemarks.h"
#include "Permissions.h"
#include "TargetCache.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Dialect/Autotune/Knobs.h"
#include "mlir-autotune/FormProblems/AttachedFact.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/FormProblems/Patterns.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"
#include "mlir-autotune/FormProblems/SizeHints.h"
#include "mlir-autotune/Proposers/Plans.h"
#include "mlir-autotune/Proposers/Serving.h"
#include "mlir-autotune/Transforms/TableFile.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/raw_ostream.h"

#include <unordered_map>
#include <unordered_set>

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEATTACHCONFIGS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

namespace {
class AttachConfigs
    : public autotune::impl::AutotuneAttachConfigsBase<AttachConfigs> {
public:
  using AutotuneAttachConfigsBase::AutotuneAttachConfigsBase;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  LogicalResult readOptions(ProposeOptions &options);
  LogicalResult visit(linalg::LinalgOp op);
  LogicalResult visitFormed(Operation *op);
  LogicalResult reportRefusal(Operation *op, StringRef whyNot);
  LogicalResult attach(Operation *op, Attribute given, const Decision &decision,
                       const ProblemFact &fact);
  FailureOr<AttachKey> getKey(Operation *op, const ProblemFact &fact);
  const Decision &getDecision(Operation *op, const AttachKey &key);
  const std::string &getWhyNot(const FusionQuestion &question);
  void describeSpace(const AttachKey &key);
  void explainDecision(Operation *op, const AttachKey &key,
                       const Decision &decision);

  ProposeOptions options;
  PlanOptions planOptions;
  /// Read once, however many copies of the pass there are. Null for none.
  std::shared_ptr<const LookupTable> lookupTable;
  SizeHints hints;
  TargetCache targets;
  Decisions decisions;
  /// Decisions that nobody has asked for yet.
  Decisions ahead;
  std::unordered_map<FusionQuestion, std::string, FusionQuestionHash> whyNots;
  std::unordered_set<AttachKey, AttachKeyHash> described;
  /// Matmuls that the config of the one before them serves, with which they
  /// make a pair, or else a sum.
  llvm::SmallDenseMap<Operation *, bool, 4> served;
  /// What is in epilogues of matmuls before.
  TakenOperations taken;
  /// What goes to the standard output, in the order of the operations.
  std::string listing;
};
} // namespace

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Runs before the pass is copied for threads, so that a table is read, and its
/// faults are told, once.
LogicalResult AttachConfigs::initialize(MLIRContext *context) {
  lookupTable = nullptr;
  FailureOr<SizeHints> sizeHints =
      readSizeHints(expect, profile, context, [&](const Twine &why) {
        emitError(UnknownLoc::get(context)) << why;
      });
  if (failed(sizeHints))
    return failure();
  hints = *sizeHints;
  if (table.empty())
    return success();
  FailureOr<std::shared_ptr<const LookupTable>> read =
      readLookupTable(table, strictTable, context);
  if (failed(read))
    return failure();
  lookupTable = std::move(*read);
  return success();
}

LogicalResult AttachConfigs::readOptions(ProposeOptions &options) {
  options = ProposeOptions();
  options.only.assign(heuristics.begin(), heuristics.end());
  options.disabled.assign(disable.begin(), disable.end());
  options.maxCandidates = maxCandidates;
  options.table = lookupTable;
  std::string whyNot;
  FailureOr<AllowedLibraries> allowed =
      AllowedLibraries::parse(libraries, whyNot);
  if (failed(allowed))
    return emitError(getOperation()->getLoc()) << whyNot;
  options.libraries = *allowed;
  whyNot = getWhyNotAllowed(allowTf32);
  if (!whyNot.empty())
    return emitError(getOperation()->getLoc()) << "allow-tf32" << whyNot;
  whyNot = getWhyNoAccumulator(accumulator);
  if (!whyNot.empty())
    return emitError(getOperation()->getLoc()) << "accumulator" << whyNot;
  if (failed(checkHeuristicsToUse(options.only, whyNot)) ||
      failed(checkHeuristicNames(options.disabled, whyNot)))
    return emitError(getOperation()->getLoc()) << whyNot;
  for (auto [name, most] : {std::pair("plan-configs", unsigned(planConfigs)),
                            std::pair("plan-rows", unsigned(planRows))})
    if (most < 1 || most > PlanAttr::kMostRows)
      return emitError(getOperation()->getLoc())
             << name << " = " << most << " is none of 1 to "
             << PlanAttr::kMostRows;
  planOptions.maxConfigs = planConfigs;
  planOptions.maxRows = planRows;
  options.space = symbolizeSpaceLevel(space);
  if (!options.space && space != "none")
    return emitError(getOperation()->getLoc())
           << "unknown level '" << space
           << "' of the space; known are quick, default, exhaustive, none";
  return targets.setOption(target, getOperation());
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

/// Of each that was thought of, once.
void AttachConfigs::describeSpace(const AttachKey &key) {
  if ((!printSpace && !explainRejections) || !described.insert(key).second)
    return;
  SpaceLevel level = options.space.value_or(SpaceLevel::Quick);
  Space found = Space::enumerate(key.fact, *key.target, level);
  llvm::raw_string_ostream os(listing);
  os << "// " << key.fact.getKey() << " on " << key.target->name << ", "
     << stringifySpaceLevel(level) << " space: " << found.getConfigs().size()
     << " legal configs\n";
  if (explainRejections)
    found.printRejections(os);
  if (printSpace)
    found.print(os);
}

/// At the first matmul that the decision is for.
void AttachConfigs::explainDecision(Operation *op, const AttachKey &key,
                                    const Decision &decision) {
  ConfigAttr config = getConfigForAll(decision.config);
  if (!config)
    return;
  FailureOr<Config> pick = Config::fromAttr(config);
  assert(succeeded(pick) && "only configs of known templates are attached");
  // For a config that was complete nobody was asked.
  Proposal others = decision.proposal;
  if (others.candidates.empty())
    others = propose(key.fact, *key.target, options);
  remarkExplanation(op, key.fact, *key.target, *pick,
                    decision.provenance.getKind(), others);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// An operation that no kernel can serve is left alone, but then it must not
/// carry a config that asks for one.
LogicalResult AttachConfigs::reportRefusal(Operation *op, StringRef whyNot) {
  if (op->hasAttr(kConfigAttrName))
    return op->emitOpError() << "has an " << kConfigAttrName
                             << ", but no kernel can serve it: " << whyNot;
  if (hasKnobs(op))
    return op->emitOpError() << "has knobs of an " << kConfigAttrName
                             << ", but no kernel can serve it: " << whyNot;
  // What was several operations has no other way to run.
  if (isProblem(op))
    return op->emitOpError("has no config: ") << whyNot;
  remarkLeftAlone(op, whyNot);
  if (explain && linalg::isaContractionOpInterface(cast<linalg::LinalgOp>(op)))
    emitRemark(op->getLoc()) << "nothing to explain: left alone: " << whyNot;
  ++numLeftAlone;
  return success();
}

LogicalResult AttachConfigs::attach(Operation *op, Attribute given,
                                    const Decision &decision,
                                    const ProblemFact &fact) {
  if (strictTable && !decision.tableFaults.empty()) {
    for (const std::string &fault : decision.tableFaults)
      op->emitOpError("can't have the plan of the table: ") << fault;
    return failure();
  }
  remarkTableFaults(op, decision.tableFaults);
  if (!decision.config) {
    if (given)
      return op->emitOpError()
             << kConfigAttrName << " breaks the constraint " << decision.whyNot;
    return reportRefusal(op, decision.whyNot);
  }
  remarkSkipped(op, decision.proposal);
  bool isComplete = given == decision.config;
  setAttributes(op, decision.config, decision.candidates, decision.provenance,
                fact, /*keepsKnown=*/isComplete);
  if (isComplete) {
    ++numKept;
    remarkKept(op);
    return success();
  }
  remarkAttached(op, decision.config, decision.provenance,
                 decision.candidates.size());
  if (given)
    ++numCompleted;
  else
    ++numAttached;
  return success();
}

/// Puts a config in the place of its pieces.
static LogicalResult gatherKnobs(Operation *op) {
  if (op->hasAttr(kConfigAttrName))
    return op->emitOpError() << "has both knobs and an " << kConfigAttrName
                             << "; only one of them may set its config";
  FailureOr<Config> config = getKnobConfig(op);
  if (failed(config))
    return failure();
  removeKnobs(op);
  op->setAttr(kConfigAttrName, config->toAttr(op->getContext()));
  return success();
}

/// What it is decided by; knobs become a config.
FailureOr<AttachKey> AttachConfigs::getKey(Operation *op,
                                           const ProblemFact &fact) {
  const TargetInfo *target = targets.get(op);
  if (!target || (hasKnobs(op) && failed(gatherKnobs(op))))
    return failure();
  if (failed(findExpectedSizes(op, fact, hints)))
    return failure();
  return AttachKey{fact, target, op->getAttr(kConfigAttrName),
                   op->getAttr(kSizesAttrName)};
}

const Decision &AttachConfigs::getDecision(Operation *op,
                                           const AttachKey &key) {
  auto [it, isNew] = decisions.try_emplace(key);
  if (!isNew)
    return it->second;
  PlanOptions plans = planOptions;
  // Errors were told when the key was made.
  if (FailureOr<ExpectedSizes> expected =
          findExpectedSizes(op, key.fact, hints);
      succeeded(expected))
    plans.expected = *expected;
  if (auto found = ahead.find(key); found != ahead.end())
    it->second = std::move(found->second);
  else
    it->second = decide(&getContext(), key, options, plans);
  ++numFacts;
  describeSpace(key);
  if (explain)
    explainDecision(op, key, it->second);
  return it->second;
}

const std::string &AttachConfigs::getWhyNot(const FusionQuestion &question) {
  auto [it, isNew] = whyNots.try_emplace(question);
  const AttachKey &key = question.key;
  if (!isNew)
    return it->second;
  it->second = getWhyNotServed(key.fact, question.apart, *key.target,
                               getConfigForAll(key.given), question.isAsked);
  describeSpace(key);
  return it->second;
}

LogicalResult AttachConfigs::visit(linalg::LinalgOp op) {
  // Fills belong to the matmul that they initialise.
  if (isa<linalg::FillOp>(op))
    return success();
  if (auto it = served.find(op); it != served.end()) {
    remarkServed(op, /*isPair=*/it->second);
    return success();
  }
  std::string whyNot;
  FailureOr<MatmulPattern> most = matchMatmul(op, &whyNot, /*findsOther=*/true,
                                              /*findsPrologue=*/true, &taken);
  if (failed(most))
    return reportRefusal(op, whyNot);
  FailureOr<AttachKey> key = getKey(op, most->fact);
  if (failed(key))
    return failure();
  // The other one of a pair or sum may be asked about with its own.
  auto getKeyOf = [&](const MatmulPattern &pattern) {
    linalg::LinalgOp matmul = pattern.matmul;
    return AttachKey{pattern.fact, key->target,
                     matmul->getAttr(kConfigAttrName),
                     matmul->getAttr(kSizesAttrName)};
  };
  std::optional<MatmulPattern> attached = matchAttached(op, &taken);
  auto getWhyNotAs = [&](const MatmulPattern &as, const ApartMatmuls &apart,
                         bool isAsked) {
    return getWhyNot({getKeyOf(as), apart, isAsked});
  };
  MatmulPattern pattern =
      attached ? *attached : choosePattern(*most, &taken, getWhyNotAs);
  const Decision &decision = getDecision(op, getKeyOf(pattern));
  if (decision.config)
    addTaken(pattern, taken);
  remarkEpilogue(op, pattern);
  remarkPermissions(op, pattern.fact, *key->target,
                    getConfigForAll(decision.config));
  if (pattern.other && decision.config)
    served.try_emplace(pattern.other, pattern.fact.isPair);
  return attach(op, key->given, decision, pattern.fact);
}

/// A problem that was formed before: what is fused is decided.
LogicalResult AttachConfigs::visitFormed(Operation *op) {
  std::string whyNot;
  FailureOr<ProblemFact> fact = getProblemFact(op, &whyNot);
  if (failed(fact))
    return reportRefusal(op, whyNot);
  FailureOr<AttachKey> key = getKey(op, *fact);
  if (failed(key))
    return failure();
  return attach(op, key->given, getDecision(op, *key), *fact);
}

void AttachConfigs::runOnOperation() {
  decisions.clear();
  whyNots.clear();
  described.clear();
  served.clear();
  taken.clear();
  targets = TargetCache();
  listing.clear();
  if (failed(readOptions(options)))
    return signalPassFailure();
  // Of all, before any is looked at together with another.
  permit(getOperation(), allowTf32, accumulator);
  ahead = decideAhead(getOperation(), targets, options, planOptions);
  bool hasErrors = false;
  getOperation()->walk([&](Operation *op) {
    if (auto matmul = dyn_cast<linalg::LinalgOp>(op))
      hasErrors |= failed(visit(matmul));
    else if (isProblem(op))
      hasErrors |= failed(visitFormed(op));
  });
  // In one piece, so that functions visited in parallel don't mix.
  if (!listing.empty())
    llvm::outs() << listing;
  if (hasErrors)
    return signalPassFailure();
  markAllAnalysesPreserved();
}
