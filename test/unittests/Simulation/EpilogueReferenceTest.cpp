//===- EpilogueReferenceTest.cpp - What an epilogue must come to ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel that the runner launches for it, with the arguments that it
// passes.
//
//===----------------------------------------------------------------------===//

#include "ReferenceKernelTesting.h"

#include <algorithm>
#include <cmath>

namespace {
struct EpilogueReferenceTest : ReferenceKernelTest {
  void compile(StringRef problem, bool combines = false) {
    MatmulFact fact = cantFail(parseProblem(problem)).getMatmul();
    compileKernel([&](OpBuilder &builder, Location loc) {
      return combines ? buildPairCombination(builder, loc, kPairCombinationName,
                                             fact)
                      : buildEpilogueReference(builder, loc,
                                               kEpilogueReferenceName, fact);
    });
  }
  void checkCombination(int32_t n, int32_t vector);
  void checkSeparate(int32_t n, int32_t vector);
  void checkBlocks(bool combines);
  void checkSteps(double off);
};
} // namespace

/// Of floats the sums are multiplied and moved, and rounded as kernels have
/// them.
TEST_F(EpilogueReferenceTest, IsOfScaledSumsThatAreOff) {
  compile("6x70x9 bf16 -> f32 then {func.func @epilogue(%s: f32, %r: f32, %c: "
          "f32, %o: f32) -> f32 { %0 = math.absf %s : f32 %1 = arith.mulf %0, "
          "%r : f32 %2 = arith.addf %1, %c : f32 %3 = arith.subf %2, %o : f32 "
          "return %3 : f32 }} f32[n] f32[m] f32[1]");
  const int32_t m = 6, n = 70;
  std::vector<double> sums(m * n);
  std::vector<float> results(m * n), row(n), column(m), one = {0.25f};
  for (size_t i = 0; i < sums.size(); ++i)
    sums[i] = 1e-3 * double(i * i) - 50;
  for (int j = 0; j < n; ++j)
    row[j] = float(j) + 0.5f;
  for (int i = 0; i < m; ++i)
    column[i] = 100.0f * float(i);
  add("sums", sums, m, n, Access::ReadOnly);
  add("results", results, m, n, Access::Output);
  const double scale = -2, absolute = 0.125, relative = 1e-2;
  add(scale);
  add(absolute);
  add(relative);
  add("e0", row, 1, n, Access::ReadOnly);
  add("e1", column, m, 1, Access::ReadOnly);
  add("e2", one, 1, 1, Access::ReadOnly);
  run(m, n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double exact = scale * sums[i * n + j];
      float sum = float(exact + (absolute + relative * std::fabs(exact)));
      volatile float product = std::fabs(sum) * row[j];
      EXPECT_EQ(results[i * n + j], product + column[i] - one[0])
          << i << ", " << j;
    }
}

/// Integers wrap as their accumulator does; a batch has matrices of its own.
TEST_F(EpilogueReferenceTest, IsOfIntegersInABatch) {
  compile("2*3x5x9 i8 then {func.func @epilogue(%s: i32, %r: i8) -> i32 { %0 = "
          "arith.extsi %r : i8 to i32 %1 = arith.muli %s, %0 : i32 return %1 : "
          "i32 }} i8[mn]");
  const int32_t m = 3, n = 5, batch = 2;
  std::vector<int64_t> sums(batch * m * n);
  std::vector<int32_t> results(batch * m * n);
  std::vector<int8_t> extra(batch * m * n);
  for (size_t i = 0; i < sums.size(); ++i) {
    sums[i] = int64_t(i) * 0x123456789;
    extra[i] = int8_t(3 * i - 40);
  }
  add("sums", sums, m, n, Access::ReadOnly, batch);
  add("results", results, m, n, Access::Output, batch);
  add(int64_t(-2));
  add(0.0);
  add(0.0);
  add("e0", extra, m, n, Access::ReadOnly, batch);
  run(m, n, batch);
  for (size_t i = 0; i < sums.size(); ++i)
    EXPECT_EQ(results[i],
              int32_t(uint32_t(-2 * sums[i]) * uint32_t(int32_t(extra[i]))))
        << i;
}

