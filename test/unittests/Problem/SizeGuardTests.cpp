//===- SizeGuardTests.cpp - Conditions on sizes of run time ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/SizeGuard.h"

#include "mlir-autotune/Problem/ProblemText.h"

#include "gtest/gtest.h"

#include <random>
#include <vector>

using llvm::StringRef;
using namespace mlir::autotune;

static constexpr int64_t kNoLimit = SizeRange::kNoLimit;

static SizeGuard makeGuard(SizeRange m, SizeRange k = {}) {
  SizeGuard guard;
  guard[SizeDim::M] = m;
  guard[SizeDim::K] = k;
  return guard;
}

static ProblemSizes makeSizes(int64_t m, int64_t k = 1) {
  return {m, 4096, k, 1};
}

TEST(SizeRange, HasTheMultiplesBetweenItsBounds) {
  SizeRange range{3, 20, 8};
  for (int64_t size = 0; size < 30; ++size)
    EXPECT_EQ(range.contains(size), size == 8 || size == 16) << size;
  EXPECT_FALSE(range.isEmpty());
  EXPECT_EQ(range.getExact(), std::nullopt);
  EXPECT_EQ((SizeRange{3, 15, 8}.getExact()), 8);
  EXPECT_TRUE((SizeRange{9, 15, 8}.isEmpty()));
  EXPECT_TRUE((SizeRange{kNoLimit - 1, kNoLimit, 1 << 20}.isEmpty()));
  EXPECT_TRUE(SizeRange().isAll());
  EXPECT_EQ((SizeRange{0, 0, 1}.getExact()), 0);
}

TEST(SizeRange, ContainsRanges) {
  SizeRange range{3, 20, 8};
  EXPECT_TRUE(range.contains(SizeRange{8, 23, 8}));
  EXPECT_TRUE(range.contains(SizeRange{10, 30, 16}));
  EXPECT_FALSE(range.contains(SizeRange{8, 24, 8}));
  EXPECT_FALSE(range.contains(SizeRange{8, 16, 4}));
  EXPECT_TRUE(range.contains(SizeRange{5, 4, 1}));
  EXPECT_TRUE(SizeRange().contains(range));
}

TEST(SizeGuard, IsText) {
  EXPECT_EQ(SizeGuard().str(), "");
  EXPECT_EQ(makeGuard({1, 1, 1}).str(), "m = 1");
  EXPECT_EQ(makeGuard({2, 64, 1}, {0, kNoLimit, 64}).str(),
            "m from 2 to 64, k by 64");
  EXPECT_EQ(makeGuard({65, kNoLimit, 8}).str(), "m from 65 by 8");
}

TEST(SizeGuard, SelectsTheFirstThatHolds) {
  std::vector<SizeGuard> guards = {makeGuard({1, 1, 1}),
                                   makeGuard({0, 64, 1}, {0, kNoLimit, 64}),
                                   makeGuard({0, 64, 1}), SizeGuard()};
  EXPECT_EQ(selectRow(guards, makeSizes(1, 3)), 0u);
  EXPECT_EQ(selectRow(guards, makeSizes(64, 128)), 1u);
  EXPECT_EQ(selectRow(guards, makeSizes(64, 100)), 2u);
  EXPECT_EQ(selectRow(guards, makeSizes(0, 0)), 1u);
  EXPECT_EQ(selectRow(guards, makeSizes(65, 64)), 3u);
  EXPECT_EQ(selectRow(llvm::ArrayRef(guards).take_front(3), makeSizes(65)), 3u);
  EXPECT_EQ(findUnreachable(guards), std::nullopt);
}

TEST(SizeGuard, FindsWhatIsNeverSelected) {
  // Behind a guard that always holds; in two others; empty.
  EXPECT_EQ(findUnreachable({SizeGuard(), makeGuard({1, 1, 1})}), 1u);
  EXPECT_EQ(findUnreachable({makeGuard({0, 8, 1}), makeGuard({9, 20, 1}),
                             makeGuard({4, 12, 1})}),
            2u);
  EXPECT_EQ(findUnreachable({makeGuard({9, 15, 8})}), 0u);
  // A multiple of 6 is one of 2, but no multiple of 4.
  EXPECT_EQ(findUnreachable({makeGuard({0, 99, 2}), makeGuard({0, 99, 6})}),
            1u);
  EXPECT_EQ(findUnreachable({makeGuard({0, 99, 4}), makeGuard({0, 99, 6})}),
            std::nullopt);
  // In one size by one guard, and in the other by another, is not enough.
  EXPECT_EQ(findUnreachable({makeGuard({0, 8, 1}), makeGuard({}, {0, 8, 1}),
                             makeGuard({0, 9, 1}, {0, 9, 1})}),
            std::nullopt);
}

TEST(SizeGuard, DropsBoundsThatChangeNothing) {
  std::vector<SizeGuard> guards = {
      makeGuard({1, 1, 1}), makeGuard({0, 16, 1}), makeGuard({17, 48, 1}),
      makeGuard({49, 64, 1}, {100, kNoLimit, 1}), makeGuard({49, kNoLimit, 1})};
  simplifyGuards(guards);
  EXPECT_EQ(guards[2].str(), "m to 48");
  EXPECT_EQ(guards[3].str(), "m to 64, k from 100");
  EXPECT_EQ(guards[4].str(), "");
}

