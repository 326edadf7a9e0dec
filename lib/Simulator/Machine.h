//===- Machine.h - One cluster while it runs --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CTAs of a cluster, their threads and shared memories, and the scheduler
// that decides who goes on. A machine runs on one thread of the host; its
// simulated threads are fibers that are never moved to another.
//
// A fiber that ends early (`fail`, or a cluster given up) is not unwound: no
// function may own anything across a call that can suspend (`block`, `yield`,
// `rendezvous`, `fail`).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_MACHINE_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_MACHINE_H

#include "Clock.h"
#include "Fiber.h"
#include "mlir-autotune/Core/SimulatorABI.h"
#include "mlir-autotune/Simulator/Simulator.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune::sim {

class Machine;
class Scheduler;
class SharedMemory;   // SharedMemory.h
class MBarriers;      // MBarrier.h
class ThreadBarriers; // ThreadBarrier.h
class ClusterBarrier; // ThreadBarrier.h
class RegisterPool;   // RegisterPool.h
class Collectives;    // Collective.h
class Findings;       // Findings.h
struct Cta;

inline constexpr uint32_t kWarpThreads = 32;
/// Every lane of a warp.
inline constexpr uint32_t kFullWarp = 0xFFFFFFFF;
inline constexpr uint32_t kWarpgroupThreads = 128;
inline constexpr uint32_t kMaxCtaThreads = 1024;

/// What a bulk store, a cp.async or a wgmma of a thread is waited for by:
/// groups in the order of their commits.
struct AsyncGroups; // AsyncGroups.h
struct WgmmaState;  // Wgmma.h

/// A simulated thread. What each switch to it reads comes first, in few lines
/// of the cache: between two switches to one thread all others have their turn.
struct alignas(64) Thread {
  Thread();
  ~Thread();

  /// From its first turn to its end.
  std::optional<Fiber> fiber;

  Cta *cta = nullptr;
  /// In the CTA.
  uint32_t id = 0;
  uint32_t lane() const { return id % kWarpThreads; }
  uint32_t warp() const { return id / kWarpThreads; }
  uint32_t warpgroup() const { return id / kWarpgroupThreads; }

  Agent agent = 0;
  /// Its own time: accesses made now are at this epoch. Starts with 1.
  Time now = 1;
  /// Since it last wrote shared memory: what it writes from now on is no part
  /// of what a wgmma, issued before, knows of.
  bool hasIssuedWgmma = false;

  enum class State : uint8_t { Ready, Blocked, Done };
  State state = State::Ready;
  /// While it is blocked: where, and in words for what ("mbarrier 0x8010 of
  /// CTA 1: phase 3 (parity 1); 0 of 1 arrivals, 4096 bytes missing").
  const Site *site = nullptr;
  std::function<std::string()> waitsFor;

  /// Says little of what the thread has done itself: that needs no looking up,
  /// and so threads that know the same share one clock.
  View view;
  /// Of loops, since it last gave way in one.
  uint32_t iterations = 0;
  /// Its last load, and how often in a row it has made it: polls must let
  /// others run.
  struct {
    const Site *site = nullptr;
    uint64_t address = 0;
    uint32_t repeats = 0;
  } lastLoad;

  /// What its last release fence covers: relaxed arrivals after it release
  /// that.
  View published;
  /// Its fence.mbarrier_init, which relaxed arrivals at the cluster's barrier
  /// release too.
  ClockRef fencedInits;
  /// What its relaxed atomics have read, which its next fence acquires.
  View fenceAcquires;

  /// One more than the phase of the cluster's barrier that it has arrived at
  /// and not waited for; 0 for none.
  uint64_t clusterPhase = 0;

  /// Made by who first needs them. Shared so that they can be incomplete here.
  std::shared_ptr<AsyncGroups> bulk, copies;
  std::shared_ptr<WgmmaState> wgmma;

  Epoch epoch() const { return {agent, now}; }
  /// It will be resumed soon.
  void prefetch() const {
    if (fiber)
      fiber->prefetch();
  }
};

struct Cta {
  Cta();
  ~Cta();

  Machine *machine = nullptr;
  /// In the cluster, and in the grid.
  uint32_t rank = 0;
  Dim3 index;
  std::deque<Thread> threads;
  uint32_t running = 0; // threads that have not ended
  std::unique_ptr<SharedMemory> shared;
  std::unique_ptr<MBarriers> mbarriers;
  std::unique_ptr<ThreadBarriers> barriers;
  std::unique_ptr<RegisterPool> registers;
  std::unique_ptr<Collectives> collectives;

  /// By agent, the last thing that others did to this CTA's memory: all of it
  /// must have happened before the CTA's last thread ends.
  struct RemoteAccess {
    Time time = 0;
    const Site *site = nullptr;
  };
  std::vector<RemoteAccess> remoteAccesses;
  /// What the threads that have ended knew.
  ClockSum ended;
};

/// Something that a thread has started, and that happens later, on its own. The
/// scheduler performs it at any time, at the latest when no thread can go on.
class AsyncOperation {
public:
  virtual ~AsyncOperation();
  /// False while it must come after others that have not been performed.
  virtual bool isReady() const { return true; }
  /// Reads and writes memory, completes barriers, wakes threads. Runs outside
  /// of any fiber: it must not suspend.
  virtual void perform(Machine &machine) = 0;
  /// For deadlocks: "TMA load of 8192 bytes into 0x400 of CTA 0".
  virtual std::string describe() const = 0;