/// Of the block that an element is in: of 3 rows by 5 columns, of 4 rows, and
/// of each row for 8 columns.
void EpilogueReferenceTest::checkBlocks(bool combines) {
  std::string pair = combines ? " x2" : "", v = combines ? "%v: f32, " : "";
  compile("7x72x9 bf16" + pair + " -> f32 then {func.func @epilogue(%s: f32, " +
              v +
              "%x: f32, %y: f32, %z: f32) -> f32 { %0 = arith.mulf %s, %x : "
              "f32 %1 = arith.addf %0, %y : f32 %2 = arith.addf %1, %z : f32 "
              "return %2 : f32 }} f32[m/3,n/5] f32[m/4] f32[m,n/8]",
          combines);
  const int32_t m = 7, n = 72;
  std::vector<double> sums(m * n);
  std::vector<float> results(m * n), product(m * n), x(3 * 15), y(2), z(m * 9);
  for (size_t i = 0; i < sums.size(); ++i)
    sums[i] = product[i] = float(i % 37);
  for (std::vector<float> *each : {&x, &y, &z})
    for (size_t i = 0; i < each->size(); ++i)
      (*each)[i] = float(3 * i) - 7;
  if (combines) {
    add("c", results, m, n, Access::Output);
    add("u", product, m, n, Access::ReadOnly);
    add("v", product, m, n, Access::ReadOnly);
  } else {
    add("sums", sums, m, n, Access::ReadOnly);
    add("results", results, m, n, Access::Output);
    for (double number : {1.0, 0.0, 0.0})
      add(number);
  }
  add("e0", x, 3, 15, Access::ReadOnly);
  add("e1", y, 2, 1, Access::ReadOnly);
  add("e2", z, m, 9, Access::ReadOnly);
  run(m, n, /*batch=*/1, /*vector=*/combines ? 4 : 1);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      EXPECT_EQ(results[i * n + j], product[i * n + j] * x[i / 3 * 15 + j / 5] +
                                        y[i / 4] + z[i * 9 + j / 8])
          << i << ", " << j;
}

TEST_F(EpilogueReferenceTest, IsOfBlocks) { checkBlocks(/*combines=*/false); }
TEST_F(EpilogueReferenceTest, CombinesBlocks) {
  checkBlocks(/*combines=*/true);
}

/// Exact sums of integers become bytes or floats.
TEST_F(EpilogueReferenceTest, IsOfIntegersThatAreScaled) {
  compile("3x70x9 i8 -> i8 in i32 then {func.func @epilogue(%s: i32, %x: f32) "
          "-> i8 { %lo = arith.constant -128.0 : f32 %hi = arith.constant "
          "127.0 : f32 %0 = arith.sitofp %s : i32 to f32 %1 = arith.mulf %0, "
          "%x : f32 %2 = math.roundeven %1 : f32 %3 = arith.maximumf %2, %lo : "
          "f32 %4 = arith.minimumf %3, %hi : f32 %5 = arith.fptosi %4 : f32 to "
          "i8 return %5 : i8 }} f32[1]");
  const int32_t m = 3, n = 70;
  std::vector<int64_t> sums(m * n);
  std::vector<int8_t> results(m * n);
  std::vector<float> scale = {0.25f};
  for (size_t i = 0; i < sums.size(); ++i)
    sums[i] = 7 * int64_t(i) - 700;
  add("sums", sums, m, n, Access::ReadOnly);
  add("results", results, m, n, Access::Output);
  add(int64_t(-1));
  add(0.0);
  add(0.0);
  add("e0", scale, 1, 1, Access::ReadOnly);
  run(m, n);
  for (size_t i = 0; i < sums.size(); ++i)
    EXPECT_EQ(results[i], std::clamp(std::nearbyint(-0.25 * double(sums[i])),
                                     -128.0, 127.0))
        << i;
}

