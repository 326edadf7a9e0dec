//===- EpilogueMath.cpp - Functions that kernels are quick at -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's polynomials choose among coefficients or results for ranges of x,
// and divide: 60 instructions for an erf, where 14 do for gelu's. The
// coefficients here are minimax (Remez' algorithm, in 40 digits), rounded to
// f32. docs/numerics.md has the errors.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

/// log2(erfc(t)) / t for t in [0, 4.1], of degree 9: the error of a power of
/// two of it is 1e-7. Its last coefficient is below 0, so that beyond it falls
/// on, and the power is 0 in the end.
static constexpr std::array<float, 10> kLogOfErfc = {
    -1.62791121f,     -0.918386281f,   -0.148578167f,   0.0283252653f,
    -0.000624373381f, -0.00181393849f, 0.000693012204f, -0.000134317073f,
    1.40908951e-05f,  -6.32876379e-07f};
/// erf(x) / x - 1 by x * x for x in [-1, 1]: the error is 4e-8.
static constexpr std::array<float, 6> kErfNearZero = {
    0.128379121f,   -0.376123548f, 0.112804115f,
    -0.0267177075f, 0.00492479f,   -0.000566015602f};

namespace {
/// Operations on values of one type: f32.
class Arithmetic {
public:
  Arithmetic(Location loc, OpBuilder &builder) : b(loc, builder) {}

  Value constant(float value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  Value constantI32(int32_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  /// x * y + z, rounded once.
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value exp2(Value x) { return math::Exp2Op::create(b, x); }
  Value less(Value x, Value y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// Horner's scheme, the last coefficient first.
  Value polynomial(ArrayRef<float> coefficients, Value x) {
    Value sum = constant(coefficients.back());
    for (float coefficient : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }
  /// Of t >= 0.
  Value erfc(Value t) { return exp2(mul(polynomial(kLogOfErfc, t), t)); }

  ImplicitLocOpBuilder b;
};
} // namespace

static bool isOne(Value value) {
  APFloat constant(0.0);
  return matchPattern(value, m_ConstantFloat(&constant)) &&
         constant.isExactlyValue(1.0);
}

namespace {

/// e^x = 2^n 2^r with n = round(x log2 e), and r in [-1/2, 1/2]. Where e^x is
/// below or above all that f32 has, n stays at its end and r goes on, and so do
/// their powers, to 0 or infinity.
struct ExpandExp : public OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    // The sum of a float and 1.5 * 2^23 ends in the float's integer. 127 more,
    // it is the exponent of its power of two.
    constexpr float kRounding = 12582912.0f + 127.0f;
    constexpr int32_t kMantissaBits = 23;
    // log2(e), as the sum of two floats.
    constexpr float kLog2E = 1.44269502f, kLog2ERest = 1.92596303e-08f;
    // n is in [-126, 127].
    constexpr float kLowest = -87.0f, kHighest = 88.0f;
    Arithmetic a(op.getLoc(), rewriter);
    Value x = op.getOperand();
    Value clamped = arith::MaxNumFOp::create(a.b, x, a.constant(kLowest));
    clamped = arith::MinNumFOp::create(a.b, clamped, a.constant(kHighest));
    Value rounded = a.fma(clamped, a.constant(kLog2E), a.constant(kRounding));
    Value n = a.sub(rounded, a.constant(kRounding));
    Value minusN = arith::NegFOp::create(a.b, n);
    Value r = a.fma(x, a.constant(kLog2E), minusN);
    r = a.fma(x, a.constant(kLog2ERest), r);
    Value bits = arith::BitcastOp::create(a.b, a.b.getI32Type(), rounded);
    bits = arith::ShLIOp::create(a.b, bits, a.constantI32(kMantissaBits));
    Value power = arith::BitcastOp::create(a.b, a.b.getF32Type(), bits);
    rewriter.replaceOp(op, a.mul(a.exp2(r), power));
    return success();
  }
};

struct ExpandErf : public OpRewritePattern<math::ErfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ErfOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    Arithmetic a(op.getLoc(), rewriter);
    Value x = op.getOperand(), t = a.abs(x), one = a.constant(1.0f);
    Value near = a.fma(x, a.polynomial(kErfNearZero, a.mul(x, x)), x);
    Value far = a.sub(one, a.erfc(t));
    far = math::CopySignOp::create(a.b, far, x);
    rewriter.replaceOp(op, a.select(a.less(t, one), near, far));
    return success();
  }
};

/// It is erfc(-x), which needs nothing else near 0, and does not cancel below.
struct ExpandOnePlusErf : public OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::AddFOp op,
                                PatternRewriter &rewriter) const override {
    auto erf = op.getLhs().getDefiningOp<math::ErfOp>();
    Value other = op.getRhs();
    if (!erf) {
      erf = op.getRhs().getDefiningOp<math::ErfOp>();
      other = op.getLhs();
    }
    if (!erf || !op.getType().isF32() || !isOne(other))
      return failure();
    Arithmetic a(op.getLoc(), rewriter);
    Value x = erf.getOperand();
    Value erfc = a.erfc(a.abs(x));
    Value isNegative = a.less(x, a.constant(0.0f));
    rewriter.replaceOp(
        op, a.select(isNegative, erfc, a.sub(a.constant(2.0f), erfc)));
    return success();
  }
};

} // namespace

bool autotune::hasEpilogueMathPattern(StringRef operationName) {
  return operationName == math::ExpOp::getOperationName() ||
         operationName == math::ErfOp::getOperationName();
}

void autotune::populateEpilogueMathPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExp, ExpandErf>(patterns.getContext());
}

void autotune::populateOnePlusErfPattern(RewritePatternSet &patterns) {
  patterns.add<ExpandOnePlusErf>(patterns.getContext());
}
