//===- KernelProgramsTest.cpp - How often programs are built --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Providers/KernelProgram.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr int64_t kSizes[][3] = {{16, 32, 8}, {33, 17, 5}, {64, 64, 64}};

/// So many matmuls, each in a function, of three different facts.
static std::string getModule(size_t count) {
  std::string text = "#c = #autotune.config<simt, tile = [16, 16, 8], thread = "
                     "[1, 1]>\n";
  llvm::raw_string_ostream os(text);
  for (size_t i = 0; i < count; ++i) {
    auto [m, n, k] = kSizes[i % std::size(kSizes)];
    auto type = [](int64_t rows, int64_t columns) {
      return "tensor<" + std::to_string(rows) + "x" + std::to_string(columns) +
             "xf32>";
    };
    std::string a = type(m, k), b = type(k, n), c = type(m, n);
    os << "func.func @f" << i << "(%a: " << a << ", %b: " << b << ", %c: " << c
       << ") -> " << c << " {\n  %0 = linalg.matmul {autotune.config = #c} "
       << "ins(%a, %b : " << a << ", " << b << ") outs(%c : " << c << ") -> "
       << c << "\n  return %0 : " << c << "\n}\n";
  }
  return text;
}

/// Attaching builds no program, and lowering one for each distinct fact and
/// config, however many matmuls there are.
TEST(KernelPrograms, AreBuiltOnceForEachFact) {
  DialectRegistry registry;
  registry.insert<AutotuneDialect, func::FuncDialect, linalg::LinalgDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceString<ModuleOp>(getModule(300), &context);
  ASSERT_TRUE(module);
  uint64_t before = KernelProgram::countBuilt();
  PassManager attach(&context);
  AutotuneAttachConfigsOptions attaching;
  attaching.target = "h200";
  attaching.space = "none";
  attach.addPass(createAutotuneAttachConfigs(attaching));
  ASSERT_TRUE(succeeded(attach.run(*module)));
  EXPECT_EQ(KernelProgram::countBuilt(), before);
  PassManager lower(&context);
  AutotuneLowerMatmulOptions lowering;
  lowering.target = "h200";
  lower.addPass(createAutotuneLowerMatmul(lowering));
  ASSERT_TRUE(succeeded(lower.run(*module)));
  EXPECT_EQ(KernelProgram::countBuilt(), before + std::size(kSizes));
  // Sizes are values of these programs, which are one.
  size_t kernels = 0;
  module->walk([&](tile::KernelOp) { ++kernels; });
  EXPECT_EQ(kernels, 1u);
}
