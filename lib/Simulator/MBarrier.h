//===- MBarrier.h - Barriers in shared memory -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mbarrier's phase completes when no arrival and no byte is pending (PTX
// ISA, "mbarrier"). It carries the views of all who arrived or completed bytes
// to those that wait.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_MBARRIER_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_MBARRIER_H

#include "Machine.h"

#include <map>

namespace mlir::autotune::sim {

struct MBarrier {
  uint32_t offset = 0;
  uint32_t expected = 0; // arrivals of a phase
  uint32_t pending = 0;  // of them, those still to come
  int64_t bytes = 0;     // transaction count: those to come
  uint64_t phase = 0;    // of the current, incomplete one
  /// Of this phase: the bytes that were expected, and those that came.
  int64_t expectedBytes = 0, completedBytes = 0;
  /// The write that made it, and the fence.mbarrier_init of that thread: who
  /// has seen the fence may use the barrier, and hand it to the async proxy.
  Epoch init;
  Epoch initFence;
  /// Copies that have been started for it and are not complete.
  uint32_t copiesInFlight = 0;
  int64_t bytesInFlight = 0;
  /// For copies that complete on it.
  Agent agent = 0;
  Time copies = 0;
  ClockSum arrivals;
  /// What the last phase's completion hands to those that wait.
  View completed;
  std::vector<Thread *> waiting;
  const Site *initSite = nullptr;
};

/// Those of one CTA. Functions that take an offset report a place that is no
/// barrier (BarrierMisuse) and then return null or do nothing.
class MBarriers {
public:
  MBarriers(Machine &machine, Cta &cta);
  ~MBarriers();
  /// Checks that the barrier exists and that the access, a thread's or
  /// (`async`) the async proxy's, sees its initialisation. The pointer holds
  /// until an `invalidate`.
  MBarrier *find(uint32_t offset, const Access &access);
  /// The one at this place, or null; checks nothing.
  const MBarrier *lookup(uint32_t offset) const {
    auto known = barriers.find(offset);
    return known == barriers.end() ? nullptr : &known->second;
  }

  void init(uint32_t offset, uint32_t count, const Access &access);
  void invalidate(uint32_t offset, const Access &access);
  /// fence.mbarrier_init: of the barriers that the thread has made.
  void fenceInit(Thread &thread);
  void expect(MBarrier &barrier, int64_t bytes, const Access &access);
  /// `view` is what the arrival releases: a thread's, with its epoch.
  void arrive(MBarrier &barrier, uint32_t count, const View &view,
              const Access &access);
  /// One arrival more will be needed in this phase (cp.async.mbarrier.arrive).
  void addPending(MBarrier &barrier, const Access &access);
  /// An async operation is going to write `bytes` and complete them here.
  void startCopy(MBarrier &barrier, int64_t bytes);
  /// It has; `access` is the epoch of its writes.
  void completeCopy(MBarrier &barrier, int64_t bytes, const Access &access);
  static bool hasCompleted(const MBarrier &barrier, uint32_t parity) {
    return (barrier.phase & 1) != parity;
  }
  /// "mbarrier 0x8010 of CTA 1 (initialised at ...): phase 3, 1 of 2 arrivals
  /// and 4096 bytes missing".
  std::string describe(const MBarrier &barrier) const;
  /// At the end of the cluster: reports those with a phase begun.
  void checkEnd();

private:
  void completeIfDone(MBarrier &barrier, const Access &access);
  std::string getName(const MBarrier &barrier) const;
  void report(FindingKind kind, const Access &access,
              const std::string &message, const Site *other = nullptr);

  Machine &machine;
  Cta &cta;
  std::map<uint32_t, MBarrier> barriers;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_MBARRIER_H
