//===- PtxasTest.cpp - Running ptxas --------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Tuning/Ptxas.h"

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
  Ptxas makePtxas(StringRef body) {
    std::string path = getPath("ptxas");
    std::error_code code;
    {
      llvm::raw_fd_ostream os(path, code);
      os << "#!/bin/sh\ncase $1 in --version) echo V1.0; exit;; esac\n"
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

TEST_F(PtxasTest, RejectionsSayWhy) {
  Ptxas ptxas = makePtxas("echo 'no such instruction' >&2; exit 255");
  SmallVector<char> cubin;
  EXPECT_NE(llvm::toString(ptxas.assemble("x", "sm_90a", cubin).takeError())
                .find("ptxas failed: no such instruction"),
            std::string::npos);
}
