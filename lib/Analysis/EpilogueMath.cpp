//===- EpilogueMath.cpp - Functions that kernels are quick at -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's polynomials choose among coefficients or results for ranges of x,
// and divide: 60 instructions for an erf, where 9 to 14 do for gelu's. The
// coefficients here are minimax (Remez' algorithm, in 40 digits), rounded to
// f32. docs/design/numerics.md has the errors.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMath.h"
#include "MathBuilder.h"

#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// log2(erfc(t)) / t for t in [0, 4.1]: the power of two is a share of 1e-7 off
/// at 0, and 14 times that at 4.1, where it is 1e-8 itself. The last
/// coefficient is below 0, so that beyond it falls on, and the power is 0 in
/// the end.
static constexpr std::array<float, 10> kLogOfErfcAsFloat = {
    -1.62791121f,     -0.918386281f,   -0.148578167f,   0.0283252653f,
    -0.000624373381f, -0.00181393849f, 0.000693012204f, -0.000134317073f,
    1.40908951e-05f,  -6.32876379e-07f};
/// The same, off by 2e-6.
static constexpr std::array<float, 7> kHalfLogOfErfc = {
    -1.62800193f,    -0.917455971f,   -0.15170595f,    0.0332910344f,
    -0.00496350974f, 0.000433538546f, -1.62383567e-05f};
/// The same, a share of 3.6e-4 off everywhere, a fifth of what rounding to bf16
/// may be.
static constexpr std::array<float, 5> kBfloatLogOfErfc = {
    -1.62196931f, -0.939533391f, -0.12515773f, 0.0189999179f, -0.00125413825f};
/// Beyond it all of these have an erfc below 2^-200.
static constexpr double kErfcEnd = 11.3;
/// erf(x) / x - 1 by x * x for x in [-1, 1]: the error is 4e-8.
static constexpr std::array<float, 6> kErfNearZero = {
    0.128379121f,   -0.376123548f, 0.112804115f,
    -0.0267177075f, 0.00492479f,   -0.000566015602f};

/// k * erfc(c * t) for t >= 0 and positive constants.
static Value createErfc(MathBuilder &a, ArrayRef<float> logOfErfc, Value t,
                        double c = 1, double k = 1) {
  SmallVector<float> coefficients = {static_cast<float>(std::log2(k))};
  double power = 1;
  for (float coefficient : logOfErfc)
    coefficients.push_back(static_cast<float>(coefficient * (power *= c)));
  return a.exp2(a.polynomial(ArrayRef<float>(coefficients), t));
}

static std::optional<double> getConstant(Value value) {
  APFloat constant(0.0f);
  if (!matchPattern(value, m_ConstantFloat(&constant)))
    return std::nullopt;
  return constant.convertToDouble();
}

/// Nothing for what is no constant, or none that has a logarithm.
static std::optional<double> getPositiveConstant(Value value) {
  std::optional<double> constant = getConstant(value);
  if (constant && *constant > 0 && std::isfinite(*constant))
    return constant;
  return std::nullopt;
}

/// x where the value is 1 + f(x), for the operation f.
template <typename FunctionOp> static Value matchOnePlus(Value value) {
  auto sum = value.getDefiningOp<arith::AddFOp>();
  if (!sum)
    return {};
  for (auto [first, second] : {std::pair(sum.getLhs(), sum.getRhs()),
                               std::pair(sum.getRhs(), sum.getLhs())})
    if (auto function = first.template getDefiningOp<FunctionOp>();
        function && getConstant(second) == 1.0)
      return function.getOperand();
  return {};
}

/// The factors of a product, of which nobody else reads a part.
static void collectFactors(Value value, SmallVectorImpl<Value> &factors) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (!product || !product->hasOneUse()) {
    factors.push_back(value);
    return;
  }
  collectFactors(product.getLhs(), factors);
  collectFactors(product.getRhs(), factors);
}

namespace {

template <typename OpT> struct MathPattern : public OpRewritePattern<OpT> {
  MathPattern(MLIRContext *context, MathAccuracy accuracy)
      : OpRewritePattern<OpT>(context), accuracy(accuracy) {}
  ArrayRef<float> getLogOfErfc() const {
    switch (accuracy) {
    case MathAccuracy::Full:
      return kLogOfErfcAsFloat;
    case MathAccuracy::Half:
      return kHalfLogOfErfc;
    case MathAccuracy::Bfloat:
      return kBfloatLogOfErfc;
    }
    llvm_unreachable("every accuracy is listed");
  }
  MathAccuracy accuracy;
};

/// e^x = 2^n 2^r with n = round(x log2 e), and r in [-1/2, 1/2]. Where e^x is
/// below or above all that f32 has, n stays at its end and r goes on, and so do
/// their powers, to 0 or infinity. With half the accuracy, n is 0: x log2 e is
/// rounded to 24 bits, and 2^-25 * 128 off at most.
struct ExpandExp : public MathPattern<math::ExpOp> {
  using MathPattern::MathPattern;
  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    // The sum of a float and 1.5 * 2^23 ends in the float's integer. 127 more,
    // it is the exponent of its power of two.
    constexpr float kRounding = 12582912.0f + 127.0f;
    constexpr int64_t kMantissaBits = 23;
    // log2(e), as the sum of two floats.
    constexpr float kLog2E = 1.44269502f, kLog2ERest = 1.92596303e-08f;
    // n is in [-126, 127].
    constexpr float kLowest = -87.0f, kHighest = 88.0f;
    MathBuilder a(op.getLoc(), rewriter);
    Value x = op.getOperand();
    if (accuracy != MathAccuracy::Full) {
      rewriter.replaceOp(op, a.exp2(a.mul(x, a.f32(kLog2E))));
      return success();
    }
    Value clamped = a.min(a.max(x, a.f32(kLowest)), a.f32(kHighest));
    Value rounded = a.fma(clamped, a.f32(kLog2E), a.f32(kRounding));
    Value n = a.sub(rounded, a.f32(kRounding));
    Value r = a.fma(x, a.f32(kLog2E), a.neg(n));
    r = a.fma(x, a.f32(kLog2ERest), r);
    Value power = a.real(a.shl(a.bits(rounded), kMantissaBits));
    rewriter.replaceOp(op, a.mul(a.exp2(r), power));
    return success();
  }
};

