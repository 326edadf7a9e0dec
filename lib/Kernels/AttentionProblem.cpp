//===- AttentionProblem.cpp - An attention as a fact, and back ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "ProblemModule.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/ScoreFunction.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr StringLiteral kAttentionFunction = "attention";

/// The size of a dimension, as facts have them.
static int64_t getFactSize(problem::AttentionOp op, unsigned dim) {
  int64_t size = op.getSize(dim);
  return ShapedType::isDynamic(size) ? AttentionFact::kUnknown : size;
}

/// The product of sizes; unknown if one of them is.
static int64_t multiplyDims(problem::AttentionOp op, ArrayRef<unsigned> dims) {
  int64_t product = 1;
  for (unsigned dim : dims)
    product *= getFactSize(op, dim);
  return product;
}

/// Whether the index of each dimension that the score function reads can be
/// computed from one of all of them: all sizes but the first are known.
static bool canSplitIndex(problem::AttentionOp op, ArrayRef<unsigned> dims) {
  auto isRead = [&](unsigned dim) {
    return !op.getScoreIndex(dim).use_empty();
  };
  auto isUnknown = [&](unsigned dim) {
    return ShapedType::isDynamic(op.getSize(dim));
  };
  return dims.empty() || llvm::none_of(dims, isRead) ||
         llvm::none_of(dims.drop_front(), isUnknown);
}

/// Pairs of a query and a key that masks leave, as far as these are bounds.
static int64_t countSeen(const SeenKeys &seen, int64_t queries, int64_t keys) {
  int64_t pairs = 0;
  for (int64_t query = 0; query < queries; ++query) {
    auto [first, last] = seen.getRange(query, keys);
    pairs += std::max<int64_t>(0, last - first + 1);
  }
  return pairs;
}

SmallVector<unsigned> autotune::getKernelOrder(problem::AttentionOp op) {
  constexpr unsigned kFactors = 3;
  unsigned numInputs = op.getInputs().size();
  auto factors = llvm::seq(0u, kFactors);
  SmallVector<unsigned> order(factors.begin(), factors.end());
  llvm::append_range(order, llvm::seq(numInputs, op->getNumOperands()));
  llvm::append_range(order, llvm::seq(kFactors, numInputs));
  return order;
}

FailureOr<AttentionFact> autotune::getAttentionFact(problem::AttentionOp op,
                                                    std::string &whyNot) {
  FailureOr<AttentionViews> views = AttentionViews::create(op, whyNot);
  if (failed(views))
    return failure();
  AttentionFact fact;
  fact.batch = multiplyDims(op, views->getOuterDims());
  fact.heads = multiplyDims(op, views->getHeadDims());
  int64_t sharing = multiplyDims(op, views->getSharingDims());
  fact.queries =
      multiplyDims(op, views->getRowDims()) * getFactSize(op, op.getDimM());
  fact.keys = getFactSize(op, op.getDimN());
  fact.depth = getFactSize(op, op.getDimD());
  fact.columns = getFactSize(op, op.getDimE());
  if (!fact.heads || !fact.depth || !fact.columns) {
    whyNot = "the number of heads or their size is not known when compiling";
    return failure();
  }
  for (ArrayRef<unsigned> group : {views->getOuterDims(), views->getRowDims()})
    if (!canSplitIndex(op, group)) {
      whyNot = "the score function reads an index of the batch, and the sizes "
               "that it is computed from are not known when compiling";
      return failure();
    }
  fact.keyHeads = fact.heads / sharing;
  auto getKind = [](Value value) {
    return getElementKind(getElementTypeOrSelf(value));
  };
  std::optional<ElementKind> element = getKind(op.getV()),
                             output = getKind(op.getO());
  if (!element || !output || getKind(op.getQ()) != element ||
      getKind(op.getK()) != element) {
    whyNot = "Q, K and V have elements of different types";
    return failure();
  }
  fact.element = *element;
  fact.output = *output;
  fact.hasLogSumExp = op.getLogSumExp() != nullptr;
  ScoreFunction function(op);
  for (auto [number, extra] : llvm::enumerate(op.getScoreInputs())) {
    auto type = cast<RankedTensorType>(extra.getType());
    std::optional<ElementKind> kind = getReadKind(type.getElementType());
    if (!kind) {
      whyNot = "the score function reads elements that have no name";
      return failure();
    }
    TensorFact &tensor = fact.extras.emplace_back();
    tensor.element = *kind;
    tensor.elements = type.hasStaticShape() ? type.getNumElements() : 0;
    tensor.limit = function.getPlaces(3 + unsigned(number));
  }
  if (fact.hasStaticSizes())
    fact.seen = multiplyDims(op, views->getRowDims()) *
                countSeen(function.getSeenKeys(), getFactSize(op, op.getDimM()),
                          fact.keys);
  fact.hasLargeScores = function.mayBeLarge();
  fact.body = getProblemLine(op, kAttentionFunction);
  return fact;
}

problem::AttentionOp autotune::getAttentionProblem(ModuleOp module) {
  return getProblem<problem::AttentionOp>(module, kAttentionFunction);
}

OwningOpRef<ModuleOp> autotune::parseAttentionProblem(MLIRContext *context,
                                                      const AttentionFact &fact,
                                                      std::string &whyNot) {
  if (fact.isNamed()) {
    whyNot = "only the hash of its operation is known";
    return nullptr;
  }
  OwningOpRef<ModuleOp> module = parseProblemLine(context, fact.body, whyNot);
  problem::AttentionOp op = module ? getAttentionProblem(*module) : nullptr;
  // The fact's other members follow from the operation.
  std::string whyNoFact;
  if (op) {
    FailureOr<AttentionFact> parsed = getAttentionFact(op, whyNoFact);
    if (succeeded(parsed) && *parsed == fact)
      return module;
  }
  if (whyNot.empty())
    whyNot = whyNoFact.empty() ? "its text is not of the operation that it has"
                               : whyNoFact;
  return nullptr;
}
