//===- Clock.cpp - What happened before what ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clock.h"

#include <algorithm>
#include <array>

namespace mlir::autotune::sim {

/// How many joins are remembered. Threads join a barrier's clock to their own
/// role by role, and there are few roles.
static constexpr size_t kRememberedJoins = 8;

/// A large clock has times; a small one is its base but for one agent, whose
/// time there is earlier. A base is large, or null.
class Clock {
public:
  static ClockRef makeLarge(const Clock *a, const Clock *b);
  static ClockRef makeLarge(const std::vector<Time> &times);
  static ClockRef makeSmall(const ClockRef &base, Epoch own);
  static ClockRef joinLarge(const ClockRef &a, const ClockRef &b);
  void release();

  Time at(Agent agent) const {
    if (isSmall && agent == own.agent)
      return own.time;
    const Clock *large = isSmall ? base.clock : this;
    return large && agent < large->times.size() ? large->times[agent] : 0;
  }
  static ClockRef getBase(const ClockRef &ref) {
    return ref.clock && ref.clock->isSmall ? ref.clock->base : ref;
  }
  /// Null for no clock.
  static const std::vector<Time> *getTimes(const ClockRef &base) {
    return base.clock ? &base.clock->times : nullptr;
  }
  static const Epoch *getOwn(const ClockRef &ref) {
    return ref.clock && ref.clock->isSmall ? &ref.clock->own : nullptr;
  }

  uint32_t references = 0;
  bool isSmall = false;
  Epoch own;
  ClockRef base;
  std::vector<Time> times;
};

//===----------------------------------------------------------------------===//
// What a thread of the host keeps
//===----------------------------------------------------------------------===//

namespace {

struct Joined {
  ClockRef a, b, result;
};

struct Extended {
  ClockRef base, result;
  Epoch own;
};

struct Store {
  ~Store() {
    joins = {};
    extensions = {};
    for (Clock *clock : free)
      delete clock;
  }
  /// The join of two clocks, if it was made just before; else null.
  const ClockRef *find(const ClockRef &a, const ClockRef &b) const {
    for (const Joined &entry : joins)
      if ((entry.a == a && entry.b == b) || (entry.a == b && entry.b == a))
        return &entry.result;
    return nullptr;
  }
  void remember(const ClockRef &a, const ClockRef &b, const ClockRef &join) {
    joins[nextJoin++ % kRememberedJoins] = {a, b, join};
  }

