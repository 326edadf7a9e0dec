//===- Prologue.cpp - What stored elements become -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers of 8 bits and their differences are exact in bf16, which has 8 bits
// of significand, and in f16. So it does not matter in which type they are
// subtracted, nor in which they are converted: kernels are best at 16-bit
// floats, two at a time. And the product of such a number and a float of 16
// bits is exact in f32: rounded to 16 bits it is what 16-bit arithmetic makes
// of it. The same holds of floats of 8 bits, which either float of 16 has all
// of. Kernels compute so. The text of a fact has the operations as they are
// written, for references that must not share these rewritings.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Prologue.h"
#include "ElementFunction.h"
#include "mlir-autotune/Analysis/Elements.h"

#include "mlir-autotune/Analysis/Float8.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Exact arithmetic
//===----------------------------------------------------------------------===//

namespace {
/// The least and the most that an integer, or a float that is one, can be.
struct Interval {
  int64_t least, most;

  /// Whether all of them are exact in a float type.
  bool fits(Type type) const {
    unsigned bits = cast<FloatType>(type).getFPMantissaWidth();
    int64_t limit = int64_t(1) << std::min(bits, 62u);
    return least >= -limit && most <= limit;
  }
  Interval operator+(Interval other) const {
    return {least + other.least, most + other.most};
  }
  Interval operator-(Interval other) const {
    return {least - other.most, most - other.least};
  }
};
} // namespace

/// Of wider integers nothing is known.
static constexpr unsigned kNarrowBits = 16;

/// All values of a type.
static std::optional<Interval> getTypeRange(Type type, bool isUnsigned) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (width > kNarrowBits)
    return std::nullopt;
  int64_t count = int64_t(1) << width;
  return isUnsigned ? Interval{0, count - 1}
                    : Interval{-count / 2, count / 2 - 1};
}

static std::optional<Interval> getIntegerRange(Value value, bool isUnsigned);

/// What an integer with a sign is known to be, if more than its type says.
static std::optional<Interval> getComputedRange(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)) &&
      constant.getSignificantBits() < 32)
    return Interval{constant.getSExtValue(), constant.getSExtValue()};
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(op))
    return getIntegerRange(op->getOperand(0), isa<arith::ExtUIOp>(op));
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op) || width >= 64)
    return std::nullopt;
  auto left = getIntegerRange(op->getOperand(0), /*isUnsigned=*/false);
  auto right = getIntegerRange(op->getOperand(1), /*isUnsigned=*/false);
  if (!left || !right)
    return std::nullopt;
  Interval range = isa<arith::AddIOp>(op) ? *left + *right : *left - *right;
  int64_t end = int64_t(1) << (width - 1);
  return range.least >= -end && range.most < end ? std::optional(range)
                                                 : std::nullopt;
}

/// Whether a sum or difference of integers with a sign may wrap: the type's
/// range holds what it wraps to, and so proves nothing.
static bool mayWrap(Operation *op) {
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return !flags.hasNoSignedWrap() && !getComputedRange(op->getResult(0));
}

/// What an integer is, read with a sign or without: without one, what is below
/// 0 is a large number.
static std::optional<Interval> getIntegerRange(Value value, bool isUnsigned) {
  std::optional<Interval> range = getComputedRange(value);
  if (range && (!isUnsigned || range->least >= 0))
    return range;
  return getTypeRange(value.getType(), isUnsigned);
}

/// Of a float that is an integer.
static std::optional<Interval> getFloatRange(Value value) {
  APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant))) {
    llvm::APSInt integer(32, /*isUnsigned=*/false);
    bool isExact = false;
    if (constant.convertToInteger(integer, APFloat::rmTowardZero, &isExact) ==
            APFloat::opOK &&
        isExact && !constant.isNegZero())
      return Interval{integer.getSExtValue(), integer.getSExtValue()};
    return std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    auto range = getIntegerRange(op->getOperand(0), isa<arith::UIToFPOp>(op));
    return range && range->fits(value.getType()) ? range : std::nullopt;
  }
  if (isa_and_nonnull<arith::AddFOp, arith::SubFOp>(op)) {
    auto left = getFloatRange(op->getOperand(0));
    auto right = getFloatRange(op->getOperand(1));
    if (!left || !right)
      return std::nullopt;
    Interval range = isa<arith::AddFOp>(op) ? *left + *right : *left - *right;
    return range.fits(value.getType()) ? std::optional(range) : std::nullopt;
  }
  return std::nullopt;
}

/// Makes a float that is an integer, or one of 8 bits, anew in another type;
/// null where it isn't exact there.
static Value recreate(OpBuilder &b, Value value, Type type) {
  if (auto widened = value.getDefiningOp<arith::ExtFOp>();
      widened && isFloat8(widened.getIn().getType()))
    return value.getType() == type
               ? value
               : arith::ExtFOp::create(b, value.getLoc(), type,
                                       widened.getIn());
  auto range = getFloatRange(value);
  if (!range || !range->fits(type))
    return {};
  if (value.getType() == type)
    return value;
  Location loc = value.getLoc();
  Operation *op = value.getDefiningOp();
  if (isa<arith::ConstantOp>(op))
    return arith::ConstantOp::create(
        b, loc, b.getFloatAttr(type, double(range->least)));
  if (isa<arith::SIToFPOp>(op))
    return arith::SIToFPOp::create(b, loc, type, op->getOperand(0));
  if (isa<arith::UIToFPOp>(op))
    return arith::UIToFPOp::create(b, loc, type, op->getOperand(0));
  Value left = recreate(b, op->getOperand(0), type);
  Value right = recreate(b, op->getOperand(1), type);
  if (!left || !right)
    return {};
  if (isa<arith::AddFOp>(op))
    return arith::AddFOp::create(b, loc, left, right);
  return arith::SubFOp::create(b, loc, left, right);
}

