//===- SumsOfProducts.cpp - Products summed elsewhere ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends that have no operation for a product with a vector, or for an
// einsum, multiply tensors that are broadcast to one shape, and sum over some
// of its dimensions. Together that is a contraction: an operation with both
// bodies in one, which reads the factors where they come from. The scalars that
// it computes are the same, so that the matcher of contractions judges what was
// rounded in between.
//
//===----------------------------------------------------------------------===//

#include "SumsOfProducts.h"

#include "ContractionViews.h"
#include "FactorParts.h"
#include "TensorReads.h"

#include "mlir-autotune/Analysis/BufferWriter.h"
#include "mlir-autotune/Analysis/Contraction.h"
#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

/// What an element-wise operation on tensors or memrefs yields; null for
/// others.
static Operation *getYielded(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp->getNumRegions() != 1 ||
      linalgOp.getNumDpsInits() != 1 || linalgOp.getNumDpsInputs() < 1 ||
      linalgOp.getNumParallelLoops() != linalgOp.getNumLoops() ||
      !hasPlainBody(linalgOp) || linalgOp.hasIndexSemantics() ||
      !linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0))
           .isPermutation())
    return nullptr;
  return linalgOp.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
}

/// Whether an operation multiplies elements of two tensors or memrefs.
static bool isMultiplication(Operation *op) {
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    return isElementwiseOnTensors(op);
  return isa_and_nonnull<arith::MulFOp, arith::MulIOp>(getYielded(op));
}

/// The multiplication whose result an operation yields once it has rounded or
/// wrapped it, in its own body; null for none.
static Operation *getRoundedProduct(Operation *op) {
  Operation *value = getYielded(op);
  while (isa_and_nonnull<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp,
                         arith::ExtUIOp, arith::TruncIOp>(value))
    value = value->getOperand(0).getDefiningOp();
  return isa_and_nonnull<arith::MulFOp, arith::MulIOp>(value) ? value : nullptr;
}

/// Whether an operation sums elements of its one input.
static bool isSum(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() != 1 ||
      op.getNumDpsInits() != 1 || !hasPlainBody(op) || op.hasIndexSemantics() ||
      !isa<RankedTensorType, MemRefType>(op.getDpsInputs()[0].getType()) ||
      !op.getMatchingIndexingMap(op.getDpsInputOperand(0))
           .isProjectedPermutation())
    return false;
  Block &body = *op.getBlock();
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  return isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum) &&
         llvm::is_contained(sum->getOperands(), body.getArguments().back());
}

/// What has written `read`, where an operation reads it.
static Operation *getWriter(ElementRead read, Operation *reader) {
  return isa<MemRefType>(read.value.getType())
             ? findBufferWriter(read.value, reader)
             : read.value.getDefiningOp();
}

/// Follows what moves elements between the product and its sum.
static ElementRead followMoves(ElementRead read, Operation *reader) {
  return isa<MemRefType>(read.value.getType()) ? read : findSource(read);
}

/// What a multiplication reads, in the loops of what reads its result by `map`.
static SmallVector<ElementRead> getFactors(Operation *product, AffineMap map) {
  auto op = dyn_cast<linalg::LinalgOp>(product);
  if (op)
    map = inversePermutation(op.getMatchingIndexingMap(op.getDpsInitOperand(0)))
              .compose(map);
  SmallVector<ElementRead> factors = getReads(product);
  for (ElementRead &read : factors)
    read = {read.value, read.map.compose(map)};
  return factors;
}

/// Whether there are two tensors or more, and, of two, one has a loop that the
/// other lacks, or they are different tensors: of the squares of a tensor's
/// elements there is no matrix.
static bool areFactors(ArrayRef<ElementRead> reads) {
  SmallVector<ElementRead> tensors;
  for (const ElementRead &read : reads)
    if (isa<ShapedType>(read.value.getType()) && read.map.getNumResults() > 0)
      tensors.push_back(read);
  return tensors.size() > 2 ||
         (tensors.size() == 2 && (tensors[0].value != tensors[1].value ||
                                  tensors[0].map != tensors[1].map));
}

static std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static std::string explainRounding(Type from, Type to) {
  return "its products are " +
         std::string(isa<FloatType>(from) ? "rounded" : "wrapped") + " to " +
         describe(from) + " before they are summed in " + describe(to) +
         "; multiplied in " + describe(to) + ", they could be a matmul's";
}

/// The narrowest type that a body's value has on its way from a product.
static Type getRoundedType(Operation *product, Value yielded) {
  Type narrowest = product->getResult(0).getType();
  for (Operation *op = yielded.getDefiningOp(); op != product;
       op = op->getOperand(0).getDefiningOp())
    if (Type type = op->getResult(0).getType();
        type.getIntOrFloatBitWidth() < narrowest.getIntOrFloatBitWidth())
      narrowest = type;
  return narrowest;
}

