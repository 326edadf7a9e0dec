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

#include "Epilogue.h"
#include "ScalarOps.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Kernels/KernelBuilder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// Elements of a CTA, one a thread: neighbours of a row by those of a warp.
static constexpr std::array<int64_t, 3> kTile = {4, 64, 1};

namespace {
/// The kernel's arguments, in order; the extras follow, of a pair behind the
/// sums of the other product.
enum Argument { kSums, kResults, kScale, kAbsolute, kRelative, kExtras };
} // namespace

/// Any number of matrices, wherever their elements lie.
static Type getBatchType(Type element) {
  SmallVector<int64_t> unknown(3, ShapedType::kDynamic);
  auto layout = StridedLayoutAttr::get(element.getContext(),
                                       ShapedType::kDynamic, unknown);
  return MemRefType::get(unknown, element, layout);
}

static SmallVector<Type> getArgumentTypes(const MatmulFact &fact,
                                          MLIRContext *context) {
  Builder b(context);
  Type wide =
      isFloat(fact.accumulator) ? Type(b.getF64Type()) : Type(b.getI64Type());
  SmallVector<Type> types = {
      getBatchType(wide), getBatchType(getElementType(fact.c.element, context)),
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

/// What the thread at (row, column) does.
static void createElement(ImplicitLocOpBuilder &b, Block &body,
                          const MatmulFact &fact, ValueRange place) {
  Type accumulator = getElementType(fact.accumulator, b.getContext());
  auto load = [&](Value matrix) -> Value {
    return memref::LoadOp::create(b, matrix, place);
  };
  Value exact = load(body.getArgument(kSums)), other;
  if (fact.isPair)
    other = load(body.getArgument(kExtras));
  SmallVector<Value> extras;
  for (Value matrix : body.getArguments().drop_front(kExtras + fact.isPair))
    extras.push_back(load(matrix));
  auto apply = [&](bool otherWay, bool otherOtherWay) {
    SmallVector<Value> arguments = {
        createSum(b, body, exact, accumulator, otherWay)};
    if (other)
      arguments.push_back(
          createSum(b, body, other, accumulator, otherOtherWay));
    arguments.append(extras);
    return inlineEpilogue(b, fact, arguments);
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
                                 StringRef name, const MatmulFact &fact) {
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  std::string whyNot;
  if (failed(parseEpilogue(b.getContext(), fact, whyNot)))
    return emitError(loc) << "can't build the epilogue '" << fact.epilogue.body
                          << "': " << whyNot;
  SmallVector<Type> types = getArgumentTypes(fact, b.getContext());
  auto kernel = tile::KernelOp::create(
      b, b.getStringAttr(name), TypeAttr::get(b.getFunctionType(types, {})),
      ArrayAttr(), ArrayAttr(), b.getDenseI64ArrayAttr({1, 1, 1}),
      b.getI64IntegerAttr(kTile[0] * kTile[1]), b.getI64IntegerAttr(1),
      /*group=*/IntegerAttr());
  Block *body = b.createBlock(&kernel.getBody(), {}, types,
                              SmallVector<Location>(types.size(), loc));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
  auto getSize = [&](int64_t dim) -> Value {
    return memref::DimOp::create(b, body->getArgument(kResults),
                                 constant(b, dim));
  };
  Value batch = getSize(0), rows = getSize(1), columns = getSize(2);
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  auto loop = tile::ForEachTileOp::create(
      b, rows, columns, /*depth=*/constant(b, 1), batch, kTile,
      tile::RasterOrder::AlongM, /*group=*/1, /*persistent=*/false,
      /*split=*/1, /*stream=*/false);
  SmallVector<Type> coordinates(loop.getNumCoordinates(), b.getIndexType());
  b.createBlock(&loop.getBody(), {}, coordinates,
                SmallVector<Location>(coordinates.size(), loc));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(&loop.getBody().front());
  Value row = add(b, loop.getM(), divide(b, thread, kTile[1]));
  Value column = add(b, loop.getN(), remainder(b, thread, kTile[1]));
  Value inside =
      arith::AndIOp::create(b, less(b, row, rows), less(b, column, columns));
  auto guarded = scf::IfOp::create(b, inside);
  b.setInsertionPointToStart(guarded.thenBlock());
  createElement(b, *body, fact, {loop.getBatchIndex(), row, column});
  return kernel;
}
