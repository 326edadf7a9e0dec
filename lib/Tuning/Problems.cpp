//===- Problems.cpp - What is to be tuned, and with what ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Problems.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Analysis/GroupMatcher.h"
#include "mlir-autotune/Analysis/TargetResolution.h"
#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Providers/Estimate.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::autotune;

/// Bytes of a matrix: no device holds 64 TiB, and byte counts stay in 64 bits.
static constexpr int64_t kMaxMatrixBytes = int64_t(1) << 46;

/// Why an operand can't be allocated and filled, or empty. Each of its matrices
/// is stored as `rows` rows of `columns` elements.
static std::string getWhyNotMeasurable(const OperandFact &operand,
                                       StringRef name, int64_t batch,
                                       int64_t rows, int64_t columns,
                                       bool mayInterleave = false) {
  if (operand.transposed)
    std::swap(rows, columns);
  if (!operand.unitInnerStride)
    return ("the elements of a row of " + name + " are not adjacent").str();
  if (ShapedType::isDynamic(operand.rowStride))
    return ("the row stride of " + name + " is known at run time only").str();
  if (operand.rowStride < columns || operand.rowStride > kMaxMatmulSize)
    return ("the rows of " + name + " overlap or are too far apart").str();
  if (rows > kMaxMatrixBytes / 8 / operand.rowStride)
    return (name + " is larger than any device's memory").str();
  if (operand.hasOuterBatch())
    return ("the batch of " + name + " lies in two dimensions").str();
  if (operand.batchStride == 0)
    return "";
  if (ShapedType::isDynamic(operand.batchStride))
    return ("the batch stride of " + name + " is known at run time only").str();
  // What compares goes from row to row, and then to the next matrix. What fills
  // may take rows of all matrices for those of one.
  bool isInterleaved =
      operand.batchStride >= columns &&
      operand.batchStride <= (operand.rowStride - columns) / (batch - 1);
  if (operand.batchStride < rows * operand.rowStride &&
      !(mayInterleave && isInterleaved))
    return ("the matrices of " + name + " lie between each other").str();
  if (batch > kMaxMatrixBytes / 8 / operand.batchStride)
    return (name + " is larger than any device's memory").str();
  return "";
}

/// Whether the runner has a reference for products and sums of these types.
static bool isChecked(const MatmulFact &fact) {
  auto isSummed = [&](ElementKind factor, ElementKind other) {
    return cuda::isSummedIn(static_cast<int>(fact.getSumElement()),
                            static_cast<int>(factor), static_cast<int>(other));
  };
  return isSummed(fact.a.element, fact.b.element) &&
         isSummed(fact.b.element, fact.a.element) &&
         (isSummed(fact.c.element, fact.c.element) || !fact.epilogue.isNone());
}

/// Whether integers of 4 bits lie as the runner, and kernels, take them.
static bool hasWholeBytes(const MatmulFact &fact) {
  return llvm::all_of(ArrayRef{&fact.a, &fact.b}, [&](const auto *operand) {
    return operand->element != ElementKind::I4 ||
           (operand->transposed == (operand == &fact.b) && fact.k % 2 == 0 &&
            operand->rowStride % 2 == 0 && !fact.isBatched() &&
            !fact.hasParts() && !fact.hasTwoProducts());
  });
}

