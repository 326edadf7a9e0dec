//===- AttentionReference.cpp - What an attention must come to ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CTA has one query, and takes as many keys at a time as it has threads. Each
// thread computes the score of one key and then, of all of them, the sums of
// its own columns.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/AttentionReference.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Kernels/DeviceElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

namespace {
class AttentionReferenceBuilder {
public:
  AttentionReferenceBuilder(ImplicitLocOpBuilder &b, problem::AttentionOp op,
                            gpu::GPUFuncOp function)
      : b(b), op(op), function(function), order(getKernelOrder(op)),
        indices(op.getNumDims()) {}

  void build();

private:
  void findQuery();
  Value loadStored(unsigned operand);
  Value loadWide(unsigned operand);
  Value getAddress(unsigned operand);
  void storeFloat(Value wide, unsigned operand);
  Value createScore();
  Value createScoreOrNone();
  SmallVector<Value> addKeys(Value first, ValueRange carried);
  void storeResults(ValueRange carried);

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value createFloat(double value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  Value createDouble(double value) {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  }
  Value toI64(Value index) {
    return arith::IndexCastOp::create(b, b.getI64Type(), index);
  }
  Value extend(Value value) {
    if (value.getType().getIntOrFloatBitWidth() < 32)
      value = arith::ExtFOp::create(b, b.getF32Type(), value);
    return value.getType().isF64()
               ? value
               : arith::ExtFOp::create(b, b.getF64Type(), value).getResult();
  }
  /// A maximum that may be subtracted from -inf.
  Value makeFinite(Value maximum) {
    Value lowest = createFloat(-std::numeric_limits<float>::infinity());
    Value isNone =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum, lowest);
    return arith::SelectOp::create(b, isNone, createFloat(0), maximum);
  }
  Value createShared(Type type) {
    auto space = gpu::AddressSpaceAttr::get(b.getContext(),
                                            gpu::AddressSpace::Workgroup);
    return function.addWorkgroupAttribution(
        MemRefType::get({kAttentionReferenceThreads}, type,
                        MemRefLayoutAttrInterface(), space),
        b.getLoc());
  }
  int64_t countColumnsOfThread() {
    return llvm::divideCeil(op.getSize(op.getDimE()),
                            kAttentionReferenceThreads);
  }
  Value getColumn(int64_t number) {
    return arith::AddIOp::create(b, thread,
                                 constant(number * kAttentionReferenceThreads));
  }

  ImplicitLocOpBuilder &b;
  problem::AttentionOp op;
  gpu::GPUFuncOp function;
  SmallVector<unsigned> order;
  Value thread, scores, weights;
  /// Those of all dimensions, as far as they are known.
  SmallVector<Value> indices;
};
} // namespace

/// The indices of the batch and the query, of the CTA's number.
void AttentionReferenceBuilder::findQuery() {
  thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value rest = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  for (unsigned dim = op.getDimM() + 1; dim-- > 0;) {
    Value size = constant(op.getSize(dim));
    indices[dim] = arith::RemUIOp::create(b, rest, size);
    rest = arith::DivUIOp::create(b, rest, size);
  }
}

Value AttentionReferenceBuilder::getAddress(unsigned operand) {
  auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
  Value offset = arith::ConstantIntOp::create(b, 0, 64);
  AffineMap map = op.getMap(operand);
  for (auto [size, expr] : llvm::zip_equal(type.getShape(), map.getResults())) {
    Value stride = arith::ConstantIntOp::create(b, size, 64);
    Value index = toI64(indices[cast<AffineDimExpr>(expr).getPosition()]);
    offset = arith::AddIOp::create(b, arith::MulIOp::create(b, offset, stride),
                                   index);
  }
  auto place = llvm::find(order, operand) - order.begin();
  Value pointer = function.getArgument(unsigned(place));
  return LLVM::GEPOp::create(b, pointer.getType(),
                             getMemoryType(type.getElementType()), pointer,
                             ValueRange{offset});
}

