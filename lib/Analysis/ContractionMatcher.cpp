//===- ContractionMatcher.cpp - What sums products ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named operations have bodies as linalg.generic has, so one matcher serves
// them all: it reads the body, and what it means from the indexing maps.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Contraction.h"

#include "mlir-autotune/Analysis/Refusal.h"

#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

namespace {
/// An operand of the product: an element, converted, less a zero point.
struct Factor {
  BlockArgument element;
  BlockArgument zeroPoint;
  bool isZeroPointUnsigned = false;
  /// How the element is extended; unset where no sign matters.
  std::optional<linalg::TypeFn> cast;
};
} // namespace

/// A conversion as linalg's named operations have one in their bodies. Sets
/// `cast` where the sign of an integer matters.
static bool isNamedCast(Operation *op, std::optional<linalg::TypeFn> &cast) {
  if (isa<arith::ExtSIOp, arith::SIToFPOp, arith::FPToSIOp>(op)) {
    cast = linalg::TypeFn::cast_signed;
    return true;
  }
  if (isa<arith::ExtUIOp, arith::UIToFPOp, arith::FPToUIOp>(op)) {
    cast = linalg::TypeFn::cast_unsigned;
    return true;
  }
  if (auto truncation = dyn_cast<arith::TruncFOp>(op))
    return !truncation.getRoundingmode();
  return isa<arith::ExtFOp, arith::TruncIOp>(op);
}

/// Follows conversions up to an argument of the body; null where there is
/// anything else, as an argument of what surrounds the operation. Extensions of
/// extensions are one: what was zero-extended is not negative.
static BlockArgument matchConverted(Value value, Block &body,
                                    std::optional<linalg::TypeFn> &cast) {
  auto isExtension = [](Operation *op) {
    return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op);
  };
  Operation *outer = nullptr;
  while (Operation *op = value.getDefiningOp()) {
    std::optional<linalg::TypeFn> sign;
    if (!isNamedCast(op, sign))
      return nullptr;
    if (outer && !(isExtension(outer) && isExtension(op)))
      return nullptr;
    if (isa_and_nonnull<arith::ExtUIOp>(outer) && isa<arith::ExtSIOp>(op))
      return nullptr;
    if (sign)
      cast = sign;
    outer = op;
    value = op->getOperand(0);
  }
  auto argument = llvm::cast<BlockArgument>(value);
  return argument.getOwner() == &body ? argument : nullptr;
}

static bool matchFactor(Value value, Block &body, Factor &factor) {
  if (auto difference = value.getDefiningOp<arith::SubIOp>()) {
    std::optional<linalg::TypeFn> cast;
    factor.zeroPoint = matchConverted(difference.getRhs(), body, cast);
    factor.isZeroPointUnsigned = cast == linalg::TypeFn::cast_unsigned;
    if (!factor.zeroPoint)
      return false;
    value = difference.getLhs();
  }
  factor.element = matchConverted(value, body, factor.cast);
  return static_cast<bool>(factor.element);
}

template <typename FloatOp, typename IntOp>
static Operation *getBinary(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<FloatOp, IntOp>(op) ? op : nullptr;
}

bool autotune::hasPlainBody(linalg::LinalgOp op) {
  return llvm::all_of(*op.getBlock(), [](Operation &inner) {
    return inner.getNumRegions() == 0 && isMemoryEffectFree(&inner);
  });
}

