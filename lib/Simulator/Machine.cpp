//===- Machine.cpp - One cluster while it runs ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "BulkCopy.h"
#include "Collective.h"
#include "Describe.h"
#include "Findings.h"
#include "Format.h"
#include "GlobalMemory.h"
#include "MBarrier.h"
#include "RegisterPool.h"
#include "Roles.h"
#include "Scheduler.h"
#include "SharedMemory.h"
#include "ThreadBarrier.h"

#include <cstdio>
#include <cstdlib>

namespace mlir::autotune::sim {

Thread::Thread() = default;
Thread::~Thread() = default;
Cta::Cta() = default;
Cta::~Cta() = default;
AsyncOperation::~AsyncOperation() = default;

/// Of this thread of the host. Fibers never move to another.
static thread_local Machine *currentMachine = nullptr;

Machine &Machine::get() {
  if (currentMachine)
    return *currentMachine;
  std::fprintf(stderr,
               "simulator: called from outside of a simulated kernel\n");
  std::abort();
}

//===----------------------------------------------------------------------===//
// Making a cluster
//===----------------------------------------------------------------------===//

/// The grid's index of a cluster's CTA. Ranks count x first, as
/// %cluster_ctarank does.
static Dim3 getCtaIndex(const Launch &launch, uint64_t cluster, uint32_t rank) {
  const Dim3 &size = launch.cluster;
  uint64_t clustersX = launch.grid.x / size.x;
  uint64_t clustersY = launch.grid.y / size.y;
  return {uint32_t(cluster % clustersX * size.x + rank % size.x),
          uint32_t(cluster / clustersX % clustersY * size.y +
                   rank / size.x % size.y),
          uint32_t(cluster / clustersX / clustersY * size.z +
                   rank / size.x / size.y)};
}

Machine::Machine(const Launch &launch, GlobalMemory &memory,
                 const Options &options, Stacks &stacks, uint64_t clusterIndex)
    : launch(launch), memory(memory), options(options),
      clusterIndex(clusterIndex),
      clusterBarrier(std::make_unique<ClusterBarrier>(*this)), stacks(stacks),
      findings(std::make_unique<Findings>(options.maxFindings)) {
  uint32_t size = launch.cluster.x * launch.cluster.y * launch.cluster.z;
  uint32_t threads = launch.block.x * launch.block.y * launch.block.z;
  scheduler = std::make_unique<Scheduler>(
      options, clusterIndex,
      size * ((threads + kWarpgroupThreads - 1) / kWarpgroupThreads));
  for (uint32_t rank = 0; rank < size; ++rank) {
    Cta &cta = ctas.emplace_back();
    cta.machine = this;
    cta.rank = rank;
    cta.index = getCtaIndex(launch, clusterIndex, rank);
    cta.running = threads;
    for (uint32_t id = 0; id < threads; ++id) {
      Thread &thread = cta.threads.emplace_back();
      thread.cta = &cta;
      thread.id = id;
      thread.agent = createAgent();
      clusterBarrier->addThread();
    }
    cta.collectives = std::make_unique<Collectives>(*this, cta);
    cta.barriers = std::make_unique<ThreadBarriers>(*this, cta);
    cta.registers = std::make_unique<RegisterPool>(*this, cta);
    cta.mbarriers = std::make_unique<MBarriers>(*this, cta);
    cta.shared = std::make_unique<SharedMemory>(*this, cta, launch.sharedBytes);
  }
  if (launch.isDependent)
    previousGrids = createAgent();
  for (Cta &cta : ctas)
    for (Thread &thread : cta.threads)
      scheduler->addReady(thread);
}

Machine::~Machine() = default;

//===----------------------------------------------------------------------===//
// Running it
//===----------------------------------------------------------------------===//

void Machine::run() {
  Machine *outer = std::exchange(currentMachine, this);
  while (!givenUp) {
    Scheduler::Next next = scheduler->next();
    if (next.operation)
      next.operation->perform(*this);
    else if (next.thread)
      resume(*next.thread);
    else
      break;
  }
  bool isDone = true;
  for (const Cta &cta : ctas)
    isDone &= cta.running == 0;
  if (!givenUp && (!isDone || !scheduler->getOperations().empty()))
    reportDeadlock();
  if (!givenUp)
    for (Cta &cta : ctas)
      cta.mbarriers->checkEnd();
  currentMachine = outer;
}

void Machine::runThread(void *thread) {
  static_cast<Thread *>(thread)->state = Thread::State::Ready;
  Machine &machine = *static_cast<Thread *>(thread)->cta->machine;
  machine.launch.kernel(machine.launch.parameters);
  static_cast<Thread *>(thread)->state = Thread::State::Done;
}

void Machine::resume(Thread &thread) {
  if (++steps > options.stepLimit && options.stepLimit != 0)
    return reportStepLimit();
  if (!thread.fiber)
    thread.fiber.emplace(stacks, runThread, &thread);
  running = &thread;
  thread.fiber->resume();
  running = nullptr;
  if (thread.state == Thread::State::Done)
    endThread(thread);
}

void Machine::endThread(Thread &thread) {
  // The stack is the next thread's.
  thread.fiber.reset();
  Cta &cta = *thread.cta;
  --cta.running;
  checkBulkStoresAtExit(*this, thread);
  cta.ended.add(thread.view, thread.epoch());
  cta.collectives->endThread(thread);
  cta.barriers->endThread(thread);
  clusterBarrier->endThread(thread);
  if (cta.running == 0)
    endCta(cta);
}

void Machine::endCta(Cta &cta) {
  cta.barriers->checkEnd();
  cta.registers->checkEnd();
  ClockRef known = cta.ended.get().seen;
  for (Agent agent = 0; agent < cta.remoteAccesses.size(); ++agent) {
    const Cta::RemoteAccess &access = cta.remoteAccesses[agent];
    if (known.covers({agent, access.time}))
      continue;
    // Agents are numbered thread by thread, first of all.
    const Thread *by = nullptr;
    size_t perCta = cta.threads.size();
    if (agent < perCta * ctas.size())
      by = &ctas[agent / perCta].threads[agent % perCta];
    report(FindingKind::EarlyExit, access.site, by,
           describeCta(cta) +
               " of the cluster ends without waiting for this "
               "access to its memory, which may come after its end: a cluster "
               "barrier has to come before the end");
  }
}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

void Machine::block(const Site *site, std::function<std::string()> waitsFor) {
  Thread &thread = *running;
  thread.state = Thread::State::Blocked;
  thread.site = site;
  thread.waitsFor = std::move(waitsFor);
  thread.fiber->suspend();
}

void Machine::wake(Thread &thread) {
  if (thread.state != Thread::State::Blocked)
    return;
  thread.state = Thread::State::Ready;
  scheduler->addReady(thread);
}

void Machine::yield(const Site *site) {
  Thread &thread = *running;
  thread.site = site;
  scheduler->addPolling(thread);
  thread.fiber->suspend();
}

void Machine::preempt(const Site *site) {
  if (!scheduler->wantsPreemption())
    return;
  Thread &thread = *running;
  thread.site = site;
  scheduler->addReady(thread);
  thread.fiber->suspend();
}

void Machine::start(std::unique_ptr<AsyncOperation> operation) {
  scheduler->addOperation(std::move(operation));
}

void Machine::step() {
  if (++steps <= options.stepLimit || options.stepLimit == 0)
    return;
  reportStepLimit();
  if (running)
    running->fiber->leave();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

Agent Machine::createAgent() { return agents++; }

View Machine::release(Thread &thread) {
  View view = {thread.view.seen.with(thread.epoch()), thread.view.fenced};
  ++thread.now;
  return view;
}

void Machine::acquire(Thread &thread, const View &view) {
  thread.view = View::join(thread.view, view);
}

void Machine::fenceProxy(Thread &thread) {
  thread.view.seen = thread.view.seen.with(thread.epoch());
  thread.view.fenced = thread.view.seen;
  ++thread.now;
}

void Machine::publish(Thread &thread) { thread.published = release(thread); }

void Machine::waitForGrids(Thread &thread) {
  if (launch.isDependent)
    thread.view.seen = thread.view.seen.with({previousGrids, 1});
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Bits of an address within a CTA's window (SimulatorABI.h).
static constexpr unsigned kWindowBits = 24;

Machine::Place Machine::resolve(Thread &thread, const Site *site,
                                uint64_t address) {
  uint64_t window = address >> kWindowBits;
  uint32_t offset = uint32_t(address & ((1u << kWindowBits) - 1));
  if (window == 0)
    return {thread.cta, offset};
  if (window > ctas.size())
    fail(FindingKind::OutOfBounds, site,
         "shared address " + memory.getImpl().describeShared(address) +
             " lies in no CTA of the cluster, "
             "which has " +
             std::to_string(ctas.size()));
  Cta &cta = ctas[window - 1];
  if (cta.running == 0)
    report(FindingKind::EarlyExit, site, &thread,
           "accesses " + hex(offset) + " of " + describeCta(cta) +
               ", which has ended");
  return {&cta, offset};
}

void Machine::noteRemote(Cta &cta, Epoch epoch, const Site *site) {
  if (cta.remoteAccesses.size() <= epoch.agent)
    cta.remoteAccesses.resize(epoch.agent + size_t(1));
  cta.remoteAccesses[epoch.agent] = {epoch.time, site};
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void Machine::report(FindingKind kind, const Site *site, const Thread *thread,
                     const std::string &message, const Site *other) {
  Finding finding;
  finding.kind = kind;
  finding.message = message;
  finding.kernel = launch.name;
  if (site) {
    finding.operation = site->operation;
    finding.location = site->location;
  }
  if (thread) {
    const Dim3 &index = thread->cta->index;
    finding.cta = {index.x, index.y, index.z};
    finding.warp = int(thread->warp());
    finding.lane = int(thread->lane());
  }
  findings->add(std::move(finding), site, other);
}

void Machine::fail(FindingKind kind, const Site *site, std::string &&message) {
  if (!running) {
    std::fprintf(stderr, "simulator: %s: %s\n", stringify(kind),
                 message.c_str());
    std::abort();
  }
  report(kind, site, running, message);
  std::string().swap(message);
  givenUp = true;
  running->fiber->leave();
}

void Machine::failLater(FindingKind kind, const Site *site,
                        const Thread *thread, const std::string &message) {
  report(kind, site, thread, message);
  givenUp = true;
}

/// The first thread that is blocked.
static const Thread *findBlocked(const std::deque<Cta> &ctas) {
  for (const Cta &cta : ctas)
    for (const Thread &thread : cta.threads)
      if (thread.state == Thread::State::Blocked)
        return &thread;
  return nullptr;
}

void Machine::reportDeadlock() {
  const Thread *thread = findBlocked(ctas);
  failLater(FindingKind::Deadlock, thread ? thread->site : nullptr, thread,
            "no thread of the cluster can go on:" +
                describeRoles(ctas, scheduler->getOperations()));
}

void Machine::reportStepLimit() {
  failLater(FindingKind::StepLimit, nullptr, nullptr,
            "the cluster of " + describeCta(ctas.front()) +
                " has not ended after " + std::to_string(options.stepLimit) +
                " steps:" + describeRoles(ctas, scheduler->getOperations()));
}

} // namespace mlir::autotune::sim
