//===- LaunchStaging.cpp - Copies of host buffers -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lies between the rows of an operand goes there and back with it. Of two
// outputs that lie between each other's rows the one would come back as it was,
// so they must be parts that are seen to be of one buffer, which is copied
// once.
//
//===----------------------------------------------------------------------===//

#include "LaunchStaging.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

void tile::setAddress(ImplicitLocOpBuilder &b, Matrix &matrix, Value address) {
  matrix.address = arith::IndexCastOp::create(b, b.getI64Type(), address);
  matrix.pointer = LLVM::IntToPtrOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), matrix.address);
}

static bool isWholeBuffer(Value memref) {
  return hasWholeBytes(cast<MemRefType>(memref.getType()));
}

LogicalResult Staging::checkWritten(Value memref) {
  if (numInits == 1 || isWholeBuffer(getWholeBuffer(memref)))
    return success();
  return op->emitOpError("copies host buffers to the device (buffers=host): "
                         "each of several outputs must be a whole buffer or a "
                         "subview of one, not of type ")
         << memref.getType();
}

/// One for all operands in a buffer that are read.
Staging::Copy &Staging::create(Value memref, bool isRead,
                               const Matrix &matrix) {
  Value whole = getWholeBuffer(memref);
  Copy &copy = copies[{whole, isRead}];
  if (copy.host)
    return copy;
  if (isWholeBuffer(whole)) {
    copy.host = createByteBuffer(b, whole);
    return copy;
  }
  std::tie(copy.host, copy.ahead) = createSpan(b, memref, matrix);
  return copy;
}

void Staging::allocate(Value &token, Copy &copy, const Matrix *matrix) {
  auto type = cast<MemRefType>(copy.host.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(
          matrix ? matrix->sizes[getParamDim(dim, type.getRank())]
                 : memref::DimOp::create(b, copy.host, dim).getResult());
  auto alloc = gpu::AllocOp::create(b, type, token.getType(), ValueRange{token},
                                    sizes, /*symbolOperands=*/ValueRange());
  copy.device = alloc.getMemref();
  token = gpu::MemcpyOp::create(b, token.getType(),
                                ValueRange{alloc.getAsyncToken()}, copy.device,
                                copy.host)
              .getAsyncToken();
}

LogicalResult Staging::copyIn(Value &token, MutableArrayRef<Matrix> matrices) {
  size_t count = std::min<size_t>(matrices.size(), op->getNumOperands());
  for (auto [index, memref] :
       llvm::enumerate(op->getOperands().take_front(count))) {
    if (!isStaged(memref))
      continue;
    bool isRead = index < firstInit || index >= firstInit + numInits;
    if (!isRead && failed(checkWritten(memref)))
      return failure();
    Copy &copy = create(memref, isRead, matrices[index]);
    bool isWhole = getWholeBuffer(memref) == memref;
    if (!copy.device)
      allocate(token, copy,
               isWhole && !copy.ahead ? &matrices[index] : nullptr);
    Value address =
        copy.ahead ? arith::AddIOp::create(b, createAddress(b, copy.device),
                                           copy.ahead)
                         .getResult()
                   : createAddress(b, copy.device, isWhole ? Value() : memref);
    setAddress(b, matrices[index], address);
  }
  return success();
}

void Staging::copyOut(Value &token) {
  for (auto &[source, copy] : copies)
    if (!source.second)
      token = gpu::MemcpyOp::create(b, token.getType(), ValueRange{token},
                                    copy.host, copy.device)
                  .getAsyncToken();
  for (auto &[source, copy] : copies)
    token = gpu::DeallocOp::create(b, token.getType(), ValueRange{token},
                                   copy.device)
                .getAsyncToken();
}
