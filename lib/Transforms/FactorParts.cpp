//===- FactorParts.cpp - What a contraction computes of an input ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers fuse element-wise operations into the products that read them
// (linalg-fuse-elementwise-ops). A kernel multiplies the elements of two
// tensors, so that such a product is no matmul until they are apart again;
// whether a kernel computes the factor too is decided later, by estimates.
//
//===----------------------------------------------------------------------===//

#include "FactorParts.h"

#include "EraseUnread.h"
#include "FactorComputation.h"
#include "MatmulParts.h"
#include "TensorReads.h"

#include "mlir-autotune/Analysis/Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

/// A factor without the extensions behind it, which belong to the product: what
/// was widened may be multiplied as it was.
static Value dropExtensions(Value factor) {
  while (Operation *op = factor.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      break;
    factor = op->getOperand(0);
  }
  return factor;
}

static bool isArgument(linalg::LinalgOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == op.getBlock();
}

/// The difference that an element less a zero point is. It is one in the type
/// of the product: in fewer bits it wraps before it is extended.
static arith::SubIOp getZeroPointDifference(linalg::LinalgOp op,
                                            Value operand) {
  auto difference = operand.getDefiningOp<arith::SubIOp>();
  if (!difference || difference->getBlock() != op.getBlock())
    return nullptr;
  return isArgument(op, dropExtensions(difference.getLhs())) ? difference
                                                             : nullptr;
}

/// Whether an operand of the product in a body is an element, maybe converted
/// from an integer, or less a scalar zero point, as contractions have it. One
/// that is rounded to fewer bits is none: no tensor core reads what is wider
/// than what it multiplies.
static bool isElement(linalg::LinalgOp op, Value operand) {
  Value factor = dropExtensions(operand);
  if (Operation *cast = factor.getDefiningOp();
      isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
                      arith::FPToUIOp, arith::TruncIOp>(cast))
    factor = cast->getOperand(0);
  if (isArgument(op, factor))
    return true;
  arith::SubIOp difference = getZeroPointDifference(op, operand);
  if (!difference)
    return false;
  Value zeroPoint = dropExtensions(difference.getRhs());
  return isArgument(op, zeroPoint) &&
         op.getMatchingOpOperand(cast<BlockArgument>(zeroPoint))
             ->get()
             .getType()
             .isInteger();
}

/// The loops of a factor in the order in which the input that has most of them
/// is in memory.
static SmallVector<unsigned> getOrder(linalg::LinalgOp op,
                                      const Computation &factor) {
  SmallVector<unsigned> order;
  for (BlockArgument argument : factor.arguments) {
    AffineMap map =
        op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
    SmallVector<unsigned> found;
    for (AffineExpr expr : map.getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(expr);
          loop && !llvm::is_contained(found, loop.getPosition()))
        found.push_back(loop.getPosition());
    if (found.size() > order.size())
      order = found;
  }
  for (unsigned loop : factor.loops.set_bits())
    if (!llvm::is_contained(order, loop))
      order.push_back(loop);
  return order;
}

/// How often a loop runs, as an operand that it indexes has it.
static FailureOr<OpFoldResult> getSize(OpBuilder &builder, linalg::LinalgOp op,
                                       unsigned loop) {
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (expr == getAffineDimExpr(loop, op.getContext()))
        return tensor::getMixedSize(builder, op.getLoc(), operand.get(), dim);
  }
  return failure();
}

/// Clones operations of a body; an index of a loop is that of its new place.
static void cloneOperations(OpBuilder &builder, ArrayRef<Operation *> ops,
                            ArrayRef<unsigned> order, IRMapping &mapping) {
  for (Operation *op : ops) {
    auto index = dyn_cast<linalg::IndexOp>(op);
    if (!index) {
      builder.clone(*op, mapping);
      continue;
    }
    uint64_t place = llvm::find(order, index.getDim()) - order.begin();
    mapping.map(index.getResult(),
                linalg::IndexOp::create(builder, op->getLoc(), place));
  }
}

