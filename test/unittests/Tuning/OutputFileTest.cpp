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

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;

using OutputFileTest = FolderTest;

static std::string read(StringRef path) {
  return (*llvm::MemoryBuffer::getFile(path))->getBuffer().str();
}

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

/// A folder of ours is one whose files are all named x or y.
static llvm::Expected<std::vector<std::string>> getXAndY(StringRef folder) {
  if (!llvm::sys::fs::exists(folder + "/x"))
    return llvm::createStringError("has no x");
  return std::vector<std::string>{"x", "y"};
}

static void touch(StringRef path) {
  cantFail(writeOutputFile(path, [](raw_ostream &os) { os << "mine"; }));
}

static std::vector<std::string> list(StringRef path) {
  std::vector<std::string> names;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(path, code), end; it != end;
       it.increment(code))
    names.push_back(llvm::sys::path::filename(it->path()).str());
  llvm::sort(names);
  return names;
}

TEST_F(OutputFileTest, StagedFolderIsAllOrNothing) {
  {
    StagedFolder staged =
        cantFail(StagedFolder::create(getPath("b"), getXAndY));
    FullDisk full(4096);
    EXPECT_TRUE(llvm::toString(staged.write("x", std::string(10000, 'x')))
                    .find("b/x") != std::string::npos);
  }
  EXPECT_TRUE(list(folder).empty());
}

TEST_F(OutputFileTest, StagedFolderFollowsLinks) {
  namespace fs = llvm::sys::fs;
  ASSERT_FALSE(fs::create_directory(getPath("far")));
  ASSERT_FALSE(fs::create_link("far/b", getPath("link")));
  // Not there, there, and with a slash behind it.
  for (StringRef name : {"link", "link", "link/"}) {
    StagedFolder staged =
        cantFail(StagedFolder::create(getPath(name), getXAndY));
    cantFail(staged.write("x", name));
    cantFail(staged.commit(getXAndY));
    EXPECT_TRUE(fs::is_symlink_file(getPath("link")));
    EXPECT_EQ(read(getPath("far/b/x")), name);
    EXPECT_EQ(list(getPath("far")), std::vector<std::string>{"b"});
  }
  ASSERT_FALSE(fs::create_link("loop", getPath("loop")));
  EXPECT_TRUE(static_cast<bool>(llvm::errorToBool(
      StagedFolder::create(getPath("loop"), getXAndY).takeError())));
}

TEST_F(OutputFileTest, StagedFolderReplacesItsOwnFilesOnly) {
  namespace fs = llvm::sys::fs;
  auto getError = [&](StringRef name) {
    return llvm::toString(
        StagedFolder::create(getPath(name), getXAndY).takeError());
  };
  auto make = [&](StringRef name, ArrayRef<StringRef> files) {
    ASSERT_FALSE(fs::create_directory(getPath(name)));
    for (StringRef file : files)
      touch(getPath((name + "/" + file).str()));
  };
  make("own", {"x", "y"});
  EXPECT_EQ(getError("own"), "");
  make("empty", {});
  EXPECT_EQ(getError("empty"), "");
  make("other", {"y"});
  EXPECT_NE(getError("other").find("other exists and has no x, so it is not "
                                   "overwritten"),
            std::string::npos);
  make("mixed", {"x", "a", "b", "c", "d", "e"});
  EXPECT_NE(getError("mixed").find("mixed exists and holds files that are "
                                   "not its own: a, b, c and 2 more, so"),
            std::string::npos);
  // A folder or a link is no file of ours, whatever its name.
  make("folder", {"x"});
  ASSERT_FALSE(fs::create_directory(getPath("folder/y")));
  EXPECT_NE(getError("folder").find("own: y,"), std::string::npos);
  make("linked", {"x"});
  ASSERT_FALSE(fs::create_link("../own/y", getPath("linked/y")));
  EXPECT_NE(getError("linked").find("own: y,"), std::string::npos);
  touch(getPath("file"));
  EXPECT_NE(getError("file").find("Not a directory"), std::string::npos);
  EXPECT_NE(llvm::toString(StagedFolder::create("/", getXAndY).takeError())
                .find("/ exists and has no x"),
            std::string::npos);

  // What comes between is looked at again.
  StagedFolder staged =
      cantFail(StagedFolder::create(getPath("own"), getXAndY));
  cantFail(staged.write("x", "new"));
  touch(getPath("own/thesis"));
  EXPECT_NE(llvm::toString(staged.commit(getXAndY)).find("own: thesis,"),
            std::string::npos);
  EXPECT_EQ(list(getPath("own")),
            (std::vector<std::string>{"thesis", "x", "y"}));
  EXPECT_EQ(read(getPath("own/x")), "mine");
}

TEST_F(OutputFileTest, PlacesAreCheckedBeforehand) {
  auto getError = [](StringRef path) {
    return llvm::toString(checkOutputFile(path));
  };
  EXPECT_EQ(getError(getPath("out")), "");
  EXPECT_EQ(getError("-"), "");
  EXPECT_EQ(getError("/dev/null"), "");
  EXPECT_TRUE(list(folder).empty());
  touch(getPath("out"));
  EXPECT_EQ(getError(getPath("out")), "");
  EXPECT_EQ(read(getPath("out")), "mine");
  EXPECT_NE(getError(folder).find("Is a directory"), std::string::npos);
  EXPECT_NE(getError(getPath("no/where")).find("no/where: No such file"),
            std::string::npos);
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
