//===- ElementwiseKernel.cpp - A thread for each element ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// Threads of a CTA along rows and columns: those of a warp have neighbours of
/// a row.
static constexpr int64_t kRows = 4, kThreads = 64;

Type autotune::getBatchType(Type element, bool isAdjacent, bool isBatch) {
  SmallVector<int64_t> sizes(isBatch ? 3 : 2, ShapedType::kDynamic),
      strides(sizes);
  if (isAdjacent)
    strides.back() = 1;
  auto layout = StridedLayoutAttr::get(element.getContext(),
                                       ShapedType::kDynamic, strides);
  return MemRefType::get(sizes, element, layout);
}

tile::KernelOp
autotune::createElementwiseKernel(ImplicitLocOpBuilder &b, StringRef name,
                                  ArrayRef<Type> types, unsigned results,
                                  int64_t width, ElementwiseBody createBody) {
  Location loc = b.getLoc();
  auto kernel = tile::KernelOp::create(
      b, b.getStringAttr(name), TypeAttr::get(b.getFunctionType(types, {})),
      ArrayAttr(), ArrayAttr(), b.getDenseI64ArrayAttr({1, 1, 1}),
      b.getI64IntegerAttr(kRows * kThreads), b.getI64IntegerAttr(1),
      /*group=*/IntegerAttr());
  Block *body = b.createBlock(&kernel.getBody(), {}, types,
                              SmallVector<Location>(types.size(), loc));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
  auto getSize = [&](int64_t dim) -> Value {
    return memref::DimOp::create(b, body->getArgument(results),
                                 constant(b, dim));
  };
  int64_t outer = cast<MemRefType>(types[results]).getRank() - 2;
  Value batch = outer ? getSize(0) : Value();
  Value rows = getSize(outer), columns = getSize(outer + 1);
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  auto loop = tile::ForEachTileOp::create(
      b, rows, columns, /*depth=*/constant(b, 1), batch,
      ArrayRef<int64_t>{kRows, kThreads * width, 1}, tile::RasterOrder::AlongM,
      /*group=*/1, /*persistent=*/false, /*split=*/1);
  SmallVector<Type> coordinates(loop.getNumCoordinates(), b.getIndexType());
  b.createBlock(&loop.getBody(), {}, coordinates,
                SmallVector<Location>(coordinates.size(), loc));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(&loop.getBody().front());
  Value row = add(b, loop.getM(), divide(b, thread, kThreads));
  Value column = remainder(b, thread, kThreads);
  if (width > 1)
    column = mul(b, column, width);
  column = add(b, loop.getN(), column);
  Value inside =
      arith::AndIOp::create(b, less(b, row, rows), less(b, column, columns));
  auto guarded = scf::IfOp::create(b, inside);
  b.setInsertionPointToStart(guarded.thenBlock());
  createBody(*body, {loop.getBatchIndex(), row, column});
  return kernel;
}