Value AttentionReferenceBuilder::loadStored(unsigned operand) {
  auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
  return LLVM::LoadOp::create(b, getMemoryType(type.getElementType()),
                              getAddress(operand));
}

Value AttentionReferenceBuilder::loadWide(unsigned operand) {
  auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
  return extend(fromMemory(b, loadStored(operand), type.getElementType()));
}

void AttentionReferenceBuilder::storeFloat(Value wide, unsigned operand) {
  auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
  Type element = type.getElementType();
  Value value = arith::TruncFOp::create(b, b.getF32Type(), wide);
  if (element != value.getType())
    value = arith::TruncFOp::create(b, element, value);
  LLVM::StoreOp::create(b, toMemory(b, value), getAddress(operand));
}

/// Of the query and key whose indices are known.
Value AttentionReferenceBuilder::createScore() {
  auto loop =
      scf::ForOp::create(b, constant(0), constant(op.getSize(op.getDimD())),
                         constant(1), ValueRange{createDouble(0)});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    indices[op.getDimD()] = loop.getInductionVar();
    Value product = arith::MulFOp::create(b, loadWide(0), loadWide(1));
    scf::YieldOp::create(
        b, arith::AddFOp::create(b, loop.getRegionIterArg(0), product)
               .getResult());
  }
  IRMapping mapping;
  mapping.map(op.getScoreProduct(),
              arith::TruncFOp::create(b, b.getF32Type(), loop.getResult(0)));
  for (auto [number, element] : llvm::enumerate(op.getScoreElements())) {
    // The function sees a boolean as it is in memory.
    Value stored = loadStored(3 + number);
    mapping.map(element, stored.getType() == element.getType()
                             ? stored
                             : fromMemory(b, stored, element.getType()));
  }
  for (unsigned dim = 0; dim <= op.getDimN(); ++dim)
    mapping.map(op.getScoreIndex(dim), indices[dim]);
  for (Operation &inner : op.getScoreBody().without_terminator())
    b.clone(inner, mapping);
  return mapping.lookupOrDefault(op.getYieldedScore());
}

/// -inf behind the last key.
Value AttentionReferenceBuilder::createScoreOrNone() {
  Value isKey =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, indices[op.getDimN()],
                            constant(op.getSize(op.getDimN())));
  auto choice = scf::IfOp::create(b, TypeRange(b.getF32Type()), isKey,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(b, createScore());
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, createFloat(-std::numeric_limits<float>::infinity()));
  return choice.getResult(0);
}

/// Carried are the maximum, the sum of exponentials, and those of the columns.
SmallVector<Value> AttentionReferenceBuilder::addKeys(Value first,
                                                      ValueRange carried) {
  Value all = constant(kAttentionReferenceThreads), zero = constant(0),
        one = constant(1);
  indices[op.getDimN()] = arith::AddIOp::create(b, first, thread);
  Value score = createScoreOrNone();
  memref::StoreOp::create(b, score, scores, ValueRange{thread});
  gpu::BarrierOp::create(b);
  auto largest = scf::ForOp::create(b, zero, all, one, ValueRange{carried[0]});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(largest.getBody());
    Value other = memref::LoadOp::create(b, scores,
                                         ValueRange{largest.getInductionVar()});
    scf::YieldOp::create(
        b, arith::MaxNumFOp::create(b, largest.getRegionIterArg(0), other)
               .getResult());
  }
  Value maximum = largest.getResult(0), finite = makeFinite(maximum);
  Value weight = math::ExpOp::create(
      b, arith::SubFOp::create(b, score, finite).getResult());
  memref::StoreOp::create(b, weight, weights, ValueRange{thread});
  gpu::BarrierOp::create(b);
  Value decrease = extend(math::ExpOp::create(
      b, arith::SubFOp::create(b, carried[0], finite).getResult()));
  SmallVector<Value> sums;
  for (Value sum : carried.drop_front())
    sums.push_back(arith::MulFOp::create(b, sum, decrease));
  Value left =
      arith::SubIOp::create(b, constant(op.getSize(op.getDimN())), first);
  Value keys = arith::MinUIOp::create(b, left, all);
  auto loop = scf::ForOp::create(b, zero, keys, one, sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value number = loop.getInductionVar();
  indices[op.getDimN()] = arith::AddIOp::create(b, first, number);
  Value wide = extend(memref::LoadOp::create(b, weights, ValueRange{number}));
  SmallVector<Value> next = {
      arith::AddFOp::create(b, loop.getRegionIterArg(0), wide)};
  Value last = constant(op.getSize(op.getDimE()) - 1);
  for (int64_t i = 0; i < countColumnsOfThread(); ++i) {
    indices[op.getDimE()] = arith::MinUIOp::create(b, getColumn(i), last);
    Value product = arith::MulFOp::create(b, wide, loadWide(2));
    next.push_back(
        arith::AddFOp::create(b, loop.getRegionIterArg(1 + i), product));
  }
  scf::YieldOp::create(b, next);
  b.setInsertionPointAfter(loop);
  // Before the next scores.
  gpu::BarrierOp::create(b);
  SmallVector<Value> results = {maximum};
  llvm::append_range(results, loop.getResults());
  return results;
}

