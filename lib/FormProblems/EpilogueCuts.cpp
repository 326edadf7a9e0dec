//===- EpilogueCuts.cpp - What an epilogue leaves to others ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A norm behind a sum x of bf16 reads x as f32, and the square of that. If the
// matmul's kernel stored both, it would write 10 bytes for each element, and
// the norm's kernel would read 8 of them. If it stores x alone, it writes two,
// and the norm's kernel reads two and computes the others.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"

#include "mlir-autotune/Analysis/Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether an operation in a body takes an instruction or two, so that each
/// kernel that needs its result may compute it.
static bool isCheap(Operation &op) {
  if (isa<math::FPowIOp>(op))
    return matchPattern(op.getOperand(1), m_Constant());
  if (isa<math::AbsFOp, math::AbsIOp, linalg::YieldOp>(op))
    return true;
  return isa<arith::ArithDialect>(op.getDialect()) &&
         !isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
              arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemFOp,
              arith::RemSIOp, arith::RemUIOp>(op);
}

/// An element-wise operation that reads one tensor, and every kernel may
/// compute.
static bool isCheapFunction(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic.getNumDpsInputs() == 1 &&
         generic.getNumDpsInits() == 1 &&
         generic.getMatchingBlockArgument(generic.getDpsInitOperand(0))
             .use_empty() &&
         llvm::all_of(*generic.getBlock(), isCheap);
}

/// Whether only operations that can be part of kernels of rows use a value.
static bool isOfRows(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(user))
    return llvm::all_of(user->getResult(0).getUses(), isOfRows);
  auto generic = dyn_cast<linalg::GenericOp>(user);
  return generic && generic.isDpsInput(&use) && !isLikeContraction(generic);
}

/// The bits of an element in memory.
static unsigned getBits(Value value) {
  Type element = getElementTypeOrSelf(value);
  return element.isIntOrFloat() ? std::max(8u, element.getIntOrFloatBitWidth())
                                : 64;
}

namespace {
using Operations = llvm::SmallSetVector<Operation *, 8>;

/// Finds the operations of an epilogue whose results take more bytes than what
/// they are made of.
class CutFinder {
public:
  CutFinder(ValueRange products, ArrayRef<Operation *> ops)
      : products(products), ops(ops) {}

  /// Those that others should compute instead, from one value.
  Operations find() const;

private:
  bool isInside(Operation *op) const { return llvm::is_contained(ops, op); }
  bool isReadOutside(Value value) const {
    return llvm::any_of(value.getUsers(),
                        [&](Operation *user) { return !isInside(user); });
  }
  bool canLeave(Operation *op, const Operations &functions) const;
  Operations findFunctions(Value value) const;
  int64_t getBitsSaved(Value value, const Operations &functions) const;

  ValueRange products;
  ArrayRef<Operation *> ops;
};
} // namespace

/// Whether others can compute the result of `op`, if they compute those of
/// `functions`.
bool CutFinder::canLeave(Operation *op, const Operations &functions) const {
  Value result = op->getResult(0);
  return !result.use_empty() &&
         llvm::all_of(result.getUses(), [&](OpOperand &use) {
           Operation *user = use.getOwner();
           return isInside(user) ? functions.contains(user) : isOfRows(use);
         });
}

/// The operations whose results depend on `value` alone, and that others can
/// compute.
Operations CutFinder::findFunctions(Value value) const {
  Operations reached;
  auto isFunction = [&](Operation *op, const Operations &of) {
    Value input = op->getOperand(0);
    return input == value || of.contains(input.getDefiningOp());
  };
  for (Operation *op : ops)
    if (isCheapFunction(op) && isFunction(op, reached))
      reached.insert(op);
  // Users are behind what they use.
  SmallVector<Operation *> inOrder(reached.begin(), reached.end());
  for (Operation *op : llvm::reverse(inOrder))
    if (!canLeave(op, reached))
      reached.remove(op);
  Operations functions;
  for (Operation *op : reached)
    if (isFunction(op, functions))
      functions.insert(op);
  return functions;
}

/// How many bits fewer are stored for each element if `value` is, and the
/// results of `functions` are not.
int64_t CutFinder::getBitsSaved(Value value,
                                const Operations &functions) const {
  int64_t saved = isReadOutside(value) ? 0 : -int64_t(getBits(value));
  for (Operation *op : functions)
    if (isReadOutside(op->getResult(0)))
      saved += getBits(op->getResult(0));
  return saved;
}

Operations CutFinder::find() const {
  SmallVector<Value> values;
  // Of two products, none is stored as it is.
  if (products.size() == 1)
    values.push_back(products.front());
  for (Operation *op : ops)
    llvm::append_range(values, op->getResults());
  Operations best;
  int64_t most = 0;
  for (Value value : values) {
    Operations functions = findFunctions(value);
    int64_t saved = getBitsSaved(value, functions);
    if (saved <= most)
      continue;
    most = saved;
    best = std::move(functions);
  }
  return best;
}

SmallVector<Operation *>
autotune::cutEpilogue(ValueRange products, SmallVectorImpl<Operation *> &ops) {
  SmallVector<Operation *> left;
  while (true) {
    Operations found = CutFinder(products, ops).find();
    if (found.empty())
      return left;
    llvm::append_range(left, found);
    llvm::erase_if(ops, [&](Operation *op) { return found.contains(op); });
  }
}
