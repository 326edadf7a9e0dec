//===- Scheduler.h - Who runs next ------------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides, from a schedule and a seed alone, who goes on among the threads that
// can, and when the operations that threads have started are performed.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_SCHEDULER_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_SCHEDULER_H

#include "Machine.h"

namespace mlir::autotune::sim {

/// splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014): one seed is one sequence on every machine, which the
/// standard library's distributions do not promise.
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  /// Less than `limit`, which is not 0.
  uint32_t below(uint32_t limit) {
    return uint32_t((next() >> 32) * limit >> 32);
  }

private:
  uint64_t state;
};

class Scheduler {
public:
  /// `warpgroups` are those of the cluster.
  Scheduler(const Options &options, uint64_t cluster, uint32_t warpgroups);

  void addReady(Thread &thread);
  /// It has looked, and can go on only once something has happened.
  void addPolling(Thread &thread);
  void addOperation(std::unique_ptr<AsyncOperation> operation);
  /// Whether the thread that runs should let others go first.
  bool wantsPreemption();

  /// One of both, or none: nobody can go on.
  struct Next {
    Thread *thread = nullptr;
    std::unique_ptr<AsyncOperation> operation;
  };
  Next next();
  const std::vector<std::unique_ptr<AsyncOperation>> &getOperations() const {
    return operations;
  }

private:
  Next nextInTurn();
  Next nextAtRandom();
  Next nextOfAdversary();
  Next takeAtRandom(std::vector<Thread *> &threads);
  /// Who goes on after that, if nothing changes, is brought into the cache.
  void prefetchAtRandom(const std::vector<Thread *> &threads) const;
  /// The one at `index`, or the next ready one after it (before it, if
  /// `newestFirst`); none if there is none.
  std::unique_ptr<AsyncOperation> takeOperation(size_t index, bool newestFirst);
  bool isStarved(const Thread &thread) const;

  const Schedule schedule;
  RandomNumbers random;
  /// RoundRobin: the threads of this round, from `position`. Otherwise all that
  /// are ready.
  std::vector<Thread *> ready;
  /// RoundRobin: those of the next round. Adversarial: those that poll.
  std::vector<Thread *> later;
  /// Adversarial: those that are ready, but have to wait for all others.
  std::vector<Thread *> starved;
  size_t position = 0;
  /// Oldest first.
  std::vector<std::unique_ptr<AsyncOperation>> operations;
  /// RoundRobin: all have had their turn, and so many operations are performed
  /// before the next round.
  bool isRoundOver = false;
  size_t due = 0;
  /// Random: an operation is performed once in so many decisions.
  uint32_t patience = 0;
  /// Adversarial: the cluster's warpgroup that is starved.
  uint32_t victim = 0;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_SCHEDULER_H
