//===- FormAttention.cpp - From linalg operations to an attention ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormAttention.h"

#include "AttentionMatcher.h"
#include "AttentionScores.h"
#include "AttentionViews.h"
#include "FormedProblem.h"

#include "mlir-autotune/Analysis/DeadCode.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// Which of Q, K, V and the output are copied by a transpose: those whose
/// columns do not lie side by side, or all whose dimensions have another order
/// than the batch, rows and columns.
enum class Transposes { None, Columns, All };

/// Makes the problem of one match.
class AttentionFormer {
public:
  AttentionFormer(RewriterBase &rewriter, AttentionMatch &match,
                  AttentionScores &scores, Transposes transposes)
      : b(match.pattern.output.tensor.getLoc(), rewriter), graph(match.graph),
        pattern(match.pattern), scores(scores), transposes(transposes) {}

  /// Creates the problem in front of what it is to replace.
  problem::AttentionOp create();
  /// What takes the place of the output. Created by create().
  Value getResult() const { return result; }
  /// The names of the tensors that are transposed.
  ArrayRef<StringRef> getTransposed() const { return transposed; }

private:
  void addFactor(StringRef name, const MatchedTensor &tensor, Axis row,
                 Axis column);
  void addInput(Value value, ArrayRef<Axis> axes);
  void addScalar(Value scalar);
  SmallVector<Axis> chooseOrder(StringRef name, ArrayRef<Axis> axes, Axis row,
                                Axis column);
  Value reorder(Value value, ArrayRef<Axis> from, ArrayRef<Axis> to);
  Value createInit(ArrayRef<Axis> axes);
  AffineMap getMap(ArrayRef<Axis> axes);

  ImplicitLocOpBuilder b;
  ElementGraph &graph;
  AttentionPattern &pattern;
  AttentionScores &scores;
  Transposes transposes;
  SmallVector<StringRef, 4> transposed;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<SmallVector<Axis>> axesOfInputs;
  Value result;
};
} // namespace

AffineMap AttentionFormer::getMap(ArrayRef<Axis> axes) {
  SmallVector<Axis> dims = pattern.batch;
  dims.append({pattern.m, pattern.n, pattern.d, pattern.e});
  SmallVector<AffineExpr> results;
  for (Axis axis : axes)
    results.push_back(
        b.getAffineDimExpr(llvm::find(dims, axis) - dims.begin()));
  return AffineMap::get(dims.size(), /*symbolCount=*/0, results,
                        b.getContext());
}

/// The order of a tensor's axes as the problem has them: as they are, or if the
/// tensor is to be transposed, the batch, rows and columns.
SmallVector<Axis> AttentionFormer::chooseOrder(StringRef name,
                                               ArrayRef<Axis> axes, Axis row,
                                               Axis column) {
  SmallVector<Axis> order(axes);
  // One element may lie anywhere.
  while (!order.empty() && graph.getSize(order.back()).isOne())
    order.pop_back();
  bool hasColumns = order.empty() || order.back() == column;
  order.assign(axes.begin(), axes.end());
  if (transposes == Transposes::None ||
      (transposes == Transposes::Columns && hasColumns))
    return order;
  order.clear();
  for (Axis axis : pattern.batch)
    if (llvm::is_contained(axes, axis))
      order.push_back(axis);
  order.append({row, column});
  if (order != axes)
    transposed.push_back(name);
  return order;
}

/// Transposes a tensor with the axes `from`.
Value AttentionFormer::reorder(Value value, ArrayRef<Axis> from,
                               ArrayRef<Axis> to) {
  if (from == to)
    return value;
  SmallVector<int64_t> order;
  for (Axis axis : to)
    order.push_back(llvm::find(from, axis) - from.begin());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), value);
  applyPermutationToVector(sizes, order);
  Value init = tensor::EmptyOp::create(b, sizes, getElementTypeOrSelf(value));
  return linalg::TransposeOp::create(b, value, init, order)->getResult(0);
}

