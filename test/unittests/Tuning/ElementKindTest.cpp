//===- ElementKindTest.cpp - Element kinds mean the same everywhere -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler, the runtime and the runner number element types alike, and hand
// each other the numbers: in calls of the runtime, in what helper kernels take,
// and, as names, in bundles. All have their tables from kernels_td/Elements.td;
// here it is compared what they make of them.
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "TuningTestUtils.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Runtime/CudaDriver.h"
#include "mlir-autotune/Tuning/Bundle.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;

/// The runtime's number of a kind. The compiler warns here of a new one.
static cuda::ElementIndex getIndex(ElementKind kind) {
  switch (kind) {
  case ElementKind::BF16:
    return cuda::kBF16;
  case ElementKind::F16:
    return cuda::kF16;
  case ElementKind::F32:
    return cuda::kF32;
  case ElementKind::F64:
    return cuda::kF64;
  case ElementKind::F8E4M3FN:
    return cuda::kF8E4M3FN;
  case ElementKind::F8E5M2:
    return cuda::kF8E5M2;
  case ElementKind::TF32:
    return cuda::kTF32;
  case ElementKind::TF32x3:
    return cuda::kTF32x3;
  case ElementKind::I8:
    return cuda::kI8;
  case ElementKind::I16:
    return cuda::kI16;
  case ElementKind::I32:
    return cuda::kI32;
  case ElementKind::I64:
    return cuda::kI64;
  case ElementKind::I4:
    return cuda::kI4;
  case ElementKind::I4R:
    return cuda::kI4R;
  }
  llvm_unreachable("every kind with a number is listed");
}

TEST(ElementKind, HasOneNumberAndSize) {
  for (int index = 0; index < cuda::kNumElementIndices; ++index) {
    auto kind = static_cast<ElementKind>(index);
    EXPECT_EQ(getIndex(kind), index);
    StringRef name = stringifyElementKind(kind);
    EXPECT_EQ(measure::parseElementKind(name), index) << name.str();
    EXPECT_EQ(measure::getElementKindName(index), name);
    EXPECT_EQ(cuda::getElementBytes(index), getElementBytes(kind))
        << name.str();
  }
  // And no side knows more of them.
  EXPECT_EQ(cuda::getElementBytes(-1), 0);
  EXPECT_EQ(cuda::getElementBytes(cuda::kNumElementIndices), 0);
}

/// Two to a byte.
TEST(ElementKind, CountsHalfBytes) {
  EXPECT_EQ(symbolizeElementKind("i4"), ElementKind::I4);
  EXPECT_EQ(getElementBits(ElementKind::I4), 4);
  EXPECT_EQ(getElementBytes(ElementKind::I4), 1);
  for (ElementKind kind :
       {ElementKind::I4, ElementKind::I4R, ElementKind::BF16}) {
    EXPECT_EQ(getBytesOf(kind, 64), isInt4(kind) ? 32 : 128);
    EXPECT_EQ(cuda::getBytesOf(getIndex(kind), 64), getBytesOf(kind, 64));
  }
  MatmulFact fact =
      cantFail(autotune::parseProblem("16x64x32 bf16,i4 B^T -> f32"))
          .getMatmul();
  EXPECT_EQ(fact.getBytes(), 16 * 32 * 2 + 64 * 32 / 2 + 16 * 64 * 4);
  EXPECT_EQ(getWhyNotMeasurable(fact), "");
  std::vector<TuningProblem> problems;
  problems.push_back({fact, 1, {}});
  measure::Manifest read = cantFail(measure::parseManifest(
      cantFail(getManifest(problems, {}, *lookupTarget("h200"))), "test"));
  EXPECT_EQ(read.problems[0].getBytes(), fact.getBytes());
  EXPECT_EQ(read.problems[0].getConverted(), 1u);
  EXPECT_TRUE(read.problems[0].hasNoMultiples());
}

/// Where they are not, neither side takes them.
TEST(ElementKind, RefusesHalfBytesAlike) {
  for (const char *line :
       {"16x64x33 bf16,i4 B^T -> f32 b(stride=64)",
        "16x64x32 bf16,i4 B^T -> f32 b(stride=33)", "16x64x32 bf16,i4 -> f32",
        "16x64x288 bf16,i4r B^T -> f32",
        "16x64x256 bf16,i4r B^T -> f32 b(stride=288)",
        "2*16x64x32 bf16,i4 B^T -> f32", "16x64x32+32 bf16,i4 B^T -> f32"}) {
    std::vector<TuningProblem> problems;
    problems.push_back({cantFail(autotune::parseProblem(line)), 1, {}});
    EXPECT_NE(getWhyNotMeasurable(problems[0].fact).find("integers of 4 bits"),
              std::string::npos)
        << line;
    auto read = measure::parseManifest(
        cantFail(getManifest(problems, {}, *lookupTarget("h200"))), "test");
    ASSERT_FALSE(bool(read)) << line;
    EXPECT_NE(llvm::toString(read.takeError()).find("integers of 4 bits"),
              std::string::npos)
        << line;
  }
}

