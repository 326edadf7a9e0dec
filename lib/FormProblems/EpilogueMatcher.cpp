//===- EpilogueMatcher.cpp - What follows a matmul ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element-wise operations behind a matmul make an epilogue. What others read of
// what is between them is an output too. The launch then stands where the last
// of them does, or before the first that reads an output: all that they read
// must be there. On memrefs EpilogueBuffers.cpp finds them.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"
#include "MatmulOperands.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Epilogue.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::autotune;

bool autotune::isElementwise(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getNumParallelLoops() == linalgOp.getNumLoops() &&
           !isa<linalg::FillOp>(op);
  return OpTrait::hasElementwiseMappableTraits(op);
}

/// What a kernel of these sums can store: beside their own type and that of
/// the matmul's result, of sums of 32 bits what has no more than those.
static bool canStore(const MatmulFact &fact, ElementKind own,
                     ElementKind element) {
  ElementKind sum = fact.getSumElement();
  if (element == own || element == sum)
    return true;
  return getElementBytes(sum) == 4 && getElementBytes(element) <= 4;
}

/// Whether a value that operations of `place`'s block read is there before it.
static bool isThereBefore(Value value, Operation *place) {
  Operation *defining = value.getDefiningOp();
  return !defining || defining->getBlock() != place->getBlock() ||
         defining->isBeforeInBlock(place);
}

LogicalResult autotune::buildEpilogue(MatmulPattern &pattern,
                                      ArrayRef<Operation *> ops,
                                      ArrayRef<Value> outputs, Operation *place,
                                      std::string &whyNot) {
  MatmulFact fact = pattern.fact;
  SmallVector<Value, 2> products = pattern.getProducts();
  Value result = products.front();
  auto own = getElementKind(getElementTypeOrSelf(result));
  std::optional<ElementKind> kind =
      getElementKind(getElementTypeOrSelf(outputs.front()));
  for (Value output : outputs) {
    auto of = getElementKind(getElementTypeOrSelf(output));
    if (of && own && canStore(fact, *own, *of))
      continue;
    whyNot = "no kernel with these sums stores elements of its type";
    return failure();
  }
  if (fact.isPair && outputs.size() > 1) {
    whyNot = "other operations read an intermediate result between it and the "
             "matmul, and a pair has one output";
    return failure();
  }
  // C is read in the type in which it is written.
  if (fact.init == InitKind::Accumulate && *kind != *own) {
    whyNot = "the matmul adds to elements of another type than its result's";
    return failure();
  }
  takeSizes(outputs.front(), fact);
  EpilogueBuilder builder(fact, products);
  for (Operation *op : ops) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      builder.add(linalgOp);
    else
      builder.addMapped(op);
  }
  // Of one product there is one matrix, which its type must show.
  for (const EpilogueValue &value : builder.getValues())
    for (auto [index, dim] : llvm::enumerate(value.dims))
      if (!fact.isBatched() && dim == 0 && value.dims.size() == 3 &&
          cast<ShapedType>(value.value.getType()).isDynamicDim(index)) {
        whyNot = "it reads a batch of unknown size";
        return failure();
      }
  for (const EpilogueValue &value : builder.getValues())
    if (!isThereBefore(value.value, place)) {
      whyNot = "other operations read an intermediate result before all of its "
               "operands are computed";
      return failure();
    }
  FailureOr<EpilogueFact> epilogue = builder.finish(outputs, *kind, whyNot);
  if (failed(epilogue))
    return failure();
  pattern.cast = nullptr;
  pattern.epilogue.assign(ops.begin(), ops.end());
  pattern.place = place;
  pattern.outputs.assign(outputs.begin(), outputs.end());
  pattern.extras.assign(builder.getValues().begin(), builder.getValues().end());
  fact.epilogue = std::move(*epilogue);
  fact.c.element = *kind;
  pattern.fact = std::move(fact);
  return success();
}

namespace {
/// The operations behind a matmul that are element-wise, in order.
class TensorOperations {
public:
  TensorOperations(MatmulPattern &pattern, const TakenOperations *taken)
      : pattern(pattern), taken(taken), values(pattern.getProducts()) {}

  void find() {
    while (ops.size() < kMaxEpilogueOperations)
      if (!addNext())
        return;
  }
  /// The longest epilogue that they make.
  void fuse();

private:
  bool isValue(Value value) const { return llvm::is_contained(values, value); }
  bool addNext();
  void refuse(Operation *op, StringRef why);
  void remarkLeft(ArrayRef<Operation *> left);
  SmallVector<Value> getOutputs(ArrayRef<Operation *> inside,
                                Operation *&place) const;

  MatmulPattern &pattern;
  const TakenOperations *taken;
  SmallVector<Operation *> ops;
  /// The matmul's result, of a pair both, and theirs.
  SmallVector<Value> values;
  SmallPtrSet<Operation *, 8> refused;
};
} // namespace

void TensorOperations::refuse(Operation *op, StringRef why) {
  refused.insert(op);
  if (pattern.whyNotFused.empty() && isElementwise(op))
    pattern.whyNotFused =
        (op->getName().getStringRef() + " is not fused: " + why).str();
}