void AttentionFormer::addInput(Value value, ArrayRef<Axis> axes) {
  inputs.push_back(value);
  maps.push_back(getMap(axes));
  axesOfInputs.emplace_back(axes);
}

void AttentionFormer::addFactor(StringRef name, const MatchedTensor &tensor,
                                Axis row, Axis column) {
  SmallVector<Axis> axes = getViewAxes(tensor, {row, column});
  SmallVector<Axis> order = chooseOrder(name, axes, row, column);
  addInput(reorder(createView(b, graph, tensor, axes), axes, order), order);
}

void AttentionFormer::addScalar(Value scalar) {
  addInput(createScalarInput(b, scalar), {});
}

/// A tensor for the output. Unknown sizes are those of inputs.
Value AttentionFormer::createInit(ArrayRef<Axis> axes) {
  SmallVector<OpFoldResult> sizes;
  for (Axis axis : axes) {
    const ProductSize &size = graph.getSize(axis);
    if (size.isStatic()) {
      sizes.push_back(b.getIndexAttr(size.number));
      continue;
    }
    for (auto [input, ofInput] : llvm::zip_equal(inputs, axesOfInputs)) {
      const auto *it = llvm::find(ofInput, axis);
      if (it == ofInput.end())
        continue;
      sizes.push_back(
          tensor::getMixedSize(b, b.getLoc(), input, it - ofInput.begin()));
      break;
    }
  }
  return tensor::EmptyOp::create(
      b, sizes, getElementTypeOrSelf(pattern.output.tensor.getType()));
}

problem::AttentionOp AttentionFormer::create() {
  b.setInsertionPoint(pattern.output.tensor.getDefiningOp());
  addFactor("Q", pattern.q, pattern.m, pattern.d);
  addFactor("K", pattern.k, pattern.n, pattern.d);
  addFactor("V", pattern.v, pattern.n, pattern.e);
  for (const MatchedTensor &tensor : scores.getTensors()) {
    SmallVector<Axis> axes = getViewAxes(tensor, {});
    addInput(createView(b, graph, tensor, axes), axes);
  }
  for (Value scalar : scores.getScalars())
    addScalar(scalar);
  SmallVector<Axis> axes = getViewAxes(pattern.output, {pattern.m, pattern.e});
  SmallVector<Axis> order =
      chooseOrder("the result", axes, pattern.m, pattern.e);
  Value init = createInit(order);
  maps.push_back(getMap(order));
  auto attention = problem::AttentionOp::create(
      b, TypeRange(init.getType()), inputs, init, b.getAffineMapArrayAttr(maps),
      pattern.softmax.hasZeroRows, /*key_range=*/DenseI64ArrayAttr());
  {
    OpBuilder::InsertionGuard guard(b);
    Block *body =
        createFunction(b, attention.getScore(), b.getF32Type(),
                       attention.getScoreInputs(), pattern.batch.size() + 2);
    problem::YieldOp::create(b, scores.build(b, *body));
  }
  result = createResult(b, graph, reorder(attention->getResult(0), order, axes),
                        pattern.output, axes);
  return attention;
}

//===----------------------------------------------------------------------===//
// What stands in the way
//===----------------------------------------------------------------------===//

/// An operation that reads what is made of the first product, but is not what
/// the attention replaces; null if there is none. `inputs` are read by the
/// attention.
static Operation *getOtherUser(Operation *first, Operation *last,
                               ArrayRef<Value> inputs) {
  SmallVector<Operation *> stack = {first};
  llvm::SmallDenseSet<Operation *> seen = {first, last};
  while (!stack.empty())
    for (Operation *user : stack.pop_back_val()->getUsers()) {
      // Within a loop's body.
      while (user->getBlock() != first->getBlock() && user->getParentOp() &&
             isa<linalg::LinalgOp>(user->getParentOp()))
        user = user->getParentOp();
      if (!seen.insert(user).second)
        continue;
      if (user->getNumResults() == 0 || !isMemoryEffectFree(user))
        return user;
      stack.push_back(user);
    }
  for (Value input : inputs)
    if (Operation *definition = input.getDefiningOp();
        definition && seen.contains(definition))
      return definition;
  return nullptr;
}

