//===- PairBuffers.cpp - What follows the matmuls of a pair on memrefs ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of a pair writes what becomes of both products, and not the
// products: of all buffers that these and the operations behind them write,
// there may be one that anybody else reads. Of the others it must be plain to
// see that nobody does: they are allocations of the function with no other
// uses. All is done where the last of the operations stands.
//
//===----------------------------------------------------------------------===//

#include "Aliasing.h"
#include "EpilogueMatcher.h"
#include "MatmulOperands.h"

#include "mlir-autotune/Analysis/GroupMatcher.h"
#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

/// What reads no element.
static bool isBookkeeping(Operation *op) {
  return isa<memref::DimOp>(op) || hasSingleEffect<MemoryEffects::Free>(op);
}

static constexpr StringLiteral kUsesBetween = " uses a result between too";

static std::string getName(Operation *op) {
  return op->getName().getStringRef().str();
}

namespace {
/// The element-wise operations behind the matmuls, in order.
class PairOperations {
public:
  explicit PairOperations(MatmulPattern &pattern);

  void find();
  /// The longest epilogue that they make.
  void fuse();

private:
  bool isCurrent(Value value) const {
    return llvm::is_contained(current, value);
  }
  bool isHalf(Value value) const {
    return llvm::is_contained(pattern.halves, value.getDefiningOp());
  }
  void addReads(linalg::LinalgOp op);
  bool add(Operation *next);
  bool addElementwise(linalg::LinalgOp op);
  std::string findWhyShared(Value value, ArrayRef<Operation *> inside);
  std::string findOutput(ArrayRef<Operation *> inside, Value &output);
  std::string checkMemory(const MatmulPattern &fused, ArrayRef<Value> written);
  bool readsBoth(ArrayRef<Operation *> inside);
  std::string fuse(ArrayRef<Operation *> inside);

  MatmulPattern &pattern;
  linalg::LinalgOp matmul, other;
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

PairOperations::PairOperations(MatmulPattern &pattern)
    : pattern(pattern), matmul(pattern.matmul), other(pattern.other),
      products(pattern.getProducts()) {
  current.push_back(products.front());
  if (!other)
    current.push_back(products.back());
  addReads(matmul);
}

void PairOperations::addReads(linalg::LinalgOp op) {
  for (Value input : op.getDpsInputs())
    if (isa<MemRefType>(input.getType()) && !isCurrent(input))
      reads.push_back(getBaseBuffer(input));
}

void PairOperations::find() {
  size_t left = kMaxEpilogueOperations;
  for (Operation *next = matmul->getNextNode(); next && left--;
       next = next->getNextNode()) {
    if (other && next == other.getOperation()) {
      current.push_back(products.back());
      addReads(other);
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
bool PairOperations::add(Operation *next) {
  auto uses = [&](Value value) {
    return llvm::is_contained(next->getOperands(), value);
  };
  if (!isCurrent(products.back()) && uses(products.back())) {
    whyEnded = getName(next) + " uses the other one's buffer before it does";
    return false;
  }
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
    whyEnded = getName(next) + " between may touch what they write, or write "
                               "what they read";
  return isApart;
}

bool PairOperations::addElementwise(linalg::LinalgOp op) {
  std::string why = findWhyNotFused(
      op, [&](Value value) { return isCurrent(value); },
      cast<ShapedType>(products.front().getType()));
  if (why.empty()) {
    Value written = op.getDpsInits()[0];
    if (!isCurrent(written) &&
        op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
      why = "it reads what was in the memory that it writes";
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<MemRefType>(operand.getType());
      SmallVector<int64_t> strides;
      int64_t offset;
      if (type && failed(type.getStridesAndOffset(strides, offset)))
        why = "the memref layout of an operand is no strided one";
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
std::string PairOperations::findWhyShared(Value value,
                                          ArrayRef<Operation *> inside) {
  if (!isHalf(value) && !isAllocation(value))
    return "a result between is in memory that is no allocation of the "
           "function";
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    bool isProduced = (user == matmul.getOperation() ||
                       (other && user == other.getOperation())) &&
                      cast<linalg::LinalgOp>(user).isDpsInit(&use);
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
std::string PairOperations::findOutput(ArrayRef<Operation *> inside,
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

/// Whether both products are read.
bool PairOperations::readsBoth(ArrayRef<Operation *> inside) {
  return llvm::all_of(products, [&](Value product) {
    return llvm::any_of(inside, [&](Operation *op) {
      auto linalgOp = cast<linalg::LinalgOp>(op);
      return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
        return operand.get() == product &&
               linalgOp.payloadUsesValueFromOperand(&operand);
      });
    });
  });
}

/// Why C, or what else is written, may be what is read.
std::string PairOperations::checkMemory(const MatmulPattern &fused,
                                        ArrayRef<Value> written) {
  Value c = fused.outputs.front();
  SmallVector<Value> inputs(matmul.getDpsInputs());
  if (other)
    inputs.push_back(other.getDpsInputs()[1]);
  for (Value input : inputs)
    if (!shareNoMemory(input, c))
      return "C may be in memory that the matmuls read";
  for (const EpilogueValue &extra : fused.extras) {
    if (!shareNoMemory(extra.value, c))
      return "it may read memory that is written";
    for (Value value : written)
      if (areSameBuffer(getBaseBuffer(extra.value), getBaseBuffer(value)))
        return "it reads what was in a buffer before a result is written there";
  }
  return "";
}

/// Makes these operations the pattern's epilogue, or says why they can't be.
std::string PairOperations::fuse(ArrayRef<Operation *> inside) {
  Value c;
  std::string why = findOutput(inside, c);
  // Of halves that are left in place, what is around them is too.
  for (Operation *half : pattern.halves) {
    if (why.empty() && c == half->getResult(0))
      why = "it is left in a half of the product";
    if (why.empty())
      why = findWhyShared(matmul.getDpsInits()[0], inside);
  }
  if (!why.empty())
    return why;
  Operation *last = inside.back();
  MatmulPattern fused = pattern;
  if (failed(buildEpilogue(fused, inside, c, last, why)) ||
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

void PairOperations::fuse() {
  std::string whyNot = whyEnded;
  for (size_t count = ops.size(); count > 0; --count) {
    ArrayRef<Operation *> inside = ArrayRef(ops).take_front(count);
    if (!readsBoth(inside))
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
  pattern.whyNotFused = whyNot;
}

void autotune::matchPairBuffers(MatmulPattern &pattern) {
  PairOperations operations(pattern);
  operations.find();
  operations.fuse();
}
