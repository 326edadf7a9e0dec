//===- Wgmma.h - What a thread knows of its wgmmas --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wgmmas of a warpgroup are performed in order, one after the other, at any
// time after they were issued: they read shared memory then, and write the
// accumulators of all 128 threads. The n-th of them makes its accesses at time
// n of the warpgroup's own agent. What a thread waits for are groups of them.
//
// Accumulators are sets of registers, named by handles that say which set and
// how often it has passed through a call: a handle that was consumed is found
// out. Nobody says when a set is dead; a thread keeps those it used last.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_WGMMA_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_WGMMA_H

#include "Machine.h"

#include <bitset>
#include <deque>
#include <map>

namespace mlir::autotune::sim {

/// Registers of m64n256 with 32-bit accumulators, the most there are.
inline constexpr uint32_t kMaxAccumulators = 128;

/// The registers of one accumulator of one thread.
struct AccumulatorSet {
  std::vector<uint32_t> values;
  /// Of its thread's sets.
  uint32_t index = 0;
  /// Those that hold something.
  std::bitset<kMaxAccumulators> written;
  /// The half of the handle that changes with each use.
  uint32_t generation = 0;
  /// The last wgmma that writes them; 0 for none.
  Time lastWgmma = 0;
  /// How many wgmma.fences the thread had executed when it last accessed the
  /// registers itself; -1 for never.
  int64_t fencesAtAccess = -1;
  /// When it was last named, for finding the set least recently used.
  uint64_t lastUse = 0;
};

/// What the threads of a warpgroup share.
struct WarpgroupWgmmas {
  explicit WarpgroupWgmmas(Agent agent) : agent(agent) {}
  const Agent agent;
  Time issued = 0, performed = 0;
  struct Waiting {
    Thread *thread;
    Time until;
  };
  std::vector<Waiting> waiting;
  /// What the threads knew at the last wgmma, and all of it together: most
  /// wgmmas are issued with nothing new seen since the one before.
  struct Known {
    View view;
    Time now = 0;
  };
  std::vector<Known> known;
  ClockSum sum;
};

/// Of one thread.
struct WgmmaState {
  std::shared_ptr<WarpgroupWgmmas> warpgroup;
  int64_t fences = 0;
  /// The last wgmma of each group that was committed and not waited for.
  std::deque<Time> groups;
  /// The last one that was issued, that was committed, and that was waited for.
  Time issued = 0, committed = 0, waited = 0;

  /// The last one that read A from registers, by the number of these.
  std::map<int32_t, Time> readA;

  /// Sets do not move.
  std::deque<AccumulatorSet> sets;
  uint64_t registers = 0, uses = 0;

  /// The thread's, made when it first needs one.
  static WgmmaState &get(Thread &thread);
  /// The set that a handle names. Fails if there is no such value any more.
  AccumulatorSet &find(Machine &machine, const Site *site, uint64_t handle);
  AccumulatorSet &create(uint32_t count);
  /// The handle of a set after the call that changed it.
  static uint64_t rename(AccumulatorSet &set) {
    ++set.generation;
    return getHandle(set);
  }
  /// The handle of a set as it is.
  static uint64_t getHandle(const AccumulatorSet &set) {
    return uint64_t(set.index + 1) << 32 | set.generation;
  }
  bool isInFlight(const AccumulatorSet &set) const {
    return set.lastWgmma > waited;
  }
  /// Reports an access to registers that a wgmma may still write.
  void checkAccess(Machine &machine, const Site *site,
                   const AccumulatorSet &set, const char *what) const;
};

/// One wgmma.mma_async of a warpgroup, from its issue until it is performed.
class WgmmaOperation : public AsyncOperation {
public:
  bool isReady() const override { return warpgroup->performed + 1 == number; }
  void perform(Machine &machine) override;
  std::string describe() const override;

  MmaShape shape;
  Time number = 0;
  std::shared_ptr<WarpgroupWgmmas> warpgroup;
  Cta *cta = nullptr;
  uint64_t descriptorA = 0, descriptorB = 0;
  bool isAInRegisters = false;
  /// Of each thread of the warpgroup. Four registers of A each.
  std::vector<uint32_t> registersA;
  std::vector<AccumulatorSet *> accumulators;

private:
  void compute(Machine &machine);
  bool readShared(Machine &machine, bool isB, uint32_t rows,
                  std::vector<uint8_t> &pieces);
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_WGMMA_H