/// Whether the output's unknown sizes are those of inputs.
static bool hasKnownSizes(const AttentionPattern &pattern,
                          const ElementGraph &graph) {
  return llvm::all_of(
      getViewAxes(pattern.output, {pattern.m, pattern.e}), [&](Axis axis) {
        auto has = [&](const MatchedTensor &tensor) {
          return llvm::is_contained(getViewAxes(tensor, {}), axis);
        };
        return graph.getSize(axis).isStatic() || has(pattern.q) ||
               has(pattern.k) || has(pattern.v);
      });
}

static bool checkMatch(AttentionMatch &match, AttentionScores &scores,
                       Operation *second, std::string &whyNot) {
  const AttentionPattern &pattern = match.pattern;
  if (second->hasAttr(kConfigAttrName) ||
      pattern.product->op->hasAttr(kConfigAttrName)) {
    whyNot = "one of its products has a config of its own";
    return false;
  }
  if (!scores.collect(whyNot))
    return false;
  if (!hasKnownSizes(pattern, match.graph)) {
    whyNot = "a size of its result is unknown, and none of Q, K and V";
    return false;
  }
  Operation *last = pattern.output.tensor.getDefiningOp();
  SmallVector<Value> inputs(scores.getScalars());
  inputs.append({pattern.q.tensor, pattern.k.tensor, pattern.v.tensor});
  for (const MatchedTensor &tensor : scores.getTensors())
    inputs.push_back(tensor.tensor);
  Operation *user = getOtherUser(pattern.product->op, last, inputs);
  if (!user)
    return true;
  whyNot = ("the scores or weights are also used by " +
            user->getName().getStringRef())
               .str();
  return false;
}

int64_t autotune::formAttention(RewriterBase &rewriter, Operation *root,
                                WhyNotAttention getWhyNot, TellAttention tell) {
  SmallVector<Operation *> products;
  root->walk([&](linalg::LinalgOp op) {
    if (op.getNumReductionLoops() == 1)
      products.push_back(op);
  });
  llvm::SmallPtrSet<Operation *, 32> erased;
  auto eraseDead = [&](Value value) {
    eraseIfDead(
        value, [](Operation *) { return true; },
        [&](Operation *dead) { erased.insert(dead); });
  };
  int64_t formed = 0;
  for (Operation *op : products) {
    if (erased.contains(op))
      continue;
    std::string whyNot;
    std::unique_ptr<AttentionMatch> match =
        matchAttention(cast<linalg::LinalgOp>(op), whyNot);
    if (!match) {
      if (!whyNot.empty())
        tell(op, {{}, whyNot, {}});
      continue;
    }
    AttentionScores scores(*match);
    if (!checkMatch(*match, scores, op, whyNot)) {
      tell(op, {{}, whyNot, {}});
      continue;
    }
    Value output = match->pattern.output.tensor, result;
    // The reason is that of the tensors as they are.
    for (Transposes transposes :
         {Transposes::None, Transposes::Columns, Transposes::All}) {
      AttentionFormer former(rewriter, *match, scores, transposes);
      problem::AttentionOp attention = former.create();
      bool changes =
          transposes == Transposes::None || !former.getTransposed().empty();
      std::string objection = changes ? getWhyNot(attention) : whyNot;
      if (objection.empty()) {
        tell(op, {attention, "", former.getTransposed()});
        result = former.getResult();
        break;
      }
      eraseDead(former.getResult());
      if (whyNot.empty())
        whyNot = objection;
    }
    if (!result) {
      tell(op, {{}, whyNot, {}});
      continue;
    }
    rewriter.replaceAllUsesWith(output, result);
    eraseDead(output);
    ++formed;
  }
  return formed;
}
