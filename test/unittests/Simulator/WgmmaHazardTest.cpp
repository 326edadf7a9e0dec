//===- WgmmaHazardTest.cpp - What is wrong with wgmmas --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaDescriptor.h"
#include "WgmmaTesting.h"

using namespace mlir::autotune::sim;

namespace {

const Product product;

/// With the operands in place.
void prepare() {
  writeOperands(product);
  fenceProxyAndSync();
}

/// scaleD 1.
MmaShape getAdding() {
  MmaShape shape = kBF16Shape;
  shape.scaleD = 1;
  return shape;
}

uint64_t insert(uint64_t accumulator, int32_t index) {
  return autotuneSimAccumulatorInsert(SITE("insert"), accumulator, index, 32,
                                      0);
}

class WgmmaHazardTest : public TensorTest {};
INSTANTIATE_SCHEDULES(WgmmaHazardTest);

TEST_P(WgmmaHazardTest, AccumulatorReadTooEarly) {
  Report report = run([](void **) {
    prepare();
    fenceWgmma();
    uint64_t accumulator = multiply(product, 0, kBF16Shape);
    extract(accumulator, 0);
    commitWgmma();
    accumulator = autotuneSimAccumulatorPin(SITE("pin"), accumulator);
    accumulator =
        autotuneSimAccumulatorInsert(SITE("insert"), accumulator, 1, 32, 0);
    waitWgmma();
    extract(accumulator, 2);
  });
  EXPECT_TRUE(found(
      report, FindingKind::RegisterHazard, "op.extract",
      {"accumulator read before wgmma.wait_group", "has not been committed"}));
  EXPECT_TRUE(found(report, FindingKind::RegisterHazard, "op.pin",
                    {"its group has not been waited for"}));
  EXPECT_TRUE(found(report, FindingKind::RegisterHazard, "op.insert",
                    {"accumulator written before wgmma.wait_group"}));
  EXPECT_EQ(report.findings.size(), 3u) << print(report);
}

TEST_P(WgmmaHazardTest, GroupsAreWaitedForInOrder) {
  auto kernel = [](void **parameters) {
    prepare();
    fenceWgmma();
    uint64_t first = multiply(product, 0, kBF16Shape);
    commitWgmma();
    uint64_t second = multiply(product, 0, kBF16Shape);
    commitWgmma();
    waitWgmma(1);
    extract(first, 0);
    if (parameters[0])
      extract(second, 0);
    waitWgmma(0);
    extract(second, 0);
  };
  Report report = run(kernel);
  EXPECT_TRUE(report.ok()) << print(report);
  parameters[0] = this;
  report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::RegisterHazard, "op.extract",
                    {"wgmma 2 of the warpgroup"}));
}

TEST_P(WgmmaHazardTest, MissingFence) {
  Report report = run([](void **) {
    prepare();
    multiply(product, 0, kBF16Shape);
    commitWgmma();
    waitWgmma();
  });
  EXPECT_TRUE(found(report, FindingKind::RegisterHazard, "op.wgmma",
                    {"missing wgmma.fence", "before the first"}));
}

TEST_P(WgmmaHazardTest, FenceBeforeRegisterAccess) {
  auto kernel = [](void **parameters) {
    prepare();
    uint64_t accumulator = 0;
    fenceWgmma();
    for (int32_t i = 0; i < 32; ++i)
      accumulator = insert(accumulator, i);
    if (!parameters[0])
      fenceWgmma();
    accumulator = multiply(product, accumulator, getAdding());
    commitWgmma();
    waitWgmma();
  };
  Report report = run(kernel);
  EXPECT_TRUE(report.ok()) << print(report);
  parameters[0] = this;
  report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::RegisterHazard, "op.wgmma",
                    {"accessed since the last one"}));
  // Reading them is an access, too.
  report = run([](void **) {
    prepare();
    fenceWgmma();
    uint64_t accumulator = multiply(product, 0, kBF16Shape);
    commitWgmma();
    waitWgmma();
    extract(accumulator, 3);
    multiply(product, accumulator, getAdding());
    commitWgmma();
    waitWgmma();
  });
  EXPECT_TRUE(found(report, FindingKind::RegisterHazard, "op.wgmma",
                    {"accessed since the last one"}));
}

TEST_P(WgmmaHazardTest, AccumulatesOntoNothing) {
  Report report = run([](void **) {
    prepare();
    fenceWgmma();
    uint64_t accumulator = multiply(product, 0, getAdding());
    commitWgmma();
    waitWgmma();
    extract(accumulator, 0);
    accumulator = insert(0, 7);
    fenceWgmma();
    autotuneSimWgmma(SITE("part"), &kBF16Shape, accumulator,
                     product.getLayoutA().getDescriptor(), nullptr,
                     product.getLayoutB().getDescriptor());
    commitWgmma();
    waitWgmma();
  });
  EXPECT_TRUE(found(report, FindingKind::Uninitialized, "op.wgmma",
                    {"32 of 32 registers"}));
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
}