static Value toFloat(OpBuilder &b, Location loc, Type type, Value value) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::ExtUIOp>(op))
    return arith::UIToFPOp::create(b, loc, type, op->getOperand(0));
  if (isa_and_nonnull<arith::ExtSIOp>(op))
    value = op->getOperand(0);
  return arith::SIToFPOp::create(b, loc, type, value);
}

namespace {
/// Of the difference or sum of integers, that of floats.
struct ConvertFirst : public OpRewritePattern<arith::SIToFPOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SIToFPOp op,
                                PatternRewriter &b) const override {
    Operation *in = op.getIn().getDefiningOp();
    Type type = op.getType();
    auto whole = getIntegerRange(op.getIn(), /*isUnsigned=*/false);
    if (!in || !whole || !whole->fits(type))
      return failure();
    if (isa<arith::ExtSIOp, arith::ExtUIOp>(in)) {
      b.replaceOp(op, toFloat(b, op.getLoc(), type, op.getIn()));
      return success();
    }
    if (!isa<arith::AddIOp, arith::SubIOp>(in) || mayWrap(in))
      return failure();
    SmallVector<Value, 2> parts;
    for (Value part : in->getOperands()) {
      auto range = getIntegerRange(part, /*isUnsigned=*/false);
      if (!range || !range->fits(type))
        return failure();
      parts.push_back(part);
    }
    for (Value &part : parts)
      part = toFloat(b, op.getLoc(), type, part);
    if (isa<arith::AddIOp>(in))
      b.replaceOpWithNewOp<arith::AddFOp>(op, parts[0], parts[1]);
    else
      b.replaceOpWithNewOp<arith::SubFOp>(op, parts[0], parts[1]);
    return success();
  }
};

/// What is exact, or rounded once, in the type that it is rounded to.
struct ComputeRounded : public OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &b) const override {
    Type type = op.getType();
    if (op.getRoundingmode() || !(type.isBF16() || type.isF16()) ||
        !op.getIn().getType().isF32())
      return failure();
    if (Value same = recreate(b, op.getIn(), type)) {
      b.replaceOp(op, same);
      return success();
    }
    auto product = op.getIn().getDefiningOp<arith::MulFOp>();
    if (!product)
      return failure();
    for (int64_t side : {0, 1}) {
      // 8 or 11 bits times 8 or 11 are at most 22 of 24, of which the lowest is
      // a multiple of what subnormals of f32 count.
      auto scale = product->getOperand(1 - side).getDefiningOp<arith::ExtFOp>();
      if (!scale || scale.getIn().getType() != type)
        continue;
      if (Value factor = recreate(b, product->getOperand(side), type)) {
        Value operands[] = {factor, scale.getIn()};
        if (side == 1)
          std::swap(operands[0], operands[1]);
        b.replaceOpWithNewOp<arith::MulFOp>(op, operands[0], operands[1]);
        return success();
      }
    }
    return failure();
  }
};
} // namespace

/// That each operation gives one value.
static LogicalResult checkResults(func::FuncOp function, std::string &whyNot) {
  for (Operation &op : function.getBody().front().without_terminator())
    if (op.getNumResults() != 1) {
      whyNot = "no kernel computes " + op.getName().getStringRef().str() +
               ", which has several results";
      return failure();
    }
  return success();
}

FailureOr<std::string> autotune::getPrologueBody(func::FuncOp function,
                                                 std::string &whyNot) {
  if (failed(checkResults(function, whyNot)))
    return failure();
  return getEpilogueBody(function, whyNot);
}

//===----------------------------------------------------------------------===//
// From text to operations
//===----------------------------------------------------------------------===//

static FailureOr<OwningOpRef<ModuleOp>> parseFunction(MLIRContext *context,
                                                      const MatmulFact &fact,
                                                      std::string &whyNot) {
  SmallVector<Type> arguments = {
      getElementType(fact.getConverted().element, context)};
  for (const PrologueOperand &operand : fact.prologue.operands)
    arguments.push_back(getElementType(operand.matrix.element, context));
  auto type = FunctionType::get(context, arguments,
                                getElementType(fact.getMultiplied(), context));
  return parseElementFunction(context, fact.prologue.body, type, kPrologueName,
                              whyNot);
}

LogicalResult autotune::canonicalizePrologue(MLIRContext *context,
                                             MatmulFact &fact,
                                             std::string &whyNot) {
  if (fact.prologue.isNone() || fact.prologue.isNamed())
    return success();
  loadEpilogueDialects(context);
  FailureOr<OwningOpRef<ModuleOp>> module =
      parseFunction(context, fact, whyNot);
  if (failed(module))
    return failure();
  FailureOr<std::string> body =
      getPrologueBody(getElementFunction(**module), whyNot);
  if (succeeded(body))
    fact.prologue.body = std::move(*body);
  return body;
}

FailureOr<OwningOpRef<ModuleOp>> autotune::parsePrologue(MLIRContext *context,
                                                         const MatmulFact &fact,
                                                         std::string &whyNot,
                                                         bool keepsPairs) {
  FailureOr<OwningOpRef<ModuleOp>> module =
      parseFunction(context, fact, whyNot);
  if (failed(module))
    return failure();
  func::FuncOp function = getElementFunction(**module);
  RewritePatternSet patterns(context);
  patterns.add<ConvertFirst, ComputeRounded>(context);
  if (failed(checkResults(function, whyNot)) ||
      failed(applyPatternsGreedily(function, std::move(patterns))) ||
      failed(lowerElementFunction(function, keepsPairs,
                                  /*keepsLast=*/false, whyNot)))
    return failure();
  return module;
}
