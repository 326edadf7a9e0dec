//===- MatmulMatcher.cpp - From a linalg operation to its fact ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Problem/SizeGuard.h"

#include "EpilogueMatcher.h"
#include "MatmulOperands.h"
#include "PrologueMatcher.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Analysis/Refusal.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Indexing maps
//===----------------------------------------------------------------------===//

/// The loop dimensions of linalg.matmul, in their order. Those of
/// linalg.batch_matmul stand behind the batch.
enum LoopDim : unsigned { kM = 0, kN = 1, kK = 2 };

/// Whether `map` is (d0, d1, d2) -> (row, column), or, in a batch, the same
/// behind the batch on both sides, or on the left alone (a broadcast operand).
static bool isProjectionTo(AffineMap map, unsigned row, unsigned column) {
  unsigned loops = map.getNumDims() - 3, results = map.getNumResults();
  auto getDim = [&](unsigned dim) {
    return getAffineDimExpr(dim, map.getContext());
  };
  if (results == 3 && (loops == 0 || map.getResult(0) != getDim(0)))
    return false;
  return (results == 2 || results == 3) &&
         map.getResult(results - 2) == getDim(loops + row) &&
         map.getResult(results - 1) == getDim(loops + column);
}

/// Sets whether the operand is transposed from its map: (row, column) of the
/// operand as the product sees it are loop dimensions `row` and `column`.
static LogicalResult matchOperandMap(AffineMap map, unsigned row,
                                     unsigned column, StringRef name,
                                     bool &transposed, std::string *whyNot) {
  transposed = isProjectionTo(map, column, row);
  if (transposed || isProjectionTo(map, row, column))
    return success();
  if (map.getNumResults() < map.getNumDims() - 1)
    return refuse(
        whyNot,
        "its " + name + " operand is broadcast" +
            (map.getNumDims() == 3 ? "" : " along more than the batch"));
  return refuse(whyNot, "the indexing map of its " + name +
                            " operand is neither the plain nor the transposed "
                            "one");
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

/// Integers of 4 bits are weights, which are converted to the other factor's
/// type.
static LogicalResult matchPacked(const MatmulFact &fact, std::string *whyNot) {
  for (bool isA : {true, false}) {
    ElementKind element = (isA ? fact.a : fact.b).element;
    ElementKind other = (isA ? fact.b : fact.a).element;
    if (isInt4(element) && !isFloat16(other))
      return refuse(whyNot, "the elements of its " + Twine(isA ? "A" : "B") +
                                " operand are integers of 4 bits, which can "
                                "only be multiplied by bf16 or f16");
  }
  return success();
}

/// linalg.matmul converts its operands to the type of its result before they
/// are multiplied. A kernel multiplies them as they are, which is the same only
/// where that conversion loses nothing (or, for integers, where what it drops
/// can't reach the bits that are kept).
static LogicalResult matchConversion(ElementKind operand, StringRef name,
                                     ElementKind result, std::string *whyNot) {
  if (operand == result || (!isFloat(operand) && !isFloat(result)))
    return success();
  if (isFloat(operand) && !isFloat(result))
    return refuse(whyNot, "its " + name + " operand is a float (" +
                              stringifyElementKind(operand) +
                              ") and its result an integer (" +
                              stringifyElementKind(result) + ")");
  if (!isFloat(operand))
    return success();
  if (getElementBytes(operand) < getElementBytes(result))
    return success();
  return refuse(whyNot, "the elements of its " + name + " operand (" +
                            stringifyElementKind(operand) +
                            ") would be rounded to the result's " +
                            stringifyElementKind(result) +
                            " before they are multiplied");
}

/// Integers wrap, so a sum in 32 bits ends in the same low bits as a narrower
/// one; 16-bit floats are summed in f32, which is what the tensor cores do.
static ElementKind getAccumulator(ElementKind result) {
  switch (result) {
  case ElementKind::F64:
  case ElementKind::I64:
    return result;
  default:
    return isFloat(result) ? ElementKind::F32 : ElementKind::I32;
  }
}

/// Whether zero and sign extension of an operand give different products.
static bool dependsOnExtension(ElementKind operand, ElementKind result) {
  return !isFloat(operand) && (isFloat(result) || getElementBytes(operand) <
                                                      getElementBytes(result));
}

//===----------------------------------------------------------------------===//
// The whole pattern
//===----------------------------------------------------------------------===//

static LogicalResult checkForm(linalg::LinalgOp op, std::string *whyNot) {
  if (!isMatmul(op))
    return refuse(whyNot, "it is a " + op->getName().getStringRef() +
                              ", not a linalg.matmul, linalg.batch_matmul or "
                              "linalg.batch_reduce_matmul");
  if (!op.hasPureTensorSemantics() && !op.hasPureBufferSemantics())
    return refuse(whyNot, "its operands are tensors and memrefs mixed");
  for (OpOperand &operand : op->getOpOperands())
    if (!isa<RankedTensorType, MemRefType>(operand.get().getType()))
      return refuse(whyNot, "an operand is no ranked tensor or memref");
  return success();
}

LogicalResult autotune::matchTypes(linalg::TypeFn cast, Type a, Type b, Type c,
                                   MatmulFact &fact, std::string *whyNot) {
  if (failed(matchElement(a, "A", fact.a.element, whyNot)) ||
      failed(matchElement(b, "B", fact.b.element, whyNot)) ||
      failed(matchElement(c, "C", fact.c.element, whyNot)) ||
      failed(matchPacked(fact, whyNot)) ||
      failed(matchConversion(fact.a.element, "A", fact.c.element, whyNot)) ||
      failed(matchConversion(fact.b.element, "B", fact.c.element, whyNot)))
    return failure();
  fact.accumulator = getAccumulator(fact.c.element);
  fact.zeroExtend = cast == linalg::TypeFn::cast_unsigned &&
                    (dependsOnExtension(fact.a.element, fact.c.element) ||
                     dependsOnExtension(fact.b.element, fact.c.element));
  return success();
}

/// f32 that may be multiplied as tf32 is so named: what then loses bits is a
/// kernel's to say. So are sums that may be f16; not those of a factor that is
/// made in the kernel.
void autotune::matchPrecision(Operation *op, MatmulFact &fact) {
  auto allowed = op->getAttrOfType<StringAttr>(kAllowTf32AttrName);
  if (allowed && fact.a.element == ElementKind::F32 &&
      fact.b.element == ElementKind::F32 &&
      fact.accumulator == ElementKind::F32)
    for (ElementKind kind : {ElementKind::TF32, ElementKind::TF32x3})
      if (allowed.getValue() == stringifyElementKind(kind))
        fact.a.element = fact.b.element = kind;
  auto accumulator = op->getAttrOfType<StringAttr>(kAccumulatorAttrName);
  auto isF16 = [](const OperandFact &operand) {
    return operand.element == ElementKind::F16;
  };
  if (accumulator && accumulator.getValue() == "f16" && isF16(fact.a) &&
      isF16(fact.b) && isF16(fact.c) && fact.prologue.isNone())
    fact.accumulator = ElementKind::F16;
}

/// The last dimensions of a type are those of a matrix. What stands before them
/// is a batch.
static int64_t getMatrixSize(ShapedType type, int64_t dim) {
  return type.getDimSize(type.getRank() - 2 + dim);
}

/// A size that one operand does not know may be known to another.
static int64_t pickStatic(int64_t first, int64_t second) {
  return ShapedType::isDynamic(first) ? second : first;
}

void autotune::matchSizes(ShapedType a, ShapedType b, ShapedType c,
                          MatmulFact &fact) {
  bool ta = fact.a.transposed, tb = fact.b.transposed;
  fact.m = pickStatic(getMatrixSize(c, 0), getMatrixSize(a, ta ? 1 : 0));
  fact.n = pickStatic(getMatrixSize(c, 1), getMatrixSize(b, tb ? 0 : 1));
  fact.k =
      pickStatic(getMatrixSize(a, ta ? 0 : 1), getMatrixSize(b, tb ? 1 : 0));
  if (llvm::all_of(ArrayRef{a, b, c},
                   [](ShapedType type) { return type.getRank() == 2; }))
    return;
  int64_t count = ShapedType::kDynamic;
  for (ShapedType type : {c, a, b})
    if (type.getRank() == 3)
      count = pickStatic(count, type.getDimSize(0));
  // One product takes matrices, which types must show their operands to be.
  for (ShapedType type : {a, b, c})
    if (count == 1 && type.getRank() == 3 && type.isDynamicDim(0))
      count = ShapedType::kDynamic;
  (c.getRank() == 3 ? fact.batch : fact.parts) = count;
}

void autotune::takeSizes(Value output, MatmulFact &fact) {
  auto type = dyn_cast<RankedTensorType>(output.getType());
  if (!type)
    return;
  fact.m = pickStatic(fact.m, getMatrixSize(type, 0));
  fact.n = pickStatic(fact.n, getMatrixSize(type, 1));
  fact.c.rowStride = pickStatic(fact.c.rowStride, type.getShape().back());
  // One product takes matrices, which types must show their operands to be.
  if (type.getRank() == 3 && type.getDimSize(0) != 1)
    fact.batch = pickStatic(fact.batch, type.getDimSize(0));
  if (type.getRank() == 3 && fact.isBatched())
    fact.c.batchStride =
        pickStatic(fact.c.batchStride,
                   getDenseBatchStride(fact.batch, fact.m, fact.c.rowStride));
  if (fact.c.dense)
    fact.c.setDense();
  // The result may be a part of another tensor.
  auto writer = output.getDefiningOp<DestinationStyleOpInterface>();
  if (!writer)
    return;
  Value destination = writer.getTiedOpOperand(cast<OpResult>(output))->get();
  if (getViewType(destination))
    (void)matchLayout(destination, "C", fact.batch, fact.c,
                      /*whyNot=*/nullptr);
}

/// Takes what an operand is made of in its place.
static void takeStored(MatmulPattern &pattern) {
  const MatchedPrologue &found = *pattern.prologue;
  bool isB = found.number == 1;
  (isB ? pattern.fact.b : pattern.fact.a).transposed =
      isB != found.isDepthFirst;
  // A conversion alone is none.
  if (!found.prologue.isNone())
    pattern.fact.prologue = found.prologue;
}

/// Takes what both operands were before they were scaled in their place.
static void takeScaled(MatmulPattern &pattern, const ScaledMatch &found) {
  pattern.scaled = found.factors;
  pattern.fact.scales = found.scales;
  pattern.fact.a.transposed = found.transposed[0];
  pattern.fact.b.transposed = found.transposed[1];
}

FailureOr<MatmulPattern> autotune::matchProduct(linalg::LinalgOp op,
                                                std::string *whyNot,
                                                bool findsPrologue) {
  if (failed(checkForm(op, whyNot)))
    return failure();
  if (std::string why = getWhyNotOnHost(op); !why.empty())
    return refuse(whyNot, why);
  MatmulPattern pattern;
  pattern.matmul = op;
  MatmulFact &fact = pattern.fact;

  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (failed(
          matchOperandMap(maps[0], kM, kK, "A", fact.a.transposed, whyNot)) ||
      failed(matchOperandMap(maps[1], kK, kN, "B", fact.b.transposed, whyNot)))
    return failure();
  bool isReduced = isa<linalg::BatchReduceMatmulOp>(op.getOperation());
  if (!isProjectionTo(maps[2], kM, kN) ||
      maps[2].getNumResults() != (isReduced ? 2 : maps[2].getNumDims() - 1))
    return refuse(whyNot, "the indexing map of its C operand is not the plain "
                          "one");

  // A kernel makes nothing of the factors of several matrices along K.
  findsPrologue &= !isReduced;
  if (findsPrologue) {
    pattern.prologue = matchPrologue(op, pattern.whyNotStored);
    if (!pattern.prologue)
      pattern.prologue = matchFloatPrologue(op, pattern.whyNotComputed);
  }
  if (pattern.prologue)
    takeStored(pattern);
  else if (findsPrologue)
    if (std::optional<ScaledMatch> found =
            matchScales(op, pattern.whyNotStored))
      takeScaled(pattern, *found);
  Value a = pattern.getInput(0), b = pattern.getInput(1);
  Value c = op.getDpsInitOperand(0)->get();
  auto typeA = cast<ShapedType>(a.getType());
  auto typeB = cast<ShapedType>(b.getType());
  auto typeC = cast<ShapedType>(c.getType());
  // What is multiplied are floats then, however it says that integers widen.
  linalg::TypeFn cast =
      pattern.takesStored() ? linalg::TypeFn::cast_signed : getCast(op);
  // What wider floats become, on the way, is what is multiplied.
  auto getFactorType = [&](unsigned number, ShapedType stored) {
    bool isMade = pattern.prologue && pattern.prologue->number == number &&
                  stored.getElementTypeBitWidth() > 8;
    return isMade ? getElementTypeOrSelf(op.getDpsInputs()[number])
                  : stored.getElementType();
  };
  if (failed(matchTypes(cast, getFactorType(0, typeA), getFactorType(1, typeB),
                        typeC.getElementType(), fact, whyNot)))
    return failure();
  fact.a.element = getFactorElement(a);
  fact.b.element = getFactorElement(b);
  matchPrecision(op, fact);
  matchSizes(typeA, typeB, typeC, fact);
  int64_t factors = fact.getFactorMatrices();
  if (failed(matchInputLayout(a, "A", factors, fact.a, whyNot)) ||
      failed(matchInputLayout(b, "B", factors, fact.b, whyNot)) ||
      failed(matchLayout(c, "C", fact.batch, fact.c, whyNot)) ||
      failed(checkOutput(c, whyNot)) ||
      failed(checkOverlap(a, "A", c, whyNot)) ||
      failed(checkOverlap(b, "B", c, whyNot)))
    return failure();

  bool isOfParts = fact.hasParts() && fact.k != 0;
  if (isOfParts && fact.a.batchStride == 0 && fact.b.batchStride == 0)
    return refuse(whyNot, "all parts of its K are the same");

  MatmulInit init = getMatmulInit(op);
  fact.init = init.kind;
  pattern.fill = init.fill;
  // With a real C there are two matrices, the one read in the wider type and
  // the one written in the narrower: the cast stays an operation of its own.
  if (op.hasPureTensorSemantics() && fact.init == InitKind::Zero &&
      fact.c.element == ElementKind::F32)
    pattern.cast = matchCast(op->getResult(0), fact.c.element);
  if (pattern.cast)
    takeSizes(pattern.cast->getResult(0), fact);
  return pattern;
}

FailureOr<MatmulPattern>
autotune::matchMatmul(linalg::LinalgOp op, std::string *whyNot, bool findsOther,
                      bool findsPrologue, const TakenOperations *taken) {
  FailureOr<MatmulPattern> pattern = matchProduct(op, whyNot, findsPrologue);
  if (failed(pattern))
    return pattern;
  // Sizes that one operand's type has are strides of others.
  auto withStrides = [](FailureOr<MatmulPattern> pattern) {
    pattern->fact = restrictTo(pattern->fact, SizeGuard()).getMatmul();
    return pattern;
  };
  findsOther &= !pattern->fact.hasParts();
  if (findsOther && matchPair(*pattern, findsPrologue, taken))
    return withStrides(std::move(pattern));
  if (findsOther)
    matchSum(*pattern, findsPrologue);
  matchEpilogue(*pattern, taken);
  return withStrides(std::move(pattern));
}

FailureOr<MatmulFact> autotune::getMatmulFact(linalg::LinalgOp op,
                                              std::string *whyNot) {
  FailureOr<MatmulPattern> pattern = matchMatmul(op, whyNot);
  if (failed(pattern))
    return failure();
  return pattern->fact;
}
