//===- TuningTestUtils.h - What the tests of tuning share -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_UNITTESTS_TUNING_TUNINGTESTUTILS_H
#define AUTOTUNE_UNITTESTS_TUNING_TUNINGTESTUTILS_H

#include "mlir-autotune/Tuning/Builder.h"
#include "mlir-autotune/Tuning/ShapesFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <csignal>
#include <sys/resource.h>

namespace mlir::autotune::test {

inline MatmulFact getFact(StringRef line) {
  std::vector<std::string> skipped;
  return cantFail(parseShapes(line, "test", skipped)).front().getMatmul();
}

/// A kernel as the compiler could leave it, with a parameter of each kind.
inline CompiledKernel getKernel(StringRef name = "matmul_x") {
  using Kind = tile::KernelParam::Kind;
  CompiledKernel kernel;
  kernel.name = name.str();
  StringRef code("\x7f"
                 "ELF\n\0 code\n",
                 13);
  kernel.cubin.assign(code.begin(), code.end());
  kernel.abi.params.push_back({Kind::TensorMap, 0, 0, {128, 64}, 128});
  kernel.abi.params.push_back({Kind::Pointer, 2, 0, {0, 0}, 0});
  kernel.abi.params.push_back({Kind::Size, 0, 1, {0, 0}, 0});
  kernel.abi.params.push_back({Kind::Stride, 1, 0, {0, 0}, 0});
  kernel.abi.extents = {tile::KernelExtent{2, 0}, tile::KernelExtent{2, 1}};
  kernel.abi.tile = {128, 256};
  kernel.abi.cluster = {2, 1, 2};
  kernel.abi.persistent = true;
  kernel.abi.ctasPerSM = 2;
  kernel.abi.threads = 384;
  kernel.abi.sharedMemory = 213000;
  kernel.report.registers = 168;
  return kernel;
}

/// A folder of its own for each test.
class FolderTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("autotune-test", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }
  std::string getPath(StringRef name) { return (folder + "/" + name).str(); }

  SmallString<128> folder;
};

/// Files cannot grow beyond so many bytes while this lives: a full disk.
struct FullDisk {
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    struct rlimit limit = {bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before); }
  struct rlimit before;
};

} // namespace mlir::autotune::test

#endif // AUTOTUNE_UNITTESTS_TUNING_TUNINGTESTUTILS_H
