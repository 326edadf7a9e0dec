//===- ClockTest.cpp - Vector clocks --------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir::autotune::sim;

namespace {

ClockRef make(std::initializer_list<Epoch> epochs) {
  ClockRef clock;
  for (Epoch epoch : epochs)
    clock = clock.with(epoch);
  return clock;
}

TEST(ClockTest, NullCoversOnlyTheBeginning) {
  ClockRef null;
  EXPECT_EQ(null.at(7), 0u);
  EXPECT_TRUE(null.covers({3, 0}));
  EXPECT_FALSE(null.covers({3, 1}));
}

TEST(ClockTest, WithKeepsTheLater) {
  ClockRef clock = make({{0, 3}, {5, 2}, {0, 1}});
  EXPECT_EQ(clock.at(0), 3u);
  EXPECT_EQ(clock.at(5), 2u);
  EXPECT_EQ(clock.at(1), 0u);
  EXPECT_EQ(clock.at(100), 0u);
  // Nothing new is the same clock, and an old one does not change.
  EXPECT_TRUE(clock.with({5, 2}) == clock);
  clock.with({5, 9});
  EXPECT_EQ(clock.at(5), 2u);
}

TEST(ClockTest, JoinIsTheLaterOfBoth) {
  ClockRef a = make({{0, 3}, {1, 1}}), b = make({{0, 2}, {1, 4}, {9, 1}});
  ClockRef joined = ClockRef::join(a, b);
  EXPECT_EQ(joined.at(0), 3u);
  EXPECT_EQ(joined.at(1), 4u);
  EXPECT_EQ(joined.at(9), 1u);
  EXPECT_TRUE(ClockRef::join(a, a) == a);
  EXPECT_TRUE(ClockRef::join(a, ClockRef()) == a);
  EXPECT_TRUE(ClockRef::join(ClockRef(), a) == a);
}

// What barriers hand to hundreds of threads must stay one clock.
TEST(ClockTest, JoinsAreShared) {
  ClockRef a = make({{0, 3}, {1, 1}, {2, 1}}), b = make({{3, 2}, {4, 4}});
  EXPECT_TRUE(ClockRef::join(a, b) == ClockRef::join(a, b));
  ClockRef joined = ClockRef::join(a, b);
  ClockRef later = joined.with({7, 1});
  EXPECT_TRUE(ClockRef::join(joined, later) == later);
  EXPECT_TRUE(ClockRef::join(later, joined) == later);
}

// Against plain arrays: any sequence of operations, on large and small clocks.
TEST(ClockTest, AgreesWithArrays) {
  constexpr uint32_t kAgents = 9, kClocks = 6;
  std::mt19937 random(1);
  std::vector<ClockRef> clocks(kClocks);
  std::vector<std::vector<Time>> arrays(kClocks, std::vector<Time>(kAgents));
  auto join = [](std::vector<Time> &into, const std::vector<Time> &from) {
    for (uint32_t i = 0; i < kAgents; ++i)
      into[i] = std::max(into[i], from[i]);
  };
  for (int step = 0; step < 20000; ++step) {
    uint32_t a = random() % kClocks, b = random() % kClocks;
    Agent agent = random() % kAgents;
    switch (random() % 4) {
    case 0:
      clocks[a] = ClockRef::join(clocks[a], clocks[b]);
      join(arrays[a], arrays[b]);
      break;
    case 1: {
      Time time = arrays[a][agent] + random() % 2;
      clocks[a] = clocks[a].with({agent, time});
      arrays[a][agent] = time;
      break;
    }
    case 2:
      clocks[a] = clocks[b];
      arrays[a] = arrays[b];
      break;
    case 3: {
      ClockSum sum;
      sum.add({clocks[a], clocks[b]}, {agent, arrays[b][agent] + 1});
      sum.add({clocks[b], clocks[a]});
      std::vector<Time> fenced = arrays[a];
      join(fenced, arrays[b]);
      std::vector<Time> seen = fenced;
      seen[agent] = std::max(seen[agent], arrays[b][agent] + 1);
      View view = sum.get();
      for (Agent i = 0; i < kAgents; ++i) {
        ASSERT_EQ(view.seen.at(i), seen[i]);
        ASSERT_EQ(view.fenced.at(i), fenced[i]);
      }
      if (random() % 8 == 0) {
        clocks[a] = ClockRef();
        arrays[a].assign(kAgents, 0);
      }
      break;
    }
    }
    for (Agent i = 0; i < kAgents; ++i)
      ASSERT_EQ(clocks[a].at(i), arrays[a][i]) << "step " << step;
  }
}

TEST(ClockTest, SumsAccumulateUntilCleared) {
  ClockSum sum;
  sum.add({make({{1, 2}}), ClockRef()}, {0, 1});
  ClockRef first = sum.get().seen;
  EXPECT_TRUE(sum.get().seen == first);
  sum.add({first, ClockRef()});
  EXPECT_TRUE(sum.get().seen == first) << "nothing new was added";
  sum.add({make({{1, 3}}), make({{1, 1}})});
  EXPECT_EQ(sum.get().seen.at(0), 1u);
  EXPECT_EQ(sum.get().seen.at(1), 3u);
  EXPECT_EQ(sum.get().fenced.at(1), 1u);
  EXPECT_EQ(first.at(1), 2u);
  sum.clear();
  EXPECT_EQ(sum.get().seen.at(1), 0u);
  EXPECT_EQ(sum.get().fenced.at(1), 0u);
}

} // namespace
