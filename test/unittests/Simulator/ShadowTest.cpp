//===- ShadowTest.cpp - Which accesses conflict ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"
#include "gtest/gtest.h"

using namespace mlir::autotune::sim;
using Kind = Shadow::Conflict::Kind;

namespace {
const Site writeSite = {"op.write", "loc(w)"}, readSite = {"op.read", "loc(r)"};

/// Agents 1 to 9; each access is at its agent's time 1 unless said otherwise.
class ShadowTest : public ::testing::Test {
protected:
  Access at(Agent agent, const Site &site, const View &view, bool async = false,
            Time time = 1) {
    Access access;
    access.epoch = {agent, time};
    access.view = &view;
    access.async = async;
    access.site = &site;
    return access;
  }
  static View seen(Epoch epoch) {
    View view;
    view.seen = view.seen.with(epoch);
    return view;
  }
  static View fenced(Epoch epoch) {
    View view = seen(epoch);
    view.fenced = view.seen;
    return view;
  }
  /// What an access of [0, 16) conflicts with.
  Shadow::Conflicts read(const Access &access) {
    Shadow::Conflicts conflicts;
    shadow.read(0, 16, access, conflicts);
    return conflicts;
  }
  Shadow::Conflicts write(const Access &access, bool atomic = false) {
    Shadow::Conflicts conflicts;
    shadow.write(0, 16, access, atomic, conflicts);
    return conflicts;
  }

  Shadow shadow{64};
  const View nothing;
};

bool isOne(const Shadow::Conflicts &conflicts, Kind kind) {
  return conflicts.size() == 1 && conflicts[0].kind == kind &&
         conflicts[0].bytes == 16;
}

TEST_F(ShadowTest, NeverWritten) {
  EXPECT_TRUE(isOne(read(at(1, readSite, nothing)), Kind::NeverWritten));
  write(at(1, writeSite, nothing));
  EXPECT_TRUE(read(at(1, readSite, nothing)).empty());
  shadow.forget(0, 64);
  EXPECT_TRUE(isOne(read(at(1, readSite, nothing)), Kind::NeverWritten));
}

TEST_F(ShadowTest, ReadAfterWrite) {
  write(at(1, writeSite, nothing));
  Shadow::Conflicts conflicts = read(at(2, readSite, nothing));
  ASSERT_TRUE(isOne(conflicts, Kind::Unordered));
  EXPECT_EQ(conflicts[0].other.site, &writeSite);
  EXPECT_TRUE(conflicts[0].otherWrites);
  EXPECT_TRUE(read(at(2, readSite, seen({1, 1}))).empty());
  // A later write of the same agent is another matter.
  write(at(1, writeSite, fenced({2, 1}), false, 2));
  EXPECT_TRUE(isOne(read(at(3, readSite, seen({1, 1}))), Kind::Unordered));
}

TEST_F(ShadowTest, WriteAfterReads) {
  write(at(1, writeSite, nothing));
  View view = seen({1, 1});
  EXPECT_TRUE(read(at(2, readSite, view)).empty());
  EXPECT_TRUE(read(at(3, readSite, view)).empty());
  View both;
  both.seen = ClockRef::join(seen({2, 1}).seen, seen({3, 1}).seen);
  // Each of the readers counts.
  Shadow copy = shadow;
  EXPECT_TRUE(isOne(write(at(1, writeSite, seen({2, 1}))), Kind::Unordered));
  shadow = copy;
  EXPECT_TRUE(isOne(write(at(1, writeSite, seen({3, 1}))), Kind::Unordered));
  shadow = copy;
  EXPECT_TRUE(write(at(1, writeSite, both)).empty());
}

TEST_F(ShadowTest, ReaderSeenByReader) {
  write(at(1, writeSite, nothing));
  read(at(2, readSite, seen({1, 1})));
  View later = View::join(seen({1, 1}), seen({2, 1}));
  read(at(3, readSite, later));
  EXPECT_TRUE(write(at(1, writeSite, seen({3, 1}))).empty());
}

TEST_F(ShadowTest, ProxyFence) {
  write(at(1, writeSite, nothing));
  // Seen is not enough for the async proxy, nor for its writes.
  EXPECT_TRUE(isOne(read(at(5, readSite, seen({1, 1}), true)), Kind::Unfenced));
  Shadow copy = shadow;
  View reader = View::join(seen({1, 1}), seen({5, 1}));
  EXPECT_TRUE(isOne(write(at(6, writeSite, reader, true)), Kind::Unfenced));
  shadow = copy;
  View fence = View::join(fenced({1, 1}), seen({5, 1}));
  EXPECT_TRUE(read(at(7, readSite, fenced({1, 1}), true)).empty());
  fence = View::join(fence, seen({7, 1}));
  EXPECT_TRUE(write(at(6, writeSite, fence, true)).empty());
  // What the async proxy wrote needs no fence, but its completion.
  EXPECT_TRUE(read(at(5, readSite, seen({6, 1}), true, 2)).empty());
  EXPECT_TRUE(read(at(1, readSite, seen({6, 1}))).empty());
  EXPECT_TRUE(isOne(read(at(2, readSite, nothing)), Kind::Unordered));
}

TEST_F(ShadowTest, Atomics) {
  write(at(1, writeSite, nothing));
  View view = seen({1, 1});
  EXPECT_TRUE(write(at(2, writeSite, view), /*atomic=*/true).empty());
  // Atomics do not conflict with each other, with others they do.
  EXPECT_TRUE(write(at(3, writeSite, view), /*atomic=*/true).empty());
  EXPECT_TRUE(isOne(read(at(4, readSite, view)), Kind::Unordered));
  EXPECT_TRUE(isOne(write(at(5, writeSite, seen({3, 1})), /*atomic=*/true),
                    Kind::Unordered));
}

/// Runs split and meet again: only the bytes concerned count.
TEST_F(ShadowTest, Runs) {
  Shadow::Conflicts conflicts;
  shadow.write(0, 32, at(1, writeSite, nothing), false, conflicts);
  shadow.write(8, 4, at(2, writeSite, seen({1, 1})), false, conflicts);
  ASSERT_TRUE(conflicts.empty());
  shadow.read(0, 32, at(3, readSite, seen({1, 1})), conflicts);
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_EQ(conflicts[0].offset, 8u);
  EXPECT_EQ(conflicts[0].bytes, 4u);
}

/// The table of events is swept now and then; nothing that counts is lost.
TEST_F(ShadowTest, Sweep) {
  Shadow::Conflicts conflicts;
  shadow.write(32, 16, at(1, writeSite, nothing), false, conflicts);
  View view = seen({1, 1});
  for (Agent agent = 2; agent < 6; ++agent)
    shadow.read(32, 16, at(agent, readSite, view), conflicts);
  for (Time time = 1; time < 300'000; ++time)
    shadow.write(0, 16, at(9, writeSite, nothing, false, time), false,
                 conflicts);
  EXPECT_TRUE(conflicts.empty());
  View some = View::join(seen({1, 1}), seen({3, 1}));
  shadow.write(32, 16, at(3, writeSite, some, false, 2), false, conflicts);
  // Agents 2, 4 and 5, at one site.
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_EQ(conflicts[0].bytes, 48u);
  EXPECT_EQ(conflicts[0].other.site, &readSite);
}
} // namespace
