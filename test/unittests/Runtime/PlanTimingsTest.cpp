//===- PlanTimingsTest.cpp - The timings of a plan's kernels --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanTimings.h"

#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace mlir::autotune::cuda;

namespace {
/// Events that are numbers, with times that a test sets.
class FakeEvents : public TimingEvents {
public:
  State query(const EventPair &pair, double &ns) override {
    if (failed.count(pair.end))
      return State::Failed;
    auto found = times.find(pair.end);
    if (found == times.end())
      return State::NotReady;
    ns = found->second;
    return State::Ready;
  }
  void destroy(const EventPair &pair) override {
    EXPECT_TRUE(live.erase(pair.end));
  }
  /// Begins a timing that is not ready.
  EventPair begin() {
    EventPair pair = {&numbers[used], &numbers[used]};
    ++used;
    live.insert(pair.end);
    return pair;
  }

  std::map<void *, double> times;
  std::set<void *> failed, live;

private:
  char numbers[100];
  size_t used = 0;
};
} // namespace

/// Runs calls whose times depend on the row only, and are known at once; the
/// rows that ran.
static std::vector<size_t> run(PlanTimings &timings, FakeEvents &events,
                               size_t calls, std::map<size_t, double> times,
                               size_t own = 9) {
  std::vector<size_t> rows;
  for (size_t call = 0; call < calls; ++call) {
    timings.collect(events);
    PlanTimings::Choice choice = timings.choose(own);
    rows.push_back(choice.row);
    if (!choice.isTimed)
      continue;
    EventPair pair = events.begin();
    events.times[pair.end] = times.at(choice.row);
    timings.add(choice.row, pair);
  }
  return rows;
}

TEST(PlanTimings, KeepsTheFastest) {
  PlanTimings timings({4, 7, 2});
  FakeEvents events;
  using Rows = std::vector<size_t>;
  EXPECT_EQ(run(timings, events, 15, {{4, 30}, {7, 10}, {2, 20}}),
            (Rows{4, 7, 2, 4, 7, 2, 4, 7, 2, 4, 7, 2, 7, 7, 7}));
  EXPECT_EQ(timings.getKept(), 7u);
  EXPECT_TRUE(events.live.empty());
}

TEST(PlanTimings, TheFirstOfEqualsIsKept) {
  PlanTimings timings({1, 0});
  FakeEvents events;
  run(timings, events, 9, {{0, 10}, {1, 10}});
  EXPECT_EQ(timings.getKept(), 1u);
}

TEST(PlanTimings, OneKernelIsNotTimed) {
  PlanTimings timings({3});
  PlanTimings::Choice choice = timings.choose(3);
  EXPECT_EQ(choice.row, 3u);
  EXPECT_FALSE(choice.isTimed);
}

TEST(PlanTimings, TheWarmUpDoesNotCountAndTheMedianDoes) {
  PlanTimings timings({0, 1});
  FakeEvents events;
  // The first kernel is slower once, and where it is loaded.
  const double ofFirst[] = {1000, 10, 500, 10}, ofSecond[] = {1, 20, 20, 20};
  for (size_t call = 0; call < 8; ++call) {
    timings.collect(events);
    PlanTimings::Choice choice = timings.choose(0);
    ASSERT_TRUE(choice.isTimed);
    EventPair pair = events.begin();
    events.times[pair.end] =
        choice.row == 0 ? ofFirst[call / 2] : ofSecond[call / 2];
    timings.add(choice.row, pair);
  }
  timings.collect(events);
  EXPECT_EQ(timings.getKept(), 0u);
}

TEST(PlanTimings, NoCallWaits) {
  PlanTimings timings({0, 1});
  FakeEvents events;
  std::vector<EventPair> pairs;
  for (size_t call = 0; call < 8; ++call) {
    timings.collect(events);
    PlanTimings::Choice choice = timings.choose(5);
    ASSERT_TRUE(choice.isTimed);
    pairs.push_back(events.begin());
    timings.add(choice.row, pairs.back());
  }
  // The plan's own row, until all are known.
  for (size_t ready = 0; ready < pairs.size(); ++ready) {
    timings.collect(events);
    PlanTimings::Choice choice = timings.choose(5);
    EXPECT_EQ(choice.row, 5u);
    EXPECT_FALSE(choice.isTimed);
    events.times[pairs[ready].end] = ready % 2 ? 10 : 20;
  }
  timings.collect(events);
  EXPECT_EQ(timings.choose(5).row, 1u);
  EXPECT_TRUE(events.live.empty());
}

TEST(PlanTimings, LostTimingsAreTakenAgain) {
  PlanTimings timings({0, 1});
  FakeEvents events;
  for (size_t call = 0; call < 3; ++call) {
    PlanTimings::Choice choice = timings.choose(0);
    EXPECT_EQ(choice.row, 0u);
    ASSERT_TRUE(choice.isTimed);
    // Captured, or not launched.
    timings.drop(choice.row);
  }
  ASSERT_EQ(timings.choose(0).row, 0u);
  EventPair pair = events.begin();
  events.failed.insert(pair.end);
  timings.add(0, pair);
  timings.collect(events);
  EXPECT_TRUE(events.live.empty());
  run(timings, events, 9, {{0, 20}, {1, 10}});
  EXPECT_EQ(timings.getKept(), 1u);
}
