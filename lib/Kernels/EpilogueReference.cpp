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
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

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

/// The sum times the scale and, of floats, off by what it may be, or the other
/// way; as kernels have it.
static Value createSum(ImplicitLocOpBuilder &b, Block &body, Value exact,
                       Type accumulator, bool otherWay = false) {
  Value scale = body.getArgument(kScale);
  if (isa<IntegerType>(accumulator)) {
    Value scaled = arith::MulIOp::create(b, exact, scale);
    return convert(b, scaled, accumulator);
  }
  Value scaled = arith::MulFOp::create(b, exact, scale);
  Value size = math::AbsFOp::create(b, scaled);
  Value share = arith::MulFOp::create(b, size, body.getArgument(kRelative));
  Value off = arith::AddFOp::create(b, body.getArgument(kAbsolute), share);
  Value sum = otherWay ? arith::SubFOp::create(b, scaled, off).getResult()
                       : arith::AddFOp::create(b, scaled, off).getResult();
  return convert(b, sum, accumulator);
}

/// The least of results of a pair where its sums are off downwards, else the
/// most; floats as wide as a f32 at least.
static Value createExtreme(ImplicitLocOpBuilder &b, Block &body,
                           ArrayRef<Value> results) {
  Type element = results[0].getType();
  bool isReal = isa<FloatType>(element);
  Type wide = isReal && element.getIntOrFloatBitWidth() < 32
                  ? Type(b.getF32Type())
                  : element;
  Value least = convert(b, results[0], wide), most = least;
  for (Value result : results.drop_front()) {
    Value value = convert(b, result, wide);
    least = isReal ? arith::MinimumFOp::create(b, least, value).getResult()
                   : arith::MinSIOp::create(b, least, value).getResult();
    most = isReal ? arith::MaximumFOp::create(b, most, value).getResult()
                  : arith::MaxSIOp::create(b, most, value).getResult();
  }
  Value zero = arith::ConstantOp::create(b, b.getF64FloatAttr(0));
  Value isDown = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT,
                                       body.getArgument(kRelative), zero);
  return convert(b, arith::SelectOp::create(b, isDown, least, most), element);
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
  auto apply = [&](bool otherWay, bool otherOtherWay) {
    SmallVector<Value> arguments = {
        createSum(b, body, exact, accumulator, otherWay)};
    if (other)
      arguments.push_back(
          createSum(b, body, other, accumulator, otherOtherWay));
    arguments.append(extras);
    return inlineEpilogue(b, fact, arguments)[output];
  };
  Value result;
  if (other && isa<FloatType>(accumulator))
    result = createExtreme(b, body,
                           {apply(false, false), apply(false, true),
                            apply(true, false), apply(true, true)});
  else
    result = apply(false, false);
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
