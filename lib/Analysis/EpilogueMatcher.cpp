//===- EpilogueMatcher.cpp - What follows a matmul ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element-wise operations behind a matmul make an epilogue as long as nobody
// else reads what is between them. The launch then stands where the last of
// them does: all that they read is there.
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

/// Builds the epilogue of these operations, the last of which gives elements of
/// type `element`.
static LogicalResult build(MatmulPattern &pattern, ArrayRef<Operation *> ops,
                           Type element, std::string &whyNot) {
  MatmulFact &fact = pattern.fact;
  SmallVector<Value, 2> products;
  if (pattern.matmul->getNumResults())
    products = pattern.getProducts();
  else
    products.push_back(pattern.matmul.getDpsInits()[0]);
  Value result = products.front();
  auto own = getElementKind(getElementTypeOrSelf(result));
  std::optional<ElementKind> kind = getElementKind(element);
  if (!kind || !own || !canStore(fact, *own, *kind)) {
    whyNot = "no kernel of these sums stores elements of its type";
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
  FailureOr<EpilogueFact> epilogue = builder.finish(*kind, whyNot);
  if (failed(epilogue))
    return failure();
  pattern.cast = nullptr;
  pattern.epilogue.assign(ops.begin(), ops.end());
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
  bool isClosed(size_t count) const;

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
  values.push_back(next->getResult(0));
  return true;
}

/// Whether all that is read of the first `count` operations but the last is
/// read by them, and of a pair both results are read.
bool TensorOperations::isClosed(size_t count) const {
  ArrayRef<Operation *> inside = ArrayRef(ops).take_front(count);
  size_t results = values.size() - ops.size();
  if (pattern.fact.isPair &&
      llvm::any_of(ArrayRef(values).take_front(results),
                   [](Value value) { return value.use_empty(); }))
    return false;
  for (Value value : ArrayRef(values).take_front(results + count - 1))
    for (Operation *user : value.getUsers())
      if (!llvm::is_contained(inside, user))
        return false;
  return true;
}

void TensorOperations::fuse() {
  std::string whyNot;
  for (size_t count = ops.size(); count > 0; --count) {
    // What is a cast alone is no epilogue.
    if (count == 1 && ops.front() == pattern.cast)
      break;
    Operation *last = ops[count - 1];
    std::string why = "others read what is between it and the matmul";
    if (isClosed(count) &&
        succeeded(build(pattern, ArrayRef(ops).take_front(count),
                        getElementTypeOrSelf(last->getResult(0)), why))) {
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
    if (succeeded(build(pattern, ops, getElementTypeOrSelf(c), why)))
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
