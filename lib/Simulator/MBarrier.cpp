//===- MBarrier.cpp - Barriers in shared memory ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrivals are read-modify-writes of one object, so what a phase has released
// stays released by the later ones (PTX ISA, "Release and Acquire Patterns"):
// the sum of the arrivals is never reset. Arrivals of a phase that is not yet
// complete are handed to nobody.
//
//===----------------------------------------------------------------------===//

#include "MBarrier.h"

#include "Describe.h"
#include "Format.h"
#include "SharedMemory.h"

using namespace mlir::autotune::sim;

// PTX ISA, "Ranges of the components of mbarrier objects".
static constexpr uint32_t kMaxCount = (1 << 20) - 1;
static constexpr int64_t kMaxTransactionCount = (1 << 20) - 1;

MBarriers::MBarriers(Machine &machine, Cta &cta) : machine(machine), cta(cta) {}
MBarriers::~MBarriers() = default;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string MBarriers::getName(const MBarrier &barrier) const {
  return "mbarrier " + hex(barrier.offset) + " of " + describeCta(cta);
}

std::string MBarriers::describe(const MBarrier &barrier) const {
  std::string text = getName(barrier) + " (initialised by " +
                     describeSite(barrier.initSite) + "): phase " +
                     std::to_string(barrier.phase) + ", " +
                     std::to_string(barrier.pending) + " of " +
                     std::to_string(barrier.expected) + " arrivals";
  if (barrier.bytes != 0 || barrier.expectedBytes != 0)
    text += " and " + std::to_string(barrier.bytes) + " of " +
            std::to_string(barrier.expectedBytes) + " bytes";
  text += " missing";
  if (barrier.copiesInFlight > 0)
    text += " (" + std::to_string(barrier.bytesInFlight) +
            " bytes are on their way)";
  else if (barrier.bytes > 0)
    text += " (none are on their way)";
  return text;
}

void MBarriers::report(FindingKind kind, const Access &access,
                       const std::string &message, const Site *other) {
  machine.report(kind, access.site, access.thread, message, other);
}

//===----------------------------------------------------------------------===//
// Making, finding and dropping them
//===----------------------------------------------------------------------===//

void MBarriers::init(uint32_t offset, uint32_t count, const Access &access) {
  auto known = barriers.find(offset);
  if (known != barriers.end()) {
    report(FindingKind::BarrierMisuse, access,
           "initialises " + describe(known->second) +
               ": a live mbarrier must go through mbarrier.inval first",
           known->second.initSite);
    for (Thread *thread : known->second.waiting)
      machine.wake(*thread);
    cta.shared->reserve(offset, /*isBarrier=*/false);
    barriers.erase(known);
  }
  if (count < 1 || count > kMaxCount) {
    report(FindingKind::BarrierMisuse, access,
           "initialises mbarrier " + hex(offset) + " with a count of " +
               std::to_string(count) + ": it must lie between 1 and " +
               std::to_string(kMaxCount));
    count = std::min(std::max(count, 1u), kMaxCount);
  }
  if (!cta.shared->check(offset, kMBarrierBytes, kMBarrierBytes, access,
                         "puts an mbarrier on"))
    return;
  // It overwrites what lay there, which must be over for everybody.
  cta.shared->noteWrite(offset, kMBarrierBytes, access);
  cta.shared->reserve(offset, /*isBarrier=*/true);

  MBarrier &barrier = barriers[offset];
  barrier.offset = offset;
  barrier.expected = barrier.pending = count;
  barrier.init = access.epoch;
  barrier.initSite = access.site;
  barrier.agent = machine.createAgent();
}

MBarrier *MBarriers::find(uint32_t offset, const Access &access) {
  auto known = barriers.find(offset);
  if (known == barriers.end()) {
    std::string message = "there is no mbarrier at " + hex(offset) + " of " +
                          describeCta(cta) + " (yet)";
    auto next = barriers.upper_bound(offset);
    if (next != barriers.begin() &&
        std::prev(next)->first + kMBarrierBytes > offset)
      message += ", but one at " + hex(std::prev(next)->first);
    report(FindingKind::BarrierMisuse, access, message);
    return nullptr;
  }
  MBarrier &barrier = known->second;
  const View &view = *access.view;
  bool seesFence =
      barrier.initFence.time != 0 && view.seen.covers(barrier.initFence);
  if (barrier.init.agent != access.epoch.agent && !seesFence &&
      !view.seen.covers(barrier.init)) {
    report(FindingKind::BarrierMisuse, access,
           "uses " + getName(barrier) + ", and nothing orders this after " +
               describeSite(barrier.initSite) +
               ", which initialises it: a barrier of the CTA's (the "
               "cluster's) threads must lie between",
           barrier.initSite);
  } else if (access.async && !seesFence && !view.fenced.covers(barrier.init)) {
    report(FindingKind::BarrierMisuse, access,
           "hands " + getName(barrier) +
               " to the async proxy, which may not see its initialisation by " +
               describeSite(barrier.initSite) +
               ": there must be a fence.mbarrier_init (or fence.proxy.async) "
               "after that, before the barrier that orders the two",
           barrier.initSite);
  }
  return &barrier;
}