  /// Clocks that nobody refers to, for the next who needs one. No machine, and
  /// so no clock in use, outlives its thread of the host.
  std::vector<Clock *> free;
  std::array<Joined, kRememberedJoins> joins;
  std::array<Extended, kRememberedJoins> extensions;
  size_t nextJoin = 0, nextExtension = 0;
};

} // namespace

static Store &getStore() {
  static thread_local Store store;
  return store;
}

static Clock *allocate() {
  Store &store = getStore();
  if (store.free.empty())
    return new Clock;
  Clock *clock = store.free.back();
  store.free.pop_back();
  return clock;
}

void Clock::release() {
  if (--references != 0)
    return;
  base = ClockRef();
  getStore().free.push_back(this);
}

//===----------------------------------------------------------------------===//
// Large and small clocks
//===----------------------------------------------------------------------===//

/// Whether any time has become later. `into` is at least as long.
static bool raiseTo(std::vector<Time> &into, const std::vector<Time> &from) {
  Time *target = into.data();
  const Time *source = from.data();
  size_t size = from.size();
  Time changed = 0;
  // Without branches, so that it is vectorised.
  for (size_t i = 0; i < size; ++i) {
    Time time = std::max(target[i], source[i]);
    changed |= time ^ target[i];
    target[i] = time;
  }
  return changed != 0;
}

static bool covers(const std::vector<Time> &a, const std::vector<Time> &b) {
  size_t size = std::min(a.size(), b.size());
  bool result = true;
  for (size_t i = 0; i < size; ++i)
    result &= a[i] >= b[i];
  return result && std::all_of(b.begin() + size, b.end(),
                               [](Time time) { return time == 0; });
}

ClockRef Clock::makeLarge(const std::vector<Time> &times) {
  Clock *clock = allocate();
  clock->isSmall = false;
  clock->times = times;
  return ClockRef(clock);
}

ClockRef Clock::makeLarge(const Clock *a, const Clock *b) {
  if (a->times.size() < b->times.size())
    std::swap(a, b);
  ClockRef result = makeLarge(a->times);
  raiseTo(result.clock->times, b->times);
  return result;
}

ClockRef Clock::makeSmall(const ClockRef &base, Epoch own) {
  // A warpgroup that leaves a wait does the same to the same clock.
  Store &store = getStore();
  for (const Extended &entry : store.extensions)
    if (entry.result.clock && entry.base == base &&
        entry.own.agent == own.agent && entry.own.time == own.time)
      return entry.result;
  Clock *clock = allocate();
  clock->isSmall = true;
  clock->own = own;
  clock->base = base;
  clock->times.clear();
  ClockRef result(clock);
  store.extensions[store.nextExtension++ % kRememberedJoins] = {base, result,
                                                                own};
  return result;
}

ClockRef Clock::joinLarge(const ClockRef &a, const ClockRef &b) {
  if (!b.clock || a == b)
    return a;
  if (!a.clock)
    return b;
  Store &store = getStore();
  if (const ClockRef *known = store.find(a, b))
    return *known;
  ClockRef result;
  if (covers(b.clock->times, a.clock->times))
    result = b;
  else if (covers(a.clock->times, b.clock->times))
    result = a;
  else
    result = makeLarge(a.clock, b.clock);
  store.remember(a, b, result);
  return result;
}

//===----------------------------------------------------------------------===//
// ClockRef
//===----------------------------------------------------------------------===//

ClockRef::ClockRef(Clock *clock) : clock(clock) { ++clock->references; }

ClockRef::ClockRef(const ClockRef &other) : clock(other.clock) {
  if (clock)
    ++clock->references;
}

ClockRef::~ClockRef() {
  if (clock)
    clock->release();
}

Time ClockRef::at(Agent agent) const { return clock ? clock->at(agent) : 0; }

ClockRef ClockRef::join(const ClockRef &a, const ClockRef &b) {
  if (a == b || !b.clock)
    return a;
  if (!a.clock)
    return b;
  ClockRef result = Clock::joinLarge(Clock::getBase(a), Clock::getBase(b));
  const Epoch *ownA = Clock::getOwn(a), *ownB = Clock::getOwn(b);
  bool needsA = ownA && !result.covers(*ownA);
  bool needsB = ownB && !result.covers(*ownB);
  // The same clock again, where it is.
  if (!needsB && result == Clock::getBase(a) && (needsA || !ownA))
    return a;
  if (!needsA && result == Clock::getBase(b) && (needsB || !ownB))
    return b;
  if (needsA && needsB) {
    if (const ClockRef *known = getStore().find(a, b))
      return *known;
    result = result.with(*ownA).with(*ownB);
    getStore().remember(a, b, result);
  } else if (needsA || needsB) {
    result = result.with(needsA ? *ownA : *ownB);
  }
  return result;
}

ClockRef ClockRef::with(Epoch epoch) const {
  if (covers(epoch))
    return *this;
  const Epoch *own = Clock::getOwn(*this);
  if (!own || own->agent == epoch.agent)
    return Clock::makeSmall(Clock::getBase(*this), epoch);
  // Two do not fit onto the base.
  std::vector<Time> empty;
  const std::vector<Time> *times = Clock::getTimes(clock->base);
  ClockRef large = Clock::makeLarge(times ? *times : empty);
  std::vector<Time> &target = large.clock->times;
  target.resize(std::max<size_t>(target.size(), own->agent + size_t(1)));
  target[own->agent] = std::max(target[own->agent], own->time);
  return Clock::makeSmall(large, epoch);
}

ClockTimes::ClockTimes(const ClockRef &ref) {
  if (const Epoch *epoch = Clock::getOwn(ref))
    own = *epoch;
  // What the clock refers to lives as long as it does.
  if (const std::vector<Time> *large = Clock::getTimes(Clock::getBase(ref))) {
    times = large->data();
    size = large->size();
  }
}

View View::join(const View &a, const View &b) {
  return {ClockRef::join(a.seen, b.seen), ClockRef::join(a.fenced, b.fenced)};
}

//===----------------------------------------------------------------------===//
// ClockSum
//===----------------------------------------------------------------------===//

void ClockSum::Part::raise(Epoch epoch) {
  if (epoch.time == 0)
    return;
  if (times.size() <= epoch.agent)
    times.resize(epoch.agent + size_t(1));
  if (times[epoch.agent] >= epoch.time)
    return;
  times[epoch.agent] = epoch.time;
  changed = true;
}

void ClockSum::Part::add(const ClockRef &clock) {
  if (const Epoch *own = Clock::getOwn(clock))
    raise(*own);
  const ClockRef base = Clock::getBase(clock);
  const std::vector<Time> *from = Clock::getTimes(base);
  if (!from || base == last || base == result)
    return;
  if (times.size() < from->size())
    times.resize(from->size());
  changed |= raiseTo(times, *from);
  last = base;
}

const ClockRef &ClockSum::Part::get() {
  if (changed)
    result = Clock::makeLarge(times);
  changed = false;
  return result;
}

void ClockSum::Part::clear() {
  times.clear();
  last = result = ClockRef();
  changed = false;
}

void ClockSum::add(const View &view, Epoch own) {
  add(view);
  seen.raise(own);
}

void ClockSum::add(const View &view) {
  seen.add(view.seen);
  fenced.add(view.fenced);
}

View ClockSum::get() { return {seen.get(), fenced.get()}; }

void ClockSum::clear() {
  seen.clear();
  fenced.clear();
}

} // namespace mlir::autotune::sim
