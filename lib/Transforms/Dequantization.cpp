//===- Dequantization.cpp - Scales of weights behind products -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What scales all elements that meet in one sum can scale the sum. So a scale
// that does not vary along K moves behind the product, which then reads the
// integers: conversions of theirs to 16-bit floats are exact, where the scaled
// weights were rounded.
//
//===----------------------------------------------------------------------===//

#include "Dequantization.h"
#include "ContractionViews.h"
#include "MatmulParts.h"
#include "NarrowInputs.h"
#include "TensorReads.h"

#include "mlir-autotune/Analysis/Contraction.h"
#include "mlir-autotune/Analysis/MatmulOps.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/FactName.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {

/// A factor of elements: a scalar, whose map has no results, or a tensor that
/// `map` indexes by the dimensions of what is scaled.
struct Scale {
  Value value;
  AffineMap map;
};

/// An input of a product, as what it is made of.
class Dequantized {
public:
  explicit Dequantized(Value input) : rank(getRank(input)), input(input) {}

  /// Finds the integers. `whyNot` is empty where there are none.
  LogicalResult match(std::string &whyNot);

  Value integers;
  /// Whether they have no sign.
  bool isUnsigned = false;
  /// What indexes them, by the dimensions of the input.
  AffineMap map;
  SmallVector<Scale> scales;

private:
  static int64_t getRank(Value value) {
    return cast<RankedTensorType>(value.getType()).getRank();
  }
  /// Goes to what `value`, a tensor, is made of; null at the end.
  Value step(Value value, std::string &whyNot);
  Value stepThrough(linalg::GenericOp op, std::string &whyNot);
  bool addScale(linalg::GenericOp op, Value scalar);

  int64_t rank;
  Value input;
  bool isConverted = false;
};

} // namespace

static bool isScaleType(Type type) {
  return type.isF32() || type.isBF16() || type.isF16();
}

/// Whether the operation rounds or widens floats of 16 bits or more: what is
/// rounded to fewer was meant to be.
static bool isConversion(Operation *op) {
  return isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(op) &&
         isScaleType(getElementTypeOrSelf(op->getResult(0))) &&
         isScaleType(getElementTypeOrSelf(op->getOperand(0)));
}

/// Whether it makes such floats of integers.
static bool isFromInteger(Operation *op) {
  return isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp>(op) &&
         isScaleType(getElementTypeOrSelf(op->getResult(0)));
}

/// The value before it was rounded or widened.
static Value skipConversions(Value value) {
  while (isConversion(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// Adds the scalar of a body, if it is a factor that the body is given.
bool Dequantized::addScale(linalg::GenericOp op, Value scalar) {
  scalar = skipConversions(scalar);
  if (!isScaleType(scalar.getType()))
    return false;
  auto argument = dyn_cast<BlockArgument>(scalar);
  if (!argument || argument.getOwner() != op.getBody()) {
    // Of the function, or a constant: what is made in the body stays there.
    Operation *maker = scalar.getDefiningOp();
    bool isOutside = !maker || !op->isProperAncestor(maker);
    if (!isOutside && !isa<arith::ConstantOp>(maker))
      return false;
    scales.push_back({scalar, AffineMap::get(rank, 0, op.getContext())});
    return true;
  }
  OpOperand *operand = op.getMatchingOpOperand(argument);
  AffineMap of = op.getMatchingIndexingMap(operand);
  // A scale of each row may be a matrix of one column, as unsqueeze makes it.
  if (!op.isDpsInput(operand) ||
      !of.isProjectedPermutation(/*allowZeroInResults=*/true) ||
      countLoops(of) == rank)
    return false;
  scales.push_back({operand->get(), of});
  return true;
}

static bool makesFloats(linalg::GenericOp op) {
  return llvm::any_of(*op.getBody(), [](Operation &inner) {
    return isa<arith::SIToFPOp, arith::UIToFPOp>(inner);
  });
}

/// A product of the body neither of whose factors scales rows, columns or all.
static Value refuseFactors(linalg::GenericOp op, std::string &whyNot) {
  if (makesFloats(op))
    whyNot = "the scale or zero point of an input is neither a scalar nor a "
             "tensor of some of the input's dimensions";
  return nullptr;
}

Value Dequantized::stepThrough(linalg::GenericOp op, std::string &whyNot) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 0 || op.hasIndexSemantics() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return nullptr;
  Value value = op.getBody()->getTerminator()->getOperand(0);
  while (true) {
    value = skipConversions(value);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != op.getBody())
        return nullptr;
      OpOperand *operand = op.getMatchingOpOperand(argument);
      AffineMap of = op.getMatchingIndexingMap(operand);
      bool isInteger = value.getType().isInteger();
      if (!op.isDpsInput(operand) || isInteger != isConverted ||
          !isa<RankedTensorType>(operand->get().getType()) ||
          !(isInteger ? of.isPermutation() : of.isIdentity()))
        return nullptr;
      map = of;
      return operand->get();
    }
    Operation *made = value.getDefiningOp();
    if (made->getBlock() != op.getBody())
      return nullptr;
    // A sign that was extended is none once it is read otherwise.
    bool isSigned = isa<arith::ExtSIOp>(made);
    if (isFromInteger(made) || isa<arith::ExtUIOp>(made) ||
        (isSigned && !isUnsigned)) {
      isConverted = true;
      isUnsigned |= isa<arith::UIToFPOp, arith::ExtUIOp>(made);
      value = made->getOperand(0);
      continue;
    }
    if (!isa<arith::MulFOp>(made) || isConverted) {
      if (makesFloats(op))
        whyNot =
            ("an input is dequantized by an " + made->getName().getStringRef() +
             "; only factors move behind a product")
                .str();
      return nullptr;
    }
    Value left = made->getOperand(0), right = made->getOperand(1);
    if (addScale(op, right))
      value = left;
    else if (addScale(op, left))
      value = right;
    else
      return refuseFactors(op, whyNot);
  }
}

