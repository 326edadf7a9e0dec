//===- Clock.h - What happened before what ----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks. Agents are the threads of a cluster and whatever works beside
// them: the copies that complete on a barrier, the wgmmas of a warpgroup, the
// bulk stores of a thread. Each counts its own time; an access is the epoch
// (agent, time), and happened before whoever's clock has reached that time.
//
// Clocks are immutable and shared: the threads that leave a barrier together
// have one clock, not 384 copies, and what one of them adds to it is a small
// clock that stands on the large one. Not thread-safe: clocks stay on the
// thread of the host that made them.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_CLOCK_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_CLOCK_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mlir::autotune::sim {

using Agent = uint32_t;
/// 0 is before everything.
using Time = uint32_t;

struct Epoch {
  Agent agent = 0;
  Time time = 0;
};

class Clock;

/// A counted reference to an immutable clock; null is the clock of zeros.
class ClockRef {
public:
  ClockRef() = default;
  ClockRef(const ClockRef &other);
  ClockRef(ClockRef &&other) noexcept : clock(std::exchange(other.clock, {})) {}
  ClockRef &operator=(ClockRef other) noexcept {
    std::swap(clock, other.clock);
    return *this;
  }
  ~ClockRef();

  Time at(Agent agent) const;
  bool covers(Epoch epoch) const { return at(epoch.agent) >= epoch.time; }
  /// The later of both, agent by agent. Cheap where one is the other, or the
  /// same two were joined just before.
  static ClockRef join(const ClockRef &a, const ClockRef &b);
  /// This clock, with an agent at least at that time.
  ClockRef with(Epoch epoch) const;
  bool operator==(const ClockRef &other) const { return clock == other.clock; }

private:
  friend class Clock;
  friend class ClockSum;
  explicit ClockRef(Clock *clock);
  Clock *clock = nullptr;
};

/// The times of a clock that lives longer, for who asks for many.
class ClockTimes {
public:
  explicit ClockTimes(const ClockRef &ref);
  bool covers(Epoch epoch) const {
    if (epoch.agent == own.agent)
      return own.time >= epoch.time;
    return epoch.agent < size ? times[epoch.agent] >= epoch.time
                              : epoch.time == 0;
  }

private:
  const Time *times = nullptr;
  size_t size = 0;
  /// Of no agent if there is none.
  Epoch own = {~Agent(0), 0};
};

/// What an agent knows of the others: what it has `seen` happen, and which
/// generic writes to shared memory a proxy fence has since made visible to the
/// async proxy (`fenced` is always a part of `seen`).
struct View {
  ClockRef seen, fenced;
  static View join(const View &a, const View &b);
};

/// A view that many arrive at, one after the other.
class ClockSum {
public:
  /// The view, and the epoch of who brings it.
  void add(const View &view, Epoch own);
  void add(const View &view);
  View get();
  /// As if nothing had been added.
  void clear();

private:
  struct Part {
    void add(const ClockRef &clock);
    void raise(Epoch epoch);
    const ClockRef &get();
    void clear();

    std::vector<Time> times;
    /// The large clock that was added last: adding it again changes nothing.
    ClockRef last;
    /// `get`'s last answer, and whether anything has been added since.
    ClockRef result;
    bool changed = false;
  };
  Part seen, fenced;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_CLOCK_H
