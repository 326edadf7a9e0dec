//===- OutputFileTest.cpp - Files that are whole or not there -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/Support/MemoryBuffer.h"

#include <csignal>
#include <sys/resource.h>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;

using OutputFileTest = FolderTest;

static std::string read(StringRef path) {
  return (*llvm::MemoryBuffer::getFile(path))->getBuffer().str();
}

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

TEST_F(OutputFileTest, FullDiskLeavesWhatWasThere) {
  std::string path = getPath("out.mlir");
  ASSERT_FALSE(static_cast<bool>(
      writeOutputFile(path, [](raw_ostream &os) { os << "before"; })));
  std::string message;
  {
    FullDisk full(4096);
    message = llvm::toString(writeOutputFile(path, [](raw_ostream &os) {
      for (int i = 0; i < 1000; ++i)
        os << "more than the disk holds";
    }));
  }
  EXPECT_NE(message.find("out.mlir"), std::string::npos) << message;
  EXPECT_EQ(read(path), "before");
  std::error_code code;
  llvm::sys::fs::directory_iterator it(folder, code), end;
  EXPECT_EQ(it->path(), path);
  it.increment(code);
  EXPECT_TRUE(it == end) << it->path();
}

TEST_F(OutputFileTest, LinksStayLinks) {
  namespace fs = llvm::sys::fs;
  std::string far = getPath("far"), link = getPath("link"),
              chain = getPath("chain");
  ASSERT_FALSE(fs::create_directory(far));
  // Relative to where the link is; the file is not there at first.
  ASSERT_FALSE(fs::create_link("far/out", link));
  ASSERT_FALSE(fs::create_link(link, chain));
  for (StringRef text : {"first", "second"}) {
    cantFail(writeOutputFile(chain, [&](raw_ostream &os) { os << text; }));
    EXPECT_TRUE(fs::is_symlink_file(link));
    EXPECT_TRUE(fs::is_symlink_file(chain));
    EXPECT_EQ(read(getPath("far/out")), text);
  }
}

TEST_F(OutputFileTest, StagedFolderIsAllOrNothing) {
  {
    StagedFolder staged = cantFail(StagedFolder::create(getPath("b")));
    FullDisk full(4096);
    EXPECT_TRUE(llvm::toString(staged.write("x", std::string(10000, 'x')))
                    .find("b/x") != std::string::npos);
  }
  std::error_code code;
  EXPECT_TRUE(llvm::sys::fs::directory_iterator(folder, code) ==
              llvm::sys::fs::directory_iterator());
}

TEST_F(OutputFileTest, UnwritablePlacesAreNamed) {
  auto nothing = [](raw_ostream &) {};
  EXPECT_NE(llvm::toString(writeOutputFile(getPath("no/where"), nothing))
                .find("no/where: No such file"),
            std::string::npos);
  EXPECT_NE(
      llvm::toString(writeOutputFile(folder, nothing)).find("Is a directory"),
      std::string::npos);
  auto text = [](raw_ostream &os) { os << "x"; };
  EXPECT_NE(llvm::toString(writeOutputFile("/dev/full", text))
                .find("/dev/full: No space left"),
            std::string::npos);
}