std::string autotune::getWhyNotMeasurable(const MatmulFact &given) {
  const MatmulFact fact = given.getRaggedBatch();
  if (!fact.hasStaticSizes())
    return "its sizes are known at run time only";
  if (fact.epilogue.isNamed())
    return "of its epilogue only the hash is known";
  if (fact.prologue.isNamed())
    return "of its prologue only the hash is known";
  if (!isChecked(fact))
    return "it mixes integers and floats otherwise than in products of i8 or "
           "i4 and floats";
  if (fact.accumulator == ElementKind::F16 &&
      (fact.a.element != ElementKind::F16 ||
       fact.b.element != ElementKind::F16 || !fact.prologue.isNone()))
    return "its sums are in f16, and not of f16 by f16 as they are stored";
  if (!hasWholeBytes(fact))
    return "its integers of 4 bits are no bytes of two along K, in one product";
  for (int64_t size : {fact.m, fact.n, fact.k, fact.batch, fact.parts})
    if (size < 1 || size > kMaxMatmulSize)
      return "it has a size of " + std::to_string(size) + "; sizes from 1 to " +
             std::to_string(kMaxMatmulSize) + " can be measured";
  if (fact.isBatched() && fact.c.batchStride == 0)
    return "all products of its batch go to one C";
  int64_t batch = fact.batch, factors = fact.getFactorMatrices();
  std::string why = ::getWhyNotMeasurable(fact.a, "A", factors, fact.m, fact.k,
                                          /*mayInterleave=*/true);
  if (why.empty())
    why = ::getWhyNotMeasurable(fact.b, "B", factors, fact.k, fact.n,
                                /*mayInterleave=*/true);
  if (why.empty())
    why = ::getWhyNotMeasurable(fact.c, "C", batch, fact.m, fact.n);
  for (auto [index, output] : llvm::enumerate(fact.epilogue.outputs)) {
    std::string name = "C" + std::to_string(index + 2);
    if (fact.isBatched() && output.batchStride == 0)
      return "all products of its batch go to one " + name;
    if (why.empty())
      why = ::getWhyNotMeasurable(output, name, batch, fact.m, fact.n);
  }
  if (fact.added && (fact.added->k < 1 || fact.added->k > kMaxMatmulSize))
    return "the K of its second product is " + std::to_string(fact.added->k) +
           "; sizes from 1 to " + std::to_string(kMaxMatmulSize) +
           " can be measured";
  if (fact.added && why.empty())
    why = ::getWhyNotMeasurable(fact.added->a, "A2", batch, fact.m,
                                fact.added->k);
  if (fact.added && why.empty())
    why = ::getWhyNotMeasurable(fact.added->b, "B2", batch, fact.added->k,
                                fact.n);
  auto checkValues = [&](const PrologueOperand &operand, std::string name,
                         int64_t output) {
    if (why.empty())
      why = ::getWhyNotMeasurable(operand.matrix, name, batch,
                                  operand.getRows(output),
                                  operand.getColumns(fact.k));
  };
  for (auto [index, operand] : llvm::enumerate(fact.prologue.operands))
    checkValues(operand, "p" + std::to_string(index), fact.getConvertedRows());
  if (fact.scales) {
    checkValues(fact.scales->a, "sa", fact.m);
    checkValues(fact.scales->b, "sb", fact.n);
  }
  for (auto [index, operand] : llvm::enumerate(fact.epilogue.operands))
    if (why.empty())
      why = ::getWhyNotMeasurable(operand.matrix, "e" + std::to_string(index),
                                  batch, operand.getRows(fact.m),
                                  operand.getColumns(fact.n));
  return why;
}

static void remarkLeftAlone(Operation *op, StringRef why) {
  op->emitRemark() << "left alone: " << why;
}

SmallVector<Operation *, 0> autotune::findMatmuls(ModuleOp module) {
  // As the passes see epilogues.
  loadEpilogueDialects(module.getContext());
  SmallVector<Operation *, 0> matmuls;
  module.walk([&](Operation *op) {
    std::string whyNot;
    if (auto group = dyn_cast<tile::GroupedMatmulOp>(op)) {
      if (failed(getGroupFact(group, &whyNot)))
        return remarkLeftAlone(op, whyNot);
      return matmuls.push_back(op);
    }
    // Fills and element-wise operations belong to the matmuls around them, or
    // are none.
    if (!isa<linalg::LinalgOp>(op) || !isa<linalg::ContractionOpInterface>(op))
      return;
    if (failed(matchMatmul(cast<linalg::LinalgOp>(op), &whyNot)))
      return remarkLeftAlone(op, whyNot);
    matmuls.push_back(op);
  });
  return matmuls;
}

