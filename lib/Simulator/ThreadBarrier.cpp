//===- ThreadBarrier.cpp - Barriers of threads ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadBarrier.h"

#include "Collective.h"
#include "Describe.h"

#include <algorithm>

namespace mlir::autotune::sim {

//===----------------------------------------------------------------------===//
// barrier.sync and barrier.arrive
//===----------------------------------------------------------------------===//

ThreadBarriers::ThreadBarriers(Machine &machine, Cta &cta)
    : machine(machine), cta(cta) {
  for (uint32_t id = 0; id < barriers.size(); ++id)
    barriers[id].id = id;
  for (uint32_t id = 0; id < cta.threads.size(); id += kWarpThreads)
    running.push_back(
        std::min<uint32_t>(kWarpThreads, cta.threads.size() - id));
  runningWarps = running.size();
}

ThreadBarriers::~ThreadBarriers() = default;

std::string ThreadBarriers::Barrier::describe() const {
  return "barrier " + std::to_string(id) +
         " of the CTA: " + std::to_string(arrived) + " of " +
         std::to_string(expected) + " threads have arrived";
}

ThreadBarriers::Barrier &ThreadBarriers::check(const Site *site, uint32_t id,
                                               uint32_t &threads) {
  if (id >= barriers.size())
    machine.fail(FindingKind::BarrierMisuse, site,
                 "there is no barrier " + std::to_string(id) +
                     ": a CTA has barriers 0 to 15");
  uint32_t all = running.size() * kWarpThreads;
  if (threads == 0)
    threads = all;
  if (threads % kWarpThreads != 0 || threads > all)
    machine.fail(FindingKind::BarrierMisuse, site,
                 "barrier " + std::to_string(id) + " is to wait for " +
                     std::to_string(threads) +
                     " threads: it has to be a multiple of 32, and at most "
                     "the CTA's " +
                     std::to_string(all));
  return barriers[id];
}

void ThreadBarriers::count(Barrier &barrier, const Site *site, uint32_t threads,
                           bool ofAll, const Meeting &meeting, bool waits) {
  uint32_t warp = machine.current().warp();
  if (barrier.arrived == 0) {
    barrier.ofAll = ofAll;
    barrier.expected = ofAll ? runningWarps * kWarpThreads : threads;
    barrier.site = site;
  } else if ((barrier.ofAll ? running.size() * kWarpThreads
                            : barrier.expected) != threads) {
    machine.fail(FindingKind::BarrierMisuse, site,
                 "barrier " + std::to_string(barrier.id) + " waits for " +
                     std::to_string(threads) + " threads here and for " +
                     std::to_string(barrier.expected) + " at " +
                     describeSite(barrier.site));
  }
  if (barrier.warps[warp])
    machine.report(FindingKind::BarrierMisuse, site, &machine.current(),
                   "warp " + std::to_string(warp) +
                       " arrives twice in one phase of " + barrier.describe(),
                   barrier.site);
  barrier.warps[warp] = true;
  // The barrier counts warps, whole ones even where the CTA's last is not.
  barrier.arrived += kWarpThreads;
  for (uint32_t lane = 0; lane < kWarpThreads; ++lane) {
    Thread *thread = meeting.threads[lane];
    if (!thread)
      continue;
    barrier.views.add(thread->view, thread->epoch());
    ++thread->now;
    if (waits)
      barrier.waiting.push_back(thread);
  }
}

void ThreadBarriers::complete(Barrier &barrier) {
  View view = barrier.views.get();
  for (Thread *thread : barrier.waiting) {
    // All that it knew is in there.
    thread->view = view;
    if (!machine.isInThread() || thread != &machine.current())
      machine.wake(*thread);
  }
  barrier.waiting.clear();
  barrier.views.clear();
  barrier.warps.reset();
  barrier.arrived = 0;
}

void ThreadBarriers::sync(const Site *site, uint32_t id, uint32_t threads) {
  Thread &thread = machine.current();
  Meeting *meeting = cta.collectives->meetWarp(thread, site);
  if (!meeting)
    return;
  bool ofAll = threads == 0;
  Barrier &barrier = check(site, id, threads);
  size_t before = barrier.waiting.size();
  count(barrier, site, threads, ofAll, *meeting, /*waits=*/true);
  cta.collectives->close(*meeting);
  if (barrier.arrived >= barrier.expected) {
    complete(barrier);
    return;
  }
  // The other lanes are suspended already, and wait for something else now.
  for (size_t i = before; i < barrier.waiting.size(); ++i)
    barrier.waiting[i]->waitsFor = [&barrier] { return barrier.describe(); };
  machine.block(site, [&barrier] { return barrier.describe(); });
}

void ThreadBarriers::arrive(const Site *site, uint32_t id, uint32_t threads) {
  Thread &thread = machine.current();
  Meeting *meeting = cta.collectives->meetWarp(thread, site);
  if (!meeting)
    return;
  bool ofAll = threads == 0;
  Barrier &barrier = check(site, id, threads);
  count(barrier, site, threads, ofAll, *meeting, /*waits=*/false);
  if (barrier.arrived >= barrier.expected)
    complete(barrier);
  cta.collectives->close(*meeting);
  cta.collectives->wakeOthers(*meeting);
}

void ThreadBarriers::endThread(const Thread &thread) {
  if (--running[thread.warp()] > 0)
    return;
  --runningWarps;
  for (Barrier &barrier : barriers) {
    if (barrier.arrived == 0 || !barrier.ofAll || barrier.warps[thread.warp()])
      continue;
    barrier.expected -= kWarpThreads;
    if (barrier.arrived >= barrier.expected)
      complete(barrier);
  }
}

void ThreadBarriers::checkEnd() {
  for (const Barrier &barrier : barriers)
    if (barrier.arrived != 0)
      machine.report(FindingKind::BarrierPending, barrier.site, nullptr,
                     describeCta(cta) + " has ended, but " +
                         barrier.describe() +
                         ": every phase that is begun must complete");
}

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

std::string ClusterBarrier::describe() const {
  return "the cluster's barrier: " + std::to_string(arrived) + " of the " +
         std::to_string(running) + " threads that have not ended have arrived";
}

void ClusterBarrier::arrive(Thread &thread, const Site *site, bool release) {
  if (thread.clusterPhase != 0)
    machine.fail(FindingKind::BarrierMisuse, site,
                 "arrives a second time at " + describe() +
                     ": barrier.cluster.wait must come between");
  thread.clusterPhase = phase + 1;
  if (release) {
    views.add(thread.view, thread.epoch());
    ++thread.now;
  } else {
    views.add(thread.published);
    views.add({thread.fencedInits, {}});
  }
  ++arrived;
  completeIfDone();
}

void ClusterBarrier::wait(Thread &thread, const Site *site) {
  if (thread.clusterPhase == 0)
    machine.fail(FindingKind::BarrierMisuse, site,
                 "waits for the cluster's barrier without having arrived: "
                 "barrier.cluster.arrive must come first");
  if (phase < thread.clusterPhase) {
    waiting.push_back(&thread);
    machine.block(site, [this] { return describe(); });
  }
  thread.clusterPhase = 0;
  // No later phase can have completed: that would have needed this thread.
  machine.acquire(thread, completed);
}

void ClusterBarrier::endThread(Thread &thread) {
  --running;
  if (thread.clusterPhase == phase + 1)
    --arrived;
  completeIfDone();
}

void ClusterBarrier::completeIfDone() {
  if (arrived == 0 || arrived < running)
    return;
  ++phase;
  arrived = 0;
  completed = views.get();
  views.clear();
  for (Thread *thread : waiting)
    machine.wake(*thread);
  waiting.clear();
}

} // namespace mlir::autotune::sim

