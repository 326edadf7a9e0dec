//===- EpilogueBuffers.cpp - What follows matmuls on memrefs --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On memrefs nothing leads from what is written to what reads it: the
// operations behind a matmul, or those of a pair, are gone through in their
// order. A kernel writes what becomes of the product, and not the product, but
// where that is changed in place: of all buffers that it and the operations
// behind it write, there may be one that anybody else reads. Of the others it
// must be plain to see that nobody does: they are allocations of the function
// with no other uses. All is done where the last of the operations stands.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"
#include "MatmulOperands.h"
#include "mlir-autotune/Analysis/Aliasing.h"
#include "mlir-autotune/Analysis/Elements.h"

#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

/// What reads no element.
static bool isBookkeeping(Operation *op) {
  return isa<memref::DimOp>(op) || hasSingleEffect<MemoryEffects::Free>(op);
}

static constexpr StringLiteral kUsesBetween =
    " also uses an intermediate result";

static std::string getName(Operation *op) {
  return op->getName().getStringRef().str();
}

/// Whether an element of one of these buffers is computed with.
static bool readsAnyOf(linalg::LinalgOp op, ArrayRef<Value> buffers) {
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return llvm::is_contained(buffers, operand.get()) &&
           op.payloadUsesValueFromOperand(&operand);
  });
}

namespace {
/// The element-wise operations behind the matmuls, in order.
class BufferOperations {
public:
  BufferOperations(MatmulPattern &pattern, const TakenOperations *taken);

  void find();
  /// The longest epilogue that they make.
  void fuse();

private:
  bool isCurrent(Value value) const {
    return llvm::is_contained(current, value);
  }
  bool isMatmul(Operation *op) const { return llvm::is_contained(matmuls, op); }
  bool isHalf(Value value) const {
    return llvm::is_contained(pattern.halves, value.getDefiningOp());
  }
  void addReads(linalg::LinalgOp op);
  bool add(Operation *next);
  bool addElementwise(linalg::LinalgOp op);
  std::string findWhyShared(Value value, ArrayRef<Operation *> inside);
  std::string findOutput(ArrayRef<Operation *> inside, Value &output);
  std::string checkMemory(const MatmulPattern &fused, ArrayRef<Value> written);
  bool readsAll(ArrayRef<Operation *> inside);
  bool becomeCast(MatmulPattern &fused, ArrayRef<Operation *> inside, Value c);
  std::string fuse(ArrayRef<Operation *> inside);

  MatmulPattern &pattern;
  const TakenOperations *taken;
  /// Those that the kernel computes: two of a pair or of a sum.
  SmallVector<linalg::LinalgOp, 2> matmuls;
  SmallVector<Value, 2> products;
  SmallVector<Operation *> ops;
  /// Buffers that have a product, or what an operation made of it.
  SmallVector<Value> current;
  /// The bases of what is read beside them.
  SmallVector<Value> reads;
  /// Why there are no more operations, and whether there is one that somebody
  /// could take for one of them.
  std::string whyEnded;
  bool isEndedByElementwise = false;
};
} // namespace

BufferOperations::BufferOperations(MatmulPattern &pattern,
                                   const TakenOperations *taken)
    : pattern(pattern), taken(taken), matmuls({pattern.matmul}),
      products(pattern.getProducts()) {
  if (pattern.other)
    matmuls.push_back(pattern.other);
  // Of a pair of two the second product is there later.
  bool isLater = pattern.fact.isPair && pattern.other;
  current.append(products.begin(), products.end() - isLater);
  addReads(pattern.matmul);
  if (pattern.other && !isLater)
    addReads(pattern.other);
}

void BufferOperations::addReads(linalg::LinalgOp op) {
  for (Value input : op.getDpsInputs())
    if (isa<MemRefType>(input.getType()) && !isCurrent(input))
      reads.push_back(getBaseBuffer(input));
  Value init = op.getDpsInits()[0];
  if (op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
      !isCurrent(init))
    reads.push_back(getBaseBuffer(init));
}

void BufferOperations::find() {
  size_t left = kMaxEpilogueOperations;
  linalg::LinalgOp matmul = pattern.matmul;
  Operation *first = pattern.fact.isPair ? matmul : pattern.getLast();
  for (Operation *next = first->getNextNode(); next && left--;
       next = next->getNextNode()) {
    if (isMatmul(next)) {
      current.push_back(products.back());
      addReads(pattern.other);
      continue;
    }
    bool isOwn = (pattern.otherFill && next == pattern.otherFill) ||
                 llvm::is_contained(pattern.halves, next) ||
                 (isBookkeeping(next) &&
                  llvm::any_of(next->getOperands(),
                               [&](Value value) { return isCurrent(value); }));
    if (!isOwn && !add(next))
      return;
  }
}

