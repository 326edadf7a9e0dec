//===- WgmmaTest.cpp - What wgmmas compute --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaTesting.h"

using namespace mlir::autotune::sim;

namespace {

/// Writes what a thread holds into the sums, by row and column (PTX ISA,
/// "Register fragments for wgmma.mma_async.m64nNk16").
void keepSums(Product &product, uint64_t accumulator) {
  uint32_t thread = getThread(), n = uint32_t(product.shape.n);
  uint32_t row = thread / 32 * 16 + thread % 32 / 4, column = thread % 4 * 2;
  for (uint32_t j = 0; j < n / 8; ++j)
    for (uint32_t half : {0, 1})
      for (uint32_t c : {0, 1}) {
        uint32_t &sum = product.sums[(row + 8 * half) * n + 8 * j + column + c];
        if (product.shape.typeD == ElementKind::F16)
          sum =
              extract(accumulator, int32_t(2 * j + half)) >> (16 * c) & 0xFFFF;
        else
          sum = extract(accumulator, int32_t(4 * j + 2 * half + c));
      }
}

/// A's elements of this thread, as PTX lists them.
void makeRegistersA(const Product &product, uint32_t *registers) {
  uint32_t thread = getThread(), lane = thread % 32;
  uint32_t bytes = getElementBytes(product.shape.typeA), count = 4 / bytes;
  for (uint32_t r = 0; r < 4; ++r) {
    uint32_t row = thread / 32 * 16 + lane / 4 + (r % 2 ? 8 : 0);
    uint32_t k = lane % 4 * count + (r < 2 ? 0 : 16 / bytes);
    registers[r] = 0;
    for (uint32_t e = 0; e < count; ++e)
      registers[r] |= encode(product.shape.typeA, product.getA(row, k + e))
                      << (8 * bytes * e);
  }
}

void kernel(void **parameters) {
  Product &product = *static_cast<Product *>(parameters[0]);
  writeOperands(product);
  fenceProxyAndSync();
  uint32_t registersA[4];
  makeRegistersA(product, registersA);
  uint64_t accumulator = 0;
  if (product.initial)
    for (uint32_t i = 0; i < product.getNumRegisters(); ++i)
      accumulator = autotuneSimAccumulatorInsert(
          SITE("insert"), accumulator, int32_t(i),
          int32_t(product.getNumRegisters()), *product.initial);
  fenceWgmma();
  MmaShape shape = product.shape;
  shape.scaleD = product.initial.has_value();
  for (uint32_t i = 0; i < product.times; ++i) {
    accumulator = multiply(product, accumulator, shape,
                           product.isAInRegisters ? registersA : nullptr);
    shape.scaleD = 1;
  }
  commitWgmma();
  waitWgmma();
  keepSums(product, accumulator);
}

class WgmmaTest : public TensorTest {
protected:
  /// Compares all sums, each plus `initial`.
  void check(Product product, double initial = 0) {
    product.sums.resize(64 * size_t(product.shape.n));
    parameters[0] = &product;
    Report report = run(kernel);
    ASSERT_TRUE(report.ok()) << print(report);
    for (uint32_t row = 0; row < 64; ++row)
      for (uint32_t n = 0; n < uint32_t(product.shape.n); ++n) {
        uint32_t bits = product.sums[row * uint32_t(product.shape.n) + n];
        float single;
        std::memcpy(&single, &bits, sizeof single);
        double sum = product.shape.typeD == ElementKind::S32 ? int32_t(bits)
                     : product.shape.typeD == ElementKind::F16
                         ? decodeF16(uint16_t(bits))
                         : single;
        ASSERT_EQ(sum, product.getSum(row, n) + initial)
            << "at " << row << ", " << n << " of n " << product.shape.n
            << ", span " << product.span;
      }
  }
};
INSTANTIATE_SCHEDULES(WgmmaTest);

TEST_P(WgmmaTest, Layouts) {
  for (uint32_t span : {16, 32, 64, 128})
    for (int32_t majors = 0; majors < 4; ++majors)
      for (int32_t n : {8, 72, 256}) {
        Product product;
        product.span = span;
        product.shape.majorA = majors & 1;
        product.shape.majorB = majors >> 1;
        product.shape.n = n;
        check(product);
      }
}

TEST_P(WgmmaTest, Types) {
  using K = ElementKind;
  struct {
    K a, b, d;
    int32_t k;
  } cases[] = {{K::F16, K::F16, K::F32, 16},   {K::F16, K::F16, K::F16, 16},
               {K::TF32, K::TF32, K::F32, 8},  {K::E4M3, K::E5M2, K::F32, 32},
               {K::E5M2, K::E4M3, K::F16, 32}, {K::S8, K::S8, K::S32, 32},
               {K::U8, K::S8, K::S32, 32},     {K::BF16, K::BF16, K::F32, 16}};
  for (auto [a, b, d, k] : cases)
    for (bool isAInRegisters : {false, true}) {
      Product product;
      product.shape.typeA = a;
      product.shape.typeB = b;
      product.shape.typeD = d;
      product.shape.k = k;
      product.isAInRegisters = isAInRegisters;
      check(product);
    }
}

TEST_P(WgmmaTest, EveryN) {
  for (int32_t n = 8; n <= 256; n += 8) {
    Product product;
    product.shape.n = n;
    check(product);
  }
}

TEST_P(WgmmaTest, Accumulates) {
  Product product;
  product.times = 5;
  product.shape.scaleA = -1;
  product.initial = encode(ElementKind::F32, 1000);
  check(product, 1000);
  product.initial.reset();
  product.shape.scaleB = -1;
  check(product);
}

/// Tensor cores keep 14 bits of such a sum: units of 8 from 65536 on.
TEST_P(WgmmaTest, SumsOfFloats8AreShort) {
  Product product;
  product.shape.typeA = ElementKind::E4M3;
  product.shape.typeB = ElementKind::E5M2;
  product.shape.k = 32;
  product.initial = encode(ElementKind::F32, 65543);
  product.sums.resize(64 * 64);
  parameters[0] = &product;
  Report report = run(kernel);
  ASSERT_TRUE(report.ok()) << print(report);
  for (uint32_t row = 0; row < 64; ++row)
    for (uint32_t n = 0; n < 64; ++n) {
      float sum;
      std::memcpy(&sum, &product.sums[row * 64 + n], sizeof sum);
      double added = double(int64_t(product.getSum(row, n) / 8) * 8);
      ASSERT_EQ(sum, 65536 + added) << row << " " << n;
    }
}

TEST_P(WgmmaTest, SaturatesOrWraps) {
  Product product;
  product.shape.typeA = product.shape.typeB = ElementKind::U8;
  product.shape.typeD = ElementKind::S32;
  product.shape.k = 32;
  product.initial = 0x7FFFFFFF;
  product.sums.resize(64 * 64);
  parameters[0] = &product;
  for (bool saturates : {false, true}) {
    product.shape.saturate = saturates;
    Report report = run(kernel);
    ASSERT_TRUE(report.ok()) << print(report);
    ASSERT_GT(product.getSum(3, 5), 0);
    EXPECT_EQ(product.sums[3 * 64 + 5],
              saturates ? 0x7FFFFFFFU
                        : 0x7FFFFFFFU + uint32_t(product.getSum(3, 5)));
  }
}

/// As the kernels that this project emits, which were compared with a GPU's:
/// boxes of 64 x 64 loaded by TMA into the 128-byte swizzle; K in steps of 32
/// bytes (K-major) or of 16 rows (MN-major), chunks of 64 of M or N side by
/// side.
struct TmaProduct {
  static constexpr uint32_t kM = 64, kN = 128, kK = 64, kChunk = 64 * 128;
  TensorMapBytes mapA, mapB;
  std::vector<uint16_t> a, b;
  bool mnMajorA, mnMajorB;
  std::vector<float> sums = std::vector<float>(kM * kN);
};

void tmaKernel(void **parameters) {
  using P = TmaProduct;
  P &product = *static_cast<P *>(parameters[0]);
  uint32_t tileA = getTile(), tileB = tileA + P::kChunk;
  initBarrier(1);
  if (getThread() == 0) {
    expectBytes(3 * P::kChunk);
    loadBox(&product.mapA, tileA, 0, 0);
    for (int32_t chunk : {0, 1})
      loadBox(&product.mapB, tileB + uint32_t(chunk) * P::kChunk,
              product.mnMajorB ? chunk * 64 : 0,
              product.mnMajorB ? 0 : chunk * 64);
  }
  waitForBytes();
  MmaShape shape = kBF16Shape;
  shape.n = P::kN;
  shape.majorA = product.mnMajorA;
  shape.majorB = product.mnMajorB;
  uint64_t a = makeDescriptor(tileA, product.mnMajorA ? P::kChunk : 16, 1024,
                              128),
           b = makeDescriptor(tileB, product.mnMajorB ? P::kChunk : 16, 1024,
                              128);
  uint64_t accumulator = 0;
  fenceWgmma();
  for (uint64_t step = 0; step < 4; ++step) {
    accumulator =
        autotuneSimWgmma(SITE("wgmma"), &shape, accumulator,
                         a + step * (product.mnMajorA ? 128 : 2), nullptr,
                         b + step * (product.mnMajorB ? 128 : 2));
    shape.scaleD = 1;
  }
  commitWgmma();
  waitWgmma();
  accumulator = autotuneSimAccumulatorPin(SITE("pin"), accumulator);
  uint32_t t = getThread();
  for (uint32_t i = 0; i < P::kN / 2; ++i) {
    uint32_t bits = extract(accumulator, int32_t(i));
    uint32_t row = t / 32 * 16 + i / 2 % 2 * 8 + t % 32 / 4;
    std::memcpy(&product.sums[row * P::kN + i / 4 * 8 + t % 4 * 2 + i % 2],
                &bits, 4);
  }
}

TEST_P(WgmmaTest, OperandsFromTma) {
  using P = TmaProduct;
  for (bool mnMajorA : {false, true})
    for (bool mnMajorB : {false, true}) {
      P product;
      product.mnMajorA = mnMajorA;
      product.mnMajorB = mnMajorB;
      auto value = [](uint32_t i, uint32_t k) {
        return float((i * 7 + k * 5 + i * k) % 9) - 4;
      };
      product.a.resize(P::kM * P::kK);
      product.b.resize(P::kN * P::kK);
      for (uint32_t k = 0; k < P::kK; ++k) {
        for (uint32_t m = 0; m < P::kM; ++m)
          product.a[mnMajorA ? k * P::kM + m : m * P::kK + k] =
              encodeBF16(value(m, k));
        for (uint32_t n = 0; n < P::kN; ++n)
          product.b[mnMajorB ? k * P::kN + n : n * P::kK + k] =
              encodeBF16(value(n + 3, k));
      }
      auto add = [&](std::vector<uint16_t> &data, uint64_t rows,
                     uint64_t columns, TensorMapBytes &map) {
        memory.add("operand", data.data(), int64_t(rows), int64_t(columns * 2),
                   int64_t(columns * 2), 2, GlobalMemory::Access::ReadOnly);
        ASSERT_FALSE(encodeMatrix(map, data.data(), rows, columns, 64, 64, 3));
      };
      add(product.a, 64, 64, product.mapA);
      add(product.b, mnMajorB ? P::kK : P::kN, mnMajorB ? P::kN : P::kK,
          product.mapB);
      parameters[0] = &product;
      parameters[1] = &product.mapA;
      parameters[2] = &product.mapB;
      Report report = run(tmaKernel);
      memory.remove(product.a.data());
      memory.remove(product.b.data());
      ASSERT_TRUE(report.ok()) << print(report);
      for (uint32_t m = 0; m < P::kM; ++m)
        for (uint32_t n = 0; n < P::kN; ++n) {
          float sum = 0;
          for (uint32_t k = 0; k < P::kK; ++k)
            sum += value(m, k) * value(n + 3, k);
          ASSERT_EQ(product.sums[m * P::kN + n], sum) << m << " " << n;
        }
    }
}

} // namespace
