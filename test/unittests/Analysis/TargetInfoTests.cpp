//===- TargetInfoTests.cpp - Targets by name, option and device -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

TEST(TargetInfo, IsFoundByProductAndChip) {
  ASSERT_NE(lookupTarget("h200"), nullptr);
  EXPECT_EQ(lookupTarget("h200")->chip, "sm_90a");
  // The first record of a chip stands for it, with and without the letter.
  EXPECT_EQ(lookupTarget("sm_90a")->name, "h100-sxm");
  EXPECT_EQ(lookupTarget("sm_90"), lookupTarget("sm_90a"));
  EXPECT_EQ(lookupTarget("sm_100f"), lookupTarget("b200"));
  EXPECT_EQ(lookupTarget("sm_9"), nullptr);
  EXPECT_EQ(lookupTarget("90a"), nullptr);
  EXPECT_EQ(lookupTarget(""), nullptr);
}

TEST(TargetInfo, HasEveryFigure) {
  for (const TargetInfo &target : getKnownTargets()) {
    EXPECT_GT(target.computeCapability, 0) << target.name;
    EXPECT_GT(target.sms, 0) << target.name;
    EXPECT_GT(target.sharedMemoryPerBlock, 48 * 1024) << target.name;
    EXPECT_GE(target.sharedMemoryPerSM, target.sharedMemoryPerBlock)
        << target.name;
    EXPECT_EQ(target.registersPerSM, 65536) << target.name;
    EXPECT_GE(target.maxThreadsPerSM, 1024) << target.name;
    EXPECT_GE(target.maxClusterSize, 1) << target.name;
    EXPECT_GT(target.l2Bytes, 1 << 20) << target.name;
    EXPECT_GT(target.memoryBandwidth, 1e11) << target.name;
    EXPECT_GT(target.tensorFlops16, target.simtFlops32) << target.name;
  }
}

TEST(TargetInfo, IsReadFromAnOption) {
  std::string whyNot;
  FailureOr<TargetInfo> target =
      parseTarget("h200, sms=114,memory_bandwidth=4.5e12", whyNot);
  ASSERT_TRUE(succeeded(target));
  EXPECT_EQ(target->sms, 114);
  EXPECT_EQ(target->memoryBandwidth, 4.5e12);
  EXPECT_EQ(target->l2Bytes, lookupTarget("h200")->l2Bytes);
  for (const char *text : {"h300", "", "h200,sms", "h200,sms=x", "h200,sms=-1",
                           "h200,sms=1e30", "h200,name=3", "h200,,"}) {
    whyNot.clear();
    EXPECT_TRUE(failed(parseTarget(text, whyNot))) << text;
    EXPECT_FALSE(whyNot.empty()) << text;
  }
}

TEST(TargetInfo, HasTheFiguresThatTheAttributeNames) {
  // Otherwise an attribute that verifies could not be resolved.
  TargetInfo target = *lookupTarget("h200");
  std::string whyNot;
  for (StringRef field : TargetAttr::getCountFields())
    EXPECT_TRUE(succeeded(setTargetFigure(target, field, 1, whyNot)))
        << field.str();
  for (StringRef field : TargetAttr::getRateFields())
    EXPECT_TRUE(succeeded(setTargetFigure(target, field, 1, whyNot)))
        << field.str();
}

TEST(TargetInfo, IsMadeFromADevice) {
  std::string whyNot;
  DeviceProperties device;
  device.name = "NVIDIA H200";
  device.major = 9;
  device.sms = 120;
  device.sharedMemoryPerBlock = 232448;
  FailureOr<TargetInfo> target = getDeviceTarget(device, whyNot);
  ASSERT_TRUE(succeeded(target));
  EXPECT_EQ(target->name, "h200");
  EXPECT_EQ(target->sms, 120);
  // What the driver does not say stays as the record has it.
  EXPECT_EQ(target->l2Bytes, lookupTarget("h200")->l2Bytes);
  EXPECT_EQ(target->tensorFlops16, lookupTarget("h200")->tensorFlops16);
}

TEST(TargetInfo, IsScaledForAProductWithoutARecord) {
  std::string whyNot;
  DeviceProperties device;
  device.name = "NVIDIA H100 of another kind";
  device.major = 9;
  device.sms = 66;
  EXPECT_EQ(getDeviceTarget(device, whyNot)->name, "h100-sxm");
  device.name = "NVIDIA GH";
  device.memoryClockKHz = 1000000;
  device.memoryBusBits = 4096;
  FailureOr<TargetInfo> target = getDeviceTarget(device, whyNot);
  ASSERT_TRUE(succeeded(target));
  EXPECT_EQ(target->chip, "sm_90a");
  EXPECT_EQ(target->tensorFlops16, lookupTarget("sm_90a")->tensorFlops16 / 2);
  EXPECT_EQ(target->memoryBandwidth, 1e9 * 2 * 512);
  // A newer chip runs what the nearest older one does, but by its own name.
  device.major = 12;
  target = getDeviceTarget(device, whyNot);
  ASSERT_TRUE(succeeded(target));
  EXPECT_EQ(target->chip, "sm_120");
  EXPECT_EQ(target->computeCapability, 120);
  device.major = 7;
  EXPECT_TRUE(failed(getDeviceTarget(device, whyNot)));
  EXPECT_NE(whyNot.find("7.0"), std::string::npos);
}
