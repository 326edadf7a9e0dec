//===- ElementwiseKernel.cpp - A thread for each element ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Kernels/TileScheduler.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// Threads of a CTA along rows and columns: those of a warp have neighbours of
/// a row.
static constexpr int64_t kRows = 4, kThreads = 64;

Type autotune::getBatchType(Type element, bool isAdjacent, bool isBatch) {
  return getOperandType(element, isBatch ? 3 : 2, isAdjacent);
}

tile::KernelOp
autotune::createElementwiseKernel(ImplicitLocOpBuilder &b, StringRef name,
                                  ArrayRef<Type> types, unsigned results,
                                  int64_t width, ElementwiseBody createBody) {
  LaunchShape shape;
  shape.threads = kRows * kThreads;
  tile::KernelOp kernel = createKernel(b, name, types, shape);
  Block *body = b.getInsertionBlock();
  auto getSize = [&](int64_t dim) -> Value {
    return memref::DimOp::create(b, body->getArgument(results),
                                 constant(b, dim));
  };
  int64_t outer = cast<MemRefType>(types[results]).getRank() - 2;
  Value batch = outer ? getSize(0) : Value();
  Value rows = getSize(outer), columns = getSize(outer + 1);
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  TileScheduler scheduler({kRows, kThreads * width, 1},
                          tile::RasterOrder::AlongM, /*group=*/1,
                          /*persistent=*/false);
  tile::ForEachTileOp loop =
      scheduler.create(b, rows, columns, /*depth=*/constant(b, 1), batch);
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
