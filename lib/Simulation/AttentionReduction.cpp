//===- AttentionReduction.cpp - Attentions with fewer rows ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionReduction.h"
#include "AttentionData.h"
#include "ParsedProblem.h"

#include "mlir-autotune/Kernels/AttentionProblem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// Heads, batches and full tiles of queries that stay: one behind the other.
static constexpr int64_t kRepetitions = 2;

/// `size` without what repeats: at most `count` times `period`, and the rest.
static int64_t cut(int64_t size, int64_t period, int64_t count) {
  return std::min(size, count * period + size % period);
}

/// The same with `count` steps of `period`, of which the last may be a rest.
static int64_t cutSteps(int64_t size, int64_t period, int64_t count) {
  int64_t steps = llvm::divideCeil(size, period);
  return size - (steps - std::min(steps, count)) * period;
}

/// Gives all tensors the sizes of the operation's dimensions.
static void setSizes(problem::AttentionOp op, ArrayRef<int64_t> sizes) {
  auto function = op->getParentOfType<func::FuncOp>();
  auto setType = [&](Value value, unsigned operand) {
    SmallVector<int64_t> shape;
    for (unsigned i = 0; i < op.getMap(operand).getNumResults(); ++i)
      shape.push_back(sizes[op.getMap(operand).getDimPosition(i)]);
    value.setType(cast<RankedTensorType>(value.getType()).clone(shape));
  };
  unsigned numInputs = op.getInputs().size();
  for (OpOperand &operand : op->getOpOperands())
    setType(operand.get(), operand.getOperandNumber());
  for (OpResult result : op->getResults())
    setType(result, numInputs + result.getResultNumber());
  function.setFunctionType(
      FunctionType::get(op.getContext(), function.front().getArgumentTypes(),
                        function.front().getTerminator()->getOperandTypes()));
}

static SmallVector<int64_t> listSizes(problem::AttentionOp op) {
  SmallVector<int64_t> sizes;
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim)
    sizes.push_back(op.getSize(dim));
  return sizes;
}

AttentionFact autotune::reduceAttention(const AttentionFact &fact,
                                        const Config &config) {
  ArrayRef<int64_t> tile = config.get("tile");
  if (fact.isNamed() || !fact.hasStaticSizes() || tile.size() != 2)
    return fact;
  ParsedProblem parsed(fact);
  if (!parsed.module)
    return fact;
  problem::AttentionOp op = parsed.getAttention();
  std::string whyNot;
  AttentionViews views = *AttentionViews::create(op, whyNot);
  SmallVector<int64_t> sizes = listSizes(op);
  int64_t &queries = sizes[op.getDimM()], &keys = sizes[op.getDimN()];
  int64_t blocks = (2 * config.getInt("stages").value_or(1) + 1) *
                   config.getInt("split").value_or(1);
  keys = cutSteps(keys, tile[1], blocks);
  bool isMasked = fact.seen != fact.queries * fact.keys;
  queries = cut(queries, tile[0],
                isMasked ? std::max<int64_t>(llvm::divideCeil(keys, tile[0]),
                                             kRepetitions)
                         : kRepetitions);
  // Kernels have the sizes of the others, to tell the indices of a group from
  // one of all of them.
  SmallVector<unsigned> batch;
  for (ArrayRef<unsigned> group : {views.getOuterDims(), views.getHeadDims()})
    if (!group.empty())
      batch.push_back(group.front());
  for (unsigned dim : batch)
    sizes[dim] = std::min(sizes[dim], kRepetitions);
  AttentionFact reduced = fact;
  // For large tiles, fewer heads must do.
  for (size_t next = 0;; ++next) {
    setSizes(op, sizes);
    FailureOr<AttentionFact> smaller = getAttentionFact(op, whyNot);
    if (failed(smaller) || failed(verify(*parsed.module)))
      return fact;
    reduced = std::move(*smaller);
    if (getWhyNotSimulable(reduced).empty() || next == batch.size())
      return reduced;
    sizes[batch[next]] = 1;
  }
}
