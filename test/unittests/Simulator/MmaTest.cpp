//===- MmaTest.cpp - mma.sync ---------------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTesting.h"

#include <functional>

using namespace mlir::autotune::sim;

namespace {

float getA(uint32_t row, uint32_t k) { return float((row * 3 + k * 5) % 7); }
float getB(uint32_t k, uint32_t column) { return float((column * 2 + k) % 5); }
float getC(uint32_t row, uint32_t column) { return float(row * 8 + column); }

struct Place {
  uint32_t row, column;
};

/// PTX's formulas for the i-th element of A and B, one by one (PTX ISA, "Matrix
/// fragments for mma.m..."); g is the lane's group, t its place in there.
struct Fragments {
  const char *name;
  int32_t m, k;
  std::vector<ElementKind> types;
  uint32_t numA, numB;
  std::function<Place(uint32_t g, uint32_t t, uint32_t i)> a, b;
};

const std::vector<Fragments> &getFragments() {
  using K = ElementKind;
  using U = uint32_t;
  static const std::vector<Fragments> fragments = {
      {"m16n8k8 of 16 bits",
       16,
       8,
       {K::F16, K::BF16},
       4,
       2,
       [](U g, U t, U i) { return Place{i < 2 ? g : g + 8, t * 2 + (i & 1)}; },
       [](U g, U t, U i) { return Place{t * 2 + i, g}; }},
      {"m16n8k16 of 16 bits",
       16,
       16,
       {K::F16, K::BF16},
       8,
       4,
       [](U g, U t, U i) {
         return Place{i < 2 || (i >= 4 && i < 6) ? g : g + 8,
                      t * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
       },
       [](U g, U t, U i) {
         return Place{t * 2 + (i & 1) + (i >= 2 ? 8 : 0), g};
       }},
      {"m16n8k4 of tf32",
       16,
       4,
       {K::TF32},
       2,
       1,
       [](U g, U t, U i) { return Place{i == 0 ? g : g + 8, t}; },
       [](U g, U t, U) { return Place{t, g}; }},
      {"m16n8k8 of tf32",
       16,
       8,
       {K::TF32},
       4,
       2,
       [](U g, U t, U i) {
         return Place{i == 0 || i == 2 ? g : g + 8, i < 2 ? t : t + 4};
       },
       [](U g, U t, U i) { return Place{i == 0 ? t : t + 4, g}; }},
      {"m16n8k16 of 8 bits",
       16,
       16,
       {K::E4M3, K::E5M2, K::S8, K::U8},
       8,
       4,
       [](U g, U t, U i) { return Place{i < 4 ? g : g + 8, t * 4 + (i & 3)}; },
       [](U g, U t, U i) { return Place{t * 4 + i, g}; }},
      {"m16n8k32 of 8 bits",
       16,
       32,
       {K::E4M3, K::E5M2, K::S8, K::U8},
       16,
       8,
       [](U g, U t, U i) {
         return Place{i < 4 || (i >= 8 && i < 12) ? g : g + 8,
                      t * 4 + (i & 3) + (i < 8 ? 0 : 16)};
       },
       [](U g, U t, U i) {
         return Place{t * 4 + (i & 3) + (i < 4 ? 0 : 16), g};
       }},
      {"m8n8k16 of 8 bits",
       8,
       16,
       {K::S8, K::U8},
       4,
       4,
       [](U g, U t, U i) { return Place{g, t * 4 + i}; },
       [](U g, U t, U i) { return Place{t * 4 + i, g}; }},
      {"m8n8k4 of f64",
       8,
       4,
       {K::F64},
       1,
       1,
       [](U g, U t, U) { return Place{g, t}; },
       [](U g, U t, U) { return Place{t, g}; }},
      {"m16n8k8 of f64",
       16,
       8,
       {K::F64},
       4,
       2,
       [](U g, U t, U i) {
         return Place{i % 2 == 0 ? g : g + 8, i < 2 ? t : t + 4};
       },
       [](U g, U t, U i) { return Place{i == 0 ? t : t + 4, g}; }},
      {"m16n8k16 of f64",
       16,
       16,
       {K::F64},
       8,
       4,
       [](U g, U t, U i) {
         return Place{i % 2 == 0 ? g : g + 8, i / 2 * 4 + t};
       },
       [](U g, U t, U i) { return Place{i * 4 + t, g}; }},
  };
  return fragments;
}

struct Case {
  const Fragments *fragments;
  MmaShape shape;
};

/// Packs elements into registers, in order.
void put(ElementKind kind, uint32_t index, float value, uint32_t *registers) {
  uint32_t bytes = getElementBytes(kind);
  auto *to = reinterpret_cast<uint8_t *>(registers) + index * bytes;
  if (double wide = value; kind == ElementKind::F64)
    std::memcpy(to, &wide, bytes);
  else if (uint32_t bits = kind == ElementKind::S32 ? uint32_t(int32_t(value))
                                                    : encode(kind, value);
           true)
    std::memcpy(to, &bits, bytes);
}

void kernel(void **parameters) {
  const Case &c = *static_cast<const Case *>(parameters[0]);
  const MmaShape &shape = c.shape;
  uint32_t a[16] = {}, b[8] = {}, sums[8] = {}, expected[8] = {};
  uint32_t lane = getThread(), g = lane / 4, t = lane % 4;
  for (uint32_t i = 0; i < c.fragments->numA; ++i) {
    Place at = c.fragments->a(g, t, i);
    put(shape.typeA, i, getA(at.row, at.column), a);
  }
  for (uint32_t i = 0; i < c.fragments->numB; ++i) {
    Place at = c.fragments->b(g, t, i);
    put(shape.typeB, i, getB(at.row, at.column), b);
  }
  for (uint32_t i = 0; i < uint32_t(shape.m) / 4; ++i) {
    Place at = {i < 2 ? g : g + 8, t * 2 + (i & 1)};
    float sum = getC(at.row, at.column);
    put(shape.typeD, i, sum, sums);
    for (uint32_t k = 0; k < uint32_t(shape.k); ++k)
      sum += getA(at.row, k) * getB(k, at.column);
    put(shape.typeD, i, sum, expected);
  }
  // D may be C's registers.
  autotuneSimMma(SITE("mma"), &shape, a, b, sums, sums);
  for (uint32_t i = 0; i < 8; ++i)
    EXPECT_EQ(sums[i], expected[i])
        << c.fragments->name << " of " << stringify(shape.typeA) << ", lane "
        << lane << ", register " << i;
}

class MmaTest : public TensorTest {
protected:
  MmaTest() { launch.block.x = 32; }
};
INSTANTIATE_SCHEDULES(MmaTest);

std::vector<ElementKind> getSums(ElementKind kind) {
  switch (kind) {
  case ElementKind::F64:
    return {ElementKind::F64};
  case ElementKind::S8:
  case ElementKind::U8:
    return {ElementKind::S32};
  case ElementKind::BF16:
  case ElementKind::TF32:
    return {ElementKind::F32};
  default:
    return {ElementKind::F32, ElementKind::F16};
  }
}

TEST_P(MmaTest, Fragments) {
  for (const Fragments &fragments : getFragments())
    for (ElementKind type : fragments.types)
      for (ElementKind sum : getSums(type)) {
        Case c = {
            &fragments,
            {fragments.m, 8, fragments.k, type, type, sum, 1, 1, 1, 0, 0, 0}};
        parameters[0] = &c;
        Report report = run(kernel);
        EXPECT_TRUE(report.ok()) << print(report);
      }
}

TEST_P(MmaTest, MixedTypesAndLimits) {
  // -128 * 255 sixteen times, below what an s32 holds.
  Report report = run([](void **) {
    MmaShape shape = {
        16, 8, 16, ElementKind::S8, ElementKind::U8, ElementKind::S32, 1, 1, 1,
        0,  0, 0};
    uint32_t a[2] = {0x80808080, 0x80808080}, b[1] = {0xFFFFFFFF};
    uint32_t c[4] = {0x80000001, 0, 5, 0x80000000}, d[4];
    autotuneSimMma(SITE("wraps"), &shape, a, b, c, d);
    const uint32_t sum = uint32_t(-128 * 255 * 16);
    for (uint32_t i = 0; i < 4; ++i)
      EXPECT_EQ(d[i], c[i] + sum);
    shape.saturate = 1;
    autotuneSimMma(SITE("saturates"), &shape, a, b, c, d);
    EXPECT_EQ(d[0], 0x80000000);
    EXPECT_EQ(d[1], sum);
    EXPECT_EQ(d[3], 0x80000000);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(MmaTest, NotThere) {
  Case c = {&getFragments()[0],
            {16, 8, 8, ElementKind::BF16, ElementKind::F16, ElementKind::F32, 1,
             1, 1, 0, 0, 0}};
  parameters[0] = &c;
  Report report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.mma",
                    {"mma.m16n8k8.f32.bf16.f16 is not simulated"}));
  c.shape.typeB = ElementKind::BF16;
  c.shape.majorB = 1;
  report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.mma", {"row.col"}));
  report = run([](void **) {
    MmaShape shape = {16,
                      8,
                      8,
                      ElementKind::BF16,
                      ElementKind::BF16,
                      ElementKind::F32,
                      1,
                      1,
                      1,
                      0,
                      0,
                      0};
    uint32_t registers[4] = {};
    if (getThread() != 31)
      autotuneSimMma(SITE("mma"), &shape, registers, registers, registers,
                     registers);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.mma", {}));
}

} // namespace
