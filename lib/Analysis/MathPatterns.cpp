//===- MathPatterns.cpp - Operations that kernels lack --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathExpansions.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// Replaces an operation by what a function makes of it; null leaves it.
template <typename OpT> struct Expand : public OpRewritePattern<OpT> {
  using Function = std::function<Value(MathBuilder &, OpT)>;
  Expand(MLIRContext *context, Function function)
      : OpRewritePattern<OpT>(context), function(std::move(function)) {}
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    MathBuilder a(op.getLoc(), rewriter);
    Value result = function(a, op);
    if (!result)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }
  Function function;
};
} // namespace

template <typename OpT>
static void add(RewritePatternSet &patterns,
                typename Expand<OpT>::Function function) {
  patterns.add<Expand<OpT>>(patterns.getContext(), std::move(function));
}

/// A function of one f32.
template <typename OpT>
static void addUnary(RewritePatternSet &patterns,
                     Value (*function)(MathBuilder &, Value)) {
  add<OpT>(patterns, [function](MathBuilder &a, OpT op) -> Value {
    Value x = op.getOperand();
    return x.getType().isF32() ? function(a, x) : Value();
  });
}

//===----------------------------------------------------------------------===//
// What a comparison or two do
//===----------------------------------------------------------------------===//

/// The size of a float, of f32 at least.
static Value createSize(MathBuilder &a, Value x) {
  if (x.getType().getIntOrFloatBitWidth() < 32)
    x = arith::ExtFOp::create(a.b, a.b.getF32Type(), x);
  return a.abs(x);
}

static Value isBelowInfinity(MathBuilder &a, Value size) {
  return a.less(size, a.like(size, MathBuilder::kInfinity));
}

static void addClassifications(RewritePatternSet &patterns) {
  add<math::IsNaNOp>(patterns, [](MathBuilder &a, math::IsNaNOp op) {
    Value size = createSize(a, op.getOperand());
    return a.unequal(size, size);
  });
  add<math::IsInfOp>(patterns, [](MathBuilder &a, math::IsInfOp op) {
    Value size = createSize(a, op.getOperand());
    return a.equal(size, a.like(size, MathBuilder::kInfinity));
  });
  add<math::IsFiniteOp>(patterns, [](MathBuilder &a, math::IsFiniteOp op) {
    return isBelowInfinity(a, createSize(a, op.getOperand()));
  });
  add<math::IsNormalOp>(patterns, [](MathBuilder &a, math::IsNormalOp op) {
    auto type = cast<FloatType>(op.getOperand().getType());
    APFloat most = APFloat::getSmallestNormalized(type.getFloatSemantics());
    most.next(/*nextDown=*/true);
    Value size = createSize(a, op.getOperand());
    return a.both(a.less(a.like(size, most.convertToDouble()), size),
                  isBelowInfinity(a, size));
  });
}

static Value expandClamp(MathBuilder &a, math::ClampFOp op) {
  // As upstream has it: NaN stays, and the upper bound goes first.
  return a.max(a.min(op.getValue(), op.getMax()), op.getMin());
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

static Value expandPowF(MathBuilder &a, math::PowFOp op) {
  APFloat constant(0.0f);
  if (matchPattern(op.getRhs(), m_ConstantFloat(&constant)))
    if (Value result =
            expandConstantPower(a, op.getLhs(), constant.convertToDouble()))
      return result;
  return op.getType().isF32() ? expandPower(a, op.getLhs(), op.getRhs())
                              : Value();
}

static Value expandFPowI(MathBuilder &a, math::FPowIOp op) {
  APInt constant;
  if (matchPattern(op.getRhs(), m_ConstantInt(&constant)))
    if (Value result = expandConstantPower(a, op.getLhs(),
                                           double(constant.getSExtValue())))
      return result;
  if (!op.getType().isF32())
    return {};
  Value exponent = op.getRhs();
  unsigned width = exponent.getType().getIntOrFloatBitWidth();
  if (width < 32)
    exponent = arith::ExtSIOp::create(a.b, a.b.getI32Type(), exponent);
  if (width > 32)
    exponent = arith::TruncIOp::create(a.b, a.b.getI32Type(), exponent);
  return expandWholePower(a, op.getLhs(), exponent);
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

void autotune::populateEpilogueMathPatterns(RewritePatternSet &patterns,
                                            MathAccuracy accuracy) {
  populateExpAndErfPatterns(patterns, accuracy);
  addClassifications(patterns);
  add<math::ClampFOp>(patterns, expandClamp);
  add<math::RsqrtOp>(patterns, [](MathBuilder &a, math::RsqrtOp op) {
    return a.div(a.like(op.getOperand(), 1.0), a.sqrt(op.getOperand()));
  });
  add<math::PowFOp>(patterns, expandPowF);
  add<math::FPowIOp>(patterns, expandFPowI);
  add<math::Atan2Op>(patterns, [](MathBuilder &a, math::Atan2Op op) -> Value {
    return op.getType().isF32() ? expandAtan2(a, op.getLhs(), op.getRhs())
                                : Value();
  });
  addUnary<math::LogOp>(patterns, [](MathBuilder &a, Value x) {
    return expandLog(a, x, LogBase::E);
  });
  addUnary<math::Log2Op>(patterns, [](MathBuilder &a, Value x) {
    return expandLog(a, x, LogBase::Two);
  });
  addUnary<math::Log10Op>(patterns, [](MathBuilder &a, Value x) {
    return expandLog(a, x, LogBase::Ten);
  });
  add<math::TanhOp>(patterns, [=](MathBuilder &a, math::TanhOp op) -> Value {
    return op.getType().isF32() ? expandTanh(a, op.getOperand(), accuracy)
                                : Value();
  });
  addUnary<math::ExpM1Op>(patterns, expandExpM1);
  addUnary<math::Log1pOp>(patterns, expandLog1p);
  addUnary<math::SinhOp>(patterns, expandSinh);
  addUnary<math::CoshOp>(patterns, expandCosh);
  addUnary<math::AsinhOp>(patterns, expandAsinh);
  addUnary<math::AcoshOp>(patterns, expandAcosh);
  addUnary<math::AtanhOp>(patterns, expandAtanh);
  addUnary<math::ErfcOp>(patterns, expandErfc);
  addUnary<math::CbrtOp>(patterns, expandCbrt);
  addUnary<math::SinOp>(patterns, expandSin);
  addUnary<math::CosOp>(patterns, expandCos);
  addUnary<math::TanOp>(patterns, expandTan);
  addUnary<math::AsinOp>(patterns, expandAsin);
  addUnary<math::AcosOp>(patterns, expandAcos);
  addUnary<math::AtanOp>(patterns, expandAtan);
  // Of integers.
  math::populateExpansionPatterns(patterns, {"ctlz"});
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
}