//===----------------------------------------------------------------------===//
// What kernels call
//===----------------------------------------------------------------------===//

using namespace mlir::autotune::sim;

void autotuneSimBarrierSync(const AutotuneSimSite *site, uint32_t id,
                            uint32_t threads) {
  Machine::get().current().cta->barriers->sync(site, id, threads);
}

void autotuneSimBarrierArrive(const AutotuneSimSite *site, uint32_t id,
                              uint32_t threads) {
  Machine::get().current().cta->barriers->arrive(site, id, threads);
}

/// All of the warp's lanes execute an .aligned instruction together.
static void meetWarp(Machine &machine, const Site *site) {
  Thread &thread = machine.current();
  machine.rendezvous(site, Machine::Group::Warp,
                     thread.cta->collectives->getLanes(thread.warp()), nullptr,
                     nullptr);
}

void autotuneSimClusterArrive(const AutotuneSimSite *site, int32_t release,
                              int32_t aligned) {
  Machine &machine = Machine::get();
  if (aligned)
    meetWarp(machine, site);
  machine.clusterBarrier->arrive(machine.current(), site, release != 0);
}

void autotuneSimClusterWait(const AutotuneSimSite *site, int32_t aligned) {
  Machine &machine = Machine::get();
  if (aligned)
    meetWarp(machine, site);
  machine.clusterBarrier->wait(machine.current(), site);
}