/// Whether one may go on behind the next operation.
bool BufferOperations::add(Operation *next) {
  auto uses = [&](Value value) {
    return llvm::is_contained(next->getOperands(), value);
  };
  if (!isCurrent(products.back()) && uses(products.back())) {
    whyEnded = getName(next) +
               " uses the buffer of the other matmul before that matmul";
    return false;
  }
  // Such as a view: whoever reads by it is seen later on.
  if (isMemoryEffectFree(next))
    return true;
  if (llvm::any_of(current, uses)) {
    auto op = dyn_cast<linalg::LinalgOp>(next);
    if (op && op.hasPureBufferSemantics() && !isa<linalg::FillOp>(next))
      return addElementwise(op);
    whyEnded = getName(next) + kUsesBetween.str();
    return false;
  }
  // All is read at the last of them, and written there.
  bool isApart =
      llvm::all_of(current,
                   [&](Value value) {
                     return leavesAlone(next, getBaseBuffer(value));
                   }) &&
      llvm::all_of(reads, [&](Value base) { return leavesAsIs(next, base); });
  if (!isApart)
    whyEnded = getName(next) + " between may access memory that they write, or "
                               "write memory that they read";
  return isApart;
}

bool BufferOperations::addElementwise(linalg::LinalgOp op) {
  std::string why = findWhyNotFused(
      op, [&](Value value) { return isCurrent(value); },
      cast<ShapedType>(products.front().getType()));
  if (why.empty() && taken && taken->contains(op))
    why = "the kernel of another matmul computes it";
  if (why.empty()) {
    if (!readsAnyOf(op, current))
      why = "it overwrites a result without reading it";
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<MemRefType>(operand.getType());
      SmallVector<int64_t> strides;
      int64_t offset;
      if (type && failed(type.getStridesAndOffset(strides, offset)))
        why = "the memref layout of an operand is not strided";
      if (!isAddressable(operand.getType()))
        why = "no address space can hold an operand";
    }
  }
  if (!why.empty()) {
    isEndedByElementwise = isElementwise(op);
    whyEnded = getName(op) + (isEndedByElementwise ? " is not fused: " + why
                                                   : kUsesBetween.str());
    return false;
  }
  ops.push_back(op);
  addReads(op);
  if (!isCurrent(op.getDpsInits()[0]))
    current.push_back(op.getDpsInits()[0]);
  return true;
}

/// Why others may read what is in a buffer once these operations are done;
/// empty if it is seen that nobody does.
std::string BufferOperations::findWhyShared(Value value,
                                            ArrayRef<Operation *> inside) {
  if (!isHalf(value) && !isAllocation(value))
    return "an intermediate result is in memory that the function does not "
           "allocate";
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    bool isProduced =
        isMatmul(user) && cast<linalg::LinalgOp>(user).isDpsInit(&use);
    bool isFill = (pattern.fill && user == pattern.fill) ||
                  (pattern.otherFill && user == pattern.otherFill);
    if (!isProduced && !isFill && !isBookkeeping(user) &&
        !llvm::is_contained(pattern.halves, user) &&
        !llvm::is_contained(inside, user))
      return getName(user) + kUsesBetween.str();
  }
  return "";
}

/// The one buffer that others may read, which an operation has written, or the
/// last one; else why there is none.
std::string BufferOperations::findOutput(ArrayRef<Operation *> inside,
                                         Value &output) {
  SmallVector<Value> written;
  for (Operation *op : inside)
    written.push_back(cast<linalg::LinalgOp>(op).getDpsInits()[0]);
  output = written.back();
  bool isShared = !findWhyShared(output, inside).empty();
  SmallVector<Value> others(products.begin(), products.end());
  llvm::append_range(others, written);
  for (Value value : others) {
    std::string why = value == output ? "" : findWhyShared(value, inside);
    if (why.empty())
      continue;
    if (isShared || !llvm::is_contained(written, value))
      return why;
    output = value;
    isShared = true;
  }
  return "";
}

/// Whether all products are read.
bool BufferOperations::readsAll(ArrayRef<Operation *> inside) {
  return llvm::all_of(products, [&](Value product) {
    return llvm::any_of(inside, [&](Operation *op) {
      return readsAnyOf(cast<linalg::LinalgOp>(op), product);
    });
  });
}

/// Whether a kernel reads an element of it where it writes what it makes of it.
static bool isReadInPlace(const EpilogueValue &extra, Value c) {
  return extra.value == c && extra.groups.empty() &&
         llvm::equal(extra.dims, llvm::seq<int64_t>(extra.dims.size()));
}

