//===- Float8StoreTest.cpp - Fragments that become floats of 8 bits -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By the instruction that Hopper has for pairs of them, and by integers on
// other chips: as LLVM rounds.
//
//===----------------------------------------------------------------------===//

#include "ReferenceKernelTesting.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

using llvm::APFloat;
using llvm::APInt;
using tile::KernelParam;

namespace {

constexpr int32_t kRows = 64;

struct Float8StoreTest : ReferenceKernelTest {
  void compile(StringRef type, StringRef target, bool usesChip);
  void launch(std::vector<uint8_t> &results, std::vector<uint32_t> &numbers);
  void check(StringRef type, const llvm::fltSemantics &semantics,
             StringRef target, bool usesChip);
};

} // namespace

static void replaceAll(std::string &text, StringRef from, StringRef to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

void Float8StoreTest::compile(StringRef type, StringRef target, bool usesChip) {
  std::string text = R"(
    gpu.module @kernels TARGET {
      tile.kernel @store(%C: memref<?x?xTYPE>, %D: memref<?x?xf32>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %M = memref.dim %C, %c0 : memref<?x?xTYPE>
        %N = memref.dim %C, %c1 : memref<?x?xTYPE>
        tile.role "all" warps(4) {
          tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(64, 64, 64) {
            %f = tile.read %D[%m, %n] : memref<?x?xf32> -> !tile.fragment<64x64xf32>
            tile.store %f, %C[%m, %n] alignment(16) : !tile.fragment<64x64xf32>, memref<?x?xTYPE>
          }
        }
      }
    })";
  replaceAll(text, "TYPE", type);
  replaceAll(text, "TARGET", target);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  PassManager pm(&context, ModuleOp::getOperationName());
  buildTilePipeline(pm);
  ASSERT_TRUE(succeeded(pm.run(*module)));
  std::string lowered;
  llvm::raw_string_ostream(lowered) << *module;
  EXPECT_EQ(StringRef(lowered).contains("nvvm.convert.f32x2.to.f8x2"),
            usesChip);
  kernel = cantFail(HostKernel::create(*module));
}

void Float8StoreTest::launch(std::vector<uint8_t> &results,
                             std::vector<uint32_t> &numbers) {
  const auto columns = int32_t(numbers.size()) / kRows;
  memory.add("c", results.data(), kRows, columns, columns, 1, Access::Output);
  memory.add("d", numbers.data(), kRows, 4 * columns, 4 * columns, 4,
             Access::ReadOnly);
  for (const KernelParam &param : kernel->getABI().params)
    switch (param.kind) {
    case KernelParam::Kind::Pointer:
      add(param.operand == 0 ? static_cast<void *>(results.data())
                             : numbers.data());
      break;
    case KernelParam::Kind::Size:
      add(param.dim == KernelParam::kRows ? kRows : columns);
      break;
    default:
      ASSERT_EQ(param.kind, KernelParam::Kind::Stride);
      add(int64_t(param.dim == KernelParam::kRows ? columns : 1));
    }
  sim::Launch launch;
  launch.name = kernel->getName();
  launch.kernel = kernel->getEntry();
  launch.block = {128, 1, 1};
  launch.grid = {uint32_t(columns / 64), 1, 1};
  launch.parameters = arguments.data();
  launch.numParameters = uint32_t(arguments.size());
  sim::Report report = sim::run(launch, memory, {});
  for (const sim::Finding &finding : report.findings)
    ADD_FAILURE() << finding.str();
}

void Float8StoreTest::check(StringRef type, const llvm::fltSemantics &semantics,
                            StringRef target, bool usesChip) {
  compile(type, target, usesChip);
  // All that have the 12 upper bits of an f32, with their neighbours: ties are
  // among them, also of numbers without a leading one; and ties of small ones.
  std::vector<uint32_t> numbers;
  for (uint32_t upper = 0; upper < 0x1000; ++upper)
    for (int32_t near : {-1, 0, 1, 0x7FFFF, 0x80000, 0x80001})
      numbers.push_back((upper << 20) + uint32_t(near));
  for (uint32_t units = 0; units < 40; ++units)
    for (float unit : {0x1p-10f, 0x1p-17f, 0x1p-18f})
      for (int32_t near : {-1, 0, 1})
        numbers.push_back(llvm::bit_cast<uint32_t>(float(units) * unit) +
                          uint32_t(near));
  for (float large : {448.0f, 464.0f, 480.0f, 57344.0f, 61440.0f, 65536.0f})
    for (float sign : {-1.0f, 1.0f})
      for (int32_t near : {-1, 0, 1})
        numbers.push_back(llvm::bit_cast<uint32_t>(sign * large) +
                          uint32_t(near));
  numbers.resize(llvm::alignTo(numbers.size(), kRows * 64));
  std::vector<uint8_t> results(numbers.size());
  launch(results, numbers);
  for (size_t i = 0; i < numbers.size(); ++i) {
    APFloat want(APFloat::IEEEsingle(), APInt(32, numbers[i]));
    bool losesInfo = false;
    (void)want.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    APFloat got(semantics, APInt(8, results[i]));
    // A NaN has any sign.
    EXPECT_TRUE(want.isNaN() ? got.isNaN() : got.bitwiseIsEqual(want))
        << type.str() << " of " << std::hex << numbers[i] << ": "
        << unsigned(results[i]);
  }
}

static constexpr StringLiteral kHopper =
    "[#nvvm.target<chip = \"sm_90a\", features = \"+ptx80\">]";

TEST_F(Float8StoreTest, RoundsF8E4M3FNByTheChip) {
  check("f8E4M3FN", APFloat::Float8E4M3FN(), kHopper, true);
}
TEST_F(Float8StoreTest, RoundsF8E5M2ByTheChip) {
  check("f8E5M2", APFloat::Float8E5M2(), kHopper, true);
}
TEST_F(Float8StoreTest, RoundsF8E4M3FNByIntegers) {
  check("f8E4M3FN", APFloat::Float8E4M3FN(), "", false);
}
TEST_F(Float8StoreTest, RoundsF8E5M2ByIntegers) {
  check("f8E5M2", APFloat::Float8E5M2(), "", false);
}
