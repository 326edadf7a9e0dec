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
// must be there.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"

#include "Aliasing.h"

#include "mlir-autotune/Analysis/Epilogue.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::autotune;

/// How many operations an epilogue is made of, and how many are looked at
/// behind a matmul on memrefs.
static constexpr size_t kMaxOperations = 64;

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
  if (element == own || element == fact.accumulator)
    return true;
  return getElementBytes(fact.accumulator) == 4 &&
         getElementBytes(element) <= 4;
}

/// Whether a value that operations of `place`'s block read is there before it.
static bool isThereBefore(Value value, Operation *place) {
  Operation *defining = value.getDefiningOp();
  return !defining || defining->getBlock() != place->getBlock() ||
         defining->isBeforeInBlock(place);
}

/// Builds the epilogue of these operations, of which `outputs` are left, to be
/// launched before `place`.
static LogicalResult build(MatmulPattern &pattern, ArrayRef<Operation *> ops,
                           ArrayRef<Value> outputs, Operation *place,
                           std::string &whyNot) {
  MatmulFact &fact = pattern.fact;
  SmallVector<Value, 2> products;
  if (pattern.matmul->getNumResults())
    products = pattern.getProducts();
  else
    products.push_back(pattern.matmul.getDpsInits()[0]);
  Value result = products.front();
  auto own = getElementKind(getElementTypeOrSelf(result));
  std::optional<ElementKind> kind =
      getElementKind(getElementTypeOrSelf(outputs.front()));
  for (Value output : outputs) {
    auto of = getElementKind(getElementTypeOrSelf(output));
    if (of && own && canStore(fact, *own, *of))
      continue;
    whyNot = "no kernel of these sums stores elements of its type";
    return failure();
  }
  if (fact.isPair && outputs.size() > 1) {
    whyNot = "others read what is between it and the matmul, and a pair has "
             "one output";
    return failure();
  }
  // C is read in the type in which it is written.
  if (fact.init == InitKind::Accumulate && *kind != *own) {
    whyNot = "the matmul adds to elements of another type than its result's";
    return failure();
  }
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
      whyNot = "others read what is between it and the matmul before all that "
               "it reads is there";
      return failure();
    }
  FailureOr<EpilogueFact> epilogue = builder.finish(outputs, *kind, whyNot);
  if (failed(epilogue))
    return failure();
  pattern.cast = nullptr;
  pattern.epilogue.assign(ops.begin(), ops.end());
  pattern.place = place;
  if (pattern.matmul->getNumResults())
    pattern.outputs.assign(outputs.begin(), outputs.end());
  pattern.extras.assign(builder.getValues().begin(), builder.getValues().end());
  fact.epilogue = std::move(*epilogue);
  fact.c.element = *kind;
  return success();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

namespace {
/// The operations behind a matmul that are element-wise, in order.
class TensorOperations {
public:
  explicit TensorOperations(MatmulPattern &pattern)
      : pattern(pattern), values(pattern.getProducts()) {}

  void find() {
    while (ops.size() < kMaxOperations)
      if (!addNext())
        return;
  }
  /// The longest epilogue that they make.
  void fuse();

private:
  bool isValue(Value value) const { return llvm::is_contained(values, value); }
  bool addNext();
  void refuse(Operation *op, StringRef why);
  SmallVector<Value> getOutputs(size_t count, Operation *&place) const;

