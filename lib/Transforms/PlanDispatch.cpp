//===- PlanDispatch.cpp - Host code that selects a plan's row -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanDispatch.h"

#include "mlir-autotune/Core/PlanRows.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// Creates the sizes of a problem and conditions on them, each once.
class GuardBuilder {
public:
  GuardBuilder(OpBuilder &builder, problem::ContractOp op)
      : b(op.getLoc(), builder), op(op) {}

  Value createConstant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// Null for a guard that always holds.
  Value createGuard(const SizeGuard &guard);
  Value createNot(Value condition) {
    Value isTrue = arith::ConstantIntOp::create(b, 1, 1);
    return arith::XOrIOp::create(b, condition, isTrue);
  }
  Value both(Value left, Value right) {
    return left ? arith::AndIOp::create(b, left, right).getResult() : right;
  }
  Value createSelect(Value condition, Value then, Value otherwise) {
    return arith::SelectOp::create(b, condition, then, otherwise);
  }
  Value getSize(SizeDim dim);

private:
  Value createCondition(SizeDim dim, const SizeRange &range);
  Value compare(arith::CmpIPredicate predicate, Value size, int64_t bound) {
    return arith::CmpIOp::create(b, predicate, size, createConstant(bound));
  }

  ImplicitLocOpBuilder b;
  problem::ContractOp op;
  std::array<Value, kNumSizeDims> sizes;
};
} // namespace

/// The dimension of the problem's maps; nullopt for the batch of one product.
static std::optional<unsigned> getMapDim(problem::ContractOp op, SizeDim dim) {
  switch (dim) {
  case SizeDim::M:
    return op.getDimM();
  case SizeDim::N:
    return op.getDimN();
  case SizeDim::K:
    return op.getDimK();
  case SizeDim::Batch:
    if (!op.hasBatchDim() || op.sumsParts())
      return std::nullopt;
    return op.getBatchDim();
  }
  llvm_unreachable("unknown size");
}

Value GuardBuilder::getSize(SizeDim dim) {
  Value &size = sizes[unsigned(dim)];
  if (size)
    return size;
  std::optional<unsigned> wanted = getMapDim(op, dim);
  if (!wanted)
    return size = createConstant(1);
  // C has all sizes but K.
  OpOperand &operand =
      dim == SizeDim::K ? op->getOpOperand(0) : op.getDpsInitsMutable()[0];
  std::optional<unsigned> position =
      op.getMapOf(operand).getResultPosition(b.getAffineDimExpr(*wanted));
  assert(position && "A and C are indexed by their dimensions");
  Value matrix = operand.get();
  auto type = cast<ShapedType>(matrix.getType());
  if (!type.isDynamicDim(*position))
    return size = createConstant(type.getDimSize(*position));
  if (isa<TensorType>(type))
    return size = tensor::DimOp::create(b, matrix, *position);
  return size = memref::DimOp::create(b, matrix, *position);
}

Value GuardBuilder::createCondition(SizeDim dim, const SizeRange &range) {
  Value size = getSize(dim);
  if (range.lower == range.upper)
    return compare(arith::CmpIPredicate::eq, size, range.lower);
  Value condition;
  if (range.lower > 0)
    condition = compare(arith::CmpIPredicate::sge, size, range.lower);
  if (range.upper != SizeRange::kNoLimit)
    condition =
        both(condition, compare(arith::CmpIPredicate::sle, size, range.upper));
  if (range.unit == 1)
    return condition;
  Value rest = arith::RemSIOp::create(b, size, createConstant(range.unit));
  return both(condition, compare(arith::CmpIPredicate::eq, rest, 0));
}

Value GuardBuilder::createGuard(const SizeGuard &guard) {
  Value condition;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (const SizeRange &range = guard.ranges[dim]; !range.isAll())
      condition = both(condition, createCondition(SizeDim(dim), range));
  return condition;
}

Value autotune::createRowSelection(OpBuilder &builder, problem::ContractOp op,
                                   ArrayRef<SizeGuard> guards) {
  assert(!guards.empty() && guards.back().isAll() && "a row for all sizes");
  GuardBuilder b(builder, op);
  SmallVector<Value> conditions;
  for (const SizeGuard &guard : guards.drop_back())
    conditions.push_back(b.createGuard(guard));
  Value row = b.createConstant(guards.size() - 1);
  for (size_t number = guards.size() - 1; number-- > 0;)
    row = b.createSelect(conditions[number], b.createConstant(number), row);
  return row;
}

Value autotune::createPlanRow(OpBuilder &builder, problem::ContractOp op,
                              Value row, ArrayRef<SizeGuard> guards,
                              ArrayRef<bool> everywhere, StringRef fact) {
  if (guards.size() > kMaxPlanRows)
    return row;
  SmallVector<int64_t> bounds;
  for (const SizeGuard &guard : guards)
    for (const SizeRange &range : guard.ranges)
      bounds.append({range.lower, range.upper, range.unit});
  GuardBuilder b(builder, op);
  return tile::PlanRowOp::create(
      builder, op.getLoc(), row, b.getSize(SizeDim::M), b.getSize(SizeDim::N),
      b.getSize(SizeDim::K), b.getSize(SizeDim::Batch), fact, bounds,
      everywhere);
}

Value autotune::createRowCondition(OpBuilder &builder, problem::ContractOp op,
                                   ArrayRef<SizeGuard> before,
                                   const SizeGuard &guard) {
  GuardBuilder b(builder, op);
  Value condition = b.createGuard(guard);
  for (const SizeGuard &other : before) {
    Value holds = b.createGuard(other);
    assert(holds && "a row behind one for all sizes");
    condition = b.both(condition, b.createNot(holds));
  }
  return condition;
}

scf::IndexSwitchOp autotune::createRowSwitch(
    OpBuilder &builder, Operation *op, Value row, size_t numRows,
    function_ref<ValueRange(OpBuilder &, size_t)> createRow) {
  auto cases = llvm::to_vector(llvm::seq<int64_t>(0, numRows - 1));
  auto rows = scf::IndexSwitchOp::create(
      builder, op->getLoc(), op->getResultTypes(), row, cases, cases.size());
  for (size_t number = 0; number < numRows; ++number) {
    Region &region = number < cases.size() ? rows.getCaseRegions()[number]
                                           : rows.getDefaultRegion();
    OpBuilder inRow = OpBuilder::atBlockBegin(&region.emplaceBlock());
    ValueRange results = createRow(inRow, number);
    scf::YieldOp::create(inRow, op->getLoc(), results);
  }
  return rows;
}