  /// Who started it, where, and what was known then.
  Thread *thread = nullptr;
  const Site *site = nullptr;
  View issued;
};

/// An access, for the checks that memory makes.
struct Access {
  Epoch epoch;
  const View *view = nullptr;
  /// Made by the async proxy (TMA, wgmma).
  bool async = false;
  const Site *site = nullptr;
  const Thread *thread = nullptr;
  /// Whether the agent's accesses come in the order of their times, as those of
  /// threads and wgmmas do; copies are unordered among themselves.
  bool inOrder = true;
};

class Machine {
public:
  /// `stacks` are enough for the cluster's threads.
  Machine(const Launch &launch, GlobalMemory &memory, const Options &options,
          Stacks &stacks, uint64_t clusterIndex);
  ~Machine();
  /// Until all threads have ended or the cluster is given up.
  void run();
  const Findings &getFindings() const { return *findings; }
  uint64_t getSteps() const { return steps; }
  bool isComplete() const { return !givenUp; }

  /// Of the host's thread that calls: the thread that runs, and its machine.
  static Machine &get();
  Thread &current() { return *running; }
  /// Whether a simulated thread runs, and not an async operation.
  bool isInThread() const { return running != nullptr; }

  //===-- Scheduling ------------------------------------------------------===//
  /// Suspends the current thread until somebody wakes it. `waitsFor` is asked
  /// only for a report of a deadlock.
  void block(const Site *site, std::function<std::string()> waitsFor);
  void wake(Thread &thread);
  /// Lets others run: for polls, which go on only once somebody else has.
  void yield(const Site *site);
  /// Lets others run if the schedule wants it so: for operations whose order
  /// among threads decides what happens, as atomics.
  void preempt(const Site *site);
  /// Hands an operation over to be performed later; owned by the machine.
  void start(std::unique_ptr<AsyncOperation> operation);
  /// Counts what is no switch, as an iteration of a loop; ends the cluster at
  /// the limit.
  void step();

  //===-- Order -----------------------------------------------------------===//
  /// A new agent, beside the threads.
  Agent createAgent();
  /// All that the thread has seen and done until now; what it does from now on
  /// is at a later time.
  View release(Thread &thread);
  void acquire(Thread &thread, const View &view);
  /// fence.proxy.async: what was seen until now is visible to the async proxy.
  void fenceProxy(Thread &thread);
  /// A release fence.
  void publish(Thread &thread);
  /// griddepcontrol.wait: the grids before have ended, as whoever comes after
  /// this thread knows too.
  void waitForGrids(Thread &thread);
  /// Whether who has this view knows that they have.
  bool haveGridsEnded(const View &view) const {
    return !launch.isDependent || view.seen.covers({previousGrids, 1});
  }

  //===-- Collectives -----------------------------------------------------===//
  /// Called by each of the threads of a group (a warp's lanes in `mask`, or all
  /// of a warpgroup: pass kWarpgroup). Suspends until all have called with the
  /// same site, then the last one runs `together` (null: nothing) for all, with
  /// everybody's payload by lane (by thread of the warpgroup), and all go on.
  /// Ordering among the threads is established only if `synchronizes`.
  /// A lane elsewhere, or ended, is reported as divergence.
  enum class Group { Warp, Warpgroup };
  using Together = void (*)(Machine &, Thread *const *threads,
                            void *const *payloads);
  void rendezvous(const Site *site, Group group, uint32_t mask, void *payload,
                  Together together, bool synchronizes = false);

  //===-- Addresses -------------------------------------------------------===//
  /// Splits a shared or cluster address as the thread sees it. Fails the
  /// thread's cluster if there is no such CTA, reports a CTA that has ended.
  struct Place {
    Cta *cta;
    uint32_t offset;
  };
  Place resolve(Thread &thread, const Site *site, uint64_t address);
  /// Notes an access to another CTA's memory, for the check at its end.
  void noteRemote(Cta &cta, Epoch epoch, const Site *site);

  //===-- Findings --------------------------------------------------------===//
  /// Once for each kind, site and other site (of a race; may be null).
  /// `thread` may be null.
  void report(FindingKind kind, const Site *site, const Thread *thread,
              const std::string &message, const Site *other = nullptr);
  /// The same, and the cluster can't go on: does not return, in a fiber. Takes
  /// the message, which its caller will not destroy.
  [[noreturn]] void fail(FindingKind kind, const Site *site,
                         std::string &&message);
  /// For async operations: the cluster ends after this one.
  void failLater(FindingKind kind, const Site *site, const Thread *thread,
                 const std::string &message);

  const Launch &launch;
  GlobalMemory &memory;
  const Options &options;
  uint64_t clusterIndex;
  std::deque<Cta> ctas;
  std::unique_ptr<ClusterBarrier> clusterBarrier;

private:
  static void runThread(void *thread);
  void resume(Thread &thread);
  void endThread(Thread &thread);
  void endCta(Cta &cta);
  void reportDeadlock();
  void reportStepLimit();

  Stacks &stacks;
  std::unique_ptr<Scheduler> scheduler;
  std::unique_ptr<Findings> findings;
  Thread *running = nullptr;
  Agent agents = 0;
  /// Of a dependent launch: those before it, whose one act is to end.
  Agent previousGrids = 0;
  uint64_t steps = 0;
  /// Nobody runs any more, whoever could.
  bool givenUp = false;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_MACHINE_H
