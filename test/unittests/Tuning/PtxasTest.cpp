//===- PtxasTest.cpp - Running ptxas --------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Tuning/Ptxas.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;

namespace {
class PtxasTest : public FolderTest {
protected:
  /// An assembler that is a script: `body` runs for each kernel.
  Ptxas makePtxas(StringRef body, StringRef version = "V1.0",
                  StringRef name = "ptxas") {
    std::string path = getPath(name);
    std::error_code code;
    {
      llvm::raw_fd_ostream os(path, code);
      os << "#!/bin/sh\ncase $1 in --version) echo " << version
         << "; exit;; esac\n"
         << body << "\n";
    }
    EXPECT_FALSE(llvm::sys::fs::setPermissions(path, llvm::sys::fs::all_all));
    ::setenv("AUTOTUNE_PTXAS", path.c_str(), /*replace=*/1);
    Ptxas ptxas = cantFail(Ptxas::find());
    ::unsetenv("AUTOTUNE_PTXAS");
    return ptxas;
  }
};
} // namespace

TEST_F(PtxasTest, HangsAreKilled) {
  Ptxas ptxas = makePtxas("exec sleep 600");
  ptxas.setTimeLimit(std::chrono::milliseconds(300));
  // Side by side, as a build has them: each has its own limit.
  std::string messages[2];
  auto assemble = [&](std::string &message) {
    SmallVector<char> cubin;
    message = llvm::toString(ptxas.assemble("x", "sm_90a", cubin).takeError());
  };
  std::thread other([&] { assemble(messages[0]); });
  assemble(messages[1]);
  other.join();
  for (const std::string &message : messages)
    EXPECT_NE(message.find("ptxas did not end within 0.3 s and was killed"),
              std::string::npos)
        << message;
}

TEST_F(PtxasTest, WhatEndsInTimeIsRead) {
  Ptxas ptxas = makePtxas("echo 'Used 12 registers'; echo code >$5");
  SmallVector<char> cubin;
  PtxasReport report = cantFail(ptxas.assemble("x", "sm_90a", cubin));
  EXPECT_EQ(report.registers, 12);
  EXPECT_EQ(StringRef(cubin.data(), cubin.size()), "code\n");
}

TEST_F(PtxasTest, IsIdentifiedByItsVersion) {
  EXPECT_EQ(makePtxas(": a", "release 13.0, V13.0.88").getIdentity(),
            "13.0.88");
  EXPECT_EQ(makePtxas(": b", "V13.0.88.").getIdentity(), "13.0.88");
}

/// Without a version it is the content that counts: not the path, not the size.
TEST_F(PtxasTest, IsIdentifiedByItsContentWithoutAVersion) {
  std::string identity = makePtxas(": a", "none").getIdentity().str();
  EXPECT_EQ(identity.size(), 5u + 16u);
  EXPECT_EQ(identity.find("xxh3 "), 0u) << identity;
  EXPECT_EQ(makePtxas(": a", "none", "other").getIdentity(), identity);
  EXPECT_NE(makePtxas(": b", "none").getIdentity(), identity);
  // A word with a V is no version.
  EXPECT_EQ(makePtxas(": a", "NVIDIA").getIdentity().str().find("xxh3 "), 0u);
}

/// The cache does not hand one nameless assembler's kernels to another.
TEST_F(PtxasTest, KernelsOfNamelessAssemblersAreKeptApart) {
  std::vector<TuningProblem> problems;
  problems.push_back({getFact("f32 nn 64 64 64"), 1, {}});
  problems[0].candidates.push_back(
      {Config(*lookupTemplateSchema("simt")).withDefaults(), {}, "", 0, {}});
  KernelCache cache(getPath("cache"));
  auto build = [&](const Ptxas &ptxas) {
    return cantFail(
        buildKernels(problems, *lookupTarget("sm_90a"), ptxas, cache, {}));
  };
  Ptxas first = makePtxas("echo Used 1 registers; echo one >$5", "none");
  BuildResult result = build(first);
  ASSERT_EQ(result.kernels.size(), 1u);
  ASSERT_FALSE(result.kernels[0].failure) << result.kernels[0].detail;
  EXPECT_EQ(build(first).numCached, 1u);
  result = build(makePtxas("echo Used 1 registers; echo two >$5", "none"));
  EXPECT_EQ(result.numCached, 0u);
  EXPECT_EQ(
      StringRef(result.kernels[0].cubin.data(), result.kernels[0].cubin.size()),
      "two\n");
}

TEST_F(PtxasTest, RejectionsSayWhy) {
  Ptxas ptxas = makePtxas("echo 'no such instruction' >&2; exit 255");
  SmallVector<char> cubin;
  llvm::Error error = ptxas.assemble("x", "sm_90a", cubin).takeError();
  EXPECT_TRUE(error.isA<RejectedByPtxas>());
  EXPECT_NE(llvm::toString(std::move(error))
                .find("ptxas failed: no such instruction"),
            std::string::npos);
}