/// Of a pair either sum is off either way: the least of what comes of them, or
/// the most.
TEST_F(EpilogueReferenceTest, IsTheExtremeOfAPair) {
  compile("5x66x9 bf16 x2 -> f32 then {func.func @epilogue(%u: f32, %v: f32, "
          "%r: f32) -> f32 { %0 = arith.mulf %u, %v : f32 %1 = arith.subf %0, "
          "%r : f32 return %1 : f32 }} f32[n]");
  const int32_t m = 5, n = 66;
  std::vector<double> sums(m * n), others(m * n);
  std::vector<float> results(m * n), row(n);
  for (size_t i = 0; i < sums.size(); ++i) {
    sums[i] = double(i) - 100;
    others[i] = 40 - 0.5 * double(i);
  }
  for (int j = 0; j < n; ++j)
    row[j] = float(j);
  add("sums", sums, m, n, Access::ReadOnly);
  add("results", results, m, n, Access::Output);
  add(1.0);
  add(-0.5);
  add(-0.25);
  add("others", others, m, n, Access::ReadOnly);
  add("e0", row, 1, n, Access::ReadOnly);
  run(m, n);
  for (int i = 0; i < m * n; ++i) {
    double u = sums[i], v = others[i], least = 1e30;
    double offU = 0.5 + 0.25 * std::fabs(u), offV = 0.5 + 0.25 * std::fabs(v);
    for (double one : {u - offU, u + offU})
      for (double other : {v - offV, v + offV})
        least = std::min(least, one * other);
    EXPECT_EQ(results[i], float(least) - row[i % n]) << i;
  }
}

static float roundToBF16(float value) {
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven, &losesInfo);
  rounded.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return rounded.convertToFloat();
}

void EpilogueReferenceTest::checkSteps(double off) {
  compile("3x66x9 bf16 -> f32 then {func.func @epilogue(%s: f32) -> f32 { %0 = "
          "arith.truncf %s : f32 to bf16 %1 = arith.extf %0 : bf16 to f32 %2 = "
          "arith.subf %s, %1 : f32 return %2 : f32 }}");
  const int32_t m = 3, n = 66;
  const double relative = off == 0 ? 0 : std::copysign(1e-6, off);
  std::vector<double> sums(m * n);
  std::vector<float> results(m * n);
  for (size_t i = 0; i < sums.size(); ++i)
    sums[i] = 1 + 1e-3 * double(i);
  add("sums", sums, m, n, Access::ReadOnly);
  add("results", results, m, n, Access::Output);
  for (double number : {1.0, off, relative})
    add(number);
  run(m, n);
  int beyondTheEnds = 0;
  for (int i = 0; i < m * n; ++i) {
    double whole = off + relative * sums[i];
    float least = 1, most = -1, atEnds = -1;
    for (int step = -16; step <= 16; ++step) {
      float sum = float(sums[i] + whole * (step / 16.0));
      float result = sum - roundToBF16(sum);
      least = std::min(least, result);
      most = std::max(most, result);
      if (step % 16 == 0)
        atEnds = std::max(atEnds, result);
    }
    EXPECT_EQ(results[i], off < 0 ? least : most) << i;
    beyondTheEnds += most > atEnds;
  }
  EXPECT_EQ(beyondTheEnds > m * n / 2, off != 0);
}

/// What a function rounds on its way makes steps: the most, or the least, is
/// that of sums all over the interval, and of an exact sum the one result.
TEST_F(EpilogueReferenceTest, IsTheMostOfStepsBetween) { checkSteps(0.01); }
TEST_F(EpilogueReferenceTest, IsTheLeastOfStepsBetween) { checkSteps(-0.01); }
TEST_F(EpilogueReferenceTest, IsTheStepOfAnExactSum) { checkSteps(0); }

/// The same of a pair, either sum of which goes with the other at an end.
TEST_F(EpilogueReferenceTest, IsTheExtremeOfStepsOfAPair) {
  compile("3x66x9 bf16 x2 -> bf16 then {func.func @epilogue(%u: f32, %v: f32) "
          "-> bf16 { %0 = arith.truncf %u : f32 to bf16 %1 = arith.truncf %v : "
          "f32 to bf16 %2 = arith.mulf %0, %1 : bf16 return %2 : bf16 }}");
  const int32_t m = 3, n = 66;
  std::vector<double> sums(m * n), others(m * n);
  std::vector<uint16_t> results(m * n);
  for (size_t i = 0; i < sums.size(); ++i) {
    sums[i] = 1 + 1e-3 * double(i);
    others[i] = 40 - 0.5 * double(i);
  }
  add("sums", sums, m, n, Access::ReadOnly);
  add("results", results, m, n, Access::Output);
  add(1.0);
  add(-0.01);
  add(-1e-3);
  add("others", others, m, n, Access::ReadOnly);
  run(m, n);
  for (int i = 0; i < m * n; ++i) {
    float least = 1e30f;
    auto tryShares = [&](double u, double v) {
      float one = float(sums[i] + u * (0.01 + 1e-3 * std::fabs(sums[i])));
      float other = float(others[i] + v * (0.01 + 1e-3 * std::fabs(others[i])));
      least =
          std::min(least, roundToBF16(roundToBF16(one) * roundToBF16(other)));
    };
    for (int step = -16; step <= 16; ++step)
      for (double end : {-1.0, 1.0}) {
        tryShares(step / 16.0, end);
        tryShares(end, step / 16.0);
      }
    EXPECT_EQ(llvm::bit_cast<float>(uint32_t(results[i]) << 16), least) << i;
  }
}

