//===- ScalarOps.cpp - What kernels of CUDA cores compute with ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"
#include "Epilogue.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// NVPTX's number of the memory that a CTA shares.
static constexpr int64_t kWorkgroupSpace = 3;

/// A float of 8 bits as an f32, by what every chip has, exactly: f8E5M2 is the
/// upper half of an f16, and the bits of an f8E4M3FN, as those of an f32 with
/// the same exponent bits, are smaller by a power of two.
static Value decodeFloat8(ImplicitLocOpBuilder &b, Value value) {
  Type i32 = b.getI32Type(), f32 = b.getF32Type();
  auto number = [&](Type type, int64_t bits) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, bits));
  };
  auto bitcast = [&](Type type, Value bits) -> Value {
    return arith::BitcastOp::create(b, type, bits);
  };
  auto shift = [&](Value bits, int64_t by) -> Value {
    return arith::ShLIOp::create(b, bits, number(bits.getType(), by));
  };
  Value byte = bitcast(b.getI8Type(), value);
  if (isa<Float8E5M2Type>(value.getType())) {
    Value half = shift(arith::ExtUIOp::create(b, b.getI16Type(), byte), 8);
    return arith::ExtFOp::create(b, f32, bitcast(b.getF16Type(), half));
  }
  constexpr int64_t kFractionBits = 3, kNaN = 0x7F, kNaN32 = 0x7FC00000;
  Value bits = arith::ExtUIOp::create(b, i32, byte);
  Value magnitude = arith::AndIOp::create(b, bits, number(i32, 0x7F));
  Value small = bitcast(f32, shift(magnitude, 23 - kFractionBits));
  // The biases are 127 and 7.
  Value scale = arith::ConstantOp::create(b, b.getF32FloatAttr(0x1p120f));
  Value result =
      bitcast(i32, arith::MulFOp::create(b, small, scale).getResult());
  Value isNaN = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, magnitude,
                                      number(i32, kNaN));
  result = arith::SelectOp::create(b, isNaN, number(i32, kNaN32), result);
  Value sign = arith::AndIOp::create(b, bits, number(i32, 0x80));
  return bitcast(f32, arith::OrIOp::create(b, result, shift(sign, 24)));
}

Value autotune::convert(ImplicitLocOpBuilder &b, Value value, Type to,
                        bool zeroExtend) {
  Type from = value.getType();
  if (from == to)
    return value;
  if (isa<Float8E4M3FNType, Float8E5M2Type>(from))
    return convert(b, decodeFloat8(b, value), to);
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

Value autotune::addElements(ImplicitLocOpBuilder &b, Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return arith::AddFOp::create(b, x, y);
  return add(b, x, y);
}

Value autotune::addFragments(ImplicitLocOpBuilder &b, Value x, Value y) {
  auto type = cast<tile::FragmentType>(x.getType());
  auto map = tile::MapOp::create(b, type, ValueRange{x, y});
  OpBuilder::InsertionGuard guard(b);
  Type element = type.getElementType();
  Block *body = b.createBlock(&map.getBody(), {}, {element, element},
                              {b.getLoc(), b.getLoc()});
  tile::YieldOp::create(
      b, addElements(b, body->getArgument(0), body->getArgument(1)));
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

void autotune::storeSum(ImplicitLocOpBuilder &b, const Problem &problem,
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
  Type element = getElementType(problem.fact.c.element, b.getContext());
  if (!problem.fact.epilogue.isNone())
    result = applyEpilogueToElement(b, problem, result, output, row, column);
  memref::StoreOp::create(b, convert(b, result, element), problem.c, indices);
}