/// The operation that computes a factor, and the map by which its result is
/// read in the contraction's loops.
static FailureOr<ElementRead> createFactor(OpBuilder &builder,
                                           linalg::LinalgOp op,
                                           const Computation &factor) {
  MLIRContext *context = op.getContext();
  Location loc = factor.value.getLoc();
  SmallVector<unsigned> order = getOrder(op, factor);
  SmallVector<OpFoldResult> sizes;
  for (unsigned loop : order) {
    FailureOr<OpFoldResult> size = getSize(builder, op, loop);
    if (failed(size))
      return failure();
    sizes.push_back(*size);
  }
  SmallVector<AffineExpr> places(op.getNumLoops(),
                                 getAffineConstantExpr(0, context));
  for (auto [place, loop] : llvm::enumerate(order))
    places[loop] = getAffineDimExpr(place, context);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (BlockArgument argument : factor.arguments) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    inputs.push_back(operand->get());
    maps.push_back(op.getMatchingIndexingMap(operand).replaceDimsAndSymbols(
        places, {}, order.size(), 0));
  }
  maps.push_back(builder.getMultiDimIdentityMap(order.size()));
  Value init =
      tensor::EmptyOp::create(builder, loc, sizes, factor.value.getType());
  auto body = [&](OpBuilder &b, Location bodyLoc, ValueRange elements) {
    IRMapping mapping;
    mapping.map(factor.arguments, elements.drop_back());
    cloneOperations(b, factor.ops, order, mapping);
    linalg::YieldOp::create(b, bodyLoc, mapping.lookup(factor.value));
  };
  auto generic = createElementwise(builder, loc, inputs, init, maps, body);
  return ElementRead{
      generic.getResult(0),
      AffineMap::getMultiDimMapWithTargets(op.getNumLoops(), order, context)};
}

/// Whether all sizes of what a factor computes are those of its inputs, or
/// known: those of another loop may differ.
static bool hasSizesOfInputs(linalg::GenericOp factor) {
  auto type = cast<RankedTensorType>(factor.getResult(0).getType());
  return llvm::all_of(llvm::seq<unsigned>(0, type.getRank()), [&](unsigned i) {
    AffineExpr loop = getAffineDimExpr(i, factor.getContext());
    return !type.isDynamicDim(i) ||
           llvm::any_of(factor.getDpsInputOperands(), [&](OpOperand *input) {
             return llvm::is_contained(
                 factor.getMatchingIndexingMap(input).getResults(), loop);
           });
  });
}

/// Reads the first of two factors twice where both are the same tensor, as in a
/// product of a matrix with itself, transposed.
static void shareFactor(MutableArrayRef<ElementRead> reads) {
  if (reads.size() != 2)
    return;
  auto first = reads[0].value.getDefiningOp<linalg::GenericOp>();
  auto second = reads[1].value.getDefiningOp<linalg::GenericOp>();
  if (!first || !second || !hasSizesOfInputs(first))
    return;
  llvm::DenseMap<Value, Value> same;
  same[first.getDpsInits()[0]] = second.getDpsInits()[0];
  auto areSame = [&](Value a, Value b) {
    return success(a == b || same.lookup(a) == b);
  };
  if (!OperationEquivalence::isEquivalentTo(
          first, second, areSame, [&](Value a, Value b) { same[a] = b; },
          OperationEquivalence::IgnoreLocations))
    return;
  Value other = reads[1].value;
  reads[1].value = reads[0].value;
  eraseUnread(other);
}

/// The contraction that reads elements in the place of what computes `values`.
static linalg::LinalgOp createProduct(OpBuilder &builder, linalg::LinalgOp op,
                                      ArrayRef<Value> values,
                                      ArrayRef<ElementRead> reads) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  Computation rest = getComputation(op, yielded, values);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  OpOperand *init = op.getDpsInitOperand(0);
  SmallVector<Value> read;
  for (BlockArgument argument : rest.arguments) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (operand == init)
      continue;
    read.push_back(argument);
    inputs.push_back(operand->get());
    maps.push_back(op.getMatchingIndexingMap(operand));
  }
  for (auto [value, tensor] : llvm::zip_equal(values, reads)) {
    read.push_back(value);
    inputs.push_back(tensor.value);
    maps.push_back(tensor.map);
  }
  read.push_back(op.getMatchingBlockArgument(init));
  maps.push_back(op.getMatchingIndexingMap(init));
  auto body = [&](OpBuilder &b, Location loc, ValueRange elements) {
    IRMapping mapping;
    mapping.map(read, elements);
    for (Operation *inner : rest.ops)
      b.clone(*inner, mapping);
    linalg::YieldOp::create(b, loc, mapping.lookup(yielded));
  };
  auto generic = linalg::GenericOp::create(
      builder, op.getLoc(), op->getResultTypes(), inputs,
      ValueRange(init->get()), maps, op.getIteratorTypesArray(), body);
  copyAttributes(op, generic);
  return cast<linalg::LinalgOp>(generic.getOperation());
}