FailureOr<TargetInfo>
autotune::findCommonTarget(ArrayRef<Operation *> matmuls) {
  std::optional<TargetInfo> common;
  for (Operation *matmul : matmuls) {
    FailureOr<TargetInfo> target = findTarget(matmul);
    if (failed(target))
      return failure();
    if (!common)
      common = *target;
    // A bundle is for one device.
    if (target->name != common->name || target->chip != common->chip ||
        target->sms != common->sms)
      return matmul->emitOpError()
             << "is for " << target->name << ", but matmuls before it are for "
             << common->name << "; name one target with --target";
  }
  if (!common)
    return failure();
  return *common;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Adds a legal config once; `limit` is the most candidates, or 0.
static void addCandidate(TuningProblem &problem, const TargetInfo &target,
                         const Config &config, ArrayRef<StringRef> heuristics,
                         size_t limit) {
  auto found = llvm::find_if(problem.candidates, [&](const auto &candidate) {
    return candidate.config == config;
  });
  if (found == problem.candidates.end()) {
    if (limit != 0 && problem.candidates.size() >= limit)
      return;
    TuningCandidate candidate{config, {}, "", 0, std::nullopt};
    candidate.estimateNs = estimateTime(problem.fact, target, config);
    found = problem.candidates.insert(problem.candidates.end(),
                                      std::move(candidate));
  }
  for (StringRef name : heuristics)
    if (!llvm::is_contained(found->heuristics, name))
      found->heuristics.push_back(name.str());
}

/// Names the heuristics that propose what is there already.
static void creditHeuristics(TuningProblem &problem, const TargetInfo &target,
                             const ProposeOptions &options) {
  ProposeOptions seedsOnly = options;
  seedsOnly.space = std::nullopt;
  seedsOnly.maxCandidates = 0;
  Proposal proposal = propose(problem.fact, target, seedsOnly);
  // A limit of what is there adds nothing.
  for (const ProposedConfig &proposed : proposal.candidates)
    addCandidate(problem, target, proposed.config, proposed.heuristics,
                 problem.candidates.size());
}

static void addProposals(TuningProblem &problem, const TargetInfo &target,
                         const CandidateOptions &candidateOptions) {
  ProposeOptions options = candidateOptions.propose;
  if (candidateOptions.seedsOnly) {
    options.space = std::nullopt;
    options.maxCandidates = options.numSampled = 0;
  }
  for (const ProposedConfig &proposed :
       propose(problem.fact, target, options).candidates) {
    // What a table names is measured in any case.
    bool isNamed = llvm::is_contained(proposed.heuristics, kTableName);
    addCandidate(problem, target, proposed.config, proposed.heuristics,
                 isNamed || options.maxCandidates == 0
                     ? 0
                     : options.maxCandidates + options.numSampled);
    if (isNamed)
      problem.numNamed = problem.candidates.size();
  }
}

void autotune::chooseCandidates(TuningProblem &problem,
                                const TargetInfo &target,
                                const CandidateOptions &options) {
  if (options.given.empty()) {
    addProposals(problem, target, options);
    return;
  }
  for (const Config &given : options.given) {
    std::string whyNot;
    FailureOr<Config> config =
        completeConfig(given, problem.fact, target, options.propose, whyNot);
    if (succeeded(config))
      addCandidate(problem, target, *config, {}, /*limit=*/0);
    else
      problem.candidates.push_back({given, {}, whyNot, 0, std::nullopt});
  }
  if (!problem.candidates.empty())
    creditHeuristics(problem, target, options.propose);
  problem.numNamed = problem.candidates.size();
  problem.isClosed = true;
}

/// What a matmul carries: its config, then its candidates.
static SmallVector<ConfigAttr> getAttachedConfigs(Operation *op) {
  SmallVector<ConfigAttr> configs;
  if (auto config = op->getAttrOfType<ConfigAttr>(kConfigAttrName))
    configs.push_back(config);
  if (auto candidates = op->getAttrOfType<ArrayAttr>(kCandidatesAttrName))
    llvm::append_range(configs, candidates.getAsRange<ConfigAttr>());
  return configs;
}

static LogicalResult addAttached(TuningProblem &problem, Operation *op,
                                 const TargetInfo &target,
                                 const ProposeOptions &options) {
  for (ConfigAttr attr : getAttachedConfigs(op)) {
    FailureOr<Config> given = Config::fromAttr(attr);
    std::string whyNot = "it is of no known template";
    FailureOr<Config> config = failure();
    if (succeeded(given))
      config = completeConfig(*given, problem.fact, target, options, whyNot);
    if (failed(config))
      return op->emitOpError() << "carries " << attr
                               << ", which breaks the constraint " << whyNot;
    addCandidate(problem, target, *config, {}, /*limit=*/0);
  }
  return success();
}

FailureOr<std::vector<TuningProblem>>
autotune::makeProblems(ArrayRef<ModuleMatmul> matmuls, const TargetInfo &target,
                       const CandidateOptions &options) {
  std::vector<TuningProblem> problems;
  llvm::DenseMap<llvm::hash_code, SmallVector<size_t, 1>> indices;
  for (const ModuleMatmul &matmul : matmuls) {
    std::string why = getWhyNotMeasurable(matmul.fact);
    if (why.empty())
      why = getWhyNone(matmul.fact, target);
    if (!why.empty()) {
      if (!matmul.isAlternative)
        remarkLeftAlone(matmul.op, why);
      continue;
    }
    SmallVector<size_t, 1> &same = indices[hash_value(matmul.fact)];
    auto found = llvm::find_if(same, [&](size_t index) {
      return problems[index].fact == matmul.fact;
    });
    bool isNew = found == same.end();
    size_t index = isNew ? problems.size() : *found;
    if (isNew) {
      same.push_back(index);
      problems.push_back({matmul.fact, 0, {}});
    }
    problems[index].occurrences += !matmul.isAlternative;
    // What is attached is for what it was attached to.
    if (options.given.empty() && !matmul.isAlternative &&
        failed(
            addAttached(problems[index], matmul.op, target, options.propose)))
      return failure();
  }
  for (TuningProblem &problem : problems) {
    bool isAttached = !problem.candidates.empty();
    problem.numNamed = problem.candidates.size();
    problem.isClosed = isAttached && !options.extend;
    if (!isAttached || options.extend)
      chooseCandidates(problem, target, options);
    if (isAttached)
      creditHeuristics(problem, target, options.propose);
  }
  return problems;
}
