//===- Kernel.cpp - The tile program of simt ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain CUDA cores: a tile of A and one of B in shared memory, each thread with
// a small block of C in registers. It asks nothing of types, strides or
// alignment but that LLVM can multiply the elements, so that every matmul has a
// kernel.
//
//===----------------------------------------------------------------------===//

#include "Simt/Simt.h"

#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/KernelOperands.h"
#include "mlir-autotune/Kernels/Prologue.h"
#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Kernels/Scales.h"
#include "mlir-autotune/Kernels/TileScheduler.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether the problem's prologue is of that operand. Nothing is swapped here.
static bool isOfPrologue(const KernelOperands &problem,
                         const ProductOperand &operand) {
  const ProductOperand &converted =
      problem.fact.convertsB() ? problem.right : problem.left;
  return !problem.fact.prologue.isNone() && operand.memref == converted.memref;
}

/// What an element is in shared memory: of 8-bit floats an f32, into which each
/// is converted once, and what a prologue makes of it.
static Type getStagedType(const KernelOperands &problem,
                          const ProductOperand &operand) {
  Type element = operand.element;
  auto type = dyn_cast<FloatType>(element);
  if (isOfPrologue(problem, operand))
    return getElementType(problem.fact.getMultiplied(), element.getContext());
  return type && type.getWidth() == 8 ? Float32Type::get(element.getContext())
                                      : element;
}

namespace {

class SimtMainloop {
public:
  SimtMainloop(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
               const KernelOperands &problem, const SimtConfig &config,
               Type accumulator)
      : problem(problem), config(config), accumulator(accumulator),
        threads(config.tile[0] / config.thread[0] * config.tile[1] /
                config.thread[1]) {
    auto [rows, columns, depth] = config.tile;
    tileA = createShared(b, kernel, "_a", {depth, rows},
                         getStagedType(problem, problem.left));
    tileB = createShared(b, kernel, "_b", {depth, columns},
                         getStagedType(problem, problem.right));
    threadId = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
    Value across = constant(b, columns / config.thread[1]);
    threadRow =
        mul(b, arith::DivUIOp::create(b, threadId, across), config.thread[0]);
    threadColumn =
        mul(b, arith::RemUIOp::create(b, threadId, across), config.thread[1]);
  }

  /// The thread's block of the product, row by row.
  SmallVector<Value> create(ImplicitLocOpBuilder &b,
                            tile::ForEachTileOp loop) const {
    int64_t count = config.thread[0] * config.thread[1];
    SmallVector<Value> sums(count,
                            createEmptySum(b, problem.fact.init, accumulator));
    auto kLoop = scf::ForOp::create(b, loop.getKBegin(), loop.getKEnd(),
                                    constant(b, config.tile[2]), sums);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(kLoop.getBody());
    auto [output, k] =
        problem.locate(b, loop.getBatchIndex(), kLoop.getInductionVar());
    loadTile(b, problem.left, problem.leftScales, tileA, config.tile[0], output,
             loop.getM(), problem.rows, k);
    loadTile(b, problem.right, problem.rightScales, tileB, config.tile[1],
             output, loop.getN(), problem.columns, k);
    gpu::BarrierOp::create(b);
    SmallVector<Value> next = multiply(b, kLoop.getRegionIterArgs());
    gpu::BarrierOp::create(b);
    scf::YieldOp::create(b, next);
    return SmallVector<Value>(kLoop.getResults());
  }

  Value threadRow, threadColumn;

private:
  /// What stands for elements outside of a matrix. Products of those of A and
  /// of B change no sum: -0.0 times 0.0 is -0.0.
  Value createPadding(ImplicitLocOpBuilder &b, const ProductOperand &operand,
                      Type staged) const {
    if (&operand == &problem.left)
      return createNeutral(b, staged);
    return arith::ConstantOp::create(b, b.getZeroAttr(staged));
  }

