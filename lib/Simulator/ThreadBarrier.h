//===- ThreadBarrier.h - Barriers of threads --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// barrier.sync and barrier.arrive of a CTA, barrier.cluster of a cluster (PTX
// ISA, "Parallel synchronization and communication instructions").
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_THREADBARRIER_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_THREADBARRIER_H

#include "Machine.h"

#include <array>
#include <bitset>

namespace mlir::autotune::sim {

struct Meeting; // Collective.h

/// A CTA's barriers 0 to 15.
class ThreadBarriers {
public:
  ThreadBarriers(Machine &machine, Cta &cta);
  ~ThreadBarriers();
  /// Called by every thread of a warp; `threads` 0 is all of the CTA that have
  /// not ended (PTX ISA, "barrier": since sm_70).
  void sync(const Site *site, uint32_t id, uint32_t threads);
  void arrive(const Site *site, uint32_t id, uint32_t threads);
  /// Barriers of all threads no longer wait for its warp, once that has ended.
  void endThread(const Thread &thread);
  /// When the CTA has ended: reports barriers that some have arrived at.
  void checkEnd();

private:
  struct Barrier {
    uint32_t id = 0, expected = 0, arrived = 0;
    /// Waits for all of the CTA that has not ended.
    bool ofAll = false;
    /// Where the phase was begun.
    const Site *site = nullptr;
    std::bitset<kMaxCtaThreads / kWarpThreads> warps;
    std::vector<Thread *> waiting;
    ClockSum views;

    std::string describe() const;
  };
  /// For the last lane of a warp: counts the warp in.
  void count(Barrier &barrier, const Site *site, uint32_t threads, bool ofAll,
             const Meeting &meeting, bool waits);
  Barrier &check(const Site *site, uint32_t id, uint32_t &threads);
  void complete(Barrier &barrier);

  Machine &machine;
  Cta &cta;
  std::array<Barrier, 16> barriers;
  /// By warp, the threads that have not ended; and the warps that have one.
  std::vector<uint32_t> running;
  uint32_t runningWarps = 0;
};

/// A cluster's barrier.
class ClusterBarrier {
public:
  explicit ClusterBarrier(Machine &machine) : machine(machine) {}
  /// Before any thread runs.
  void addThread() { ++running; }
  void arrive(Thread &thread, const Site *site, bool release);
  void wait(Thread &thread, const Site *site);
  /// Nobody waits for those that have ended.
  void endThread(Thread &thread);

private:
  void completeIfDone();
  std::string describe() const;

  Machine &machine;
  uint64_t phase = 0;
  /// Threads that have not ended, and those of them that have arrived.
  uint32_t running = 0, arrived = 0;
  std::vector<Thread *> waiting;
  ClockSum views;
  View completed;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_THREADBARRIER_H
