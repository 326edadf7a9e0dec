//===- EpilogueReference.cpp - What an epilogue must come to --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum that is right is near the exact one, and what its function makes of it
// need not be near what it makes of that: what is asked for is the result of
// the exact sum, and of those at the ends of where a right one is. So the
// kernel takes with the sums what is to be added to them. Of a pair either sum
// may be off either way: the kernel gives the least or the most of all four.
//
// A function that rounds on its way, as one of bf16 operations does, goes up
// and down by steps: between two ends it may be larger or smaller than at both.
// The kernel then gives the least or the most of sums all over that interval.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// The kernel's arguments, in order; the extras follow, of a pair behind the
/// sums of the other product.
enum Argument { kSums, kResults, kScale, kAbsolute, kRelative, kExtras };
} // namespace

static SmallVector<Type> getArgumentTypes(const MatmulFact &fact, size_t output,
                                          MLIRContext *context) {
  Builder b(context);
  Type wide =
      isFloat(fact.accumulator) ? Type(b.getF64Type()) : Type(b.getI64Type());
  ElementKind result = fact.getOutput(output).element;
  SmallVector<Type> types = {getBatchType(wide),
                             getBatchType(getElementType(result, context)),
                             wide, b.getF64Type(), b.getF64Type()};
  if (fact.isPair)
    types.push_back(types[kSums]);
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    types.push_back(
        getBatchType(getElementType(operand.matrix.element, context)));
  return types;
}

/// Sums on each side of the exact one that a function which rounds on its way
/// is applied to. A sum of 4096 products is off by less than a step of a bf16
/// near 1, one of 28672 by some twenty.
static constexpr int64_t kSteps = 16;

/// The sum times the scale; a float is off by `share` (an f64) of what it may
/// be. As kernels have it.
static Value createSum(ImplicitLocOpBuilder &b, Block &body, Value exact,
                       Type accumulator, Value share) {
  Value scale = body.getArgument(kScale);
  if (isa<IntegerType>(accumulator)) {
    Value scaled = arith::MulIOp::create(b, exact, scale);
    return convert(b, scaled, accumulator);
  }
  Value scaled = arith::MulFOp::create(b, exact, scale);
  Value size = math::AbsFOp::create(b, scaled);
  Value part = arith::MulFOp::create(b, size, body.getArgument(kRelative));
  Value off = arith::AddFOp::create(b, body.getArgument(kAbsolute), part);
  off = arith::MulFOp::create(b, off, share);
  return convert(b, arith::AddFOp::create(b, scaled, off), accumulator);
}

namespace {
/// The least and the most of some results: floats as wide as an f32 at least,
/// or integers. A NaN among them makes both a NaN.
class Extremes {
public:
  explicit Extremes(Type element)
      : element(element),
        wide(isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32
                 ? Type(Float32Type::get(element.getContext()))
                 : element) {}

  /// Those of no result.
  SmallVector<Value> createNone(ImplicitLocOpBuilder &b) const {
    SmallVector<Value> none;
    for (bool isMost : {false, true}) {
      TypedAttr value;
      if (auto type = dyn_cast<FloatType>(wide))
        value = b.getFloatAttr(
            type, APFloat::getInf(type.getFloatSemantics(), isMost));
      else
        value = b.getIntegerAttr(
            wide, isMost
                      ? APInt::getSignedMinValue(wide.getIntOrFloatBitWidth())
                      : APInt::getSignedMaxValue(wide.getIntOrFloatBitWidth()));
      none.push_back(arith::ConstantOp::create(b, value));
    }
    return none;
  }

  SmallVector<Value> add(ImplicitLocOpBuilder &b, ValueRange extremes,
                         Value result) const {
    Value value = convert(b, result, wide);
    if (isa<FloatType>(wide))
      return {arith::MinimumFOp::create(b, extremes[0], value),
              arith::MaximumFOp::create(b, extremes[1], value)};
    return {arith::MinSIOp::create(b, extremes[0], value),
            arith::MaxSIOp::create(b, extremes[1], value)};
  }

  /// The least where sums are off downwards, else the most.
  Value choose(ImplicitLocOpBuilder &b, Block &body,
               ValueRange extremes) const {
    Value zero = arith::ConstantOp::create(b, b.getF64FloatAttr(0));
    Value isDown = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT,
                                         body.getArgument(kRelative), zero);
    return convert(b,
                   arith::SelectOp::create(b, isDown, extremes[0], extremes[1]),
                   element);
  }

private:
  Type element, wide;
};
} // namespace