/// What is left to others is told first: it could have been fused.
void TensorOperations::remarkLeft(ArrayRef<Operation *> left) {
  if (!left.empty())
    pattern.whyNotFused = (left.front()->getName().getStringRef() +
                           " is not fused: its readers compute it, which moves "
                           "fewer bytes")
                              .str();
}

/// The first in the block of those that read a value and weren't looked at.
bool TensorOperations::addNext() {
  Operation *next = nullptr;
  for (Value value : values)
    for (Operation *user : value.getUsers())
      if (user->getBlock() == pattern.matmul->getBlock() &&
          !llvm::is_contained(ops, user) && !refused.contains(user) &&
          (!next || user->isBeforeInBlock(next)))
        next = user;
  if (!next)
    return false;
  if (taken && taken->contains(next)) {
    refuse(next, "the kernel of another matmul computes it");
    return true;
  }
  std::string why = findWhyNotFused(
      next, [&](Value value) { return isValue(value); },
      cast<ShapedType>(values.front().getType()));
  if (!why.empty()) {
    refuse(next, why);
    return true;
  }
  ops.push_back(next);
  llvm::append_range(values, next->getResults());
  return true;
}

/// What others read of the product and of what the operations `inside` make of
/// it, or the last result if nobody reads any; C, which comes first, is
/// the last of the widest: threads store the others straight from registers,
/// and elements of 4 bytes one by one. `place` becomes the last operation, or
/// the first of the others if it stands before that.
SmallVector<Value> TensorOperations::getOutputs(ArrayRef<Operation *> inside,
                                                Operation *&place) const {
  place = inside.back();
  SmallVector<Value> candidates(pattern.getProducts()), outputs;
  for (Operation *op : inside)
    llvm::append_range(candidates, op->getResults());
  for (Value value : candidates) {
    bool isRead = false;
    for (Operation *user : value.getUsers()) {
      if (llvm::is_contained(inside, user))
        continue;
      isRead = true;
      Operation *other = place->getBlock()->findAncestorOpInBlock(*user);
      if (other && other->isBeforeInBlock(place))
        place = other;
    }
    if (isRead)
      outputs.push_back(value);
  }
  if (outputs.empty())
    outputs.push_back(candidates.back());
  auto getWidth = [](Value value) {
    return getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  };
  auto c = outputs.begin();
  for (auto it = c; it != outputs.end(); ++it)
    if (getWidth(*it) >= getWidth(*c))
      c = it;
  std::rotate(outputs.begin(), c, c + 1);
  return outputs;
}

void TensorOperations::fuse() {
  std::string whyNot;
  // A pair is of two products that are read.
  if (pattern.fact.isPair &&
      llvm::any_of(pattern.getProducts(),
                   [](Value value) { return value.use_empty(); }))
    return;
  for (size_t count = ops.size(); count > 0; --count) {
    ArrayRef<Operation *> all = ArrayRef(ops).take_front(count);
    SmallVector<Operation *> inside(all);
    SmallVector<Operation *> left = cutEpilogue(pattern.getProducts(), inside);
    // What is a cast alone is no epilogue.
    if (inside.empty() ||
        (inside.size() == 1 && inside.front() == pattern.cast)) {
      remarkLeft(left);
      continue;
    }
    std::string why;
    auto build = [&](ArrayRef<Operation *> some) {
      Operation *place = nullptr;
      SmallVector<Value> outputs = getOutputs(some, place);
      return succeeded(buildEpilogue(pattern, some, outputs, place, why));
    };
    // Where a kernel can't store what the others need, it computes all.
    bool isCut = build(inside);
    if (isCut || (!left.empty() && build(all))) {
      if (isCut)
        remarkLeft(left);
      if (count < ops.size() && pattern.whyNotFused.empty())
        pattern.whyNotFused = whyNot;
      return;
    }
    whyNot =
        (all.back()->getName().getStringRef() + " is not fused: " + why).str();
  }
  if (pattern.whyNotFused.empty())
    pattern.whyNotFused = whyNot;
}

void autotune::matchEpilogue(MatmulPattern &pattern,
                             const TakenOperations *taken) {
  MLIRContext *context = pattern.matmul->getContext();
  // Those who only ask for facts may have none of what functions are made of.
  if (!context->getLoadedDialect<func::FuncDialect>() ||
      !context->getLoadedDialect<math::MathDialect>() ||
      !context->getLoadedDialect("vector"))
    return;
  MatmulPattern found = pattern;
  if (pattern.matmul.hasPureTensorSemantics()) {
    TensorOperations operations(found, taken);
    operations.find();
    operations.fuse();
  } else {
    matchBuffers(found, taken);
  }
  // Nothing is launched where a K is 0, and then nobody would apply it.
  if (!found.fact.epilogue.isNone() && ShapedType::isDynamic(found.fact.k)) {
    pattern.whyNotFused =
        found.epilogue.front()->getName().getStringRef().str() +
        " is not fused: K is known at run time only, and no kernel is launched "
        "for a K of 0";
    return;
  }
  pattern = std::move(found);
}