  /// All threads copy a tile into shared memory, neighbours in memory by
  /// neighbouring threads; zeros outside the matrix.
  void loadTile(ImplicitLocOpBuilder &b, const ProductOperand &operand,
                const std::optional<OperandScales> &scales, Value shared,
                int64_t extent, Value output, Value first, Value limit,
                Value k) const {
    int64_t depth = config.tile[2];
    auto copy = scf::ForOp::create(b, threadId, constant(b, extent * depth),
                                   constant(b, threads));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(copy.getBody());
    Value inner = constant(b, operand.kMajor ? depth : extent);
    Value slow = arith::DivUIOp::create(b, copy.getInductionVar(), inner);
    Value fast = arith::RemUIOp::create(b, copy.getInductionVar(), inner);
    Value inTile = operand.kMajor ? slow : fast;
    Value inDepth = operand.kMajor ? fast : slow;
    Value at = add(b, first, inTile), atK = add(b, k, inDepth);
    Value depthLimit = problem.partDepth ? problem.partDepth : problem.depth;
    Value inside =
        arith::AndIOp::create(b, less(b, at, limit), less(b, atK, depthLimit));
    Type staged = getStagedType(problem, operand);
    auto guarded = scf::IfOp::create(b, TypeRange(staged), inside,
                                     /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard branch(b);
      b.setInsertionPointToStart(guarded.thenBlock());
      Value loaded = memref::LoadOp::create(
          b, operand.memref, operand.getIndices(b, output, at, atK));
      if (isOfPrologue(problem, operand))
        loaded = applyPrologueToElement(b, problem, loaded, at, atK);
      loaded = convert(b, loaded, staged);
      scf::YieldOp::create(b, scaleElement(b, scales, loaded, at, atK));
      b.setInsertionPointToStart(guarded.elseBlock());
      scf::YieldOp::create(b, createPadding(b, operand, staged));
    }
    memref::StoreOp::create(b, guarded.getResult(0), shared,
                            ValueRange{inDepth, inTile});
  }

  SmallVector<Value> multiply(ImplicitLocOpBuilder &b, ValueRange sums) const {
    auto loop = scf::ForOp::create(
        b, constant(b, 0), constant(b, config.tile[2]), constant(b, 1), sums);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    auto loadBlock = [&](Value shared, Value first, int64_t count) {
      SmallVector<Value> values;
      for (int64_t i = 0; i < count; ++i) {
        Value loaded = memref::LoadOp::create(
            b, shared,
            ValueRange{loop.getInductionVar(), add(b, first, constant(b, i))});
        values.push_back(
            convert(b, loaded, accumulator, problem.fact.zeroExtend));
      }
      return values;
    };
    SmallVector<Value> a = loadBlock(tileA, threadRow, config.thread[0]);
    SmallVector<Value> bs = loadBlock(tileB, threadColumn, config.thread[1]);
    SmallVector<Value> next;
    for (auto [index, sum] : llvm::enumerate(loop.getRegionIterArgs())) {
      Value x = a[index / config.thread[1]], y = bs[index % config.thread[1]];
      next.push_back(multiplyAdd(b, x, y, sum));
    }
    scf::YieldOp::create(b, next);
    return SmallVector<Value>(loop.getResults());
  }

  const KernelOperands &problem;
  const SimtConfig &config;
  Type accumulator;
  int64_t threads;
  Value tileA, tileB, threadId;
};

} // namespace

/// Stores the thread's block, element by element, where it is inside C.
static void storeBlock(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                       const SimtConfig &config, tile::ForEachTileOp loop,
                       const SimtMainloop &mainloop, ArrayRef<Value> sums) {
  for (auto [index, sum] : llvm::enumerate(sums)) {
    Value row = add(b, add(b, loop.getM(), mainloop.threadRow),
                    constant(b, index / config.thread[1]));
    Value column = add(b, add(b, loop.getN(), mainloop.threadColumn),
                       constant(b, index % config.thread[1]));
    storeSum(b, problem, sum, loop.getBatchIndex(), row, column);
  }
}

static void buildBody(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                      const ProblemFact &fact, const SimtConfig &config) {
  const auto &matmul = fact.getMatmul();
  KernelOperands problem =
      KernelOperands::create(b, kernel, matmul, /*swap=*/false,
                             /*pack=*/false, config.tile[2]);
  TileScheduler scheduler(config.tile, tile::RasterOrder::AlongM, /*group=*/8,
                          /*persistent=*/false);
  SimtMainloop mainloop(b, kernel, problem, config,
                        getElementType(matmul.getSumElement(), b.getContext()));
  tile::ForEachTileOp loop = scheduler.create(b, problem);
  SmallVector<Value> sums = mainloop.create(b, loop);
  storeBlock(b, problem, config, loop, mainloop, sums);
}

Operation *Simt::build(ImplicitLocOpBuilder &b, StringRef name,
                       const ProblemFact &fact, const Config &config) const {
  auto params = SimtConfig::fromConfig(config);
  LaunchShape shape;
  shape.threads =
      params.tile[0] / params.thread[0] * params.tile[1] / params.thread[1];
  tile::KernelOp kernel = createKernel(b, name, fact.getMatmul(), shape);
  buildBody(b, kernel, fact, params);
  return kernel;
}
