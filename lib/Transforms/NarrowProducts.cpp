//===- NarrowProducts.cpp - Products of widened values --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exporters widen inputs before products, because their frameworks sum in f32.
// Tensor cores do so, too, of the narrow values.
//
//===----------------------------------------------------------------------===//

#include "NarrowProducts.h"

#include "EraseUnread.h"
#include "MatmulParts.h"
#include "Remarks.h"

#include "mlir-autotune/Analysis/MatmulOps.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Factors behind the sums
//===----------------------------------------------------------------------===//

/// A scalar of an operation's body, computed where the builder is.
static Value hoist(OpBuilder &builder, Value value, linalg::LinalgOp op) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBlock())
      return value;
    Value operand = op.getMatchingOpOperand(argument)->get();
    if (!isa<RankedTensorType>(operand.getType()))
      return operand;
    return tensor::ExtractOp::create(builder, op.getLoc(), operand,
                                     ValueRange());
  }
  Operation *made = value.getDefiningOp();
  if (made->getBlock() != op.getBlock())
    return value;
  IRMapping mapping;
  for (Value operand : made->getOperands())
    mapping.map(operand, hoist(builder, operand, op));
  return builder.clone(*made, mapping)
      ->getResult(cast<OpResult>(value).getResultNumber());
}

/// A factor as a scalar in f32.
static Value createFactor(OpBuilder &builder, Location loc,
                          const UniformFactor &factor) {
  if (!factor.value)
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(-1.0f));
  Value scalar = factor.value;
  if (auto type = dyn_cast<RankedTensorType>(scalar.getType())) {
    SplatElementsAttr splat;
    if (auto fill = scalar.getDefiningOp<linalg::FillOp>())
      scalar = fill.getInputs()[0];
    else if (matchPattern(scalar, m_Constant(&splat)))
      scalar = arith::ConstantOp::create(
          builder, loc, cast<TypedAttr>(splat.getSplatValue<Attribute>()));
  } else if (auto op = dyn_cast<linalg::LinalgOp>(factor.step)) {
    scalar = hoist(builder, scalar, op);
  }
  return convertScalarToDtype(builder, loc, scalar, builder.getF32Type(),
                              /*isUnsignedCast=*/false);
}

static Value createWideSum(OpBuilder &builder, Location loc, Value a, Value b) {
  if (isa<FloatType>(a.getType()))
    return arith::AddFOp::create(builder, loc, a, b);
  return arith::AddIOp::create(builder, loc, a, b);
}

