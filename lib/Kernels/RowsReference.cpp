//===- RowsReference.cpp - What a problem of rows must come to ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of a value is computed from its definition, wherever it is needed:
// values are kept only for the row and column at hand, and sums for the row.
// Each loop over the columns carries the running values of the scans that it
// needs.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/RowsReference.h"

#include "ReferenceBuilder.h"
#include "RowBuilder.h"

#include "mlir-autotune/Kernels/DeviceElements.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static bool hasReduction(problem::RowsOp op) {
  return llvm::any_of(op.getBody().front(), [](Operation &inner) {
    auto generic = dyn_cast<linalg::GenericOp>(inner);
    return isa<problem::ScanOp>(inner) || (generic && reducesRows(generic));
  });
}

void ReferenceBuilder::buildSums(linalg::GenericOp generic) {
  SmallVector<Value> loops = getLoops(generic), starts;
  for (OpOperand &init : generic.getDpsInitsMutable())
    starts.push_back(getInput(generic, init, loops));
  SmallVector<Value> all =
      loopOverColumns(generic, starts, [&](ValueRange carried) {
        return evaluateBody(generic, getLoops(generic), carried);
      });
  for (auto [result, sum] : llvm::zip_equal(generic.getResults(), all))
    sums[result] = sum;
}

/// What a scan reads at the row and column, or at the row.
Value ReferenceBuilder::getScanned(Value tensor, bool ofColumn) {
  Value source = getReshaped(tensor);
  if (isRowOp(source.getDefiningOp()))
    return evaluate(cast<OpResult>(source));
  if (auto fill = source.getDefiningOp<linalg::FillOp>())
    return get(fill.getInputs().front());
  SmallVector<int64_t> sizes(
      cast<RankedTensorType>(tensor.getType()).getShape());
  if (ofColumn)
    return load(tensor, getLoops(sizes));
  sizes.push_back(1);
  return load(tensor, ArrayRef(getLoops(sizes)).drop_back());
}

/// Makes the running value of the next column of the one before. The scan's own
/// result is known at the column then.
Value ReferenceBuilder::advance(problem::ScanOp scan, Value before) {
  IRMapping mapping;
  Value element = getScanned(scan.getInput(), /*ofColumn=*/true);
  mapping.map(scan.getSoFar(), before);
  mapping.map(scan.getElement(), element);
  Block &body = scan.getCombiner().front();
  Value next = copy(&body.front(), mapping);
  if (!scan.getInclusive()) {
    known[scan.getRunning()] = before;
    return next;
  }
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, column, constant(0));
  next = arith::SelectOp::create(b, isFirst, element, next);
  return known[scan.getRunning()] = next;
}

/// A loop over the columns, in which the values of all scans before `end` are
/// known, or of all if that is null.
SmallVector<Value> ReferenceBuilder::loopOverColumns(Operation *end,
                                                     ValueRange carried,
                                                     Step step) {
  SmallVector<problem::ScanOp> scans;
  SmallVector<Value> starts(carried);
  for (auto scan : op.getBody().getOps<problem::ScanOp>()) {
    if (end && end->isBeforeInBlock(scan))
      break;
    scans.push_back(scan);
    if (scan.readsStart()) {
      starts.push_back(getScanned(scan.getStart(), /*ofColumn=*/false));
      continue;
    }
    // Nobody sees it: the first running value is the first element.
    Type type = widen(getElementTypeOrSelf(scan.getInput().getType()));
    starts.push_back(arith::ConstantOp::create(b, b.getZeroAttr(type)));
  }
  auto loop = scf::ForOp::create(b, constant(0), constant(op.getColumns()),
                                 constant(1), starts);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::DenseMap<Value, Value> outside = known;
  column = loop.getInductionVar();
  known.clear();
  ValueRange arguments = loop.getRegionIterArgs();
  SmallVector<Value> running, yielded;
  for (auto [scan, before] :
       llvm::zip_equal(scans, arguments.drop_front(carried.size())))
    running.push_back(advance(scan, before));
  yielded = step(arguments.take_front(carried.size()));
  llvm::append_range(yielded, running);
  if (!yielded.empty())
    scf::YieldOp::create(b, yielded);
  known = std::move(outside);
  column = nullptr;
  return SmallVector<Value>(loop.getResults().take_front(carried.size()));
}