  MatmulPattern &pattern;
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

/// What others read of the product and of what the first `count` operations
/// make of it, or the last result if nobody reads any; C, which comes first, is
/// the last of the widest: threads store the others straight from registers,
/// and elements of 4 bytes one by one. `place` becomes the last operation, or
/// the first of the others if it stands before that.
SmallVector<Value> TensorOperations::getOutputs(size_t count,
                                                Operation *&place) const {
  ArrayRef<Operation *> inside = ArrayRef(ops).take_front(count);
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
    // What is a cast alone is no epilogue.
    if (count == 1 && ops.front() == pattern.cast)
      break;
    Operation *last = ops[count - 1], *place = nullptr;
    std::string why;
    SmallVector<Value> outputs = getOutputs(count, place);
    if (succeeded(build(pattern, ArrayRef(ops).take_front(count), outputs,
                        place, why))) {
      if (count < ops.size() && pattern.whyNotFused.empty())
        pattern.whyNotFused = whyNot;
      return;
    }
    whyNot = (last->getName().getStringRef() + " is not fused: " + why).str();
  }
  if (pattern.whyNotFused.empty())
    pattern.whyNotFused = whyNot;
}

//===----------------------------------------------------------------------===//
// Memrefs
//===----------------------------------------------------------------------===//

/// Whether it reads C in one way, writes it, and reads nothing else that is
/// seen to be in its buffer.
static std::string checkInPlace(linalg::LinalgOp op, Value c) {
  bool isRead = false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (operand.get() == c) {
      isRead |= op.payloadUsesValueFromOperand(&operand);
      continue;
    }
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (areSameBuffer(getBaseBuffer(operand.get()), getBaseBuffer(c)))
      return "it reads another part of the buffer that it writes";
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(cast<MemRefType>(operand.get().getType())
                   .getStridesAndOffset(strides, offset)))
      return "the memref layout of an operand is no strided one";
  }
  return isRead ? "" : "it does not read what it overwrites";
}

/// Operations that change C in place, one after the other; `bases` are what no
/// operation between them may touch.
static void matchBuffers(MatmulPattern &pattern) {
  Value c = pattern.matmul.getDpsInits()[0];
  SmallVector<Value> bases;
  for (Value operand : pattern.matmul->getOperands())
    bases.push_back(getBaseBuffer(operand));
  SmallVector<Operation *> ops;
  size_t left = kMaxOperations;
  for (Operation *next = pattern.matmul->getNextNode(); next && left--;
       next = next->getNextNode()) {
    auto op = dyn_cast<linalg::LinalgOp>(next);
    bool isInPlace = op && op.hasPureBufferSemantics() &&
                     op.getNumDpsInits() == 1 && op.getDpsInits()[0] == c &&
                     !isa<linalg::FillOp>(next);
    if (!isInPlace) {
      if (llvm::all_of(bases,
                       [&](Value base) { return leavesAlone(next, base); }))
        continue;
      break;
    }
    std::string why = findWhyNotFused(
        next, [&](Value value) { return value == c; },
        cast<ShapedType>(c.getType()));
    if (why.empty())
      why = checkInPlace(op, c);
    if (!why.empty()) {
      if (isElementwise(next))
        pattern.whyNotFused =
            (next->getName().getStringRef() + " is not fused: " + why).str();
      break;
    }
    ops.push_back(next);
    for (Value input : op.getDpsInputs())
      if (isa<MemRefType>(input.getType()))
        bases.push_back(getBaseBuffer(input));
  }
  for (; !ops.empty(); ops.pop_back()) {
    std::string why;
    if (succeeded(build(pattern, ops, c, ops.back(), why)))
      return;
    pattern.whyNotFused =
        (ops.back()->getName().getStringRef() + " is not fused: " + why).str();
  }
}

void autotune::matchEpilogue(MatmulPattern &pattern) {
  MLIRContext *context = pattern.matmul->getContext();
  // Those who only ask for facts may have none of what functions are made of.
  if (!context->getLoadedDialect<func::FuncDialect>() ||
      !context->getLoadedDialect<math::MathDialect>() ||
      !context->getLoadedDialect("vector"))
    return;
  MatmulPattern found = pattern;
  if (pattern.matmul.hasPureTensorSemantics()) {
    TensorOperations operations(found);
    operations.find();
    operations.fuse();
  } else {
    matchBuffers(found);
  }
  // Nothing is launched where a K is 0, and then nobody would apply it.
  if (!found.fact.epilogue.isNone() && ShapedType::isDynamic(found.fact.k)) {
    pattern.whyNotFused =
        found.epilogue.front()->getName().getStringRef().str() +
        " is not fused: K is known at run time only, and "
        "of a K of 0 no kernel is launched";
    return;
  }
  pattern = std::move(found);
}