Value Dequantized::step(Value value, std::string &whyNot) {
  Operation *op = value.getDefiningOp();
  if (auto generic = dyn_cast_or_null<linalg::GenericOp>(op))
    return stepThrough(generic, whyNot);
  isConverted = isFromInteger(op);
  isUnsigned = isa_and_nonnull<arith::UIToFPOp>(op);
  return isConverted || isConversion(op) ? op->getOperand(0) : Value();
}

LogicalResult Dequantized::match(std::string &whyNot) {
  map = AffineMap::getMultiDimIdentityMap(rank, input.getContext());
  Value value = input;
  while (value && !isConverted)
    value = step(value, whyNot);
  auto type = value ? dyn_cast<RankedTensorType>(value.getType()) : nullptr;
  if (!type || type.getEncoding())
    return failure();
  if (!type.getElementType().isInteger(8) &&
      !type.getElementType().isInteger(4)) {
    whyNot = "an input is dequantized from integers of other than 8 or 4 bits";
    return failure();
  }
  integers = value;
  return success();
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// Multiplies the sums by the scales, each by its map from the loops along the
/// result, and adds them to `init` if there is one.
static Value scaleSums(OpBuilder &builder, Location loc, Value sums,
                       ArrayRef<Scale> scales, Value init, Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<Value> inputs = {sums};
  SmallVector<AffineMap> maps = {identity};
  for (const Scale &scale : scales) {
    inputs.push_back(scale.value);
    maps.push_back(scale.map);
  }
  if (init) {
    inputs.push_back(init);
    maps.push_back(identity);
  }
  maps.push_back(identity);
  Value empty = createEmptyLike(builder, loc, like, type);
  auto body = [&](OpBuilder &b, Location at, ValueRange arguments) {
    Type f32 = b.getF32Type();
    auto widen = [&](Value value) -> Value {
      return value.getType() == f32 ? value
                                    : arith::ExtFOp::create(b, at, f32, value);
    };
    Value result = arguments.front();
    for (size_t i = 1; i <= scales.size(); ++i)
      result = arith::MulFOp::create(b, at, result, widen(arguments[i]));
    if (init)
      result = arith::AddFOp::create(b, at, widen(arguments[scales.size() + 1]),
                                     result);
    if (type.getElementType() != f32)
      result = arith::TruncFOp::create(b, at, type.getElementType(), result);
    linalg::YieldOp::create(b, at, result);
  };
  return createElementwise(builder, loc, inputs, empty, maps, body)
      .getResult(0);
}

/// The same product of other operands. A config was one for the other types,
/// and so was what was measured, and allowed of their sums.
static Value clone(OpBuilder &builder, linalg::LinalgOp op, ValueRange operands,
                   ArrayRef<AffineMap> maps, linalg::TypeFn cast) {
  linalg::LinalgOp made = createMatmul(
      builder, op.getLoc(), operands, maps, cast,
      isa<linalg::BatchMatmulOp>(op.getOperation()) ? MatmulForm::Batched
                                                    : MatmulForm::Plain);
  copyAttributes(op, made,
                 {kConfigAttrName, kCandidatesAttrName, kProvenanceAttrName,
                  kFactAttrName, kFusionAttrName, kAccumulatorAttrName});
  return made->getResult(0);
}

/// Whether it may be what only the product needed: steps of a dequantization.
static bool isStep(Operation *op) {
  return isView(op) ||
         isa<linalg::GenericOp, tensor::DimOp, arith::ConstantOp>(op) ||
         isConversion(op) || isFromInteger(op);
}

/// Whether the maps are those of a product that a kernel converts for: K is the
/// last dimension of the integers, or these are of 8 bits, which it transposes,
/// and no scale varies along it.
static LogicalResult checkMaps(const Dequantized &found, AffineMap integers,
                               AffineMap input, std::string &whyNot) {
  unsigned depth = integers.getNumDims() - 1;
  if (!integers.getResults().back().isFunctionOfDim(depth) &&
      !getElementTypeOrSelf(found.integers).isInteger(8)) {
    whyNot = "K is not the last dimension of the integers of 4 bits that an "
             "input is dequantized from";
    return failure();
  }
  if (integers.getNumResults() == 3 &&
      !integers.getResult(0).isFunctionOfDim(0)) {
    whyNot = "the batch is not the first dimension of the quantized input";
    return failure();
  }
  for (const Scale &scale : found.scales)
    if (scale.map.compose(input).isFunctionOfDim(depth)) {
      whyNot = "the scale or zero point of an input varies along K";
      return failure();
    }
  return success();
}

static LogicalResult fold(linalg::LinalgOp op, unsigned number,
                          std::string &whyNot) {
  Value input = op.getDpsInputs()[number];
  if (!isScaleType(getElementTypeOrSelf(input)))
    return failure();
  Dequantized found(input);
  if (failed(found.match(whyNot)))
    return failure();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap inputMap = maps[number];
  maps[number] = found.map.compose(inputMap);
  if (failed(checkMaps(found, maps[number], inputMap, whyNot)))
    return failure();
  auto type = cast<RankedTensorType>(found.integers.getType());
  // Rows of 16 bytes, as TMA has them: what else multiplies floats by integers
  // takes none of 4 bits.
  constexpr int64_t kTmaUnit = 32;
  if (type.getElementType().isInteger(4) &&
      (type.getRank() != 2 || type.isDynamicDim(1) ||
       type.getDimSize(1) % kTmaUnit != 0)) {
    whyNot =
        "integers of 4 bits need one product, with a K that is known and a "
        "multiple of " +
        std::to_string(kTmaUnit);
    return failure();
  }
  if (cast<RankedTensorType>(op.getDpsInits()[0].getType()).getEncoding()) {
    whyNot = "its C has an encoding";
    return failure();
  }
  // The plain C: its dimensions are the loops but K.
  if (!isScaleType(getElementTypeOrSelf(op.getDpsInits()[0])) ||
      maps[2] != AffineMap::getMultiDimIdentityMap(maps[2].getNumDims(),
                                                   op.getContext())
                     .getMajorSubMap(maps[2].getNumDims() - 1)) {
    whyNot = "its C is transposed, or its elements are not floats";
    return failure();
  }

  OpBuilder builder(op);
  Value multiplied = op.getDpsInputs()[1 - number];
  std::optional<WidenedInput> narrow = findWidened(
      multiplied, op, [](Type type) { return type.isBF16() || type.isF16(); });
  if (!narrow) {
    whyNot = "the other operand is not of 16-bit floats";
    return failure();
  }
  multiplied = NarrowInputs().rebuild(builder, *narrow);

  Location loc = op.getLoc();
  Value init = op.getDpsInits()[0];
  Value wide = op.getDpsInputs()[1 - number];
  SmallVector<Value> operands(op->getOperands());
  operands[number] = found.integers;
  operands[1 - number] = multiplied;
  linalg::TypeFn cast = found.isUnsigned ? linalg::TypeFn::cast_unsigned
                                         : linalg::TypeFn::cast_signed;
  Value result;
  if (found.scales.empty()) {
    result = clone(builder, op, operands, maps, cast);
  } else {
    bool isZero = getMatmulInit(op).kind == InitKind::Zero;
    operands[2] = createZeros(builder, loc, init,
                              tensor::getMixedSizes(builder, loc, init),
                              builder.getF32Type());
    Value sums = clone(builder, op, operands, maps, cast);
    for (Scale &scale : found.scales) {
      scale.map = dropDepth(scale.map.compose(inputMap));
      // Scalars of a body are constants that stay there.
      if (Operation *maker = scale.value.getDefiningOp();
          maker && maker->getParentOp() != op->getParentOp() &&
          isa<arith::ConstantOp>(maker))
        scale.value = builder.clone(*maker)->getResult(0);
    }
    result = scaleSums(builder, loc, sums, found.scales,
                       isZero ? Value() : init, init);
  }
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  eraseIfDead({input, init, wide}, isStep);
  return success();
}

LogicalResult autotune::foldDequantization(linalg::LinalgOp op,
                                           std::string &whyNot) {
  if (!isa<linalg::MatmulOp, linalg::BatchMatmulOp>(op.getOperation()) ||
      !op.hasPureTensorSemantics() ||
      getCast(op) != linalg::TypeFn::cast_signed)
    return failure();
  // Weights are B, most times.
  return success(succeeded(fold(op, 1, whyNot)) ||
                 succeeded(fold(op, 0, whyNot)));
}