TEST_P(WgmmaHazardTest, HandlesAreConsumed) {
  Report report = run([](void **) {
    prepare();
    fenceWgmma();
    uint64_t accumulator = multiply(product, 0, kBF16Shape);
    commitWgmma();
    waitWgmma();
    uint64_t copy = autotuneSimAccumulatorCopy(SITE("copy"), accumulator);
    fenceWgmma();
    uint64_t doubled = multiply(product, copy, getAdding());
    commitWgmma();
    waitWgmma();
    for (int32_t i = 0; i < 32; ++i) {
      float once, twice;
      uint32_t bits[] = {extract(accumulator, i), extract(doubled, i)};
      std::memcpy(&once, &bits[0], 4);
      std::memcpy(&twice, &bits[1], 4);
      EXPECT_EQ(2 * once, twice);
    }
    autotuneSimAccumulatorExtract(SITE("stale"), copy, 0);
  });
  EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.stale",
                    {"names no value of this thread"}));
}

TEST_P(WgmmaHazardTest, ManyTiles) {
  // Dead accumulators do not pile up, and live ones stay.
  Report report = run([](void **) {
    prepare();
    fenceWgmma();
    uint64_t kept = multiply(product, 0, kBF16Shape);
    for (uint32_t i = 0; i < 1500; ++i) {
      multiply(product, 0, kBF16Shape);
      commitWgmma();
      waitWgmma();
      if (i % 100 == 0)
        kept = autotuneSimAccumulatorPin(SITE("pin"), kept);
    }
    extract(kept, 0);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(WgmmaHazardTest, MissingProxyFence) {
  Report report = run([](void **) {
    writeOperands(product);
    syncThreads();
    fenceWgmma();
    multiply(product, 0, kBF16Shape);
    commitWgmma();
    waitWgmma();
  });
  EXPECT_TRUE(found(report, FindingKind::MissingProxyFence, "op.wgmma", {}));
}

TEST_P(WgmmaHazardTest, OperandsWrittenTooEarly) {
  Report report = run([](void **) {
    prepare();
    fenceWgmma();
    multiply(product, 0, kBF16Shape);
    commitWgmma();
    syncThreads();
    if (getThread() == 77)
      writeElement(product.getLayoutB().getAddress(9, 0), ElementKind::BF16, 1);
    waitWgmma();
  });
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.findings[0].kind, FindingKind::Race) << print(report);
}

TEST_P(WgmmaHazardTest, OperandsWrittenRightAfterTheIssue) {
  // It is a race, whether the write comes before the wgmma reads or after it,
  // and a fence between the proxies would not help.
  Report report = run([](void **) {
    prepare();
    fenceWgmma();
    multiply(product, 0, kBF16Shape);
    writeElement(product.getLayoutA().getAddress(getThread() % 64, 3),
                 ElementKind::BF16, 1);
    commitWgmma();
    waitWgmma();
  });
  ASSERT_FALSE(report.ok());
  for (const Finding &finding : report.findings)
    EXPECT_EQ(finding.kind, FindingKind::Race) << finding.str();
}

TEST_P(WgmmaHazardTest, OperandsWrittenAfterWaiting) {
  Report report = run([](void **) {
    for (uint32_t round = 0; round < 3; ++round) {
      prepare();
      fenceWgmma();
      multiply(product, 0, kBF16Shape);
      commitWgmma();
      waitWgmma();
      syncThreads();
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(WgmmaHazardTest, Diverges) {
  Report report = run([](void **) {
    prepare();
    fenceWgmma();
    if (getThread() < 96)
      multiply(product, 0, kBF16Shape);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.wgmma", {}));
  report = run([](void **) {
    if (getThread() % 32 != 0)
      fenceWgmma();
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.wgmma.fence", {}));
}

TEST_P(WgmmaHazardTest, EndsWithoutWaiting) {
  options.schedule = Schedule::Adversarial;
  Report report = run([](void **) {
    prepare();
    fenceWgmma();
    multiply(product, 0, kBF16Shape);
    commitWgmma();
  });
  EXPECT_TRUE(found(report, FindingKind::EarlyExit, "op.wgmma",
                    {"which has ended", "wgmma.wait_group"}));
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// A product with what the test makes of B's descriptor.
void descriptorKernel(void **parameters) {
  prepare();
  fenceWgmma();
  uint64_t b = product.getLayoutB().getDescriptor();
  reinterpret_cast<void (*)(uint64_t &)>(parameters[0])(b);
  autotuneSimWgmma(SITE("wgmma"), &kBF16Shape, 0,
                   product.getLayoutA().getDescriptor(), nullptr, b);
  commitWgmma();
  waitWgmma();
}

void *asParameter(void (*change)(uint64_t &)) {
  return reinterpret_cast<void *>(change);
}

TEST_P(WgmmaHazardTest, Descriptors) {
  parameters[0] = asParameter([](uint64_t &) {});
  Report report = run(descriptorKernel);
  EXPECT_TRUE(report.ok()) << print(report);

  parameters[0] = asParameter([](uint64_t &b) { b |= uint64_t(1) << 46; });
  report = run(descriptorKernel);
  EXPECT_TRUE(found(report, FindingKind::BadDescriptor, "op.wgmma",
                    {"wgmma's B: bits 0x400000000000", "reserved"}));

  // 96 + 16 bytes into a row.
  parameters[0] = asParameter([](uint64_t &b) { b += 7; });
  report = run(descriptorKernel);
  EXPECT_TRUE(found(report, FindingKind::BadDescriptor, "op.wgmma",
                    {"112 bytes into a row of the 128-byte swizzle"}));

  parameters[0] = asParameter([](uint64_t &b) { b |= 0x3FFF; });
  report = run(descriptorKernel);
  EXPECT_TRUE(
      found(report, FindingKind::BadDescriptor, "op.wgmma", {"0x3fff0"}));

  parameters[0] = asParameter([](uint64_t &b) { b |= 0x3F00; });
  report = run(descriptorKernel);
  EXPECT_TRUE(
      found(report, FindingKind::OutOfBounds, "op.wgmma", {"wgmma's B"}));

  parameters[0] = asParameter([](uint64_t &b) { b += getThread() / 64 * 2; });
  report = run(descriptorKernel);
  EXPECT_TRUE(found(report, FindingKind::BadDescriptor, "op.wgmma",
                    {"the descriptor of B", "the same in all"}));
}

TEST(WgmmaDescriptorTest, Fields) {
  WgmmaDescriptor d(0x4000000000000000 | uint64_t(5) << 49 |
                    uint64_t(0x40) << 32 | 0x123 << 16 | 0x3FFF);
  EXPECT_EQ(d.span, 128u);
  EXPECT_EQ(d.baseOffset, 5u);
  EXPECT_EQ(d.stride, 1024u);
  EXPECT_EQ(d.leading, 0x1230u);
  EXPECT_EQ(d.start, 0x3FFF0u);
  EXPECT_EQ(d.reserved, 0u);
  for (int bit : {14, 15, 30, 31, 46, 47, 48, 52, 61})
    EXPECT_NE(WgmmaDescriptor(uint64_t(1) << bit).reserved, 0u);
  EXPECT_EQ(WgmmaDescriptor(uint64_t(2) << 62).span, 64u);
  EXPECT_EQ(WgmmaDescriptor(uint64_t(3) << 62).span, 32u);
}

TEST(WgmmaDescriptorTest, BaseOffsetMovesThePattern) {
  // A pattern that starts at 0x480: base offset 1 makes its first row the one
  // that nothing is exchanged in.
  uint64_t bits = makeDescriptor(0x480, 16, 1024, 128);
  WgmmaOperand plain(bits, 64, ElementKind::BF16, false);
  WgmmaOperand moved(bits | uint64_t(1) << 49, 64, ElementKind::BF16, false);
  EXPECT_EQ(plain.getAddress(0), 0x480u + 16);
  EXPECT_EQ(moved.getAddress(0), 0x480u);
  EXPECT_EQ(moved.getAddress(2), 0x500u + 16);
  // Without a swizzle there is nothing to move.
  WgmmaOperand none(makeDescriptor(0x400, 128, 256, 16) | uint64_t(1) << 49, 64,
                    ElementKind::BF16, false);
  EXPECT_TRUE(none.check());
}

TEST_P(WgmmaHazardTest, NoSuchInstruction) {
  using K = ElementKind;
  MmaShape shapes[8];
  std::fill(std::begin(shapes), std::end(shapes), kBF16Shape);
  shapes[0].n = 260;
  shapes[1].k = 8;
  shapes[2].typeB = K::F16;
  shapes[3].typeD = K::F16; // of bf16
  shapes[4].typeA = shapes[4].typeB = K::TF32;
  shapes[4].k = 8;
  shapes[4].majorB = 1;
  shapes[5].typeA = shapes[5].typeB = K::S8;
  shapes[5].typeD = K::S32;
  shapes[5].k = 32;
  shapes[5].n = 40;
  shapes[6].scaleB = 2;
  shapes[7].saturate = 1;
  for (MmaShape &shape : shapes) {
    parameters[0] = &shape;
    Report report = run([](void **parameters) {
      autotuneSimWgmma(SITE("wgmma"), static_cast<MmaShape *>(parameters[0]), 0,
                       0, nullptr, 0);
    });
    EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.wgmma",
                      {"there is no wgmma.m64n"}));
  }
}

} // namespace