void EpilogueReferenceTest::checkCombination(int32_t n, int32_t vector) {
  const int32_t m = 6;
  compile(std::to_string(m) + "x" + std::to_string(n) +
              "x9 bf16 x2 -> f32 then {func.func @epilogue(%u: f32, %v: f32, "
              "%r: f32, %s: f32, %c: f32) -> f32 { %0 = arith.mulf %u, %v : "
              "f32 %1 = arith.subf %0, %r : f32 %2 = arith.addf %1, %s : f32 "
              "%3 = arith.mulf %2, %c : f32 return %3 : f32 }} f32[mn] "
              "f32[n] f32[m]",
          /*combines=*/true);
  std::vector<float> row(n), column(m), results(m * n), products[2], matrix;
  for (std::vector<float> &product : products)
    product.resize(m * n);
  matrix.resize(m * n);
  for (int i = 0; i < m * n; ++i) {
    products[0][i] = float(i % 61);
    products[1][i] = float(i % 17) - 8;
    matrix[i] = float(i % 7);
  }
  for (int j = 0; j < n; ++j)
    row[j] = float(j % 5);
  for (int i = 0; i < m; ++i)
    column[i] = float(i) - 2;
  add("c", results, m, n, Access::Output);
  add("u", products[0], m, n, Access::ReadOnly);
  add("v", products[1], m, n, Access::ReadOnly);
  add("e0", matrix, m, n, Access::ReadOnly);
  add("e1", row, 1, n, Access::ReadOnly);
  add("e2", column, m, 1, Access::ReadOnly);
  run(m, n, /*batch=*/1, vector);
  for (int i = 0; i < m * n; ++i)
    EXPECT_EQ(results[i],
              (products[0][i] * products[1][i] - matrix[i] + row[i % n]) *
                  column[i / n])
        << i;
}

/// What a pair is compared with: four elements of f32 at a time where rows
/// allow it, or one.
TEST_F(EpilogueReferenceTest, CombinesProductsOfALibrary) {
  checkCombination(1032, 4);
}
TEST_F(EpilogueReferenceTest, CombinesRaggedProductsOfALibrary) {
  checkCombination(70, 1);
}

/// What runs behind a library's product: two outputs of a batch, in vectors or
/// element by element. The row is one for all products.
void EpilogueReferenceTest::checkSeparate(int32_t n, int32_t vector) {
  MatmulFact fact =
      cantFail(parseProblem("2*5x" + std::to_string(n) +
                            "x9 f32 -> f32,f32 then {func.func @epilogue(%s: "
                            "f32, %r: f32, %o: i8) -> (f32, f32) { %0 = "
                            "arith.addf %s, %r : f32 %1 = arith.sitofp %o : i8 "
                            "to f32 %2 = arith.mulf %0, %1 : f32 return %2, %0 "
                            ": f32, f32 }} f32[mn] i8[n] e1(broadcast)"))
          .getMatmul();
  EXPECT_EQ(getLibraryEpilogueVector(fact), vector);
  compileKernel([&](OpBuilder &builder, Location loc) {
    return buildLibraryEpilogue(builder, loc, kLibraryEpilogueName, fact,
                                /*takesBatches=*/true);
  });
  const int32_t m = 5, batch = 2;
  std::vector<float> sums(batch * m * n), extra(sums), c(sums), second(sums);
  std::vector<int8_t> row(n);
  for (size_t i = 0; i < sums.size(); ++i) {
    sums[i] = 0.25f * float(i) - 50;
    extra[i] = 3 - float(i);
  }
  for (int j = 0; j < n; ++j)
    row[j] = int8_t(j % 17 - 8);
  add("sums", sums, m, n, Access::ReadOnly, batch);
  add("c", c, m, n, Access::Output, batch);
  add("c2", second, m, n, Access::Output, batch);
  add("e0", extra, m, n, Access::ReadOnly, batch);
  add("e1", row, 1, n, Access::ReadOnly);
  run(m, n, batch, vector);
  for (size_t i = 0; i < sums.size(); ++i) {
    EXPECT_EQ(second[i], sums[i] + extra[i]) << i;
    EXPECT_EQ(c[i], (sums[i] + extra[i]) * float(row[i % size_t(n)])) << i;
  }
}

