//===- DatabaseMutationTest.cpp - Files that something happened to --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each of six cases changes a good file 1,700 times, with a seed. No change may
// crash; what is refused is so with a reason; whatever verify() lets pass has
// exactly what was written, and what is read without verify() was written, even
// if some of it is missing.
//
//===----------------------------------------------------------------------===//

#include "DatabaseTestUtils.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cstdio>
#include <random>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;
using Access = Database::Access;

namespace {
class DatabaseMutationTest : public FolderTest {
protected:
  static constexpr int kRounds = 1700, kMeasurements = 24;
  static constexpr size_t kPage = 4096;

  void SetUp() override {
    FolderTest::SetUp();
    path = getPath("records.sqlite");
    ASSERT_EQ(
        getText(get(Database::open(path)).add(getMeasurements(kMeasurements))),
        "");
    good = read(path);
    written = kept = getDigests(getMeasurements(kMeasurements));
  }

  static std::string read(StringRef path) {
    return (*llvm::MemoryBuffer::getFile(path))->getBuffer().str();
  }
  static void write(StringRef path, StringRef bytes) {
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << bytes;
    ASSERT_FALSE(code);
  }
  size_t pick(size_t size) { return random() % size; }
  /// Most bytes of a file are zeros in the middle of pages, where a change is
  /// none: a place that says something.
  size_t pickByte(StringRef bytes) {
    for (;;)
      if (size_t at = pick(bytes.size()); bytes[at])
        return at;
  }

  /// Opens what is at `path` now; false where that is an error.
  bool isAccepted(Access access) {
    llvm::Expected<Database> database = Database::open(path, access);
    if (!database) {
      expectNamed(getText(database.takeError()));
      return false;
    }
    llvm::Expected<std::vector<StoredMeasurement>> all = database->query({});
    Digests found;
    if (all) {
      found = getDigests(*all);
      EXPECT_TRUE(std::includes(written.begin(), written.end(), found.begin(),
                                found.end()));
    } else {
      expectNamed(getText(all.takeError()));
    }
    std::string why = getText(database->verify());
    if (why.empty()) {
      // All of `written`, or what is there in any case and more of it.
      EXPECT_TRUE(
          std::includes(found.begin(), found.end(), kept.begin(), kept.end()));
      return true;
    }
    expectNamed(why);
    // Neither may a tuner crash that goes on with such a file.
    if (access == Access::Create) {
      llvm::consumeError(database->add(getMeasurement(kMeasurements)));
      llvm::consumeError(database->prune({}, 2).takeError());
    }
    return false;
  }
  void expectNamed(const std::string &text) {
    StringRef reason = StringRef(text).split("records.sqlite: ").second;
    EXPECT_FALSE(reason.trim().empty()) << text;
  }

  void mutate(llvm::function_ref<void(std::string &bytes)> change) {
    int accepted = 0;
    for (int round = 0; round < kRounds; ++round) {
      std::string bytes = good;
      change(bytes);
      for (const char *suffix : {"-wal", "-shm"})
        llvm::sys::fs::remove(path + suffix);
      write(path, bytes);
      accepted += isAccepted(round % 16 ? Access::Read : Access::Create);
      ASSERT_FALSE(HasFailure()) << "round " << round;
    }
    std::printf("%d of %d files refused, %d read in full\n", kRounds - accepted,
                kRounds, accepted);
  }

  std::mt19937 random{5};
  std::string path, good;
  /// All that may be read, and what must be of a file that is sound.
  Digests written, kept;
};
} // namespace

TEST_F(DatabaseMutationTest, FlippedBits) {
  mutate([&](std::string &bytes) {
    for (size_t i = 0, count = 1 + pick(8); i < count; ++i)
      bytes[pickByte(bytes)] ^= char(1 << pick(8));
  });
}

TEST_F(DatabaseMutationTest, OneByteOfTheStructure) {
  mutate([&](std::string &bytes) {
    // The header of the file, or of a page, and the first of its cells' places.
    size_t page = pick(bytes.size() / kPage) * kPage;
    bytes[page + pick(page ? 32 : 132)] = char(random());
  });
}

TEST_F(DatabaseMutationTest, Truncation) {
  mutate([&](std::string &bytes) {
    // An empty file is a new one.
    bytes.resize(1 + pick(bytes.size() - 1));
  });
}

TEST_F(DatabaseMutationTest, Garbage) {
  mutate([&](std::string &bytes) {
    size_t begin = pickByte(bytes);
    size_t size = std::min(bytes.size() - begin, 1 + pick(2 * kPage));
    for (size_t i = begin; i < begin + size; ++i)
      bytes[i] = char(random());
  });
}

TEST_F(DatabaseMutationTest, SwappedAndRepeatedPages) {
  mutate([&](std::string &bytes) {
    size_t count = bytes.size() / kPage;
    size_t one = pick(count), two = (one + 1 + pick(count - 1)) % count;
    std::string first = bytes.substr(one * kPage, kPage);
    std::string second = bytes.substr(two * kPage, kPage);
    bytes.replace(one * kPage, kPage, second);
    if (random() % 2)
      bytes.replace(two * kPage, kPage, first);
  });
}

/// What a killed process leaves in the log and something happens to is not
/// there; what is before it is.
TEST_F(DatabaseMutationTest, DamagedLog) {
  std::string log;
  {
    Database open = get(Database::open(path));
    for (int i = 0; i < kMeasurements; ++i)
      ASSERT_EQ(getText(open.add(getMeasurement(kMeasurements + i))), "");
    log = read(path + "-wal");
    ASSERT_FALSE(log.empty());
    // As it was when its process still had it open.
    good = read(path);
  }
  written = getDigests(getMeasurements(2 * kMeasurements));
  mutate([&](std::string &bytes) {
    std::string bad = log;
    if (random() % 4 == 0)
      bad.resize(pick(bad.size()));
    else
      bad[pickByte(bad)] ^= char(1 << pick(8));
    write(path + "-wal", bad);
  });
}