/// What is multiplied before it is added to the result's element.
static Operation *getProduct(linalg::LinalgOp op) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  Operation *sum = yielded.getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return nullptr;
  Value c = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  unsigned other = sum->getOperand(0) == c ? 1 : 0;
  if (sum->getOperand(1 - other) != c)
    return nullptr;
  Operation *product = sum->getOperand(other).getDefiningOp();
  return isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product) ? product
                                                                : nullptr;
}

/// Whether a matrix is multiplied. Products of vectors with vectors, as a
/// variance is one, have no reuse that makes up for tensors of their factors.
static bool hasMatrix(linalg::LinalgOp op) {
  FailureOr<Contraction> found = matchContraction(op);
  return succeeded(found) && llvm::any_of(found->roles, [](LoopRole role) {
           return role == LoopRole::M || role == LoopRole::N;
         });
}

bool autotune::mayHaveFactors(linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || !generic.hasPureTensorSemantics() ||
      generic.getNumReductionLoops() == 0 || generic.getNumDpsInits() != 1 ||
      !hasPlainBody(op))
    return false;
  Operation *product = getProduct(op);
  return product && llvm::any_of(product->getOperands(), [&](Value operand) {
           return !isElement(op, operand);
         });
}

/// A scalar from around the operation that is subtracted from an element: a
/// zero point. Null for none.
static Value getCapturedZeroPoint(linalg::LinalgOp op, Value operand) {
  arith::SubIOp difference = getZeroPointDifference(op, operand);
  if (!difference)
    return nullptr;
  Value zeroPoint = difference.getRhs();
  return zeroPoint.getParentBlock() != op.getBlock() ? zeroPoint : Value();
}

FailureOr<linalg::LinalgOp>
autotune::separateFactors(linalg::LinalgOp contraction) {
  if (!mayHaveFactors(contraction))
    return failure();
  MLIRContext *context = contraction.getContext();
  OpOperand *init = contraction.getDpsInitOperand(0);
  OpBuilder builder(contraction);
  SmallVector<Value> values;
  SmallVector<ElementRead> reads;
  auto discard = [&] {
    eraseUnread(llvm::map_to_vector(
        reads, [](ElementRead &read) { return read.value; }));
    return failure();
  };
  for (Value operand : getProduct(contraction)->getOperands()) {
    Value value = dropExtensions(operand);
    if (isElement(contraction, operand) || llvm::is_contained(values, value))
      continue;
    if (Value zeroPoint = getCapturedZeroPoint(contraction, operand)) {
      values.push_back(zeroPoint);
      reads.push_back(
          {zeroPoint, AffineMap::get(contraction.getNumLoops(), 0, context)});
      continue;
    }
    Computation factor = getComputation(contraction, value);
    if (!value.getType().isIntOrFloat() || factor.loops.none() ||
        llvm::is_contained(factor.arguments,
                           contraction.getMatchingBlockArgument(init)) ||
        !isOfOperandSize(contraction, factor) ||
        !mayStandAlone(contraction, factor) ||
        readsWindows(contraction, factor))
      return discard();
    FailureOr<ElementRead> made = createFactor(builder, contraction, factor);
    if (failed(made))
      return discard();
    values.push_back(value);
    reads.push_back(*made);
  }
  shareFactor(reads);
  linalg::LinalgOp separated =
      createProduct(builder, contraction, values, reads);
  if (!hasMatrix(separated)) {
    separated->erase();
    return discard();
  }
  contraction->getResult(0).replaceAllUsesWith(separated->getResult(0));
  contraction->erase();
  return separated;
}