/// What a bundle's writer says of each kind, its reader takes for the same; and
/// the runner compares those as integers that are.
TEST(ElementKind, GoesThroughABundle) {
  // But for the last ones, of 4 bits, which are beside floats alone.
  for (int index = 0; index < cuda::kI4; ++index) {
    auto kind = static_cast<ElementKind>(index);
    std::vector<TuningProblem> problems;
    MatmulFact fact = getFact("bf16 tn 100 200 64");
    fact.a.element = fact.b.element = fact.c.element = kind;
    // No template sums in fewer bits, and no check would tell.
    bool isNarrow = isFloat(kind) && getElementBytes(kind) < 4;
    fact.accumulator = isNarrow ? ElementKind::F32 : kind;
    bool isTF32 = isTf32(kind);
    if (isTF32)
      fact.c.element = fact.accumulator = ElementKind::F32;
    problems.push_back({fact, 1, {}});
    std::string text =
        cantFail(getManifest(problems, {}, *lookupTarget("h200")));
    measure::Manifest read = cantFail(measure::parseManifest(text, "test"));
    ASSERT_EQ(read.problems.size(), 1u);
    const measure::MeasuredProblem &problem = read.problems[0];
    for (size_t i = 0; i < 3; ++i)
      EXPECT_EQ(problem.operands[i].element,
                isTF32 && i == 2 ? cuda::kF32 : index);
    EXPECT_EQ(problem.accumulator, getIndex(fact.accumulator));
    EXPECT_EQ(problem.getBytes(), static_cast<double>(getElementBytes(kind)) *
                                      (100 * 64 + 64 * 200 + 100 * 200));
    EXPECT_EQ(measure::getTolerance(problem).relative > 0, isFloat(kind));
  }
}

/// What the compiler lets through, of integers beside floats too, the runner
/// takes, and no more.
TEST(ElementKind, MixesAlike) {
  using K = ElementKind;
  const K kinds[] = {K::BF16, K::F32, K::F64, K::I8, K::I16, K::I32, K::I4};
  int numTaken = 0;
  for (K a : kinds)
    for (K b : kinds)
      for (K c : {K::F32, K::F64, K::I32}) {
        std::vector<TuningProblem> problems;
        MatmulFact fact = getFact("bf16 tn 100 200 64");
        fact.a.element = a;
        fact.b.element = b;
        fact.c.element = fact.accumulator = c;
        problems.push_back({fact, 1, {}});
        auto read = measure::parseManifest(
            cantFail(getManifest(problems, {}, *lookupTarget("h200"))), "test");
        std::string why = getWhyNotMeasurable(fact);
        EXPECT_EQ(bool(read), why.empty()) << fact.getKey();
        numTaken += why.empty();
        if (!read) {
          EXPECT_NE(llvm::toString(read.takeError()).find("problems[0].text: "),
                    std::string::npos);
          EXPECT_NE(why.find("it mixes integers and floats"),
                    std::string::npos);
        }
      }
  // Nine of integers, and into f32 and f64 nine of floats, six with i8, and two
  // with i4, which is multiplied by floats of 16 bits alone.
  EXPECT_EQ(numTaken, 9 + 2 * (9 + 6 + 2));
}

/// Nor is it lost that integers have no sign.
TEST(ElementKind, TakesItsSignThroughABundle) {
  for (StringRef shape :
       {"i8 tn 100 200 64", "bf16,i8 tn 100 200 64", "bf16,i4 tn 100 200 64"}) {
    double tolerances[2];
    for (bool zeroExtend : {false, true}) {
      std::vector<TuningProblem> problems;
      MatmulFact fact = getFact(shape);
      fact.zeroExtend = zeroExtend;
      problems.push_back({fact, 1, {}});
      EXPECT_EQ(getWhyNotMeasurable(problems[0].fact), "");
      std::string text =
          cantFail(getManifest(problems, {}, *lookupTarget("h200")));
      measure::Manifest read = cantFail(measure::parseManifest(text, "test"));
      EXPECT_EQ(read.problems[0].zeroExtend, zeroExtend);
      tolerances[zeroExtend] = measure::getTolerance(read.problems[0]).absolute;
    }
    // What they are filled with is larger then.
    EXPECT_GE(tolerances[1], (shape.contains("i4") ? 1.7 : 25) * tolerances[0]);
  }
}
