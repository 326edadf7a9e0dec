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

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

Value tile::getWholeBuffer(Value memref) {
  auto view = memref.getDefiningOp<memref::SubViewOp>();
  return view && view.getSourceType().getLayout().isIdentity()
             ? view.getSource()
             : memref;
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
  int64_t rank = type.getRank();
  SmallVector<int64_t> shape(type.getShape());
  shape.back() /= 2;
  auto bytes =
      MemRefType::get(shape, b.getI8Type(), AffineMap(), type.getMemorySpace());
  Type i64 = b.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto array = LLVM::LLVMArrayType::get(i64, rank);
  auto structType = LLVM::LLVMStructType::getLiteral(
      b.getContext(), {pointer, pointer, i64, array, array});
  auto toI64 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(b, i64, index);
  };
  Value start = LLVM::IntToPtrOp::create(
      b, pointer,
      toI64(memref::ExtractAlignedPointerAsIndexOp::create(b, memref)));
  Value descriptor = LLVM::UndefOp::create(b, structType);
  auto insert = [&](Value value, ArrayRef<int64_t> place) {
    descriptor = LLVM::InsertValueOp::create(b, descriptor, value, place);
  };
  insert(start, {0});
  insert(start, {1});
  insert(LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(0)), {2});
  Value stride = LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(1));
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    Value size = bytes.isDynamicDim(dim)
                     ? toI64(memref::DimOp::create(b, memref, dim))
                     : LLVM::ConstantOp::create(
                           b, i64, b.getI64IntegerAttr(bytes.getDimSize(dim)))
                           .getResult();
    insert(size, {3, dim});
    insert(stride, {4, dim});
    stride = arith::MulIOp::create(b, stride, size);
  }
  return UnrealizedConversionCastOp::create(b, TypeRange(bytes), descriptor)
      .getResult(0);
}