void MBarriers::fenceInit(Thread &thread) {
  // Of an agent of its own: who sees it sees these barriers, and need not see
  // what else the thread has done.
  Epoch fence = {machine.createAgent(), 1};
  for (auto &entry : barriers)
    if (entry.second.init.agent == thread.agent &&
        entry.second.initFence.time == 0)
      entry.second.initFence = fence;
  thread.view.seen = thread.view.seen.with(fence);
  thread.fencedInits = thread.fencedInits.with(fence);
}

void MBarriers::invalidate(uint32_t offset, const Access &access) {
  MBarrier *barrier = find(offset, access);
  if (!barrier)
    return;
  if (!barrier->waiting.empty() || barrier->copiesInFlight > 0)
    report(FindingKind::BarrierMisuse, access,
           "invalidates " + describe(*barrier) + ", while " +
               std::to_string(barrier->waiting.size()) +
               " threads wait for it and " +
               std::to_string(barrier->copiesInFlight) +
               " copies are to complete on it");
  for (Thread *thread : barrier->waiting)
    machine.wake(*thread);
  cta.shared->reserve(offset, /*isBarrier=*/false);
  barriers.erase(offset);
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

void MBarriers::completeIfDone(MBarrier &barrier, const Access &access) {
  if (barrier.pending > 0)
    return;
  std::string totals =
      std::to_string(barrier.expectedBytes) + " bytes are expected, " +
      std::to_string(barrier.completedBytes + barrier.bytesInFlight) +
      " were copied or are on their way";
  if (barrier.bytes < 0)
    report(FindingKind::TransactionBytes, access,
           getName(barrier) + " has all arrivals of phase " +
               std::to_string(barrier.phase) + ", for which " + totals +
               ": expect_tx must be given the bytes that the copies transfer");
  if (barrier.bytes != 0)
    return;
  if (barrier.copiesInFlight > 0)
    report(FindingKind::TransactionBytes, access,
           getName(barrier) + " completes phase " +
               std::to_string(barrier.phase) +
               " before its last copies: " + totals +
               "; expect_tx must be given the bytes that the copies transfer");
  ++barrier.phase;
  barrier.pending = barrier.expected;
  barrier.expectedBytes = barrier.completedBytes = 0;
  barrier.completed = barrier.arrivals.get();
  for (Thread *thread : barrier.waiting)
    machine.wake(*thread);
  barrier.waiting.clear();
}

void MBarriers::expect(MBarrier &barrier, int64_t bytes, const Access &access) {
  barrier.bytes += bytes;
  barrier.expectedBytes += bytes;
  if (barrier.bytes > kMaxTransactionCount)
    report(FindingKind::TransactionBytes, access,
           getName(barrier) + " expects " + std::to_string(barrier.bytes) +
               " bytes: a phase counts up to " +
               std::to_string(kMaxTransactionCount));
  completeIfDone(barrier, access);
}

void MBarriers::addPending(MBarrier &barrier, const Access &access) {
  if (++barrier.pending > kMaxCount)
    report(FindingKind::BarrierMisuse, access,
           describe(barrier) + ": a phase counts up to " +
               std::to_string(kMaxCount) + " arrivals");
}

void MBarriers::arrive(MBarrier &barrier, uint32_t count, const View &view,
                       const Access &access) {
  if (count > barrier.pending || count == 0) {
    report(FindingKind::BarrierMisuse, access,
           "arrives " + std::to_string(count) + " times at " +
               describe(barrier) +
               ": the count must be at least 1 and at most the number of "
               "missing arrivals",
           barrier.initSite);
    count = std::min(count, barrier.pending);
  }
  barrier.arrivals.add(view);
  barrier.pending -= count;
  completeIfDone(barrier, access);
}

void MBarriers::startCopy(MBarrier &barrier, int64_t bytes) {
  ++barrier.copiesInFlight;
  barrier.bytesInFlight += bytes;
}

void MBarriers::completeCopy(MBarrier &barrier, int64_t bytes,
                             const Access &access) {
  --barrier.copiesInFlight;
  barrier.bytesInFlight -= bytes;
  barrier.bytes -= bytes;
  barrier.completedBytes += bytes;
  barrier.arrivals.add(View(), access.epoch);
  if (barrier.bytes < -kMaxTransactionCount)
    report(FindingKind::TransactionBytes, access,
           getName(barrier) + " has had " +
               std::to_string(barrier.completedBytes) + " bytes, and " +
               std::to_string(barrier.expectedBytes) +
               " are expected: a phase counts down to -" +
               std::to_string(kMaxTransactionCount));
  completeIfDone(barrier, access);
}

void MBarriers::checkEnd() {
  for (const auto &entry : barriers) {
    const MBarrier &barrier = entry.second;
    if (barrier.pending == barrier.expected && barrier.bytes == 0 &&
        barrier.copiesInFlight == 0)
      continue;
    machine.report(FindingKind::BarrierPending, barrier.initSite, nullptr,
                   "the kernel ends in the middle of a phase of " +
                       describe(barrier) +
                       ": every phase that is begun must complete");
  }
}