TEST_F(PtxasTest, ReportsEndWithTheRegisters) {
  StringRef log =
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'f' for 'sm_90a'\n"
      "ptxas info    : Function properties for f\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill "
      "loads\n"
      "ptxas info    : Used 168 registers, used 16 barriers\n"
      "ptxas info    : Compile time = 200.138 ms\n";
  EXPECT_TRUE(parsePtxasReport(log).isWhole);
  size_t end = log.find(" registers");
  for (size_t size : {size_t(0), log.find("bytes stack"), end, end + 5})
    EXPECT_FALSE(parsePtxasReport(log.take_front(size)).isWhole) << size;
  // The first of two kernels says nothing of the second.
  EXPECT_FALSE(parsePtxasReport((log + log.take_front(end)).str()).isWhole);
}

/// ptxas says so with several numbers, and with others of something else.
TEST_F(PtxasTest, SerializedProductsAreFound) {
  auto parse = [](StringRef code) {
    return parsePtxasReport(
        ("ptxas info    : (" + code +
         ") Potential Performance Loss: wgmma.mma_async instructions are "
         "serialized due to insufficient register resources for the wgmma "
         "pipeline in the function 'f'\nptxas info    : Used 168 registers, "
         "used 16 barriers\n")
            .str());
  };
  for (StringRef code : {"C7510", "C7511", "C7514", "C7519"})
    EXPECT_NE(parse(code).serialized, "") << code.str();
  for (StringRef code : {"C7508", "C7520"})
    EXPECT_EQ(parse(code).serialized, "") << code.str();
}

/// What is wrong with the machine is no word about the text.
TEST_F(PtxasTest, FaultsOfTheMachineAreNoRejections) {
  for (auto [body, part] :
       {std::pair("echo one >$5", "cut short"),
        {"echo Used 1 registers", "no whole cubin"},
        // A section header beyond the end.
        {"echo Used 1 registers; head -c 300 /bin/sh >$5", "no whole cubin"},
        {"echo Used 1 registers; rm $5", "left no"},
        {"exit 3", "ended with exit code 3 and said nothing"}}) {
    Ptxas ptxas = makePtxas(body);
    SmallVector<char> cubin;
    llvm::Error error = ptxas.assemble("x", "sm_90a", cubin).takeError();
    EXPECT_FALSE(error.isA<RejectedByPtxas>()) << body;
    std::string message = llvm::toString(std::move(error));
    EXPECT_NE(message.find(part), std::string::npos) << body << message;
  }
  Ptxas ptxas = makePtxas("echo Used 1 registers; cp /bin/sh $5");
  SmallVector<char> cubin;
  EXPECT_FALSE(
      static_cast<bool>(ptxas.assemble("x", "sm_90a", cubin).takeError()));
  EXPECT_GT(cubin.size(), 300u);
}

/// A full disk takes ptxas' own words, so that it can't say what went wrong.
TEST_F(PtxasTest, FullDisksAreNoRejections) {
  Ptxas ptxas = makePtxas("echo 'can not write' >&2; exit 255");
  FullDisk full(4096);
  SmallVector<char> cubin;
  llvm::Error error = ptxas.assemble("x", "sm_90a", cubin).takeError();
  EXPECT_FALSE(error.isA<RejectedByPtxas>());
  EXPECT_NE(llvm::toString(std::move(error)).find("File too large"),
            std::string::npos);
}

/// One fault ends the build, whichever thread it comes to.
TEST_F(PtxasTest, FaultsOfTheMachineEndTheBuild) {
  std::vector<TuningProblem> problems;
  problems.push_back({getFact("f32 nn 64 64 64"), 1, {}});
  for (int64_t tile : {16, 32, 64, 128}) {
    Config config = Config(*lookupTemplateSchema("simt")).withDefaults();
    ASSERT_TRUE(succeeded(config.set("tile", {tile, 64, 16})));
    problems[0].candidates.push_back({config, {}, "", 0, {}});
  }
  BuildOptions options;
  options.jobs = 2;
  auto result =
      buildKernels(problems, *lookupTarget("sm_90a"),
                   makePtxas("echo code >$5"), KernelCache(""), options);
  ASSERT_FALSE(static_cast<bool>(result));
  EXPECT_NE(llvm::toString(result.takeError()).find("cut short"),
            std::string::npos);
}

/// Files are used again, hold nothing of the kernel before, and go.
TEST_F(PtxasTest, TemporaryFilesAreUsedAgain) {
  std::string seen = getPath("seen");
  {
    Ptxas ptxas =
        makePtxas("echo Used 1 registers; echo $3 $5 $(wc -c <$5) >>" + seen +
                  "; echo code >$5");
    SmallVector<char> cubin;
    for (int i = 0; i < 2; ++i)
      cantFail(ptxas.assemble("x", "sm_90a", cubin));
  }
  std::string text = (*llvm::MemoryBuffer::getFile(seen))->getBuffer().str();
  auto [first, second] = StringRef(text).rtrim().split('\n');
  EXPECT_EQ(first, second);
  SmallVector<StringRef> words;
  first.split(words, ' ');
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[2], "0");
  EXPECT_FALSE(llvm::sys::fs::exists(words[0]));
  EXPECT_FALSE(llvm::sys::fs::exists(words[1]));
}
