//===- MathBuilder.h - Arithmetic that functions are made of ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_MATHBUILDER_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_MATHBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace mlir::autotune {

/// Operations on f32, f64, i32 and i64 for which GPUs have instructions. Both
/// operands are of one type; a number beside a value takes the value's type.
class MathBuilder {
public:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

  MathBuilder(Location loc, OpBuilder &builder) : b(loc, builder) {}

  Value f32(double value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(float(value)));
  }
  Value f64(double value) {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  }
  Value i32(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  }
  Value i64(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  /// A constant of the type of `x`.
  Value like(Value x, double value) {
    return x.getType().isF32() ? f32(value) : f64(value);
  }
  Value like(Value x, int64_t value) {
    return x.getType().isInteger(32) ? i32(value) : i64(value);
  }

  // Floats, and integers where both have the operation.
  Value add(Value x, Value y) {
    return isReal(x) ? arith::AddFOp::create(b, x, y).getResult()
                     : arith::AddIOp::create(b, x, y).getResult();
  }
  Value sub(Value x, Value y) {
    return isReal(x) ? arith::SubFOp::create(b, x, y).getResult()
                     : arith::SubIOp::create(b, x, y).getResult();
  }
  Value mul(Value x, Value y) {
    return isReal(x) ? arith::MulFOp::create(b, x, y).getResult()
                     : arith::MulIOp::create(b, x, y).getResult();
  }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  /// For a divisor that is neither 0 nor subnormal nor infinite times its own
  /// size: kernels multiply by the reciprocal.
  Value divFast(Value x, Value y) {
    return arith::DivFOp::create(b, x, y, arith::FastMathFlags::arcp);
  }
  /// x * y + z, rounded once.
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value neg(Value x) { return arith::NegFOp::create(b, x); }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value sqrt(Value x) { return math::SqrtOp::create(b, x); }
  Value trunc(Value x) { return math::TruncOp::create(b, x); }
  Value exp2(Value x) { return math::Exp2Op::create(b, x); }
  Value copySign(Value size, Value sign) {
    return math::CopySignOp::create(b, size, sign);
  }
  /// NaN if either operand is.
  Value max(Value x, Value y) { return arith::MaximumFOp::create(b, x, y); }
  Value min(Value x, Value y) { return arith::MinimumFOp::create(b, x, y); }

  // Comparisons of floats are false for NaN, but for unequal().
  Value less(Value x, Value y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
  }
  Value equal(Value x, Value y) {
    if (isReal(x))
      return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, y);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, y);
  }
  Value unequal(Value x, Value y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::UNE, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// Horner's scheme; the constant term comes first.
  template <typename FloatT>
  Value polynomial(ArrayRef<FloatT> coefficients, Value x) {
    Value sum = like(x, double(coefficients.back()));
    for (FloatT coefficient : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, like(x, double(coefficient)));
    return sum;
  }
  template <typename FloatT, size_t N>
  Value polynomial(const std::array<FloatT, N> &coefficients, Value x) {
    return polynomial(ArrayRef<FloatT>(coefficients), x);
  }

  // Bits.
  Value either(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value both(Value x, int64_t mask) { return both(x, like(x, mask)); }
  Value exclusive(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
  Value shl(Value x, Value by) { return arith::ShLIOp::create(b, x, by); }
  Value shl(Value x, int64_t by) { return shl(x, like(x, by)); }
  Value shr(Value x, Value by) { return arith::ShRUIOp::create(b, x, by); }
  Value shr(Value x, int64_t by) { return shr(x, like(x, by)); }
  /// Shifts right, filling with the sign bit.
  Value shrSigned(Value x, int64_t by) {
    return arith::ShRSIOp::create(b, x, like(x, by));
  }
  Value maxSigned(Value x, int64_t y) {
    return arith::MaxSIOp::create(b, x, like(x, y));
  }
  /// Reinterpret a float's bits as an integer, and back.
  Value bits(Value x) {
    Type type = x.getType().isF32() ? b.getI32Type() : b.getI64Type();
    return arith::BitcastOp::create(b, type, x);
  }
  Value real(Value bits) {
    Type type = bits.getType().isInteger(32) ? Type(b.getF32Type())
                                             : Type(b.getF64Type());
    return arith::BitcastOp::create(b, type, bits);
  }

  // Extends unsigned integers from 32 to 64 bits, and truncates back.
  Value widen(Value x) {
    if (isReal(x))
      return arith::ExtFOp::create(b, b.getF64Type(), x);
    return arith::ExtUIOp::create(b, b.getI64Type(), x);
  }
  Value narrow(Value x) {
    if (isReal(x))
      return arith::TruncFOp::create(b, b.getF32Type(), x);
    return arith::TruncIOp::create(b, b.getI32Type(), x);
  }
  /// Converts a signed integer to a float.
  Value toF32(Value x) { return arith::SIToFPOp::create(b, b.getF32Type(), x); }
  Value toF64(Value x) { return arith::SIToFPOp::create(b, b.getF64Type(), x); }

  ImplicitLocOpBuilder b;

private:
  static bool isReal(Value x) { return isa<FloatType>(x.getType()); }
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_MATHBUILDER_H
