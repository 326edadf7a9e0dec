//===- PrologueFloats.cpp - Functions of floats before a matmul -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand of floats of 16 bits is nearly always made of others by something,
// so that what a prologue begins with is to be chosen: the matrix farthest back
// of which, and of no other, all elements are a function. Two things end the
// way: what others read lies in memory anyway, and what the kernel of another
// matmul does as its epilogue is not done here.
//
//===----------------------------------------------------------------------===//

#include "PrologueBuilder.h"
#include "PrologueMatcher.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

/// How many operations are looked at.
static constexpr size_t kMaxOperations = 64;

/// The tensors that the elements of an operation's result are made of.
static SmallVector<Value> getTensors(Operation *op) {
  SmallVector<Value> tensors;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        !(linalgOp && linalgOp.isDpsInit(&operand)))
      tensors.push_back(operand.get());
  return tensors;
}

static bool is16Bit(Value tensor) {
  Type element = getElementTypeOrSelf(tensor);
  return element.isBF16() || element.isF16();
}

/// Whether a tensor is one that a prologue may begin with.
static bool isMatrix(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return type.getRank() == 2 &&
         (is16Bit(tensor) || type.getElementType().isF32());
}

namespace {
/// What an operand of a matmul is made of.
class Origins {
public:
  Origins(linalg::LinalgOp matmul, Value operand)
      : matmul(matmul), operand(operand) {
    collect(operand, Value(), ops);
    order(operand);
  }

  /// Matrices that it may be a function of, those first that others are made
  /// of.
  ArrayRef<Value> getMatrices() const { return matrices; }
  /// Whether somebody else reads a tensor, and not its sizes alone.
  bool isShared(Value tensor) const {
    return llvm::any_of(tensor.getUsers(), [&](Operation *user) {
      return user != matmul && !ops.contains(user) && !isa<tensor::DimOp>(user);
    });
  }
  /// Whether the kernel of another matmul may do a part of what makes it of a
  /// matrix.
  bool isOfEpilogue(Value matrix) const;

private:
  using Operations = llvm::SmallSetVector<Operation *, 16>;
  /// What makes a tensor, up to `end`.
  static void collect(Value tensor, Value end, Operations &ops);
  void order(Value tensor);

  linalg::LinalgOp matmul;
  Value operand;
  Operations ops;
  DenseSet<Value> seen;
  SmallVector<Value> matrices;
};
} // namespace

void Origins::collect(Value tensor, Value end, Operations &ops) {
  Operation *op = tensor.getDefiningOp();
  if (tensor == end || !op || !PrologueBuilder::seesThrough(op) ||
      ops.size() == kMaxOperations || !ops.insert(op))
    return;
  for (Value read : getTensors(op))
    collect(read, end, ops);
}

void Origins::order(Value tensor) {
  if (!seen.insert(tensor).second)
    return;
  Operation *op = tensor.getDefiningOp();
  bool isEnd = tensor != operand && is16Bit(tensor) && isShared(tensor);
  if (op && ops.contains(op) && !isEnd)
    for (Value read : getTensors(op))
      order(read);
  if (tensor != operand && isMatrix(tensor))
    matrices.push_back(tensor);
}

bool Origins::isOfEpilogue(Value matrix) const {
  Operations between, before;
  collect(operand, matrix, between);
  collect(matrix, Value(), before);
  llvm::SmallSetVector<Operation *, 4> matmuls;
  auto addMatmul = [&](Value tensor) {
    Operation *op = tensor.getDefiningOp();
    if (isa_and_nonnull<linalg::MatmulOp, linalg::BatchMatmulOp>(op))
      matmuls.insert(op);
  };
  addMatmul(matrix);
  for (Operation *op : before)
    llvm::for_each(getTensors(op), addMatmul);
  for (Operation *op : matmuls)
    for (bool findsOther : {true, false}) {
      FailureOr<MatmulPattern> pattern =
          matchMatmul(cast<linalg::LinalgOp>(op), /*whyNot=*/nullptr,
                      findsOther, /*findsPrologue=*/false);
      if (failed(pattern))
        continue;
      if ((pattern->cast && between.contains(pattern->cast)) ||
          llvm::any_of(pattern->epilogue,
                       [&](Operation *done) { return between.contains(done); }))
        return true;
    }
  return false;
}

/// Of operand number `number`.
static std::optional<MatchedPrologue>
matchNarrowed(linalg::LinalgOp op, unsigned number, std::string &whyNot) {
  Value operand = op.getDpsInputs()[number];
  if (!operand.getDefiningOp() || !is16Bit(operand) ||
      getElementTypeOrSelf(op.getDpsInputs()[1 - number]) !=
          getElementTypeOrSelf(operand))
    return std::nullopt;
  AffineMap map = getOperandMap(op, number);
  if (!map)
    return std::nullopt;
  Origins origins(op, operand);
  std::string why;
  for (Value matrix : origins.getMatrices()) {
    why.clear();
    PrologueBuilder builder(op.getContext(), PrologueBuilder::Factor::Given,
                            why, matrix);
    MatchedPrologue found;
    found.number = number;
    Value result = builder.build(operand, map);
    if (!result || !builder.factor || failed(builder.finish(result, found)))
      continue;
    if (origins.isOfEpilogue(matrix))
      continue;
    if (!origins.isShared(operand) && op.getDpsInputs()[1 - number] != operand)
      return found;
    why = "other operations read it too, so it is in memory anyway";
    break;
  }
  if (!why.empty())
    whyNot = "reads its " + std::string(number == 0 ? "A" : "B") +
             " from memory instead of computing it in the kernel: " + why;
  return std::nullopt;
}

std::optional<MatchedPrologue>
autotune::matchFloatPrologue(linalg::LinalgOp op, std::string &whyNot) {
  if (!mayBeSeenThrough(op))
    return std::nullopt;
  // Both have as many columns along K.
  auto getSize = [&](unsigned number) {
    auto type = cast<RankedTensorType>(op.getDpsInputs()[number].getType());
    return type.hasStaticShape() ? type.getNumElements() : 0;
  };
  unsigned first = getSize(0) > getSize(1) ? 0 : 1;
  for (unsigned number : {first, 1 - first})
    if (std::optional<MatchedPrologue> found =
            matchNarrowed(op, number, whyNot))
      return found;
  return std::nullopt;
}
