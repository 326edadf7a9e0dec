//===- ByteBuffers.cpp - Host buffers as launches copy them ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which are copied, and what of them: whole buffers, for a copy is one stretch
// of memory.
//
// Upstream's lowering of gpu.memcpy, and of allocations, takes each element of
// a memref for one or more whole bytes. A buffer of integers of 4 bits, two to
// a byte, is copied as what it is: bytes. No operation of upstream's says so of
// a memref of any element type; a descriptor that is put together does.
//
//===----------------------------------------------------------------------===//

#include "LaunchChecks.h"

#include "mlir-autotune/Analysis/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

Value tile::getWholeBuffer(Value memref) {
  Value source = memref;
  while (Operation *view = source.getDefiningOp()) {
    if (!isa<memref::SubViewOp, memref::TransposeOp, memref::ExpandShapeOp,
             memref::CollapseShapeOp>(view))
      break;
    source = view->getOperand(0);
  }
  bool isWhole = cast<MemRefType>(source.getType()).getLayout().isIdentity();
  return isWhole ? source : memref;
}

bool tile::isOnStack(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref.getDefiningOp<memref::AllocaOp>() != nullptr;
}

bool tile::hasWholeBytes(MemRefType type) {
  if (!type.getLayout().isIdentity() || type.getRank() == 0)
    return false;
  int64_t columns = type.getShape().back();
  return !type.getElementType().isSignlessInteger(4) ||
         (!ShapedType::isDynamic(columns) && columns % 2 == 0);
}

Value tile::createByteBuffer(ImplicitLocOpBuilder &b, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.getElementType().isSignlessInteger(4))
    return memref;
  SmallVector<int64_t> shape(type.getShape());
  shape.back() /= 2;
  auto bytes =
      MemRefType::get(shape, b.getI8Type(), AffineMap(), type.getMemorySpace());
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    Value value = bytes.isDynamicDim(dim)
                      ? memref::DimOp::create(b, memref, dim).getResult()
                      : arith::ConstantIndexOp::create(b, size).getResult();
    sizes.push_back(arith::IndexCastOp::create(b, b.getI64Type(), value));
  }
  return createBuffer(b, address, bytes, sizes);
}

std::pair<Value, Value> tile::createSpan(ImplicitLocOpBuilder &b, Value memref,
                                         const Matrix &matrix) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value zero = constant(0), ahead = zero;
  Value bytes = constant(matrix.type.getElementTypeBitWidth() / 8);
  Value length = bytes, least = constant(1);
  for (int64_t i = 0, rank = matrix.type.getRank(); i < rank; ++i) {
    int64_t dim = getParamDim(i, rank);
    Value last = arith::SubIOp::create(b, matrix.sizes[dim], constant(1));
    last = arith::MulIOp::create(b, last, matrix.strides[dim]);
    last = arith::MulIOp::create(b, last, bytes);
    Value back =
        arith::MaxSIOp::create(b, arith::SubIOp::create(b, zero, last), zero);
    ahead = arith::AddIOp::create(b, ahead, back);
    length =
        arith::AddIOp::create(b, length, arith::MaxSIOp::create(b, last, back));
    least = arith::MinUIOp::create(b, least, matrix.sizes[dim]);
  }
  // Of a group others may have elements.
  length = arith::MulIOp::create(b, length, least);
  ahead = arith::MulIOp::create(b, ahead, least);
  Value address = arith::SubIOp::create(b, createAddress(b, memref), ahead);
  auto type =
      MemRefType::get({ShapedType::kDynamic}, b.getI8Type(), AffineMap(),
                      cast<MemRefType>(memref.getType()).getMemorySpace());
  Value size = arith::IndexCastOp::create(b, b.getI64Type(), length);
  return {createBuffer(b, address, type, {size}), ahead};
}
