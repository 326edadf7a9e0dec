//===- MatmulParts.cpp - What rewritten matmuls are made of ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

template <typename MatmulOp>
static linalg::LinalgOp create(OpBuilder &builder, Location loc,
                               ValueRange operands, ArrayRef<AffineMap> maps,
                               linalg::TypeFn cast) {
  SmallVector<Type> results;
  if (isa<RankedTensorType>(operands[2].getType()))
    results.push_back(operands[2].getType());
  // The body is built from this attribute; the signed cast is the default.
  SmallVector<NamedAttribute> attrs;
  if (cast == linalg::TypeFn::cast_unsigned)
    attrs.push_back(builder.getNamedAttr(
        "cast", linalg::TypeFnAttr::get(builder.getContext(), cast)));
  auto matmul = MatmulOp::create(builder, loc, results, operands.take_front(2),
                                 operands.drop_front(2), attrs);
  matmul.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  return cast_or_null<linalg::LinalgOp>(matmul.getOperation());
}

linalg::LinalgOp autotune::createMatmul(OpBuilder &builder, Location loc,
                                        ValueRange operands,
                                        ArrayRef<AffineMap> maps,
                                        linalg::TypeFn cast, MatmulForm form) {
  switch (form) {
  case MatmulForm::Plain:
    return create<linalg::MatmulOp>(builder, loc, operands, maps, cast);
  case MatmulForm::Batched:
    return create<linalg::BatchMatmulOp>(builder, loc, operands, maps, cast);
  case MatmulForm::Reduced:
    return create<linalg::BatchReduceMatmulOp>(builder, loc, operands, maps,
                                               cast);
  }
  llvm_unreachable("every form is listed");
}

void autotune::copyAttributes(linalg::LinalgOp from, Operation *to,
                              ArrayRef<StringRef> except) {
  for (NamedAttribute attr : from->getDiscardableAttrs())
    if (attr.getName() !=
            linalg::LinalgDialect::kMemoizedIndexingMapsAttrName &&
        !llvm::is_contained(except, attr.getName().getValue()))
      to->setAttr(attr.getName(), attr.getValue());
}

Value autotune::createZeros(OpBuilder &builder, Location loc, Value like,
                            ArrayRef<OpFoldResult> sizes, Type element) {
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  if (isa<RankedTensorType>(like.getType())) {
    Value empty = tensor::EmptyOp::create(builder, loc, sizes, element);
    return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  }
  SmallVector<Value> dynamic;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  auto type =
      MemRefType::get(shape, element, AffineMap(),
                      cast<MemRefType>(like.getType()).getMemorySpace());
  Value buffer = memref::AllocOp::create(builder, loc, type, dynamic);
  linalg::FillOp::create(builder, loc, zero, buffer);
  return buffer;
}

Value autotune::createEmptyLike(OpBuilder &builder, Location loc, Value like,
                                RankedTensorType type) {
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, like),
      type.getElementType());
  return empty.getType() == type
             ? empty
             : tensor::CastOp::create(builder, loc, type, empty);
}

linalg::GenericOp autotune::createElementwise(
    OpBuilder &builder, Location loc, ValueRange inputs, Value init,
    ArrayRef<AffineMap> maps,
    function_ref<void(OpBuilder &, Location, ValueRange)> body) {
  SmallVector<Type> types;
  if (isa<RankedTensorType>(init.getType()))
    types.push_back(init.getType());
  SmallVector<utils::IteratorType> iterators(maps.back().getNumDims(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(builder, loc, types, inputs, init, maps,
                                   iterators, body);
}

AffineMap autotune::dropDepth(AffineMap map) {
  return AffineMap::get(map.getNumDims() - 1, 0, map.getResults(),
                        map.getContext());
}
