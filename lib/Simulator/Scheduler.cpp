//===- Scheduler.cpp - Who runs next --------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"

#include <algorithm>

namespace mlir::autotune::sim {

/// How eager async operations are in random schedules: with the first, results
/// arrive before most threads have moved; with the last, a CTA's threads have
/// all had a turn or two.
static constexpr uint32_t kPatience[] = {2, 16, 128, 1024};
/// One preemption point in so many is taken.
static constexpr uint32_t kPreemption = 4;

/// So many turns before its own a thread is brought into the cache.
static constexpr size_t kAhead = 2;

const char *stringify(Schedule schedule) {
  switch (schedule) {
  case Schedule::RoundRobin:
    return "round-robin";
  case Schedule::Random:
    return "random";
  case Schedule::Adversarial:
    return "adversarial";
  }
  return "";
}

std::optional<Schedule> parseSchedule(const std::string &text) {
  for (Schedule schedule :
       {Schedule::RoundRobin, Schedule::Random, Schedule::Adversarial})
    if (text == stringify(schedule))
      return schedule;
  return std::nullopt;
}

/// Clusters have sequences of their own, whichever core runs them.
static uint64_t mix(uint64_t seed, uint64_t cluster) {
  return RandomNumbers(seed ^ RandomNumbers(cluster).next()).next();
}

Scheduler::Scheduler(const Options &options, uint64_t cluster,
                     uint32_t warpgroups)
    : schedule(options.schedule), random(mix(options.seed, cluster)) {
  patience = kPatience[random.below(std::size(kPatience))];
  // Seeds in a row starve one role after the other.
  victim = uint32_t(options.seed % warpgroups);
}

bool Scheduler::isStarved(const Thread &thread) const {
  uint32_t inCta = uint32_t(
      (thread.cta->threads.size() + kWarpgroupThreads - 1) / kWarpgroupThreads);
  return thread.cta->rank * inCta + thread.warpgroup() == victim;
}

void Scheduler::addReady(Thread &thread) {
  switch (schedule) {
  case Schedule::RoundRobin:
    later.push_back(&thread);
    return;
  case Schedule::Random:
    ready.push_back(&thread);
    return;
  case Schedule::Adversarial:
    (isStarved(thread) ? starved : ready).push_back(&thread);
    return;
  }
}

void Scheduler::addPolling(Thread &thread) {
  if (schedule == Schedule::Adversarial)
    later.push_back(&thread);
  else
    addReady(thread);
}

void Scheduler::addOperation(std::unique_ptr<AsyncOperation> operation) {
  operations.push_back(std::move(operation));
}

bool Scheduler::wantsPreemption() {
  return schedule != Schedule::RoundRobin && random.below(kPreemption) == 0;
}

std::unique_ptr<AsyncOperation> Scheduler::takeOperation(size_t index,
                                                         bool newestFirst) {
  for (size_t tried = 0; tried < operations.size(); ++tried) {
    if (operations[index]->isReady()) {
      std::unique_ptr<AsyncOperation> taken = std::move(operations[index]);
      operations.erase(operations.begin() + index);
      return taken;
    }
    if (newestFirst)
      index = (index == 0 ? operations.size() : index) - 1;
    else
      index = index + 1 == operations.size() ? 0 : index + 1;
  }
  return nullptr;
}

Scheduler::Next Scheduler::takeAtRandom(std::vector<Thread *> &threads) {
  Thread *&slot = threads[random.below(uint32_t(threads.size()))];
  Thread *thread = slot;
  slot = threads.back();
  threads.pop_back();
  prefetchAtRandom(threads);
  return {thread, nullptr};
}

void Scheduler::prefetchAtRandom(const std::vector<Thread *> &threads) const {
  if (threads.empty())
    return;
  RandomNumbers guess = random;
  if (schedule == Schedule::Random && !operations.empty())
    guess.next();
  threads[guess.below(uint32_t(threads.size()))]->prefetch();
}

Scheduler::Next Scheduler::next() {
  switch (schedule) {
  case Schedule::RoundRobin:
    return nextInTurn();
  case Schedule::Random:
    return nextAtRandom();
  case Schedule::Adversarial:
    return nextOfAdversary();
  }
  return {};
}

Scheduler::Next Scheduler::nextInTurn() {
  if (position < ready.size()) {
    // Their stacks are far apart: whoever is next but one is looked up now.
    if (position + kAhead < ready.size())
      ready[position + kAhead]->prefetch();
    return {ready[position++], nullptr};
  }
  if (!isRoundOver) {
    isRoundOver = true;
    due = operations.size();
  }
  // With nobody left for the next round, operations go on alone.
  if (!operations.empty() && (due > 0 || later.empty())) {
    due -= due > 0;
    if (std::unique_ptr<AsyncOperation> operation = takeOperation(0, false))
      return {nullptr, std::move(operation)};
  }
  if (later.empty())
    return {};
  isRoundOver = false;
  ready.clear();
  std::swap(ready, later);
  position = 1;
  return {ready.front(), nullptr};
}

Scheduler::Next Scheduler::nextAtRandom() {
  if (!operations.empty() && (ready.empty() || random.below(patience) == 0)) {
    uint32_t index = random.below(uint32_t(operations.size()));
    if (std::unique_ptr<AsyncOperation> operation = takeOperation(index, false))
      return {nullptr, std::move(operation)};
  }
  return ready.empty() ? Next() : takeAtRandom(ready);
}

Scheduler::Next Scheduler::nextOfAdversary() {
  if (ready.empty() && starved.empty()) {
    // Nobody can go on: one result, and those who poll may look again.
    std::unique_ptr<AsyncOperation> operation;
    if (!operations.empty())
      operation = takeOperation(operations.size() - 1, true);
    for (Thread *thread : later)
      addReady(*thread);
    later.clear();
    if (operation)
      return {nullptr, std::move(operation)};
  }
  if (!ready.empty())
    return takeAtRandom(ready);
  return starved.empty() ? Next() : takeAtRandom(starved);
}

} // namespace mlir::autotune::sim