/// Why C, or what else is written, may be what is read. What the matmul itself
/// writes is taken to be in no other buffer.
std::string BufferOperations::checkMemory(const MatmulPattern &fused,
                                          ArrayRef<Value> written) {
  Value c = fused.outputs.front();
  bool isInPlace = !fused.fact.isPair && c == products.front();
  for (linalg::LinalgOp op : matmuls)
    for (Value input : op.getDpsInputs())
      if (!isInPlace && !shareNoMemory(input, c))
        return "C may be in memory that the matmuls read";
  for (const EpilogueValue &extra : fused.extras) {
    // A scalar is in no memory.
    if (!isa<MemRefType>(extra.value.getType()))
      continue;
    Value base = getBaseBuffer(extra.value);
    if (isInPlace && areSameBuffer(base, getBaseBuffer(c)))
      return "it reads another part of the buffer that it writes";
    bool isRead = !isInPlace && isReadInPlace(extra, c);
    if (!isInPlace && !isRead && !shareNoMemory(extra.value, c))
      return "it may read memory that is written";
    for (Value value : written)
      if (!(isRead && value == c) && areSameBuffer(base, getBaseBuffer(value)))
        return "it reads the old contents of a buffer that a result overwrites";
  }
  // It may be freed where other buffers are written.
  for (Operation *user : c.getUsers())
    if (hasSingleEffect<MemoryEffects::Free>(user) &&
        user->getBlock() == fused.place->getBlock() &&
        user->isBeforeInBlock(fused.place))
      return "C is freed before it";
  return "";
}

/// Whether these are but a truncation of sums, which is no epilogue: it is then
/// the pattern's cast.
bool BufferOperations::becomeCast(MatmulPattern &fused,
                                  ArrayRef<Operation *> inside, Value c) {
  auto generic = dyn_cast<linalg::GenericOp>(inside.front());
  auto kind = getElementKind(getElementTypeOrSelf(c.getType()));
  if (inside.size() > 1 || fused.fact.isPair || !generic ||
      fused.fact.init != InitKind::Zero ||
      fused.fact.c.element != ElementKind::F32 || !kind || !isFloat16(*kind) ||
      !isElementwiseTruncation(generic))
    return false;
  fused.cast = fused.place = generic;
  fused.outputs = {c};
  fused.fact.c.element = *kind;
  return true;
}

/// Makes these operations the pattern's epilogue, or says why they can't be.
std::string BufferOperations::fuse(ArrayRef<Operation *> inside) {
  Value c;
  std::string why = findOutput(inside, c);
  // Of halves that are left in place, what is around them is too.
  for (Operation *half : pattern.halves) {
    if (why.empty() && c == half->getResult(0))
      why = "its result is stored in one half of the product";
    if (why.empty()) {
      linalg::LinalgOp matmul = pattern.matmul;
      why = findWhyShared(matmul.getDpsInits()[0], inside);
    }
  }
  // Of what it adds to and what it writes there is one matrix.
  if (pattern.fact.init == InitKind::Accumulate && c != products.front())
    why = "the matmul adds to one buffer, and the result goes to another";
  if (!why.empty())
    return why;
  MatmulPattern fused = pattern;
  if ((!becomeCast(fused, inside, c) &&
       failed(buildEpilogue(fused, inside, c, inside.back(), why))) ||
      failed(matchLayout(c, "C", fused.fact.batch, fused.fact.c, &why)) ||
      failed(checkOutput(c, &why)))
    return why;
  SmallVector<Value> written(products.begin(), products.end());
  for (Operation *op : inside)
    written.push_back(cast<linalg::LinalgOp>(op).getDpsInits()[0]);
  why = checkMemory(fused, written);
  if (why.empty())
    pattern = std::move(fused);
  return why;
}

void BufferOperations::fuse() {
  std::string whyNot = whyEnded;
  for (size_t count = ops.size(); count > 0; --count) {
    ArrayRef<Operation *> inside = ArrayRef(ops).take_front(count);
    if (!readsAll(inside))
      break;
    std::string why = fuse(inside);
    if (why.empty()) {
      // What is behind C is none of it, unless it looks as if it could be.
      if (count < ops.size() || isEndedByElementwise)
        pattern.whyNotFused = whyNot;
      return;
    }
    if (count == ops.size())
      whyNot = getName(inside.back()) + " is not fused: " + why;
  }
  // Whoever uses the result of one matmul needs no reason to.
  if (pattern.fact.isPair || isEndedByElementwise || !ops.empty())
    pattern.whyNotFused = whyNot;
}

void autotune::matchBuffers(MatmulPattern &pattern,
                            const TakenOperations *taken) {
  BufferOperations operations(pattern, taken);
  operations.find();
  operations.fuse();
}