/// The last running value of the row.
void ReferenceBuilder::buildLast(problem::ScanOp scan) {
  Type type = widen(getElementTypeOrSelf(scan.getInput().getType()));
  Value none = arith::ConstantOp::create(b, b.getZeroAttr(type));
  sums[scan.getLast()] = loopOverColumns(scan, none, [&](ValueRange) {
                           return SmallVector<Value>{known[scan.getRunning()]};
                         }).front();
}

void ReferenceBuilder::store(Value value, unsigned operand) {
  auto type = cast<RankedTensorType>(value.getType());
  Value element = evaluate(cast<OpResult>(getReshaped(value)));
  if (type.getElementType().isF32())
    element = arith::TruncFOp::create(b, b.getF32Type(), element);
  Value offset = toI64(row);
  if (column)
    offset = arith::AddIOp::create(
        b,
        arith::MulIOp::create(
            b, offset, arith::ConstantIntOp::create(b, op.getColumns(), 64)),
        toI64(column));
  Value pointer = function.getArgument(operand);
  Value place = LLVM::GEPOp::create(b, pointer.getType(),
                                    getMemoryType(type.getElementType()),
                                    pointer, ValueRange{offset});
  LLVM::StoreOp::create(b, toMemory(b, element), place);
}

void ReferenceBuilder::storeOutputs() {
  unsigned first = op.getInits().getBeginOperandIndex();
  auto yielded = op.getBody().front().getTerminator()->getOperands();
  for (auto [number, value] : llvm::enumerate(yielded))
    if (hasColumns(value.getType()) == bool(column))
      store(value, first + number);
}

void ReferenceBuilder::buildRow() {
  for (Operation &inner : op.getBody().front()) {
    auto generic = dyn_cast<linalg::GenericOp>(inner);
    auto scan = dyn_cast<problem::ScanOp>(inner);
    if (generic && reducesRows(generic))
      buildSums(generic);
    else if (scan && !scan.getLast().use_empty())
      buildLast(scan);
  }
  storeOutputs();
  loopOverColumns(/*end=*/nullptr, {}, [&](ValueRange) {
    storeOutputs();
    return SmallVector<Value>();
  });
}

void ReferenceBuilder::build() {
  auto toWide = [&](Value index) { return toI64(index); };
  auto wide = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, value, 64);
  };
  bool reduces = hasReduction(op);
  Value cta = toWide(gpu::BlockIdOp::create(b, gpu::Dimension::x));
  Value thread = toWide(gpu::ThreadIdOp::create(b, gpu::Dimension::x));
  Value unit = arith::AddIOp::create(
      b, arith::MulIOp::create(b, cta, wide(kRowsReferenceThreads)), thread);
  int64_t units = op.getRows() * (reduces ? 1 : op.getColumns());
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, unit, wide(units));
  auto guarded = scf::IfOp::create(b, isInside, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(b, b.getIndexType(), value);
  };
  if (reduces) {
    row = toIndex(unit);
    return buildRow();
  }
  Value columns = wide(op.getColumns());
  row = toIndex(arith::DivUIOp::create(b, unit, columns));
  column = toIndex(arith::RemUIOp::create(b, unit, columns));
  storeOutputs();
  if (op.getColumns() == 1)
    return;
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, column, constant(0));
  auto ofRow = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  b.setInsertionPointToStart(ofRow.thenBlock());
  known.clear();
  column = nullptr;
  storeOutputs();
}

int64_t autotune::getRowsReferenceCtas(problem::RowsOp op) {
  int64_t units = op.getRows() * (hasReduction(op) ? 1 : op.getColumns());
  return llvm::divideCeil(units, kRowsReferenceThreads);
}

FailureOr<gpu::GPUFuncOp> autotune::createRowsReference(OpBuilder &builder,
                                                        StringRef name,
                                                        problem::RowsOp op) {
  return createRowsFunction(
      builder, name, op, kRowsReferenceThreads,
      [&](ImplicitLocOpBuilder &b, gpu::GPUFuncOp function) {
        ReferenceBuilder(b, op, function).build();
      });
}
