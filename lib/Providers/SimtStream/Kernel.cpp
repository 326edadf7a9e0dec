//===- Kernel.cpp - The tile program of simt_stream -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few rows of A times B, as fast as B is read. Each thread loads vectors of
// 16 bytes of B to its registers, several before it multiplies the first. What
// threads that share columns have summed up is added by shuffles in a warp, and
// through shared memory by the CTA: both in an order that is always the same.
//
//===----------------------------------------------------------------------===//

#include "SimtStream/SimtStream.h"
#include "SimtStream/StreamMainloop.h"

#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Kernels/TileScheduler.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::autotune;

/// Adds the sums of the warp's threads that share columns: the two halves of
/// these to each other, then quarters, and so on, so that all have the same.
static void reduceWarp(ImplicitLocOpBuilder &b, const StreamLayout &layout,
                       int64_t lanes, MutableArrayRef<Value> sums) {
  auto reduce = [&](Value sum) {
    int64_t most = layout.alongK ? lanes : kWarpThreads;
    int64_t least = layout.alongK ? 1 : lanes;
    for (int64_t distance = most / 2; distance >= least; distance /= 2) {
      Value other = gpu::ShuffleOp::create(b, sum, distance, kWarpThreads,
                                           gpu::ShuffleMode::XOR)
                        .getShuffleResult();
      sum = arith::AddFOp::create(b, sum, other);
    }
    return sum;
  };
  for (Value &sum : sums) {
    auto type = dyn_cast<VectorType>(sum.getType());
    if (!type) {
      sum = reduce(sum);
      continue;
    }
    SmallVector<Value> elements;
    for (int64_t i = 0; i < layout.width; ++i)
      elements.push_back(reduce(vector::ExtractOp::create(b, sum, i)));
    sum = vector::FromElementsOp::create(b, type, elements);
  }
}

/// One of the threads with the same sums stores them to shared memory.
static void storePartials(ImplicitLocOpBuilder &b, const StreamLayout &layout,
                          const SimtStreamConfig &config,
                          const StreamMainloop &mainloop, Value shared,
                          ArrayRef<Value> sums) {
  auto guarded =
      scf::IfOp::create(b, mainloop.isFirst, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  for (int64_t j = 0; j < config.rows; ++j)
    for (int64_t i = 0; i < config.columns; ++i) {
      Value sum = sums[j * config.columns + i];
      for (int64_t element = 0; element < (layout.alongK ? 1 : layout.width);
           ++element) {
        Value one = sum;
        if (!layout.alongK)
          one = vector::ExtractOp::create(b, sum, element);
        memref::StoreOp::create(
            b, one, shared,
            ValueRange{mainloop.part, constant(b, j),
                       add(b, mainloop.tileColumn[i], constant(b, element))});
      }
    }
}

/// Neighbouring threads have neighbouring columns; the sums of warps that share
/// K are added in their order.
static void storeTile(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                      const StreamLayout &layout,
                      const SimtStreamConfig &config, tile::ForEachTileOp loop,
                      Value threadId, Value shared) {
  auto outputs = scf::ForOp::create(
      b, threadId, constant(b, config.rows * layout.tileColumns),
      constant(b, config.warps * kWarpThreads));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(outputs.getBody());
  Value index = outputs.getInductionVar();
  Value row = divide(b, index, layout.tileColumns);
  Value column = remainder(b, index, layout.tileColumns);
  Value sum;
  for (int64_t part = 0; part < config.splitK; ++part) {
    Value partial = memref::LoadOp::create(
        b, shared, ValueRange{constant(b, part), row, column});
    sum = sum ? arith::AddFOp::create(b, sum, partial).getResult() : partial;
  }
  storeSum(b, problem, sum, loop.getBatchIndex(), add(b, loop.getM(), row),
           add(b, loop.getN(), column));
}

static void buildBody(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                      const ProblemFact &fact, const SimtStreamConfig &config) {
  KernelOperands problem =
      KernelOperands::create(b, kernel, fact.getMatmul(), /*swap=*/false);
  StreamLayout layout(problem, config);
  Value shared = createShared(b, kernel, "_sums",
                              {config.splitK, config.rows, layout.tileColumns},
                              b.getF32Type());
  TileScheduler scheduler({config.rows, layout.tileColumns, layout.depth},
                          tile::RasterOrder::AlongM, /*group=*/8,
                          /*persistent=*/false);
  tile::ForEachTileOp loop = scheduler.create(b, problem);
  StreamMainloop mainloop(b, problem, config, layout, loop);
  SmallVector<Value> sums = mainloop.create();
  reduceWarp(b, layout, config.lanes, sums);
  storePartials(b, layout, config, mainloop, shared, sums);
  gpu::BarrierOp::create(b);
  storeTile(b, problem, layout, config, loop, mainloop.threadId, shared);
}

Operation *SimtStream::build(ImplicitLocOpBuilder &b, StringRef name,
                             const ProblemFact &fact,
                             const Config &config) const {
  auto params = SimtStreamConfig::fromConfig(config);
  LaunchShape shape;
  shape.threads = 32 * params.warps;
  shape.loadsVectors = true;
  tile::KernelOp kernel = createKernel(b, name, fact.getMatmul(), shape);
  buildBody(b, kernel, fact, params);
  return kernel;
}