void AttentionReferenceBuilder::storeResults(ValueRange carried) {
  Value sum = carried[1], none = createDouble(0);
  Value isMasked =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, sum, none);
  unsigned first = op.getInputs().size();
  for (int64_t i = 0; i < countColumnsOfThread(); ++i) {
    Value column = getColumn(i);
    Value isColumn = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, column,
                                           constant(op.getSize(op.getDimE())));
    auto guarded = scf::IfOp::create(b, isColumn, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(guarded.thenBlock());
    indices[op.getDimE()] = column;
    Value mean = arith::DivFOp::create(b, carried[2 + i], sum);
    if (op.getZeroMaskedRows())
      mean = arith::SelectOp::create(b, isMasked, none, mean);
    storeFloat(mean, first);
  }
  if (!op.getLogSumExp())
    return;
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, thread, constant(0));
  auto guarded = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  Value logarithm = math::LogOp::create(
      b, arith::TruncFOp::create(b, b.getF32Type(), sum).getResult());
  Value all = arith::AddFOp::create(b, logarithm, makeFinite(carried[0]));
  storeFloat(extend(all), first + 1);
}

void AttentionReferenceBuilder::build() {
  findQuery();
  scores = createShared(b.getF32Type());
  weights = createShared(b.getF32Type());
  SmallVector<Value> begin = {
      createFloat(-std::numeric_limits<float>::infinity())};
  begin.append(1 + countColumnsOfThread(), createDouble(0));
  auto loop =
      scf::ForOp::create(b, constant(0), constant(op.getSize(op.getDimN())),
                         constant(kAttentionReferenceThreads), begin);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> next =
        addKeys(loop.getInductionVar(), loop.getRegionIterArgs());
    scf::YieldOp::create(b, next);
  }
  storeResults(loop.getResults());
}

int64_t autotune::getAttentionReferenceCtas(problem::AttentionOp op) {
  int64_t rows = 1;
  for (unsigned dim = 0; dim <= op.getDimM(); ++dim)
    rows *= op.getSize(dim);
  return rows;
}

FailureOr<gpu::GPUFuncOp>
autotune::createAttentionReference(OpBuilder &builder, StringRef name,
                                   problem::AttentionOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  SmallVector<Type> types(op->getNumOperands(),
                          LLVM::LLVMPointerType::get(b.getContext()));
  auto function = gpu::GPUFuncOp::create(b, name, b.getFunctionType(types, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  function.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({int32_t(kAttentionReferenceThreads), 1, 1}));
  b.setInsertionPointToEnd(&function.getBody().front());
  AttentionReferenceBuilder(b, op, function).build();
  gpu::ReturnOp::create(b);
  if (succeeded(expandElementMath(function)))
    return function;
  function.erase();
  return op.emitError(
      "can't run on the GPU: no kernel computes its score function");
}
