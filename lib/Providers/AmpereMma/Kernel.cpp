//===- Kernel.cpp - The tile program of ampere_mma ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpereMma/AmpereMma.h"
#include "AmpereMma/MultistageMainloop.h"

#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/Roles.h"
#include "mlir-autotune/Kernels/TileScheduler.h"
#include "mlir-autotune/Space/Quantities.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

static void buildBody(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                      const ProblemFact &fact, const AmpereMmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  KernelOperands problem =
      KernelOperands::create(b, kernel, matmul, /*swap=*/false,
                             /*pack=*/false, config.tile[2]);
  MultistageMainloop mainloop(b, problem, config);
  TileScheduler scheduler(config.tile, TileScheduler::getOrder(config.raster),
                          config.group, config.persistent);
  bool loads = config.load == MmaLoad::Tma;
  TargetInfo any;
  int64_t ofWorker = ampere_mma::workerRegisters(config, matmul, any);
  int64_t ofLoader = ampere_mma::loaderRegisters(config, matmul, any);
  bool moveRegisters =
      loads && ofWorker > ampere_mma::launchRegisters(config, matmul, any);
  auto registers = [&](int64_t count) {
    return moveRegisters ? std::optional<int64_t>(count) : std::nullopt;
  };
  OpBuilder::InsertionGuard outer(b);
  RoleShape worker = {config.warps[0] * config.warps[1]};
  worker.registers = registers(ofWorker);
  worker.grid = config.warps;
  createRole(b, "worker", worker);
  // Behind the workers: a grid is of the first warps.
  if (loads) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfter(b.getInsertionBlock()->getParentOp());
    RoleShape producer = {/*warps=*/4};
    producer.registers = registers(ofLoader);
    producer.elect = true;
    createRole(b, "producer", producer);
    mainloop.produce(b, scheduler.create(b, problem));
  }
  tile::ForEachTileOp loop = scheduler.create(b, problem);
  if (!loads)
    mainloop.fill(b, loop);

  Type element = getElementType(matmul.getSumElement(), b.getContext());
  auto type = tile::FragmentType::get(
      b.getContext(), {config.tile[0], config.tile[1]}, element);
  SmallVector<Value> indices =
      problem.getOutputIndices(loop.getBatchIndex(), loop.getM(), loop.getN());
  Value initial;
  if (matmul.init == InitKind::Accumulate) {
    initial =
        tile::ReadOp::create(b, type, problem.c, indices,
                             /*transposed=*/false, getOutputAlignment(matmul));
  } else {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
    initial = tile::SplatOp::create(b, type, zero);
  }
  Value sums = loads ? mainloop.consume(b, loop, initial)
                     : mainloop.create(b, loop, initial);
  sums = applyEpilogue(b, problem, sums, loop.getBatchIndex(), loop.getM(),
                       loop.getN());
  tile::StoreOp::create(b, sums, problem.c, indices, /*staging=*/Value(),
                        /*copied=*/false, /*transposed=*/false,
                        getOutputAlignment(matmul));
}

Operation *AmpereMma::build(ImplicitLocOpBuilder &b, StringRef name,
                            const ProblemFact &fact,
                            const Config &config) const {
  auto params = AmpereMmaConfig::fromConfig(config);
  LaunchShape shape;
  shape.ctasPerSM = params.ctasPerSm;
  tile::KernelOp kernel = createKernel(b, name, fact.getMatmul(), shape);
  buildBody(b, kernel, fact, params);
  return kernel;
}