/// Matches what is yielded: the product added to the element of C.
static LogicalResult matchBody(linalg::LinalgOp op,
                               std::array<Factor, 2> &factors,
                               std::string *whyNot) {
  Block &body = *op.getBlock();
  BlockArgument c = body.getArguments().back();
  if (!c.getType().isIntOrFloat())
    return refuse(
        whyNot, "its result has elements that are neither integers nor floats");
  // Named operations "or" booleans, and generics add them modulo 2.
  if (c.getType().isInteger(1))
    return refuse(whyNot, "its result has elements of type i1");
  if (!hasPlainBody(op))
    return refuse(whyNot,
                  "its body has operations with regions or side effects");
  Value yielded = body.getTerminator()->getOperand(0);
  Operation *sum = getBinary<arith::AddFOp, arith::AddIOp>(yielded);
  if (!sum || (sum->getOperand(0) != c && sum->getOperand(1) != c))
    return refuse(whyNot, "its body does more than add to the result: it does "
                          "not yield a sum with the result's element");
  Value addend = sum->getOperand(sum->getOperand(0) == c ? 1 : 0);
  Operation *product = getBinary<arith::MulFOp, arith::MulIOp>(addend);
  if (!product)
    return refuse(whyNot, "its body does more than multiply and add: the "
                          "addend is no product in the result's element type");
  for (unsigned i : {0, 1})
    if (!matchFactor(product->getOperand(i), body, factors[i]))
      return refuse(whyNot, "its body does more than convert, multiply and "
                            "add: a factor is no element of an operand");
  return success();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static LogicalResult matchZeroPoint(linalg::LinalgOp op, const Factor &factor,
                                    ZeroPoint &zeroPoint, std::string *whyNot) {
  if (!factor.zeroPoint)
    return success();
  OpOperand *operand = op.getMatchingOpOperand(factor.zeroPoint);
  if (!operand->get().getType().isInteger())
    return refuse(whyNot, "the zero point of an operand is no scalar");
  zeroPoint = {operand->get(), factor.isZeroPointUnsigned};
  return success();
}

static LogicalResult matchCasts(const std::array<Factor, 2> &factors,
                                Contraction &contraction, std::string *whyNot) {
  auto [a, b] = factors;
  if (a.cast && b.cast && a.cast != b.cast)
    return refuse(whyNot, "one operand is signed and the other unsigned");
  contraction.cast =
      a.cast.value_or(b.cast.value_or(linalg::TypeFn::cast_signed));
  return success();
}

static LogicalResult matchOperands(linalg::LinalgOp op,
                                   const std::array<Factor, 2> &factors,
                                   Contraction &contraction,
                                   std::string *whyNot) {
  SmallVector<OpOperand *> operands;
  for (const Factor &factor : factors)
    operands.push_back(op.getMatchingOpOperand(factor.element));
  OpOperand *c = op.getDpsInitOperand(0);
  if (operands[0] == operands[1] || llvm::is_contained(operands, c))
    return refuse(whyNot,
                  "its factors are not elements of two different inputs");
  // In the order of the operation's inputs, whatever that of the product.
  bool isReversed =
      operands[0]->getOperandNumber() > operands[1]->getOperandNumber();
  if (isReversed)
    std::swap(operands[0], operands[1]);
  operands.push_back(c);
  for (unsigned i : {0, 1})
    if (failed(matchZeroPoint(op, factors[isReversed ? 1 - i : i],
                              contraction.zeroPoints[i], whyNot)))
      return failure();

  for (auto [i, operand] : llvm::enumerate(operands)) {
    Value value = operand->get();
    auto type = dyn_cast<ShapedType>(value.getType());
    if (!type || !isa<RankedTensorType, MemRefType>(type))
      return refuse(whyNot, "an operand is no ranked tensor or memref");
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getEncoding())
      return refuse(whyNot, "the tensor type of an operand has an encoding");
    contraction.operands[i] = value;
    contraction.types[i] = type;
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
      return refuse(whyNot, "an indexing map is no projected permutation");
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop && type.getDimSize(dim) != 1)
        return refuse(whyNot, "an operand is read at one index of a dimension "
                              "that may have more");
      contraction.loops[i].push_back(
          loop ? static_cast<int64_t>(loop.getPosition())
               : Contraction::kUnitDim);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Sets the sizes of the loops, from whatever operand knows them, and lets the
/// types of the others know them too.
static SmallVector<int64_t> refineSizes(Contraction &contraction) {
  SmallVector<int64_t> sizes(contraction.op.getNumLoops(),
                             ShapedType::kDynamic);
  for (auto [loops, type] : llvm::zip(contraction.loops, contraction.types))
    for (auto [loop, size] : llvm::zip(loops, type.getShape()))
      if (loop != Contraction::kUnitDim && ShapedType::isStatic(size))
        sizes[loop] = size;
  for (auto [loops, type] : llvm::zip(contraction.loops, contraction.types)) {
    SmallVector<int64_t> shape(type.getShape());
    for (auto [loop, size] : llvm::zip(loops, shape))
      if (loop != Contraction::kUnitDim && ShapedType::isDynamic(size))
        size = sizes[loop];
    type = type.clone(shape);
  }
  return sizes;
}

static FailureOr<LoopRole> getRole(const Contraction &contraction,
                                   unsigned loop, bool isReduction,
                                   std::string *whyNot) {
  auto isIn = [&](unsigned operand) {
    return llvm::is_contained(contraction.loops[operand], loop);
  };
  bool inA = isIn(0), inB = isIn(1), inC = isIn(2);
  std::string name = "its dimension d" + std::to_string(loop);
  if (isReduction == inC)
    return refuse(whyNot, name + (inC ? " is summed over and in the result"
                                      : " is neither summed over nor in the "
                                        "result"));
  if (isReduction) {
    if (inA && inB)
      return LoopRole::K;
    return refuse(whyNot, name + " is summed over, but not in both inputs");
  }
  if (inA)
    return inB ? LoopRole::Batch : LoopRole::M;
  return inB ? LoopRole::N : LoopRole::Broadcast;
}

static LogicalResult matchLoops(Contraction &contraction, std::string *whyNot) {
  linalg::LinalgOp op = contraction.op;
  SmallVector<int64_t> sizes = refineSizes(contraction);
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (sizes[loop] == 1) {
      contraction.roles.push_back(LoopRole::Unit);
      continue;
    }
    FailureOr<LoopRole> role = getRole(
        contraction, loop, iterator == utils::IteratorType::reduction, whyNot);
    if (failed(role))
      return failure();
    contraction.roles.push_back(*role);
  }
  for (SmallVector<int64_t> &loops : contraction.loops)
    for (int64_t &loop : loops)
      if (loop != Contraction::kUnitDim &&
          contraction.roles[loop] == LoopRole::Unit)
        loop = Contraction::kUnitDim;
  return success();
}

