//===- WorkspaceTest.cpp - Kernels with memory of their own ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Simulation/Simulation.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;
using ::testing::HasSubstr;

/// C = A * B where M is 2, N is 3 and K is 1: each thread copies an element of
/// B, counts itself, and computes one element. `copy` has the copy's index.
static constexpr StringLiteral kKernel = R"(
gpu.module @kernels {
  llvm.func @k(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>,
               %packed: !llvm.ptr<1>, %stride: i64, %counters: !llvm.ptr<1>)
      attributes {gpu.kernel, nvvm.kernel, tile.abi = {
        cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64,
        extents = array<i64: 2, 0, 2, 1>, persistent = false,
        packed = array<i64: 1>,
        shared_memory = 0 : i64, threads = 6 : i64, tile = array<i64: 2, 3>,
        params = [{kind = "pointer", operand = 0}, {kind = "pointer", operand = 1},
                  {kind = "pointer", operand = 2}, {kind = "pointer", operand = 3},
                  {kind = "stride", operand = 3, dim = 0}, {kind = "counters", operand = 0}]}} {
    %n = arith.constant 3 : i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %six = arith.constant 6 : i32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %row = arith.divui %tid, %n : i32
    %column = arith.remui %tid, %n : i32
    %first = arith.cmpi eq, %row, %zero : i32
    %xb = llvm.getelementptr %b[%column] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %copy = llvm.getelementptr %packed[%column] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    scf.if %first {
      %z = llvm.load %xb : !llvm.ptr<1> -> f32
      llvm.store %z, %copy : f32, !llvm.ptr<1>
    }
    nvvm.barrier
    %old = llvm.atomicrmw add %counters, %one acq_rel : !llvm.ptr<1>, i32
    %five = arith.constant 5 : i32
    %last = arith.cmpi eq, %old, %five : i32
    scf.if %last {
      llvm.store %zero, %counters : i32, !llvm.ptr<1>
    }
    %xa = llvm.getelementptr %a[%row] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %xc = llvm.getelementptr %c[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %x = llvm.load %xa : !llvm.ptr<1> -> f32
    %y = llvm.load %copy : !llvm.ptr<1> -> f32
    %p = llvm.fmul %x, %y : f32
    llvm.store %p, %xc : f32, !llvm.ptr<1>
    llvm.return
  }
}
)";

/// Simulates the kernel with one text in it replaced.
static SimulationVerdict simulateWith(StringRef from = "", StringRef to = "",
                                      StringRef problemText = "2x3x1 f32") {
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string text = kKernel.str();
  if (!from.empty()) {
    size_t at = text.find(from.str());
    EXPECT_NE(at, std::string::npos) << from.str();
    text.replace(at, from.size(), to.str());
  }
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(bool(module));
  std::unique_ptr<HostKernel> kernel = cantFail(HostKernel::create(*module));
  ProblemData problem =
      cantFail(ProblemData::create(cantFail(parseProblem(problemText)), 3));
  return simulate(*kernel, problem, {});
}

TEST(Workspace, KernelsHaveTheirOwnMemory) {
  SimulationVerdict verdict = simulateWith();
  EXPECT_TRUE(verdict.isRight()) << verdict.str();
}

TEST(Workspace, CountersMustBeZeroAgain) {
  SimulationVerdict verdict =
      simulateWith("store %zero, %counters", "store %six, %counters");
  EXPECT_EQ(verdict.str(), "the kernel left its counters at 6 (number 0), not "
                           "at zero\n");
}

TEST(Workspace, WhatIsNotPackedIsNoNumber) {
  SimulationVerdict verdict =
      simulateWith("llvm.store %z, %copy : f32, !llvm.ptr<1>", "");
  EXPECT_TRUE(verdict.report.ok());
  EXPECT_EQ(verdict.wrongElements, 6);
  EXPECT_EQ(verdict.firstWrong.front().got, "nan");
}

/// The padding of a row is the kernel's, what comes behind it is not: rows are
/// 128 bytes long.
TEST(Workspace, EndsWhereItsRowsEnd) {
  std::string index = "%packed[%column] : (!llvm.ptr<1>, i32)";
  SimulationVerdict verdict =
      simulateWith(index, "%packed[31] : (!llvm.ptr<1>)");
  EXPECT_TRUE(verdict.report.ok()) << verdict.str();
  verdict = simulateWith(index, "%packed[32] : (!llvm.ptr<1>)");
  EXPECT_THAT(verdict.str(),
              HasSubstr("writes 4 bytes of global memory that start where "
                        "'packed b' ends"));
}

TEST(Workspace, IsOfTheMatmulsInputs) {
  SimulationVerdict verdict =
      simulateWith("packed = array<i64: 1>", "packed = array<i64: 2>");
  EXPECT_EQ(verdict.refusal,
            "the kernel packs operand 2; a matmul has the inputs 0 and 1");
  verdict = simulateWith("operand = 3}", "operand = 4}");
  EXPECT_EQ(verdict.refusal, "the kernel takes operand 4; a matmul has 0, 1 "
                             "and 2, of which this kernel packs 1");
}

TEST(Workspace, FitsIntoMemory) {
  // 16 clusters of 1024 CTAs, which have 512 KiB each.
  SimulationVerdict verdict = simulateWith(
      R"(cluster = array<i64: 1, 1, 1>, ctas_per_sm = 1 : i64,
        extents = array<i64: 2, 0, 2, 1>, persistent = false,
        packed = array<i64: 1>,
        shared_memory = 0 : i64, threads = 6 : i64, tile = array<i64: 2, 3>)",
      R"(cluster = array<i64: 1024, 1, 1>, ctas_per_sm = 1 : i64,
        extents = array<i64: 2, 0, 2, 1>, persistent = false,
        packed = array<i64: 1>, split = 16, depth = array<i64: 0, 1, 1>,
        shared_memory = 0 : i64, threads = 6 : i64, tile = array<i64: 256, 256>)",
      "2x3x16 f32");
  EXPECT_EQ(verdict.refusal,
            "the kernel's workspace takes more than 4 GiB of memory");
}
