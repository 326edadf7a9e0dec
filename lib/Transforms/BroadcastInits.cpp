//===- BroadcastInits.cpp - What a product is added to --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bias is an element for each column, and front ends make a matrix of it:
// they broadcast it into the init of the matmul, or into a buffer that is
// added. As an epilogue it is read as it is, and the matrix is nobody's.
//
//===----------------------------------------------------------------------===//

#include "BroadcastInits.h"

#include "ContractionViews.h"
#include "MatmulParts.h"
#include "TensorReads.h"

#include "mlir-autotune/Analysis/BufferWriter.h"
#include "mlir-autotune/Analysis/MatmulOps.h"
#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether a read, in as many loops as its map has, is of the same element at
/// several of their indices.
static bool isRepeated(const ElementRead &read, ShapedType loops) {
  for (auto [dim, size] : llvm::enumerate(loops.getShape()))
    if (size != 1 && !read.map.isFunctionOfDim(dim))
      return true;
  return false;
}

/// Whether a tensor is elements of a smaller one, or a scalar, many times over,
/// perhaps converted.
static bool isBroadcast(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Attribute constant;
  if (matchPattern(tensor, m_Constant(&constant)))
    return isa<SplatElementsAttr>(constant);
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return false;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return fill.getInputs()[0].getType() == type.getElementType();
  if (isa<tensor::SplatOp>(op))
    return true;
  auto identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext());
  ElementRead source = findSource({tensor, identity});
  if (isRepeated(source, type))
    return true;
  Operation *conversion = source.value.getDefiningOp();
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(conversion);
  if (source.value != tensor || !conversion ||
      !isElementwiseOnTensors(conversion) ||
      (linalgOp ? !llvm::all_of(linalgOp.getBlock()->without_terminator(),
                                llvm::IsaPred<CastOpInterface>)
                : !isa<CastOpInterface>(conversion)))
    return false;
  return llvm::all_of(getReads(conversion), [&](const ElementRead &read) {
    return isa<RankedTensorType>(read.value.getType()) &&
           (isRepeated(read, type) ||
            (read.map.isIdentity() && isBroadcast(read.value)));
  });
}

/// What sums are to be in so that the bias is added before they are rounded;
/// null where there is no such type.
static Type getSumType(linalg::LinalgOp op, const Contraction &contraction) {
  Type element = contraction.types[2].getElementType();
  if (!element.isBF16() && !element.isF16())
    return element.isF32() || element.isF64() || element.isInteger() ? element
                                                                     : Type();
  auto isNarrow = [](ShapedType type) {
    return isa<FloatType>(type.getElementType()) &&
           type.getElementTypeBitWidth() <= 16;
  };
  return isMatmul(op) && isNarrow(contraction.types[0]) &&
                 isNarrow(contraction.types[1])
             ? Type(Float32Type::get(op.getContext()))
             : Type();
}

/// Whether the sums' length is known and more than none: of others no kernel
/// has an epilogue.
static bool hasKnownDepth(const Contraction &contraction) {
  for (auto [loop, size] :
       llvm::zip(contraction.loops[0], contraction.types[0].getShape()))
    if (loop != Contraction::kUnitDim &&
        contraction.roles[loop] == LoopRole::K &&
        (ShapedType::isDynamic(size) || size == 0))
      return false;
  return true;
}

/// The sum of two elements, rounded to the type of the second, which is
/// `element`.
static Value createSum(OpBuilder &b, Location loc, Value product, Value bias) {
  Type element = bias.getType(), wide = product.getType();
  if (!isa<FloatType>(element))
    return arith::AddIOp::create(b, loc, product, bias);
  if (element != wide)
    bias = arith::ExtFOp::create(b, loc, wide, bias);
  Value sum = arith::AddFOp::create(b, loc, product, bias);
  return element == wide
             ? sum
             : arith::TruncFOp::create(b, loc, element, sum).getResult();
}

static MatmulForm getForm(Operation *matmul) {
  if (isa<linalg::BatchMatmulOp>(matmul))
    return MatmulForm::Batched;
  return isa<linalg::BatchReduceMatmulOp>(matmul) ? MatmulForm::Reduced
                                                  : MatmulForm::Plain;
}

