//===- ReferenceElements.cpp - Elements of the reference of rows ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceBuilder.h"

#include "mlir-autotune/Kernels/DeviceElements.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

/// Of a function's argument; `indices` are one for each dimension.
Value ReferenceBuilder::load(Value tensor, ValueRange indices) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto argument = cast<BlockArgument>(getReshaped(tensor));
  Value offset;
  for (auto [size, index] : llvm::zip_equal(type.getShape(), indices)) {
    Value wide = toI64(index);
    if (offset)
      wide = arith::AddIOp::create(
          b,
          arith::MulIOp::create(b, offset,
                                arith::ConstantIntOp::create(b, size, 64)),
          wide);
    offset = wide;
  }
  Value pointer = function.getArgument(argument.getArgNumber());
  Type memory = getMemoryType(type.getElementType());
  Value place = offset ? LLVM::GEPOp::create(b, pointer.getType(), memory,
                                             pointer, ValueRange{offset})
                             .getResult()
                       : pointer;
  Value element = fromMemory(b, LLVM::LoadOp::create(b, memory, place),
                             type.getElementType());
  return element.getType().isF32()
             ? arith::ExtFOp::create(b, b.getF64Type(), element).getResult()
             : element;
}

/// A number from outside of bodies.
Value ReferenceBuilder::get(Value value) {
  Value &found = known[value];
  if (found)
    return found;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Value number = function.getArgument(argument.getArgNumber());
    if (number.getType().isF32())
      number = arith::ExtFOp::create(b, b.getF64Type(), number);
    return known[value] = number;
  }
  IRMapping mapping;
  Value copied = copy(value.getDefiningOp(), mapping);
  return known[value] = copied;
}

/// By f32 on the way: chips convert floats of 16 and 8 bits from and to that.
Value ReferenceBuilder::copyCast(Operation *inner, Value operand) {
  Type type = widen(inner->getResult(0).getType());
  for (Type to : {Type(b.getF32Type()), type}) {
    unsigned bits = operand.getType().getIntOrFloatBitWidth();
    if (operand.getType() == type || bits == to.getIntOrFloatBitWidth())
      continue;
    operand = bits < to.getIntOrFloatBitWidth()
                  ? arith::ExtFOp::create(b, to, operand).getResult()
                  : arith::TruncFOp::create(b, to, operand).getResult();
  }
  return operand;
}

/// The only result of an operation of a body, with f64 in place of f32. GPUs
/// have no functions of f64, so those of f32 stay.
Value ReferenceBuilder::copy(Operation *inner, IRMapping &mapping) {
  if (isa<arith::ExtFOp, arith::TruncFOp>(inner))
    return copyCast(inner, mapping.lookup(inner->getOperand(0)));
  if (auto number = dyn_cast<arith::ConstantOp>(inner))
    if (auto value = dyn_cast<FloatAttr>(number.getValue());
        value && value.getType().isF32())
      return arith::ConstantOp::create(
          b, b.getF64FloatAttr(value.getValueAsDouble()));
  if (isa<arith::BitcastOp>(inner)) {
    Value bits = mapping.lookup(inner->getOperand(0));
    if (inner->getOperand(0).getType().isF32())
      bits = arith::TruncFOp::create(b, b.getF32Type(), bits);
    Value cast =
        arith::BitcastOp::create(b, inner->getResult(0).getType(), bits);
    return cast.getType().isF32()
               ? arith::ExtFOp::create(b, b.getF64Type(), cast).getResult()
               : cast;
  }
  Operation *copied = inner->clone();
  bool isFunction = isa<math::MathDialect>(inner->getDialect());
  for (OpOperand &operand : copied->getOpOperands()) {
    Value given = inner->getOperand(operand.getOperandNumber());
    Value value = mapping.lookup(given);
    if (isFunction && given.getType().isF32())
      value = arith::TruncFOp::create(b, b.getF32Type(), value);
    operand.set(value);
  }
  OpResult result = copied->getResult(0);
  if (!isFunction)
    result.setType(widen(result.getType()));
  b.insert(copied);
  return result.getType().isF32()
             ? arith::ExtFOp::create(b, b.getF64Type(), result).getResult()
             : Value(result);
}

/// The numbers of an operation's loops at the row and column.
SmallVector<Value> ReferenceBuilder::getLoops(ArrayRef<int64_t> sizes) {
  int64_t all = 1;
  for (int64_t size : sizes)
    all *= size;
  SmallVector<Value> loops(sizes.size());
  bool overColumns = all == int64_t(op.getRows() * op.getColumns());
  Value rest = row;
  // It may divide its elements into rows in another way.
  if (overColumns && column && sizes.back() != int64_t(op.getColumns())) {
    rest = arith::AddIOp::create(
        b, arith::MulIOp::create(b, row, constant(op.getColumns())), column);
    overColumns = false;
  }
  if (overColumns)
    loops.back() = column ? column : constant(0);
  for (size_t dim = sizes.size() - overColumns; dim-- > 0;) {
    loops[dim] = arith::RemUIOp::create(b, rest, constant(sizes[dim]));
    rest = arith::DivUIOp::create(b, rest, constant(sizes[dim]));
  }
  return loops;
}

