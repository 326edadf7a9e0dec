//===- HostCPUTest.cpp - What is known of a CPU that is named -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/HostCPU.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::autotune;

static HostCPU get(StringRef name) {
  return llvm::cantFail(HostCPU::parse(name));
}

TEST(HostCPU, ThisMachineRunsItsOwnCode) {
  HostCPU cpu = get("native");
  EXPECT_NE(cpu.name, "native");
  EXPECT_FALSE(cpu.features.empty());
  EXPECT_TRUE(llvm::is_sorted(cpu.features));
  EXPECT_TRUE(cpu.missingHere.empty());
}

TEST(HostCPU, NamesAreChecked) {
  for (const char *name : {"", "x86_64", "abacus"}) {
    llvm::Expected<HostCPU> cpu = HostCPU::parse(name);
    ASSERT_FALSE(bool(cpu)) << name;
    std::string message = llvm::toString(cpu.takeError());
    EXPECT_NE(message.find("it can be native, or a name that llc"),
              std::string::npos)
        << message;
  }
}

TEST(HostCPU, TheEnvironmentMayNameOne) {
  const char *before = std::getenv(HostCPU::kVariable.data());
  std::string saved = before ? before : "";
  ::setenv(HostCPU::kVariable.data(), "native", /*replace=*/1);
  std::optional<HostCPU> cpu = llvm::cantFail(HostCPU::fromEnvironment());
  ASSERT_TRUE(cpu);
  EXPECT_EQ(cpu->name, get("native").name);
  ::setenv(HostCPU::kVariable.data(), "", /*replace=*/1);
  EXPECT_FALSE(llvm::cantFail(HostCPU::fromEnvironment()));
  ::setenv(HostCPU::kVariable.data(), saved.c_str(), /*replace=*/1);
}

#ifdef __x86_64__
TEST(HostCPU, NoInstructionTakesSubnormalNumbersForZero) {
  for (const char *name : {"native", "cooperlake", "sapphirerapids"})
    for (const char *feature : {"avx512bf16", "avxneconvert", "avx10.2"})
      EXPECT_FALSE(
          llvm::is_contained(get(name).features, "+" + std::string(feature)))
          << name << " " << feature;
  EXPECT_TRUE(llvm::is_contained(get("cooperlake").features, "-avx512bf16"));
}

TEST(HostCPU, FeaturesAreThoseOfTheName) {
  HostCPU plain = get("x86-64"), v3 = get("x86-64-v3");
  EXPECT_TRUE(plain.missingHere.empty());
  EXPECT_FALSE(llvm::is_contained(plain.features, "+avx2"));
  EXPECT_TRUE(llvm::is_contained(plain.features, "+sse2"));
  EXPECT_TRUE(llvm::is_contained(v3.features, "+avx2"));
  EXPECT_TRUE(llvm::is_contained(v3.features, "+f16c"));
  // No machine has what only AMD, and what only Intel, has made.
  EXPECT_FALSE(get("bdver4").missingHere.empty() &&
               get("sapphirerapids").missingHere.empty());
}
#endif