/// The sums, as f32 (or i64) and scaled, added to `init` if there is one.
static Value finishSums(OpBuilder &builder, Location loc, Value sums,
                        const NarrowProduct &product, Value init,
                        RankedTensorType type) {
  int64_t rank = type.getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  AffineMap none = AffineMap::get(rank, 0, builder.getContext());
  SmallVector<Value> inputs = {sums};
  SmallVector<AffineMap> maps = {identity};
  SmallVector<bool> divides;
  for (const WidenedInput &input : product.inputs)
    for (const UniformFactor &factor : input.factors) {
      inputs.push_back(createFactor(builder, loc, factor));
      maps.push_back(none);
      divides.push_back(factor.divides);
    }
  if (init) {
    inputs.push_back(init);
    maps.push_back(identity);
  }
  maps.push_back(identity);
  Value like = createEmptyLike(builder, loc, sums, type);
  return createElementwise(
             builder, loc, inputs, like, maps,
             [&](OpBuilder &b, Location at, ValueRange arguments) {
               Value value = convertScalarToDtype(b, at, arguments.front(),
                                                  type.getElementType(),
                                                  /*isUnsigned=*/false);
               ValueRange factors = arguments.drop_front();
               for (auto [divide, factor] : llvm::zip(divides, factors))
                 value = divide ? arith::DivFOp::create(b, at, value, factor)
                                      .getResult()
                                : arith::MulFOp::create(b, at, value, factor);
               if (init)
                 value =
                     createWideSum(b, at, arguments[1 + divides.size()], value);
               linalg::YieldOp::create(b, at, value);
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// The indexing maps of A and B: those of the operation's inputs that are they.
static SmallVector<AffineMap> getInputMaps(const Contraction &contraction) {
  linalg::LinalgOp op = contraction.op;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    size_t number = maps.size();
    if (number == 2 || operand->get() != contraction.operands[number])
      continue;
    AffineMap map = op.getMatchingIndexingMap(operand);
    bool isIt = llvm::all_of(
        llvm::zip(map.getResults(), contraction.loops[number]), [](auto pair) {
          auto [expr, loop] = pair;
          auto dim = dyn_cast<AffineDimExpr>(expr);
          return loop == Contraction::kUnitDim ||
                 (dim && static_cast<int64_t>(dim.getPosition()) == loop);
        });
    if (isIt)
      maps.push_back(map);
  }
  return maps;
}

/// A linalg.generic that sums the products of `a` and `b` into `init`.
static linalg::LinalgOp createProduct(OpBuilder &builder,
                                      const Contraction &contraction, Value a,
                                      Value b, Value init,
                                      linalg::TypeFn cast) {
  linalg::LinalgOp op = contraction.op;
  Location loc = op.getLoc();
  SmallVector<Value> inputs = {a, b};
  SmallVector<AffineMap> maps = getInputMaps(contraction);
  for (const ZeroPoint &zeroPoint : contraction.zeroPoints)
    if (zeroPoint.value) {
      inputs.push_back(zeroPoint.value);
      maps.push_back(AffineMap::get(op.getNumLoops(), 0, builder.getContext()));
    }
  maps.push_back(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  Type element = getElementTypeOrSelf(init);
  SmallVector<Type> results;
  if (isa<RankedTensorType>(init.getType()))
    results.push_back(init.getType());
  auto product = linalg::GenericOp::create(
      builder, loc, results, inputs, init, maps, op.getIteratorTypesArray(),
      [&](OpBuilder &body, Location at, ValueRange arguments) {
        ValueRange zeroPoints = arguments.drop_front(2);
        SmallVector<Value> factors;
        for (unsigned i : {0, 1}) {
          factors.push_back(
              convertScalarToDtype(body, at, arguments[i], element,
                                   cast == linalg::TypeFn::cast_unsigned));
          const ZeroPoint &zeroPoint = contraction.zeroPoints[i];
          if (!zeroPoint.value)
            continue;
          Value offset = convertScalarToDtype(body, at, zeroPoints.front(),
                                              element, zeroPoint.isUnsigned);
          zeroPoints = zeroPoints.drop_front();
          factors[i] = arith::SubIOp::create(body, at, factors[i], offset);
        }
        Value product =
            isa<FloatType>(element)
                ? arith::MulFOp::create(body, at, factors[0], factors[1])
                      .getResult()
                : arith::MulIOp::create(body, at, factors[0], factors[1]);
        linalg::YieldOp::create(
            body, at, createWideSum(body, at, arguments.back(), product));
      });
  // A config was one for the wide types, and so was what was allowed of them.
  copyAttributes(op, product,
                 {kCandidatesAttrName, kProvenanceAttrName, kFusionAttrName,
                  kAccumulatorAttrName, kAllowTf32AttrName});
  return mlir::cast<linalg::LinalgOp>(product.getOperation());
}

static void remarkNarrowed(linalg::LinalgOp op, const NarrowProduct &product) {
  if (!areRemarksOn(op))
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "multiplies " << product.inputs[0].element << " by "
     << product.inputs[1].element
     << ", which its inputs were widened from: each product is exact, "
     << (product.sumsIntegers ? "and so is their sum in i32"
         : isa<IntegerType>(getElementTypeOrSelf(op.getDpsInits()[0]))
             ? "and so are their sums"
             : "and sums are rounded in another order (narrow-products)");
  if (product.hasFactors())
    os << "; the sums are scaled instead of the inputs"
       << (product.needsPermission() ? " (fold-scales)" : ", by powers of two");
  remark::passed(op->getLoc(), getRemarkOptions(op, "CanonicalizeContractions"))
      << text;
}

static void remarkLeft(linalg::LinalgOp op, StringRef whyNot) {
  if (areRemarksOn(op) && !whyNot.empty())
    remark::missed(op->getLoc(),
                   getRemarkOptions(op, "CanonicalizeContractions"))
        << ("not multiplied as narrow values: " + whyNot).str();
}

linalg::LinalgOp
ProductNarrower::narrow(linalg::LinalgOp op,
                        llvm::function_ref<bool(linalg::LinalgOp)> isServed) {
  FailureOr<Contraction> contraction = matchContraction(op);
  if (failed(contraction))
    return op;
  std::string whyNot;
  FailureOr<NarrowProduct> product =
      findNarrowProduct(*contraction, foldScales, whyNot);
  if (succeeded(product) && op->hasAttr(kConfigAttrName)) {
    whyNot = "its autotune.config is one for the wide values";
    product = failure();
  }
  if (failed(product)) {
    remarkLeft(op, whyNot);
    return op;
  }
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value init = op.getDpsInits()[0];
  bool isTensor = op.hasPureTensorSemantics();
  bool isFinished = product->hasFactors() || product->sumsIntegers;
  Value a = inputs.rebuild(builder, product->inputs[0]);
  Value b = inputs.rebuild(builder, product->inputs[1]);
  for (Value value : {a, b})
    if (value)
      unused.push_back(value);
  if (!a || !b || getInputMaps(*contraction).size() != 2) {
    remarkLeft(
        op,
        "the layout of the narrow memref differs from that of the wide one");
    return op;
  }
  Value sums = init;
  if (isFinished)
    sums = createZeros(builder, loc, init,
                       tensor::getMixedSizes(builder, loc, init),
                       product->sumsIntegers ? builder.getI32Type()
                                             : Type(builder.getF32Type()));
  linalg::LinalgOp narrow =
      createProduct(builder, *contraction, a, b, sums, product->cast);
  if (!isServed(narrow)) {
    forget(narrow);
    unused.push_back(sums);
    remarkLeft(op, "the narrow memref has a layout that no matmul can read");
    return op;
  }
  remarkNarrowed(op, *product);
  ++numNarrowed;
  unused.append({op.getDpsInputs()[0], op.getDpsInputs()[1], init});
  if (isTensor) {
    Value result = narrow->getResult(0);
    if (isFinished)
      result =
          finishSums(builder, loc, result, *product,
                     getMatmulInit(op).kind == InitKind::Zero ? Value() : init,
                     cast<RankedTensorType>(init.getType()));
    op->getResult(0).replaceAllUsesWith(result);
  }
  forget(op);
  return narrow;
}

void ProductNarrower::forget(Operation *op) {
  llvm::erase_if(unused,
                 [&](Value value) { return value.getDefiningOp() == op; });
  op->erase();
}

void ProductNarrower::eraseUnused() {
  eraseUnread(unused);
  unused.clear();
  inputs = NarrowInputs();
}