/// Those of a window are null.
SmallVector<Value> ReferenceBuilder::getLoops(linalg::GenericOp generic) {
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  if (!reducesRows(generic))
    sizes.truncate(generic.getNumParallelLoops());
  SmallVector<Value> loops = getLoops(sizes);
  loops.resize(generic.getNumLoops());
  return loops;
}

Value ReferenceBuilder::getInput(linalg::GenericOp generic, OpOperand &operand,
                                 ArrayRef<Value> loops) {
  Value source = operand.get();
  if (!isa<RankedTensorType>(source.getType()))
    return get(source);
  source = getReshaped(source);
  if (isRowOp(source.getDefiningOp()))
    return evaluate(cast<OpResult>(source));
  if (auto fill = source.getDefiningOp<linalg::FillOp>())
    return get(fill.getInputs().front());
  SmallVector<Value> indices;
  for (AffineExpr expr : generic.getMatchingIndexingMap(&operand).getResults())
    indices.push_back(affine::expandAffineExpr(b, b.getLoc(), expr, loops, {}));
  return load(operand.get(), indices);
}

/// What the body yields at the row and column. `before` are the sums so far.
SmallVector<Value> ReferenceBuilder::evaluateBody(linalg::GenericOp generic,
                                                  ArrayRef<Value> loops,
                                                  ValueRange before) {
  IRMapping mapping;
  for (OpOperand *input : generic.getDpsInputOperands()) {
    BlockArgument argument = generic.getMatchingBlockArgument(input);
    if (!argument.use_empty())
      mapping.map(argument, getInput(generic, *input, loops));
  }
  for (auto [argument, sum] : llvm::zip(generic.getRegionOutputArgs(), before))
    mapping.map(argument, sum);
  Block *body = generic.getBody();
  auto mapOutside = [&](Value value) {
    if (!mapping.contains(value) &&
        value.getParentRegion() != body->getParent())
      mapping.map(value, get(value));
  };
  for (Operation &inner : body->without_terminator()) {
    // An assertion makes no element.
    if (inner.getNumResults() == 0)
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), loops[index.getDim()]);
      continue;
    }
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      SmallVector<Value> indices;
      for (Value index : extract.getIndices()) {
        mapOutside(index);
        indices.push_back(mapping.lookup(index));
      }
      mapping.map(extract.getResult(), load(extract.getTensor(), indices));
      continue;
    }
    for (Value operand : inner.getOperands())
      mapOutside(operand);
    mapping.map(inner.getResult(0), copy(&inner, mapping));
  }
  SmallVector<Value> yielded;
  for (Value value : body->getTerminator()->getOperands()) {
    mapOutside(value);
    yielded.push_back(mapping.lookup(value));
  }
  return yielded;
}

/// The reduced loops from `loop` on, around the body. `before` are the sums so
/// far.
SmallVector<Value> ReferenceBuilder::evaluateLoops(linalg::GenericOp generic,
                                                   SmallVector<Value> loops,
                                                   unsigned loop,
                                                   ValueRange before) {
  if (loop == loops.size())
    return evaluateBody(generic, loops, before);
  int64_t size = generic.getStaticLoopRanges()[loop];
  auto reduced =
      scf::ForOp::create(b, constant(0), constant(size), constant(1), before);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(reduced.getBody());
  llvm::DenseMap<Value, Value> outside = known;
  loops[loop] = reduced.getInductionVar();
  scf::YieldOp::create(
      b, evaluateLoops(generic, loops, loop + 1, reduced.getRegionIterArgs()));
  known = std::move(outside);
  return reduced.getResults();
}

Value ReferenceBuilder::evaluate(OpResult value) {
  if (Value sum = sums.lookup(value))
    return sum;
  if (Value found = known.lookup(value))
    return found;
  auto generic = cast<linalg::GenericOp>(value.getOwner());
  SmallVector<Value> loops = getLoops(generic), starts;
  if (generic.getNumReductionLoops() != 0)
    for (OpOperand &init : generic.getDpsInitsMutable())
      starts.push_back(getInput(generic, init, loops));
  SmallVector<Value> all =
      evaluateLoops(generic, loops, generic.getNumParallelLoops(), starts);
  for (auto [result, element] : llvm::zip_equal(generic.getResults(), all))
    known[result] = element;
  return known[value];
}
