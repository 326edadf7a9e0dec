//===- KernelCacheTest.cpp - Keys that differ, entries that hold ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Tuning/KernelCache.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;

static Config getConfig(int64_t n) {
  Config config = Config(*lookupTemplateSchema("simt")).withDefaults();
  EXPECT_TRUE(succeeded(config.set("tile", {64, n, 16})));
  return config;
}

/// The key of a kernel, whose name comes of its program.
static std::string getKey(const MatmulFact &fact, const Config &config,
                          StringRef chip, StringRef ptxas) {
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  KernelProgram program =
      cantFail(buildKernelProgram(context, fact, config, chip));
  return getKernelCacheKey(program.getName(), ptxas);
}

/// Everything that decides the code is in the key, and sizes are only where the
/// program has them.
TEST(KernelCacheKey, HasWhatDecides) {
  MatmulFact fact = getFact("bf16 tn 4096 4096 4096");
  std::string key = getKey(fact, getConfig(64), "sm_90a", "13.0.88");
  EXPECT_EQ(key, getKey(getFact("bf16 tn 512 1024 8192"), getConfig(64),
                        "sm_90a", "13.0.88"));
  EXPECT_NE(key, getKey(getFact("bf16 nn 4096 4096 4096"), getConfig(64),
                        "sm_90a", "13.0.88"));
  EXPECT_NE(key, getKey(getFact("f16 tn 4096 4096 4096"), getConfig(64),
                        "sm_90a", "13.0.88"));
  EXPECT_NE(key, getKey(fact, getConfig(32), "sm_90a", "13.0.88"));
  EXPECT_NE(key, getKey(fact, getConfig(64), "sm_80", "13.0.88"));
  EXPECT_NE(key, getKey(fact, getConfig(64), "sm_90a", "13.1.0"));
  fact.init = InitKind::Accumulate;
  EXPECT_NE(key, getKey(fact, getConfig(64), "sm_90a", "13.0.88"));
  EXPECT_NE(key.find(getBuildId().str()), std::string::npos);
}

using KernelCacheTest = FolderTest;

TEST_F(KernelCacheTest, KeepsKernelsAndJudgements) {
  KernelCache cache(getPath("cache"));
  EXPECT_FALSE(cache.lookup("key").has_value());
  CompiledKernel kernel = getKernel();
  kernel.failure = CompileFailure::SerializedWgmma;
  kernel.detail = "C7510";
  ASSERT_FALSE(static_cast<bool>(cache.store("key", kernel)));
  std::optional<CompiledKernel> read = cache.lookup("key");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->name, kernel.name);
  EXPECT_EQ(read->cubin, kernel.cubin);
  EXPECT_EQ(read->failure, kernel.failure);
  EXPECT_EQ(read->detail, "C7510");
  EXPECT_EQ(read->report.registers, 168);
  EXPECT_TRUE(read->abi.params == kernel.abi.params);
  EXPECT_FALSE(cache.lookup("other key").has_value());
}

/// A machine's trouble is no property of the kernel.
TEST_F(KernelCacheTest, DoesNotKeepWhatDidNotCompile) {
  KernelCache cache(getPath("cache"));
  CompiledKernel kernel = getKernel();
  kernel.failure = CompileFailure::Assembly;
  ASSERT_FALSE(static_cast<bool>(cache.store("key", kernel)));
  EXPECT_FALSE(cache.lookup("key").has_value());
}

/// Every truncation and every flipped byte of an entry, be it of the code or of
/// how it is launched, is found out; and it can be written again.
TEST_F(KernelCacheTest, DamagedEntriesAreNotThere) {
  KernelCache cache(getPath("cache"));
  CompiledKernel kernel = getKernel();
  ASSERT_FALSE(static_cast<bool>(cache.store("key", kernel)));
  std::string path = cache.getPath("key");
  std::string good = (*llvm::MemoryBuffer::getFile(path))->getBuffer().str();
  auto replace = [&](StringRef text) {
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << text;
    ASSERT_FALSE(code);
  };
  for (size_t size = 0; size < good.size(); ++size) {
    replace(StringRef(good).take_front(size));
    EXPECT_FALSE(cache.lookup("key").has_value()) << size;
  }
  for (size_t i = 0; i < good.size(); ++i) {
    std::string flipped = good;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
    replace(flipped);
    EXPECT_FALSE(cache.lookup("key").has_value()) << i;
  }
  ASSERT_FALSE(static_cast<bool>(cache.store("key", kernel)));
  EXPECT_TRUE(cache.lookup("key").has_value());
}

TEST_F(KernelCacheTest, NoFolderIsNoCache) {
  KernelCache cache("");
  ASSERT_FALSE(static_cast<bool>(cache.store("key", getKernel())));
  EXPECT_FALSE(cache.lookup("key").has_value());
}
