//===- MatrixTest.cpp - ldmatrix and stmatrix -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTesting.h"

using namespace mlir::autotune::sim;

namespace {
class MatrixTest : public TensorTest {
protected:
  MatrixTest() { launch.block.x = 32; }
};
INSTANTIATE_SCHEDULES(MatrixTest);

/// Four 8x8 matrices, 128 bytes apart: element e of row r of matrix i is
/// 64 i + 8 r + e.
void fill() {
  for (uint32_t i = 0; i < 4; ++i) {
    uint32_t word = getThread() * 4 + i; // two elements
    store(SITE("fill"), Space::Shared, getTile() + word * 4,
          (2 * word) | (2 * word + 1) << 16);
  }
  syncThreads();
}

uint32_t getRow() { return getTile() + getThread() * 16; }

TEST_P(MatrixTest, Loads) {
  Report report = run([](void **) {
    fill();
    uint32_t lane = getThread(), plain[4], transposed[4], one[1], two[2];
    autotuneSimLdMatrix(SITE("ld"), getRow(), 4, 0, plain);
    autotuneSimLdMatrix(SITE("ld.trans"), getRow(), 4, 1, transposed);
    // Lanes whose address is not used may name anything.
    autotuneSimLdMatrix(SITE("ld.1"), lane < 8 ? getRow() : 1, 1, 0, one);
    autotuneSimLdMatrix(SITE("ld.2"), lane < 16 ? getRow() : 1, 2, 1, two);
    for (uint32_t i = 0; i < 4; ++i) {
      uint32_t at = 64 * i + lane / 4 * 8 + lane % 4 * 2;
      EXPECT_EQ(plain[i], at | (at + 1) << 16);
      uint32_t across = 64 * i + lane % 4 * 16 + lane / 4;
      EXPECT_EQ(transposed[i], across | (across + 8) << 16);
    }
    EXPECT_EQ(one[0], plain[0]);
    EXPECT_EQ(two[1], transposed[1]);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(MatrixTest, Stores) {
  Report report = run([](void **) {
    uint32_t lane = getThread(), registers[4], transposed[4];
    for (uint32_t i = 0; i < 4; ++i) {
      uint32_t at = 64 * i + lane / 4 * 8 + lane % 4 * 2;
      registers[i] = at | (at + 1) << 16;
      uint32_t across = 64 * i + lane % 4 * 16 + lane / 4;
      transposed[i] = across | (across + 8) << 16;
    }
    autotuneSimStMatrix(SITE("st"), getRow(), 4, 0, registers);
    autotuneSimStMatrix(SITE("st.trans"), getRow() + 512, 4, 1, transposed);
    syncThreads();
    for (uint32_t i = 0; i < 4; ++i)
      for (uint32_t part : {0, 512}) {
        uint32_t word = lane * 4 + i;
        EXPECT_EQ(
            load(SITE("read"), Space::Shared, getTile() + part + word * 4),
            (2 * word) | (2 * word + 1) << 16);
      }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(MatrixTest, WrongRows) {
  Report report = run([](void **) {
    fill();
    uint32_t registers[4];
    autotuneSimLdMatrix(SITE("ld"), getRow() + (getThread() == 9 ? 8 : 0), 4, 0,
                        registers);
  });
  ASSERT_TRUE(found(report, FindingKind::Misaligned, "op.ld",
                    {"loads a row from", "multiple of 16"}));
  EXPECT_EQ(report.findings[0].lane, 9);
  report = run([](void **) {
    uint32_t registers[4] = {};
    autotuneSimStMatrix(SITE("st"), getThread() == 3 ? 0 : getRow(), 1, 0,
                        registers);
    autotuneSimStMatrix(SITE("three"), getRow(), 3, 0, registers);
  });
  EXPECT_TRUE(
      found(report, FindingKind::OutOfBounds, "op.st", {"stores a row to"}));
  EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.three",
                    {"3 matrices: legal are 1, 2 and 4"}));
}

TEST_P(MatrixTest, Uninitialized) {
  Report report = run([](void **) {
    uint32_t registers[1];
    autotuneSimLdMatrix(SITE("ld"), getRow(), 1, 0, registers);
  });
  EXPECT_TRUE(found(report, FindingKind::Uninitialized, "op.ld", {}));
}

TEST_P(MatrixTest, RacesWithOthers) {
  launch.block.x = 64;
  Report report = run([](void **) {
    uint32_t registers[1] = {};
    if (getThread() < 32)
      autotuneSimStMatrix(SITE("st"), getRow(), 1, 0, registers);
    else if (getThread() == 32)
      store(SITE("write"), Space::Shared, getTile() + 16, 1);
  });
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Race);
}

TEST_P(MatrixTest, Diverges) {
  Report report = run([](void **) {
    uint32_t registers[1] = {};
    if (getThread() != 5)
      autotuneSimStMatrix(SITE("st"), getRow(), 1, 0, registers);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.st", {}));
}

} // namespace