/// Whether each row is selected, found by trying all sizes.
static std::optional<size_t> tryAll(llvm::ArrayRef<SizeGuard> guards,
                                    int64_t most) {
  std::vector<bool> isSelected(guards.size() + 1);
  for (int64_t m = 0; m <= most; ++m)
    for (int64_t k = 0; k <= most; ++k)
      isSelected[selectRow(guards, makeSizes(m, k))] = true;
  for (size_t row = 0; row < guards.size(); ++row)
    if (!isSelected[row])
      return row;
  return std::nullopt;
}

TEST(SizeGuard, NeverRefusesWhatIsSelected) {
  std::mt19937 random(1);
  auto draw = [&](int64_t most) {
    return std::uniform_int_distribution<int64_t>(0, most)(random);
  };
  auto drawRange = [&] {
    int64_t lower = draw(12);
    return SizeRange{lower, lower + draw(12), 1 + draw(3)};
  };
  unsigned numFound = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    std::vector<SizeGuard> guards;
    for (int64_t row = 0, rows = 1 + draw(4); row < rows; ++row)
      guards.push_back(makeGuard(drawRange(), drawRange()));
    std::optional<size_t> found = findUnreachable(guards);
    std::vector<SizeGuard> simple = guards;
    simplifyGuards(simple);
    for (int64_t m = 0; m <= 26; ++m)
      for (int64_t k = 0; k <= 26; ++k)
        ASSERT_EQ(selectRow(simple, makeSizes(m, k)),
                  selectRow(guards, makeSizes(m, k)))
            << m << ", " << k;
    std::optional<size_t> actual = tryAll(guards, 24);
    if (!found)
      continue;
    ++numFound;
    // Rows before it may be unreachable, too, in ways that are not looked for.
    std::vector<SizeGuard> upTo(guards.begin(), guards.begin() + *found + 1);
    ASSERT_TRUE(actual && *actual <= *found)
        << guards[*found].str() << " is selected";
    bool isSelected = false;
    for (int64_t m = 0; m <= 24; ++m)
      for (int64_t k = 0; k <= 24; ++k)
        isSelected |= selectRow(upTo, makeSizes(m, k)) == *found;
    EXPECT_FALSE(isSelected) << guards[*found].str();
  }
  EXPECT_GT(numFound, 100u);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static std::string restrictText(StringRef text, const SizeGuard &guard) {
  return restrictTo(cantFail(parseProblem(text)), guard).getKey();
}

TEST(RestrictTo, MakesExactSizesStatic) {
  SizeGuard one = makeGuard({1, 1, 1});
  EXPECT_EQ(restrictText("?x64x96 bf16 B^T -> bf16", one),
            "1x64x96 bf16 B^T -> bf16");
  // A stored K x M has rows of M.
  EXPECT_EQ(restrictText("?x64x96 bf16 A^T -> bf16", one),
            "1x64x96 bf16 A^T -> bf16");
  // Strides that follow from no size stay unknown.
  EXPECT_EQ(restrictText("?x64x96 bf16 A^T -> bf16 a(stride=?)", one),
            "1x64x96 bf16 A^T -> bf16 a(stride=?)");
  EXPECT_EQ(restrictText("2*?x64x96 bf16 -> bf16", makeGuard({8, 8, 1})),
            "2*8x64x96 bf16 -> bf16");
  EXPECT_EQ(restrictText("?x64x96 bf16 -> bf16", makeGuard({0, 0, 1})),
            "?x64x96 bf16 -> bf16");
  SizeGuard batch;
  batch[SizeDim::Batch] = SizeRange::exactly(2);
  EXPECT_EQ(restrictText("?*8x64x96 bf16 -> bf16", batch),
            "2*8x64x96 bf16 -> bf16");
  // One product would take matrices.
  batch[SizeDim::Batch] = SizeRange::exactly(1);
  EXPECT_EQ(restrictText("?*8x64x96 bf16 -> bf16", batch),
            "?*8x64x96 bf16 -> bf16");
}

TEST(RestrictTo, KnowsUnits) {
  SizeGuard by64 = makeGuard({}, {0, kNoLimit, 64});
  EXPECT_EQ(restrictText("?x64x? bf16 B^T -> bf16", by64),
            "?x64x?/64 bf16 B^T -> bf16 a(unit=64) b(unit=64)");
  EXPECT_EQ(restrictText("?x64x? bf16 B^T -> bf16 a(stride=?)", by64),
            "?x64x?/64 bf16 B^T -> bf16 a(stride=?) b(unit=64)");
  SizeGuard columns;
  columns[SizeDim::N].unit = 8;
  EXPECT_EQ(restrictText("?x?x64 bf16 -> f32", columns),
            "?x?x64 bf16 -> f32 b(unit=8) c(unit=8)");
  // The matrices of a batch are whole rows apart.
  EXPECT_EQ(restrictText("2*?x64x96 bf16 -> f32", SizeGuard()),
            "2*?x64x96 bf16 -> f32 a(unit=96) c(unit=64)");
}