struct ExpandErf : public MathPattern<math::ErfOp> {
  using MathPattern::MathPattern;
  LogicalResult matchAndRewrite(math::ErfOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    MathBuilder a(op.getLoc(), rewriter);
    Value x = op.getOperand(), t = a.abs(x), one = a.f32(1.0f);
    Value near = a.fma(x, a.polynomial(kErfNearZero, a.mul(x, x)), x);
    Value far = a.sub(one, createErfc(a, getLogOfErfc(), t));
    far = a.copySign(far, x);
    rewriter.replaceOp(op, a.select(a.less(t, one), near, far));
    return success();
  }
};

/// A product with a factor 1 + erf(c x), which is erfc(-c x): that needs
/// nothing else near 0, and does not cancel below. c and the product's own
/// constants become part of the coefficients. Where x is a factor too, as in
/// gelu, x erfc(-c x) is 2 max(x, 0) - |x| erfc(c |x|).
struct ExpandOnePlusErf : public MathPattern<arith::MulFOp> {
  using MathPattern::MathPattern;

  LogicalResult matchAndRewrite(arith::MulFOp op,
                                PatternRewriter &rewriter) const override {
    bool isFactor = op->hasOneUse() && isa<arith::MulFOp>(*op->user_begin());
    if (!op.getType().isF32() || isFactor)
      return failure();
    SmallVector<Value> factors, others;
    collectFactors(op.getLhs(), factors);
    collectFactors(op.getRhs(), factors);
    Value argument;
    double k = 1;
    for (Value factor : factors) {
      Value erf = argument ? Value() : matchOnePlus<math::ErfOp>(factor);
      std::optional<double> constant = getPositiveConstant(factor);
      if (erf)
        argument = erf;
      else if (constant)
        k *= *constant;
      else
        others.push_back(factor);
    }
    if (!argument || !std::isnormal(static_cast<float>(2 * k)))
      return failure();
    MathBuilder a(op.getLoc(), rewriter);
    auto [x, c] = takeScale(argument);
    Value product;
    if (auto *same = llvm::find(others, x); same != others.end()) {
      others.erase(same);
      product = timesOnePlusErf(a, x, c, k);
    } else {
      product = onePlusErf(a, x, c, k);
    }
    for (Value factor : others)
      product = a.mul(product, factor);
    rewriter.replaceOp(op, product);
    return success();
  }

private:
  /// x and c of c x.
  static std::pair<Value, double> takeScale(Value argument) {
    if (auto scaled = argument.getDefiningOp<arith::MulFOp>())
      if (std::optional<double> c = getPositiveConstant(scaled.getRhs()))
        return {scaled.getLhs(), *c};
    return {argument, 1};
  }

  /// k (1 + erf(c x))
  Value onePlusErf(MathBuilder &a, Value x, double c, double k) const {
    Value erfc = createErfc(a, getLogOfErfc(), a.abs(x), c, k);
    Value isNegative = a.less(x, a.f32(0.0f));
    Value twice = a.f32(static_cast<float>(2 * k));
    return a.select(isNegative, erfc, a.sub(twice, erfc));
  }

  /// k x (1 + erf(c x)). |x| ends where erfc is nothing, for the product of
  /// infinity and 0 is no number.
  Value timesOnePlusErf(MathBuilder &a, Value x, double c, double k) const {
    Value end = a.f32(static_cast<float>(kErfcEnd / c));
    Value t = a.min(a.abs(x), end);
    Value erfc = createErfc(a, getLogOfErfc(), t, c, k);
    Value positive = a.max(x, a.f32(0.0f));
    if (k != 0.5)
      positive = a.mul(positive, a.f32(static_cast<float>(2 * k)));
    return a.fma(a.neg(t), erfc, positive);
  }
};

/// A divisor of 1 + e^x is neither 0 nor subnormal: its reciprocal is what it
/// says, and may be multiplied by.
struct AllowReciprocal : public OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() ||
        op.getFastmath() != arith::FastMathFlags::none ||
        !matchOnePlus<math::ExpOp>(op.getRhs()))
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op.setFastmath(arith::FastMathFlags::arcp); });
    return success();
  }
};

} // namespace

void autotune::populateCombinedMathPatterns(RewritePatternSet &patterns,
                                            MathAccuracy accuracy) {
  patterns.add<ExpandOnePlusErf>(patterns.getContext(), accuracy);
  if (accuracy != MathAccuracy::Full)
    patterns.add<AllowReciprocal>(patterns.getContext());
}

void autotune::populateExpAndErfPatterns(RewritePatternSet &patterns,
                                         MathAccuracy accuracy) {
  patterns.add<ExpandExp, ExpandErf>(patterns.getContext(), accuracy);
}
