//===- PrologueReferenceTest.cpp - What integers must become --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel that the runner launches for it, with the arguments that it
// passes: of 4 bits bytes of two, half as many along K.
//
//===----------------------------------------------------------------------===//

#include "ReferenceKernelTesting.h"

#include "mlir-autotune/Core/ElementIndex.h"

#include "llvm/Support/MathExtras.h"

namespace {
struct PrologueReferenceTest : ReferenceKernelTest {
  void compile(StringRef problem) {
    MatmulFact fact = cantFail(parseProblem(problem)).getMatmul();
    compileKernel([&](OpBuilder &builder, Location loc) {
      return buildPrologueReference(builder, loc, kPrologueReferenceName, fact);
    });
  }
  void checkHalves(bool isSigned, int32_t k = 70);
};
} // namespace

/// Of small integers, which f32 and bf16 have alike.
static uint16_t toBF16(int value) {
  float wide = static_cast<float>(value);
  uint32_t bits;
  std::memcpy(&bits, &wide, sizeof(bits));
  return static_cast<uint16_t>(bits >> 16);
}

TEST_F(PrologueReferenceTest, IsOfBytes) {
  compile("16x6x70 bf16,i8 B^T first {func.func @prologue(%q: i8) -> bf16 { %0 "
          "= arith.sitofp %q : i8 to bf16 return %0 : bf16 }} -> f32");
  const int32_t rows = 6, k = 70;
  std::vector<int8_t> integers(rows * k);
  std::vector<uint16_t> results(rows * k);
  for (size_t i = 0; i < integers.size(); ++i)
    integers[i] = static_cast<int8_t>(11 * i);
  add("b", integers, rows, k, Access::ReadOnly);
  add("results", results, rows, k, Access::Output);
  run(rows, k);
  for (size_t i = 0; i < integers.size(); ++i)
    EXPECT_EQ(results[i], toBF16(integers[i])) << i;
}

/// With a K of whole lines they are reordered.
void PrologueReferenceTest::checkHalves(bool isSigned, int32_t k) {
  bool isReordered = k % cuda::kReorderedK == 0;
  compile("16x6x" + std::to_string(k) +
          (isReordered ? " bf16,i4r" : " bf16,i4") +
          " B^T first {func.func @prologue(%q: i4, %z: bf16) -> bf16 { %0 = "
          "arith." +
          (isSigned ? "sitofp" : "uitofp") +
          " %q : i4 to bf16 %1 = arith.subf %0, %z : bf16 return %1 : bf16 "
          "}} bf16[n,k/32] -> f32");
  const int32_t rows = 6, groups = (k + 31) / 32;
  std::vector<uint8_t> integers(rows * k / 2);
  std::vector<uint16_t> results(rows * k), zeros(rows * groups);
  for (size_t i = 0; i < integers.size(); ++i)
    integers[i] = static_cast<uint8_t>(37 * i);
  for (size_t i = 0; i < zeros.size(); ++i)
    zeros[i] = toBF16(static_cast<int>(i));
  add("b", integers, rows, k / 2, Access::ReadOnly);
  add("results", results, rows, k, Access::Output);
  add("p0", zeros, rows, groups, Access::ReadOnly);
  run(rows, k);
  for (int32_t i = 0; i < rows * k; ++i) {
    int64_t place = isReordered ? cuda::getReorderedPlace(i) : i;
    // The first of two is in the low half.
    int half = integers[place / 2] >> place % 2 * 4 & 15;
    int want = isSigned ? llvm::SignExtend32<4>(half) : half;
    int zero = i / k * groups + i % k / 32;
    EXPECT_EQ(results[i], toBF16(want - zero)) << i << " " << isSigned;
  }
}

TEST_F(PrologueReferenceTest, IsOfHalvesOfBytes) { checkHalves(true); }
TEST_F(PrologueReferenceTest, IsOfHalvesWithoutSign) { checkHalves(false); }
TEST_F(PrologueReferenceTest, IsOfReorderedHalves) { checkHalves(true, 512); }
