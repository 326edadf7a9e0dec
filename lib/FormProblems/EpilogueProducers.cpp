//===- EpilogueProducers.cpp - What makes what an epilogue reads ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bias of bf16 is widened before it is broadcast and added to sums in f32,
// and a residual is scaled. A kernel that reads what these are made of reads
// fewer bytes, and nobody writes what it would have read. It does so where no
// element is computed twice, or nothing but converted.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"

#include "mlir-autotune/Analysis/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

/// How many operations are looked through, one behind the other.
static constexpr unsigned kMaxDepth = 8;

/// How an element of the output finds its own in what is read.
static AffineMap getMap(const EpilogueValue &read, int64_t rank,
                        MLIRContext *context) {
  SmallVector<AffineExpr> results;
  for (auto [index, dim] : llvm::enumerate(read.dims)) {
    if (dim == EpilogueValue::kUnit) {
      results.push_back(getAffineConstantExpr(0, context));
      continue;
    }
    AffineExpr expr = getAffineDimExpr(dim, context);
    int64_t group = read.getGroup(index);
    results.push_back(group == 1 ? expr : expr.floorDiv(group));
  }
  return AffineMap::get(rank, 0, results, context);
}

/// The operands that an element-wise operation reads, and how, in its loops.
static SmallVector<std::pair<OpOperand *, AffineMap>> getReads(Operation *op) {
  SmallVector<std::pair<OpOperand *, AffineMap>> reads;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  for (OpOperand &operand : op->getOpOperands())
    if (!linalgOp)
      reads.push_back(
          {&operand, AffineMap::getMultiDimIdentityMap(
                         cast<ShapedType>(operand.get().getType()).getRank(),
                         op->getContext())});
    else if (getReadElement(linalgOp, operand))
      reads.push_back({&operand, linalgOp.getMatchingIndexingMap(&operand)});
  return reads;
}

/// Whether an operation on tensors makes each element of its one result of one
/// of each operand.
static bool isElementwiseOnTensors(Operation *op) {
  if (!op || op->getNumResults() != 1 || !isElementwise(op) ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
  OpOperand *init = linalgOp.getDpsInitOperand(0);
  return linalgOp.hasPureTensorSemantics() && !linalgOp.hasIndexSemantics() &&
         linalgOp.getMatchingIndexingMap(init).isIdentity() &&
         !getReadElement(linalgOp, *init);
}

/// Whether a tensor is a product, or is made of one element by element: then it
/// is for the kernel of that product to make.
static bool isOfProduct(Value tensor, unsigned depth = 0) {
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return false;
  if (isMatmul(op) || depth == kMaxDepth)
    return true;
  if (isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return isOfProduct(op->getOperand(0), depth + 1);
  if (!isElementwiseOnTensors(op))
    return false;
  return llvm::any_of(getReads(op), [&](auto read) {
    return isOfProduct(read.first->get(), depth + 1);
  });
}

/// Whether every kernel computes such an operation on elements: more than that
/// would keep the whole epilogue from being one.
static bool isPlainArithmetic(Operation *op) {
  auto isPlain = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isInteger(1) ||
           (element.isIntOrFloat() && element.getIntOrFloatBitWidth() <= 32 &&
            getElementKind(element));
  };
  return isa<arith::ArithDialect>(op->getDialect()) &&
         !isa<arith::RemFOp>(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain);
}

/// What a body, or an operation of whole tensors, computes; nothing, where it
/// is not arithmetic with constants and elements alone.
static std::optional<SmallVector<Operation *>> getArithmetic(Operation *op) {
  SmallVector<Operation *> inner;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp) {
    inner.push_back(op);
  } else {
    Block &body = *linalgOp.getBlock();
    for (Operation &each : body)
      for (Value operand : each.getOperands())
        if (operand.getParentBlock() != &body && !getElementConstant(operand))
          return std::nullopt;
    for (Operation &each : body.without_terminator())
      inner.push_back(&each);
  }
  if (!llvm::all_of(inner, isPlainArithmetic))
    return std::nullopt;
  return inner;
}

/// Whether a kernel may do an operation for as many elements as it reads.
static bool pays(Operation *op, ArrayRef<Operation *> arithmetic,
                 const EpilogueValue &read, int64_t rank) {
  Value result = op->getResult(0);
  bool isWhole = int64_t(read.dims.size()) == rank && read.groups.empty() &&
                 !llvm::is_contained(read.dims, EpilogueValue::kUnit);
  bool isConversion = llvm::all_of(arithmetic, [](Operation *each) {
    return isa<CastOpInterface>(each) || isa<arith::ConstantOp>(each);
  });
  if (result.hasOneUse() && (isWhole || isConversion))
    return true;
  // Others read the result, which is in memory anyway: what it is made of has
  // to be smaller.
  unsigned bytes = 0;
  for (auto [operand, map] : getReads(op))
    bytes += getElementTypeOrSelf(operand->get()).getIntOrFloatBitWidth();
  return isConversion &&
         bytes <= getElementTypeOrSelf(result).getIntOrFloatBitWidth();
}

Operation *autotune::findProducer(const EpilogueValue &read, int64_t rank,
                                  unsigned depth) {
  Operation *op = read.value.getDefiningOp();
  if (depth == kMaxDepth || !isElementwiseOnTensors(op) ||
      getElementConstant(read.value))
    return nullptr;
  std::optional<SmallVector<Operation *>> arithmetic = getArithmetic(op);
  if (!arithmetic || !pays(op, *arithmetic, read, rank) ||
      isOfProduct(read.value))
    return nullptr;
  AffineMap at = getMap(read, rank, op->getContext());
  for (auto [operand, map] : getReads(op)) {
    bool isShaped = isa<ShapedType>(operand->get().getType());
    if (!findWhyNotRead(operand->get(), isShaped ? map.compose(at) : map,
                        depth + 1)
             .empty())
      return nullptr;
  }
  return op;
}

Value EpilogueBuilder::addProducer(OpBuilder &b, Operation *op,
                                   const EpilogueValue &read) {
  AffineMap at = getMap(read, rank, op->getContext());
  IRMapping mapping;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  for (auto [operand, map] : getReads(op)) {
    Value value = operand->get();
    EpilogueValue from{value, {}, {}};
    if (isa<ShapedType>(value.getType()))
      from = matchRead(value, map.compose(at)).value_or(from);
    mapping.map(linalgOp ? Value(getReadElement(linalgOp, *operand)) : value,
                getScalar(b, from));
  }
  if (!linalgOp) {
    Value scalar = b.clone(*op, mapping)->getResult(0);
    scalar.setType(getElementTypeOrSelf(scalar));
    return scalar;
  }
  auto mapOuter = [&](Value value) {
    if (value.getParentBlock() != linalgOp.getBlock())
      mapping.map(value, getScalar(b, {value, {}, {}}));
  };
  Block &body = *linalgOp.getBlock();
  for (Operation &inner : body.without_terminator()) {
    llvm::for_each(inner.getOperands(), mapOuter);
    b.clone(inner, mapping);
  }
  Value result = body.getTerminator()->getOperand(0);
  mapOuter(result);
  return mapping.lookup(result);
}
