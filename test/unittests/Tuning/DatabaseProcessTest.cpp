//===- DatabaseProcessTest.cpp - Tuners at once, and tuners killed --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DatabaseTestUtils.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdio>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;

using DatabaseProcessTest = FolderTest;

/// Runs `work` in a process of its own; what it returns is the exit code.
static pid_t start(llvm::function_ref<int()> work) {
  pid_t child = ::fork();
  if (child == 0)
    ::_exit(work());
  EXPECT_GT(child, 0);
  return child;
}

static int waitFor(pid_t child) {
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

/// Two tuners write 5,000 measurements each, one at a time, into a file that
/// neither finds there. 1,000 of them are the same.
TEST_F(DatabaseProcessTest, TwoTunersLoseAndDoubleNothing) {
  constexpr int kEach = 5000, kShared = 1000;
  std::string path = getPath("records.sqlite");
  auto write = [&](int first) {
    llvm::Expected<Database> database = Database::open(path);
    if (!database) {
      std::fprintf(stderr, "%s\n", getText(database.takeError()).c_str());
      return 1;
    }
    for (int i = first; i < first + kEach; ++i)
      if (llvm::Error error = database->add(getMeasurement(i))) {
        std::fprintf(stderr, "%s\n", getText(std::move(error)).c_str());
        return 2;
      }
    return 0;
  };
  pid_t one = start([&] { return write(0); });
  pid_t two = start([&] { return write(kEach - kShared); });
  EXPECT_EQ(waitFor(one), 0);
  EXPECT_EQ(waitFor(two), 0);
  Database database = get(Database::open(path));
  EXPECT_EQ(getText(database.verify()), "");
  EXPECT_EQ(getDigests(get(database.query({}))),
            getDigests(getMeasurements(2 * kEach - kShared)));
}

/// Eight processes make the same file at once; each adds one measurement.
TEST_F(DatabaseProcessTest, ManyMakeTheFileAtOnce) {
  for (int round = 0; round < 10; ++round) {
    std::string path = getPath("round" + std::to_string(round));
    std::vector<pid_t> children;
    for (int i = 0; i < 8; ++i)
      children.push_back(start([&] {
        llvm::Expected<Database> database = Database::open(path);
        if (!database) {
          std::fprintf(stderr, "%s\n", getText(database.takeError()).c_str());
          return 1;
        }
        return getText(database->add(getMeasurement(i))).empty() ? 0 : 2;
      }));
    for (pid_t child : children)
      EXPECT_EQ(waitFor(child), 0);
    Database database = get(Database::open(path));
    EXPECT_EQ(get(database.count()), 8u);
  }
}

/// A writer says in a pipe what add() has returned from, until it is killed.
static int writeUntilKilled(StringRef path, int first, int batch, int pipe) {
  llvm::Expected<Database> database = Database::open(path);
  if (!database)
    return 1;
  for (int i = first;; i += batch) {
    std::vector<StoredMeasurement> some;
    for (int j = i; j < i + batch; ++j)
      some.push_back(getMeasurement(j));
    if (database->add(some))
      return 2;
    int end = i + batch;
    if (::write(pipe, &end, sizeof(end)) != sizeof(end))
      return 3;
  }
}

/// SIGKILL at 50 random moments, those of making the file among them. The file
/// opens, is sound, and has all that was said to be kept, and at most the one
/// transaction more that was under way.
TEST_F(DatabaseProcessTest, KilledAtAnyMoment) {
  std::mt19937 random(20261122);
  int next = 0, kills = 0, acknowledged = 0, unsaid = 0;
  std::string path;
  for (int round = 0; round < 50; ++round) {
    if (round % 5 == 0) {
      path = getPath("round" + std::to_string(round));
      next = 0;
    }
    int batch = std::array<int, 3>{1, 7, 100}[random() % 3];
    auto delay = useconds_t(random() % (round % 5 == 0 ? 15000 : 60000));
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    pid_t child =
        start([&] { return writeUntilKilled(path, next, batch, pipe[1]); });
    ::close(pipe[1]);
    int end = next, said;
    // Every other one gets to write, however slow the machine is.
    if (round % 2 && ::read(pipe[0], &said, sizeof(said)) == sizeof(said))
      end = said;
    ::usleep(delay);
    ::kill(child, SIGKILL);
    int status = waitFor(child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself: " << status;
    ++kills;
    while (::read(pipe[0], &said, sizeof(said)) == sizeof(said))
      end = said;
    ::close(pipe[0]);
    acknowledged += end - next;

    Database database = get(Database::open(path));
    ASSERT_EQ(getText(database.verify()), "");
    Digests there = getDigests(get(database.query({})));
    Digests said1 = getDigests(getMeasurements(end));
    Digests said2 = getDigests(getMeasurements(end + batch));
    ASSERT_TRUE(there == said1 || there == said2)
        << there.size() << " of " << end << " + " << batch;
    unsaid += there != said1;
    next = int(there.size());
  }
  std::printf("%d kills, %d measurements acknowledged and kept, %d "
              "transactions kept that were not acknowledged\n",
              kills, acknowledged, unsaid);
  EXPECT_GT(acknowledged, 100);
}