/// Shares of what a sum and, of a pair, the other may be off by.
using Shares = std::pair<Value, Value>;

/// Calls `visit` with shares that go from end to end, in a loop that carries
/// `values`; of a pair one sum goes, with the other at either end. Without an
/// error all is done once. Returns what the loop yields.
static SmallVector<Value>
createSteps(ImplicitLocOpBuilder &b, Block &body, bool isPair,
            ValueRange values,
            llvm::function_ref<SmallVector<Value>(ValueRange, ArrayRef<Shares>)>
                visit) {
  Value zero = arith::ConstantOp::create(b, b.getF64FloatAttr(0));
  Value isExact = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ,
                                        body.getArgument(kAbsolute), zero);
  auto choose = [&](int64_t exact, int64_t off) -> Value {
    return arith::SelectOp::create(b, isExact, constant(b, exact),
                                   constant(b, off));
  };
  auto loop = scf::ForOp::create(b, constant(b, 0), choose(1, 2 * kSteps + 1),
                                 constant(b, 1), values);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value step =
      arith::SubIOp::create(b, loop.getInductionVar(), choose(0, kSteps));
  Value number = arith::SIToFPOp::create(
      b, b.getF64Type(), arith::IndexCastOp::create(b, b.getI64Type(), step));
  auto getNumber = [&](double value) -> Value {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  };
  Value share = arith::MulFOp::create(b, number, getNumber(1.0 / kSteps));
  SmallVector<Shares> places = {{share, Value()}};
  if (isPair) {
    Value least = getNumber(-1), most = getNumber(1);
    places = {{share, least}, {share, most}, {least, share}, {most, share}};
  }
  scf::YieldOp::create(b, visit(loop.getRegionIterArgs(), places));
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// What the thread of an element does.
static void createElement(ImplicitLocOpBuilder &b, Block &body,
                          const MatmulFact &fact, size_t output,
                          ValueRange place) {
  Type accumulator = getElementType(fact.getSumElement(), b.getContext());
  auto load = [&](Value matrix) -> Value {
    return memref::LoadOp::create(b, matrix, place);
  };
  Value exact = load(body.getArgument(kSums)), other;
  if (fact.isPair)
    other = load(body.getArgument(kExtras));
  SmallVector<Value> extras;
  for (auto [matrix, operand] :
       llvm::zip_equal(body.getArguments().drop_front(kExtras + fact.isPair),
                       fact.epilogue.operands)) {
    // Where it is broadcast strides are 0.
    Value row = getEpilogueRow(b, operand, place[1]);
    Value column = getEpilogueColumn(b, operand, place[2]);
    extras.push_back(
        memref::LoadOp::create(b, matrix, ValueRange{place[0], row, column}));
  }
  auto apply = [&](Shares shares) {
    SmallVector<Value> arguments = {
        createSum(b, body, exact, accumulator, shares.first)};
    if (other)
      arguments.push_back(
          createSum(b, body, other, accumulator, shares.second));
    arguments.append(extras);
    return inlineEpilogue(b, fact, arguments)[output];
  };
  Extremes extremes(
      cast<MemRefType>(body.getArgument(kResults).getType()).getElementType());
  auto addAll = [&](ValueRange soFar, ArrayRef<Shares> places) {
    SmallVector<Value> values = llvm::to_vector(soFar);
    for (Shares shares : places)
      values = extremes.add(b, values, apply(shares));
    return values;
  };
  auto getShare = [&](double value) -> Value {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  };
  Value result;
  if (!isa<FloatType>(accumulator)) {
    result = apply({});
  } else if (roundsOnItsWay(b.getContext(), fact)) {
    result = extremes.choose(
        b, body,
        createSteps(b, body, fact.isPair, extremes.createNone(b), addAll));
  } else if (other) {
    Value least = getShare(-1), most = getShare(1);
    result = extremes.choose(
        b, body,
        addAll(extremes.createNone(b),
               {{most, most}, {most, least}, {least, most}, {least, least}}));
  } else {
    result = apply({getShare(1), Value()});
  }
  memref::StoreOp::create(b, result, body.getArgument(kResults), place);
}

FailureOr<tile::KernelOp>
autotune::buildEpilogueReference(OpBuilder &builder, Location loc,
                                 StringRef name, const MatmulFact &fact,
                                 size_t output) {
  if (failed(checkEpilogue(loc, fact)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  return createElementwiseKernel(
      b, name, getArgumentTypes(fact, output, b.getContext()), kResults,
      /*width=*/1, [&](Block &body, ArrayRef<Value> place) {
        createElement(b, body, fact, output, place);
      });
}
