//===- ScalarOps.cpp - What kernels of CUDA cores compute with ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir-autotune/Analysis/Float8.h"
#include "mlir-autotune/Kernels/Epilogue.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// NVPTX's number of the memory that a CTA shares.
static constexpr int64_t kWorkgroupSpace = 3;

Value autotune::convert(ImplicitLocOpBuilder &b, Value value, Type to,
                        bool zeroExtend) {
  Type from = value.getType();
  if (from == to)
    return value;
  if (isFloat8(from))
    return convert(b, decodeFloat8(b, value), to);
  if (isFloat8(to))
    return encodeFloat8(b, convert(b, value, b.getF32Type(), zeroExtend), to);
  bool wider = to.getIntOrFloatBitWidth() > from.getIntOrFloatBitWidth();
  if (isa<FloatType>(to)) {
    if (isa<IntegerType>(from))
      return zeroExtend ? arith::UIToFPOp::create(b, to, value).getResult()
                        : arith::SIToFPOp::create(b, to, value).getResult();
    if (wider)
      return arith::ExtFOp::create(b, to, value);
    if (to.getIntOrFloatBitWidth() == from.getIntOrFloatBitWidth())
      // bf16 and f16: neither holds the other.
      return arith::TruncFOp::create(
          b, to, arith::ExtFOp::create(b, b.getF32Type(), value));
    return arith::TruncFOp::create(b, to, value);
  }
  if (isa<FloatType>(from))
    return arith::FPToSIOp::create(b, to, value);
  if (wider)
    return zeroExtend ? arith::ExtUIOp::create(b, to, value).getResult()
                      : arith::ExtSIOp::create(b, to, value).getResult();
  return arith::TruncIOp::create(b, to, value);
}

Value autotune::createNeutral(ImplicitLocOpBuilder &b, Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!element || isFloat8(element))
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  TypedAttr zero = b.getFloatAttr(element, -0.0);
  if (auto vector = dyn_cast<VectorType>(type))
    zero = DenseElementsAttr::get(vector, zero);
  return arith::ConstantOp::create(b, zero);
}

Value autotune::createEmptySum(ImplicitLocOpBuilder &b, InitKind init,
                               Type type) {
  if (init == InitKind::Accumulate)
    return createNeutral(b, type);
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

Value autotune::addElements(ImplicitLocOpBuilder &b, Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return arith::AddFOp::create(b, x, y);
  return add(b, x, y);
}

Value autotune::addFragments(ImplicitLocOpBuilder &b, Value x, Value y) {
  auto type = cast<tile::FragmentType>(x.getType());
  auto map = tile::MapOp::create(b, type, ValueRange{x, y}, ValueRange());
  OpBuilder::InsertionGuard guard(b);
  Type element = type.getElementType();
  Block *body = b.createBlock(&map.getBody(), {}, {element, element},
                              {b.getLoc(), b.getLoc()});
  tile::YieldOp::create(
      b, addElements(b, body->getArgument(0), body->getArgument(1)));
  return map.getResult();
}

Value autotune::extendFragment(ImplicitLocOpBuilder &b, Value fragment,
                               Type element) {
  auto type = cast<tile::FragmentType>(fragment.getType());
  if (type.getElementType() == element)
    return fragment;
  auto map = tile::MapOp::create(
      b, tile::FragmentType::get(b.getContext(), type.getShape(), element),
      fragment, ValueRange());
  OpBuilder::InsertionGuard guard(b);
  Block *body =
      b.createBlock(&map.getBody(), {}, type.getElementType(), b.getLoc());
  tile::YieldOp::create(b, convert(b, body->getArgument(0), element));
  return map.getResult();
}

Value autotune::multiplyAdd(ImplicitLocOpBuilder &b, Value x, Value y,
                            Value sum) {
  if (isa<IntegerType>(getElementTypeOrSelf(sum)))
    return add(b, sum, arith::MulIOp::create(b, x, y));
  auto flags = arith::FastMathFlags::contract;
  Value product = arith::MulFOp::create(b, x, y, flags);
  return arith::AddFOp::create(b, sum, product, flags);
}

Value autotune::createShared(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                             StringRef suffix, ArrayRef<int64_t> shape,
                             Type element) {
  auto type = MemRefType::get(shape, element, nullptr,
                              b.getI64IntegerAttr(kWorkgroupSpace));
  std::string name = (kernel.getSymName() + suffix).str();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(kernel);
    memref::GlobalOp::create(b, name, b.getStringAttr("private"), type,
                             Attribute(), /*constant=*/false,
                             /*alignment=*/IntegerAttr());
  }
  return memref::GetGlobalOp::create(b, type, name);
}

void autotune::storeSum(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                        Value sum, Value output, Value row, Value column) {
  Value inside = arith::AndIOp::create(b, less(b, row, problem.rows),
                                       less(b, column, problem.columns));
  auto guarded = scf::IfOp::create(b, inside, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  Value result = sum;
  SmallVector<Value, 3> indices = problem.getOutputIndices(output, row, column);
  if (problem.fact.init == InitKind::Accumulate) {
    Value old = memref::LoadOp::create(b, problem.c, indices);
    old = convert(b, old, result.getType());
    result = addElements(b, result, old);
  }
  SmallVector<Value> results = {result};
  if (!problem.fact.epilogue.isNone())
    results = applyEpilogueToElement(b, problem, result, output, row, column);
  for (auto [number, each] : llvm::enumerate(results)) {
    Type element =
        getElementType(problem.fact.getOutput(number).element, b.getContext());
    Value matrix = number == 0 ? problem.c : problem.outputs[number - 1];
    memref::StoreOp::create(b, convert(b, each, element), matrix, indices);
  }
}
