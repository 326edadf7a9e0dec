//===- ReferenceKernel.cpp - One element a thread -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceKernel.h"
#include "ScalarOps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// Elements of a CTA, one a thread: neighbours of a row by those of a warp.
static constexpr std::array<int64_t, 3> kTile = {4, 64, 1};

Type autotune::getReferenceType(Type element) {
  SmallVector<int64_t> unknown(3, ShapedType::kDynamic);
  auto layout = StridedLayoutAttr::get(element.getContext(),
                                       ShapedType::kDynamic, unknown);
  return MemRefType::get(unknown, element, layout);
}

tile::KernelOp autotune::createReference(
    ImplicitLocOpBuilder &b, StringRef name, ArrayRef<Type> types,
    unsigned results, llvm::function_ref<void(Block &, ValueRange)> create) {
  Location loc = b.getLoc();
  auto kernel = tile::KernelOp::create(
      b, b.getStringAttr(name), TypeAttr::get(b.getFunctionType(types, {})),
      ArrayAttr(), ArrayAttr(), b.getDenseI64ArrayAttr({1, 1, 1}),
      b.getI64IntegerAttr(kTile[0] * kTile[1]), b.getI64IntegerAttr(1),
      /*group=*/IntegerAttr());
  Block *body = b.createBlock(&kernel.getBody(), {}, types,
                              SmallVector<Location>(types.size(), loc));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
  auto getSize = [&](int64_t dim) -> Value {
    return memref::DimOp::create(b, body->getArgument(results),
                                 constant(b, dim));
  };
  Value batch = getSize(0), rows = getSize(1), columns = getSize(2);
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  auto loop = tile::ForEachTileOp::create(
      b, rows, columns, /*depth=*/constant(b, 1), batch, kTile,
      tile::RasterOrder::AlongM, /*group=*/1, /*persistent=*/false,
      /*split=*/1, /*stream=*/false);
  SmallVector<Type> coordinates(loop.getNumCoordinates(), b.getIndexType());
  b.createBlock(&loop.getBody(), {}, coordinates,
                SmallVector<Location>(coordinates.size(), loc));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(&loop.getBody().front());
  Value row = add(b, loop.getM(), divide(b, thread, kTile[1]));
  Value column = add(b, loop.getN(), remainder(b, thread, kTile[1]));
  Value inside =
      arith::AndIOp::create(b, less(b, row, rows), less(b, column, columns));
  auto guarded = scf::IfOp::create(b, inside);
  b.setInsertionPointToStart(guarded.thenBlock());
  create(*body, {loop.getBatchIndex(), row, column});
  return kernel;
}