TEST_F(EpilogueReferenceTest, ComputesTheEpilogueBehindALibrary) {
  checkSeparate(520, 4);
}
TEST_F(EpilogueReferenceTest, ComputesARaggedEpilogueBehindALibrary) {
  checkSeparate(70, 1);
}

TEST_F(EpilogueReferenceTest, IsPtxForAllChips) {
  MatmulFact fact =
      cantFail(parseProblem("6x70x9 bf16 then {func.func @epilogue(%s: f32) -> "
                            "bf16 { %0 = math.tanh "
                            "%s : f32 %1 = arith.truncf %0 : f32 to bf16 "
                            "return %1 : bf16 }}"))
          .getMatmul();
  std::string ptx = cantFail(emitEpilogueReference(context, fact));
  EXPECT_NE(ptx.find(".target sm_80\n"), std::string::npos) << ptx;
  EXPECT_NE(ptx.find(".entry autotune_epilogue("), std::string::npos) << ptx;
  EXPECT_EQ(ptx, cantFail(emitEpilogueReference(context, fact)));
  // No library's function is left to be linked, and nothing is contracted.
  EXPECT_EQ(ptx.find(".extern .func"), std::string::npos) << ptx;
  EXPECT_EQ(ptx.find("mul.f32"), std::string::npos) << ptx;
  if (llvm::Expected<Ptxas> ptxas = Ptxas::find()) {
    for (StringRef chip : {"sm_80", "sm_90a"}) {
      SmallVector<char, 0> cubin;
      llvm::Expected<PtxasReport> report = ptxas->assemble(ptx, chip, cubin);
      ASSERT_TRUE(bool(report)) << llvm::toString(report.takeError());
      EXPECT_EQ(report->spillBytes, 0);
    }
  } else {
    llvm::consumeError(ptxas.takeError());
  }
  fact.epilogue.body = fact.epilogue.getHash();
  EXPECT_NE(llvm::toString(emitEpilogueReference(context, fact).takeError())
                .find("only the hash of"),
            std::string::npos);
}

TEST_F(EpilogueReferenceTest, IsPtxOfPairs) {
  MatmulFact fact =
      cantFail(parseProblem("64x72x9 bf16 x2 then {func.func @epilogue(%u: "
                            "f32, %v: f32, %b: bf16) "
                            "-> bf16 { %0 = math.tanh %u : f32 %1 = arith.mulf "
                            "%0, %v : f32 %2 = "
                            "arith.truncf %1 : f32 to bf16 %3 = arith.addf %2, "
                            "%b : bf16 return %3 : "
                            "bf16 }} bf16[n]"))
          .getMatmul();
  EXPECT_EQ(getLibraryEpilogueVector(fact), 8);
  std::string combination = cantFail(emitPairCombination(context, fact));
  EXPECT_NE(combination.find(".entry autotune_pair("), std::string::npos);
  EXPECT_NE(combination.find("ld.global.v4"), std::string::npos) << combination;
  EXPECT_NE(combination.find("st.global.v4"), std::string::npos) << combination;
  for (const std::string &ptx :
       {combination, cantFail(emitEpilogueReference(context, fact))}) {
    EXPECT_EQ(ptx.find(".extern .func"), std::string::npos) << ptx;
    if (llvm::Expected<Ptxas> ptxas = Ptxas::find()) {
      SmallVector<char, 0> cubin;
      llvm::Expected<PtxasReport> report =
          ptxas->assemble(ptx, "sm_90a", cubin);
      ASSERT_TRUE(bool(report)) << llvm::toString(report.takeError());
      EXPECT_EQ(report->spillBytes, 0);
    } else {
      llvm::consumeError(ptxas.takeError());
    }
  }
}