/// Says that a conversion between a product and its sum rounds, or wraps.
static void explainConversion(ElementRead read, linalg::LinalgOp sum,
                              std::string &whyNot) {
  Operation *cast = getWriter(read, sum);
  Type summed = getElementTypeOrSelf(sum.getDpsInits()[0]);
  if (!summed.isIntOrFloat())
    return;
  if (Operation *rounded = getRoundedProduct(cast)) {
    if (areFactors(getFactors(cast, read.map)))
      whyNot = explainRounding(
          getRoundedType(
              rounded,
              cast->getRegion(0).front().getTerminator()->getOperand(0)),
          summed);
    return;
  }
  if (!cast || isMultiplication(cast) || !isElementwiseOnTensors(cast))
    return;
  SmallVector<ElementRead> reads = getReads(cast);
  Operation *product =
      reads.size() == 1 ? getWriter(findSource(reads[0]), cast) : nullptr;
  if (!product || !isMultiplication(product) ||
      !areFactors(getFactors(product, reads[0].map)))
    return;
  whyNot = explainRounding(getElementTypeOrSelf(reads[0].value), summed);
}

FailureOr<linalg::LinalgOp>
autotune::foldProduct(linalg::LinalgOp sum, std::string &whyNot,
                      llvm::function_ref<bool(Operation *)> mayErase) {
  if (!isSum(sum))
    return failure();
  OpOperand *input = sum.getDpsInputOperand(0);
  ElementRead summed =
      followMoves({input->get(), sum.getMatchingIndexingMap(input)}, sum);
  Operation *product = getWriter(summed, sum);
  if (!product || !isMultiplication(product)) {
    explainConversion(summed, sum, whyNot);
    return failure();
  }
  SmallVector<ElementRead> factors = getFactors(product, summed.map);
  for (ElementRead &read : factors)
    read = findSource(read);
  if (!areFactors(factors))
    return failure();
  bool isBuffer = isa<MemRefType>(summed.value.getType());
  // What the buffer kept would be read while the sums are written.
  Value sums = sum.getDpsInits()[0];
  if (isBuffer && llvm::any_of(factors, [&](const ElementRead &factor) {
        return isa<MemRefType>(factor.value.getType()) &&
               !shareNoMemory(factor.value, sums);
      }))
    return failure();
  OpBuilder builder(sum);
  auto contraction = cast<linalg::LinalgOp>(
      createGeneric(builder, sum, factors, product).getOperation());
  FailureOr<Contraction> found = matchContraction(contraction, &whyNot);
  if (failed(found)) {
    FailureOr<linalg::LinalgOp> separated = separateFactors(contraction);
    if (succeeded(separated)) {
      contraction = *separated;
      whyNot.clear();
      found = matchContraction(contraction);
    }
  }
  // Of a product that others read, each element is computed once more.
  bool isShared = isBuffer ? !isUnreadAllocation(summed.value, product, sum)
                           : !summed.value.hasOneUse();
  if (succeeded(found) && isShared) {
    auto hasRole = [&](LoopRole role) {
      return llvm::is_contained(found->roles, role);
    };
    if (!hasRole(LoopRole::M) || !hasRole(LoopRole::N))
      whyNot =
          "other operations read its products, so they are in memory anyway";
  }
  if (failed(found) || !whyNot.empty()) {
    // With the factors that were made for it; those of `product` are in use.
    SmallVector<Value> inputs(contraction.getDpsInputs());
    contraction->erase();
    eraseIfDead(inputs, mayErase);
    return failure();
  }
  if (isBuffer) {
    sum->erase();
    eraseUnread(summed.value, product);
    return contraction;
  }
  SmallVector<Value> unused = {input->get()};
  sum->getResult(0).replaceAllUsesWith(contraction->getResult(0));
  sum->erase();
  eraseIfDead(unused, mayErase);
  return contraction;
}

FailureOr<linalg::LinalgOp>
autotune::foldBroadcasts(linalg::LinalgOp contraction,
                         llvm::function_ref<bool(Operation *)> mayErase) {
  if (!contraction.hasPureTensorSemantics() ||
      contraction.getNumDpsInits() != 1 || !hasPlainBody(contraction))
    return failure();
  SmallVector<ElementRead> reads = getReads(contraction);
  if (reads.size() != contraction->getNumOperands())
    return failure();
  SmallVector<ElementRead> inputs;
  SmallVector<Value> unused;
  for (const ElementRead &read : ArrayRef(reads).drop_back()) {
    ElementRead source = read;
    if (isa<RankedTensorType>(read.value.getType()))
      source = findSource(read);
    // What is transposed stays so: views know how to show it.
    bool isRepeated = countLoops(source.map) < countLoops(read.map);
    if (isRepeated)
      unused.push_back(read.value);
    inputs.push_back(isRepeated ? source : read);
  }
  if (unused.empty())
    return failure();
  OpBuilder builder(contraction);
  auto once = cast<linalg::LinalgOp>(
      createGeneric(builder, contraction, inputs).getOperation());
  if (failed(matchContraction(once))) {
    once->erase();
    return failure();
  }
  contraction->getResult(0).replaceAllUsesWith(once->getResult(0));
  contraction->erase();
  eraseIfDead(unused, mayErase);
  return once;
}
