//===- ReferenceKernelTesting.h - Kernels that are no candidates -- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the runner launches beside candidates, in the simulator, with the
// arguments that it passes.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TEST_SIMULATION_REFERENCEKERNELTESTING_H
#define AUTOTUNE_TEST_SIMULATION_REFERENCEKERNELTESTING_H

#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Simulation/HostKernel.h"
#include "mlir-autotune/Simulator/Simulator.h"
#include "mlir-autotune/Transforms/Pipelines.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

#include <cstring>
#include <deque>

using namespace mlir;
using namespace mlir::autotune;
using Access = sim::GlobalMemory::Access;

struct ReferenceKernelTest : ::testing::Test {
  ReferenceKernelTest() {
    DialectRegistry registry;
    registerKernelCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  void compileKernel(
      llvm::function_ref<FailureOr<tile::KernelOp>(OpBuilder &, Location)>
          build) {
    Location loc = UnknownLoc::get(&context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
    OpBuilder builder(module->getBodyRegion());
    auto gpuModule = gpu::GPUModuleOp::create(builder, loc, "kernels");
    builder.setInsertionPointToStart(gpuModule.getBody());
    ASSERT_TRUE(succeeded(build(builder, loc)));
    PassManager pm(&context, ModuleOp::getOperationName());
    buildTilePipeline(pm);
    ASSERT_TRUE(succeeded(pm.run(*module)));
    kernel = cantFail(HostKernel::create(*module));
    EXPECT_EQ(kernel->getABI().threads, 4 * 64);
  }

  template <typename T> void add(T value) {
    std::memcpy(&values.emplace_back(), &value, sizeof(T));
    arguments.push_back(&values.back());
  }
  /// Adds a batch of matrices of one row, column or element for all, or none.
  template <typename T>
  void add(StringRef name, std::vector<T> &data, int32_t rows, int32_t columns,
           Access access, int32_t batch = 1) {
    ASSERT_EQ(data.size(), size_t(rows) * columns * batch);
    memory.add(name.str(), data.data(), int64_t(rows) * batch,
               int64_t(columns) * sizeof(T), int64_t(columns) * sizeof(T),
               sizeof(T), access);
    add(data.data());
    for (int32_t size : {rows, columns, batch})
      add(size);
    add(int64_t(rows > 1 ? columns : 0));
    add(int64_t(columns > 1));
    add(int64_t(batch > 1 ? rows * columns : 0));
  }
  void run(int64_t rows, int64_t columns, int64_t batch = 1,
           int64_t vector = 1) {
    sim::Launch launch;
    launch.name = kernel->getName();
    launch.kernel = kernel->getEntry();
    launch.block = {4 * 64, 1, 1};
    int64_t width = 64 * vector;
    launch.grid = {
        uint32_t((rows + 3) / 4 * ((columns + width - 1) / width) * batch), 1,
        1};
    launch.parameters = arguments.data();
    launch.numParameters = uint32_t(arguments.size());
    ASSERT_EQ(arguments.size(), kernel->getABI().params.size());
    sim::Report report = sim::run(launch, memory, {});
    for (const sim::Finding &finding : report.findings)
      ADD_FAILURE() << finding.str();
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::unique_ptr<HostKernel> kernel;
  sim::GlobalMemory memory;
  std::deque<uint64_t> values;
  std::vector<void *> arguments;
};

#endif // AUTOTUNE_TEST_SIMULATION_REFERENCEKERNELTESTING_H
