//===- MemoryABI.cpp - Loads, stores, atomics and fences ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomics on shared memory order the threads of a cluster as their qualifiers
// say: a release, or a relaxed one after a fence, hands over what came before
// to the acquires, and relaxed ones before a fence, that come after. Atomics on
// global memory order nothing that is checked (GlobalMemory.h); nor does
// fence.proxy.async.global.
//
//===----------------------------------------------------------------------===//

#include "Atomics.h"
#include "Format.h"
#include "GlobalMemory.h"
#include "SharedMemory.h"
#include "Stacks.h"
#include "ThreadAccess.h"

#include <cstring>

using namespace mlir::autotune::sim;

namespace {
/// A thread's access: to shared memory (`place.cta` is not null) or global.
struct Target {
  /// False if it was no legal address, which has then been reported.
  bool resolve(int32_t spaceValue, uint64_t address);
  /// Global memory, as its functions want to know who calls.
  GlobalMemory::Impl::Accessor accessor() {
    return {machine, access.site, &thread, thread.view};
  }
  GlobalMemory::Impl &global() { return machine.memory.getImpl(); }
  bool isShared() const { return place.cta != nullptr; }
  SharedMemory &shared() { return *place.cta->shared; }

  Machine &machine;
  Thread &thread;
  Access access;
  Machine::Place place = {nullptr, 0};
};
} // namespace

static Target getTarget(const Site *site) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  return {machine, thread, getAccess(thread, site)};
}

bool Target::resolve(int32_t spaceValue, uint64_t address) {
  auto space = static_cast<Space>(spaceValue);
  bool isShared = space == Space::Generic && isGenericShared(address);
  if (space == Space::Global || (space == Space::Generic && !isShared))
    return true;
  if (isShared)
    address ^= kGenericShared;
  else if (space != Space::Shared && space != Space::Cluster) {
    machine.fail(FindingKind::Unsupported, access.site,
                 "address space " + std::to_string(spaceValue) +
                     ": known are generic (0), global (1), shared (3) and "
                     "cluster (7)");
  }
  if (space == Space::Shared && address >= kWindowBytes) {
    machine.report(FindingKind::OutOfBounds, access.site, &thread,
                   "accesses " +
                       machine.memory.getImpl().describeShared(address) +
                       " as shared memory of the thread's own CTA: an address "
                       "from mapa is in the address space of the cluster");
    return false;
  }
  place = machine.resolve(thread, access.site, address);
  noteIfRemote(machine, thread, *place.cta, access.site);
  return true;
}