static bool splitTensor(linalg::LinalgOp op, const Contraction &contraction,
                        Type sum) {
  Value init = op.getDpsInits()[0];
  if (!isBroadcast(init))
    return false;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, init);
  Value zeros = createZeros(builder, loc, init, sizes, sum);
  auto type = cast<RankedTensorType>(init.getType());
  if (zeros.getType() != type.clone(sum))
    zeros = tensor::CastOp::create(builder, loc, type.clone(sum), zeros);
  linalg::LinalgOp product = op;
  if (sum == type.getElementType()) {
    op.setDpsInitOperand(0, zeros);
    builder.setInsertionPointAfter(op);
  } else {
    SmallVector<Value> operands(op.getDpsInputs());
    operands.push_back(zeros);
    product = createMatmul(builder, loc, operands, op.getIndexingMapsArray(),
                           getCast(op), getForm(op));
    copyAttributes(op, product);
  }
  SmallVector<AffineMap> maps(3,
                              builder.getMultiDimIdentityMap(type.getRank()));
  Value empty =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  if (empty.getType() != type)
    empty = tensor::CastOp::create(builder, loc, type, empty);
  auto added = createElementwise(
      builder, loc, {product->getResult(0), init}, empty, maps,
      [](OpBuilder &b, Location loc, ValueRange elements) {
        linalg::YieldOp::create(b, loc,
                                createSum(b, loc, elements[0], elements[1]));
      });
  op->getResult(0).replaceAllUsesExcept(added.getResult(0), added);
  if (product != op)
    op->erase();
  return true;
}

/// Whether an operation between a buffer's writer and a reader may touch it.
static bool mayTouch(Operation *op, Value buffer) {
  if (isMemoryEffectFree(op) || isa<memref::AllocOp, memref::AllocaOp>(op))
    return false;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return !linalgOp || !linalgOp.hasPureBufferSemantics() ||
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isa<MemRefType>(operand.getType()) &&
                  !shareNoMemory(operand, buffer);
         });
}

static bool splitBuffer(linalg::LinalgOp op, Type sum) {
  Value init = op.getDpsInits()[0];
  auto type = cast<MemRefType>(init.getType());
  linalg::LinalgOp writer = findBufferWriter(init, op);
  if (!writer || sum != type.getElementType())
    return false;
  auto identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), type.getContext());
  ElementRead bias;
  if (auto fill = dyn_cast<linalg::FillOp>(writer.getOperation())) {
    bias = {fill.getInputs()[0],
            AffineMap::get(type.getRank(), 0, type.getContext())};
    if (bias.value.getType() != sum)
      return false;
  } else if (movesElements(writer)) {
    bias = getRead(writer, identity);
    if (!bias.value || !isRepeated(bias, type) ||
        !shareNoMemory(bias.value, init))
      return false;
  } else {
    return false;
  }
  for (Operation *between = writer->getNextNode();
       between && between != op.getOperation();
       between = between->getNextNode())
    if (mayTouch(between, init))
      return false;
  OpBuilder builder(writer);
  Location loc = op.getLoc();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(sum));
  linalg::FillOp::create(builder, loc, zero, init);
  builder.setInsertionPointAfter(op);
  createElementwise(builder, loc, bias.value, init, {bias.map, identity},
                    [](OpBuilder &b, Location loc, ValueRange elements) {
                      linalg::YieldOp::create(
                          b, loc, createSum(b, loc, elements[1], elements[0]));
                    });
  writer->erase();
  return true;
}

bool autotune::splitInit(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || getMatmulInit(op).kind == InitKind::Zero)
    return false;
  FailureOr<Contraction> contraction = matchContraction(op);
  if (failed(contraction) || !hasKnownDepth(*contraction))
    return false;
  Type sum = getSumType(op, *contraction);
  if (!sum)
    return false;
  return op.hasPureTensorSemantics() ? splitTensor(op, *contraction, sum)
                                     : splitBuffer(op, sum);
}

bool autotune::foldBroadcastBuffers(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || !hasPlainBody(op) ||
      op.hasIndexSemantics() || movesElements(op) ||
      isa<linalg::FillOp>(op.getOperation()))
    return false;
  SmallVector<ElementRead> reads = getReads(op);
  if (reads.size() == op->getNumOperands())
    reads.pop_back();
  SmallVector<std::pair<Value, Operation *>> unread;
  for (ElementRead &read : reads) {
    auto type = dyn_cast<MemRefType>(read.value.getType());
    if (!type || read.value == op.getDpsInits()[0])
      continue;
    linalg::LinalgOp writer = findBufferWriter(read.value, op);
    if (!writer || !movesElements(writer) ||
        !isUnreadAllocation(read.value, writer, op))
      continue;
    ElementRead source = getRead(writer, read.map);
    if (!source.value || countLoops(source.map) >= countLoops(read.map))
      continue;
    // The buffer kept what the output's writes would change.
    if (isa<MemRefType>(source.value.getType()) &&
        !shareNoMemory(source.value, op.getDpsInits()[0]))
      continue;
    unread.push_back({read.value, writer});
    read = source;
  }
  if (unread.empty())
    return false;
  OpBuilder builder(op);
  createGeneric(builder, op, reads);
  op->erase();
  for (auto [buffer, writer] : unread)
    eraseUnread(buffer, writer);
  return true;
}