FailureOr<Contraction> autotune::matchContraction(linalg::LinalgOp op,
                                                  std::string *whyNot) {
  Contraction contraction;
  contraction.op = op;
  if (op.getNumReductionLoops() == 0)
    return refuse(whyNot, "it has no dimension to sum over");
  if (op.getNumDpsInits() != 1)
    return refuse(whyNot, "it does not have exactly one result");
  if (!op.hasPureTensorSemantics() && !op.hasPureBufferSemantics())
    return refuse(whyNot, "its operands are tensors and memrefs mixed");
  if (!llvm::all_of(op->getOperandTypes(), isAddressable))
    return refuse(whyNot, "no address space can hold one of its operands");
  std::array<Factor, 2> factors;
  if (failed(matchBody(op, factors, whyNot)) ||
      failed(matchCasts(factors, contraction, whyNot)) ||
      failed(matchOperands(op, factors, contraction, whyNot)) ||
      failed(matchLoops(contraction, whyNot)))
    return failure();
  return contraction;
}

bool autotune::isLikeContraction(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0)
    return false;
  // Convolutions are, and sums of squares of one operand are not.
  auto isShaped = [](Value value) { return isa<ShapedType>(value.getType()); };
  return llvm::count_if(op.getDpsInputs(), isShaped) >= 2 &&
         llvm::any_of(*op.getBlock(), [](Operation &inner) {
           return isa<arith::MulFOp, arith::MulIOp, arith::AndIOp,
                      complex::MulOp>(inner);
         });
}