/// What the address must be a multiple of: an access whose operation promises
/// less than its size is made in pieces.
static uint32_t getRequiredAlignment(int32_t bytes, int32_t alignment) {
  uint32_t required = alignment > 0 ? alignment : bytes;
  while (required > static_cast<uint32_t>(bytes))
    required >>= 1;
  return required;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

uint32_t autotuneSimSharedBase(const AutotuneSimSite *) {
  return kDynamicSharedStart;
}

uint32_t autotuneSimMapa(const AutotuneSimSite *site, uint32_t address,
                         uint32_t rank) {
  Machine &machine = Machine::get();
  if (rank >= machine.ctas.size())
    machine.fail(FindingKind::OutOfBounds, site,
                 "maps an address to CTA " + std::to_string(rank) +
                     " of a cluster of " + std::to_string(machine.ctas.size()));
  return (rank + 1) * kWindowBytes + address % kWindowBytes;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// The same access so often with nothing between is taken for a poll: who waits
/// for another must let him run.
static constexpr uint32_t kPolls = 16;

static bool isPolling(Thread &thread, const Site *site, uint64_t address) {
  auto &last = thread.lastLoad;
  if (last.site != site || last.address != address)
    last = {site, address, 0};
  return ++last.repeats > kPolls;
}

/// Whether a generic address is the thread's own: an alloca of a frame between
/// this one and the start of its stack. What lies beyond that is the host's.
static bool isLocal(int32_t space, uint64_t address) {
  auto frame = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  return static_cast<Space>(space) == Space::Generic && address >= frame &&
         address - frame < kStackBytes &&
         address < Machine::get().current().fiber->getStackEnd();
}

void autotuneSimLoad(const AutotuneSimSite *site, int32_t space,
                     uint64_t address, void *value, int32_t bytes,
                     int32_t alignment) {
  if (bytes == 0)
    return;
  if (isLocal(space, address)) {
    std::memcpy(value, reinterpret_cast<const void *>(address), bytes);
    return;
  }
  Target target = getTarget(site);
  uint32_t required = getRequiredAlignment(bytes, alignment);
  if (target.resolve(space, address)) {
    if (isPolling(target.thread, site, address))
      target.machine.yield(site);
    if (!target.isShared()) {
      target.global().read(target.accessor(), address, value, bytes, required);
      return;
    }
    if (target.shared().check(target.place.offset, bytes, required,
                              target.access, "reads")) {
      target.shared().read(target.place.offset, value, bytes, target.access);
      return;
    }
  }
  std::memset(value, 0, bytes);
}

void autotuneSimStore(const AutotuneSimSite *site, int32_t space,
                      uint64_t address, const void *value, int32_t bytes,
                      int32_t alignment) {
  if (bytes == 0)
    return;
  if (isLocal(space, address)) {
    std::memcpy(reinterpret_cast<void *>(address), value, bytes);
    return;
  }
  beginWrite(Machine::get().current());
  Target target = getTarget(site);
  uint32_t required = getRequiredAlignment(bytes, alignment);
  if (!target.resolve(space, address))
    return;
  if (!target.isShared())
    target.global().write(target.accessor(), address, value, bytes, required);
  else if (target.shared().check(target.place.offset, bytes, required,
                                 target.access, "writes"))
    target.shared().write(target.place.offset, value, bytes, target.access);
}

//===----------------------------------------------------------------------===//
// Atomics and fences
//===----------------------------------------------------------------------===//

static void updateShared(Target &target, AtomicKind kind, ElementKind element,
                         const void *operand, const void *compare, void *old,
                         uint32_t bytes, Ordering ordering) {
  Thread &thread = target.thread;
  uint32_t offset = target.place.offset;
  if (!target.shared().check(offset, bytes, bytes, target.access,
                             "updates atomically")) {
    if (old)
      std::memset(old, 0, bytes);
    return;
  }
  uint8_t *data = target.shared().data(offset), result[8];
  if (!applyAtomic(kind, element, data, operand, compare, result, bytes))
    target.machine.fail(FindingKind::Unsupported, target.access.site,
                        describeUnknownAtomic(kind, element, bytes));
  target.shared().noteWrite(offset, bytes, target.access, /*atomic=*/true);
  if (old)
    std::memcpy(old, data, bytes);
  std::memcpy(data, result, bytes);

  bool acquires =
      ordering == Ordering::Acquire || ordering == Ordering::AcquireRelease;
  bool releases =
      ordering == Ordering::Release || ordering == Ordering::AcquireRelease;
  ClockSum &sum = target.shared().getReleases(offset);
  if (acquires)
    target.machine.acquire(thread, sum.get());
  else
    thread.fenceAcquires = View::join(thread.fenceAcquires, sum.get());
  sum.add(releases ? target.machine.release(thread) : thread.published);
}

void autotuneSimAtomic(const AutotuneSimSite *site, int32_t space,
                       int32_t operation, int32_t elementKind, uint64_t address,
                       const void *operand, const void *compare, void *old,
                       int32_t bytes, int32_t ordering, int32_t /*scope*/) {
  auto kind = static_cast<AtomicKind>(operation);
  auto element = static_cast<ElementKind>(elementKind);
  beginWrite(Machine::get().current());
  Target target = getTarget(site);
  if (isPolling(target.thread, site, address))
    target.machine.yield(site);
  else
    target.machine.preempt(site);
  if (!target.resolve(space, address)) {
    if (old)
      std::memset(old, 0, bytes);
    return;
  }
  if (target.isShared())
    updateShared(target, kind, element, operand, compare, old, bytes,
                 static_cast<Ordering>(ordering));
  else
    target.global().atomic(target.accessor(), kind, element, address, operand,
                           compare, old, bytes);
}

void autotuneSimFence(const AutotuneSimSite *, int32_t /*scope*/) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  machine.acquire(thread, thread.fenceAcquires);
  machine.publish(thread);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

void autotuneSimFenceProxy(const AutotuneSimSite *site, int32_t kind) {
  Machine &machine = Machine::get();
  switch (static_cast<ProxyFence>(kind)) {
  case ProxyFence::Async:
  case ProxyFence::AsyncShared:
    machine.fenceProxy(machine.current());
    return;
  case ProxyFence::AsyncGlobal:
  case ProxyFence::Alias:
    return;
  }
  machine.fail(FindingKind::Unsupported, site,
               "fence.proxy of kind " + std::to_string(kind));
}
