//===- MBarrierABI.cpp - What kernels do with mbarriers -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An arrival releases what its thread has seen and done, as PTX's default does,
// whatever its scope. A relaxed one releases what the thread's last fence did.
//
//===----------------------------------------------------------------------===//

#include "MBarrier.h"
#include "ThreadAccess.h"

using namespace mlir::autotune::sim;

namespace {
/// A thread's operation on a barrier.
struct Operation {
  Operation(const Site *site, uint64_t address)
      : machine(Machine::get()), thread(machine.current()),
        place(machine.resolve(thread, site, address)),
        access(getAccess(thread, site)) {}

  MBarriers &barriers() { return *place.cta->mbarriers; }
  MBarrier *find() { return barriers().find(place.offset, access); }
  /// For instructions on .shared::cta.
  bool isOwn(const char *what) {
    if (place.cta == thread.cta)
      return true;
    machine.report(FindingKind::BarrierMisuse, access.site, &thread,
                   std::string(what) +
                       " an mbarrier of another CTA: only arrive, expect_tx "
                       "and copies may use it");
    return false;
  }

  Machine &machine;
  Thread &thread;
  Machine::Place place;
  Access access;
};

/// What a thread waits for, as a report of a deadlock says it.
struct Wait {
  MBarriers *barriers;
  uint32_t offset, parity;
  uint64_t firstPhase;

  std::string describe() const {
    const MBarrier *barrier = barriers->lookup(offset);
    if (!barrier)
      return "an mbarrier that has been invalidated";
    std::string text = "parity " + std::to_string(parity) + " of " +
                       barriers->describe(*barrier);
    if (barrier->phase > firstPhase)
      text += "; phase " + std::to_string(firstPhase) +
              " has completed since the wait began, and so has the next one "
              "before this thread looked";
    return text;
  }
};
} // namespace

void autotuneSimMBarrierInit(const AutotuneSimSite *site, uint64_t address,
                             uint32_t count) {
  Operation op(site, address);
  if (op.isOwn("initialises"))
    op.barriers().init(op.place.offset, count, op.access);
}

void autotuneSimMBarrierInvalidate(const AutotuneSimSite *site,
                                   uint64_t address) {
  Operation op(site, address);
  if (op.isOwn("invalidates"))
    op.barriers().invalidate(op.place.offset, op.access);
}

void autotuneSimFenceMBarrierInit(const AutotuneSimSite *) {
  Thread &thread = Machine::get().current();
  thread.cta->mbarriers->fenceInit(thread);
}

static uint64_t arrive(const Site *site, uint64_t address, uint32_t count,
                       const uint32_t *bytes, bool release) {
  Operation op(site, address);
  MBarrier *barrier = op.find();
  if (!barrier)
    return 0;
  noteIfRemote(op.machine, op.thread, *op.place.cta, site);
  uint64_t state = barrier->phase;
  if (bytes)
    op.barriers().expect(*barrier, *bytes, op.access);
  op.barriers().arrive(
      *barrier, count,
      release ? op.machine.release(op.thread) : op.thread.published, op.access);
  return state;
}

uint64_t autotuneSimMBarrierArrive(const AutotuneSimSite *site,
                                   uint64_t address, uint32_t count,
                                   int32_t release) {
  return arrive(site, address, count, nullptr, release != 0);
}

uint64_t autotuneSimMBarrierArriveExpectTx(const AutotuneSimSite *site,
                                           uint64_t address, uint32_t bytes,
                                           int32_t release) {
  return arrive(site, address, 1, &bytes, release != 0);
}

void autotuneSimMBarrierExpectTx(const AutotuneSimSite *site, uint64_t address,
                                 uint32_t bytes) {
  Operation op(site, address);
  MBarrier *barrier = op.find();
  if (!barrier)
    return;
  noteIfRemote(op.machine, op.thread, *op.place.cta, site);
  op.barriers().expect(*barrier, bytes, op.access);
}

/// Whether to look at the barrier at all.
static bool checkWait(Operation &op, uint32_t parity) {
  if (!op.isOwn("waits for"))
    return false;
  if (parity > 1)
    op.machine.report(FindingKind::BarrierMisuse, op.access.site, &op.thread,
                      "waits for parity " + std::to_string(parity) +
                          " of an mbarrier: it must be 0 or 1");
  return true;
}

void autotuneSimMBarrierWaitParity(const AutotuneSimSite *site,
                                   uint64_t address, uint32_t parity) {
  Operation op(site, address);
  if (!checkWait(op, parity))
    return;
  op.machine.step();
  Wait wait{&op.barriers(), op.place.offset, parity & 1, 0};
  for (bool first = true;; first = false) {
    MBarrier *barrier = op.find();
    if (!barrier)
      return;
    // The phase that the thread waits for is over, and so is the next, which
    // its parity can't tell from those before.
    if (!first && barrier->phase >= wait.firstPhase + 2)
      op.machine.report(FindingKind::BarrierMisuse, site, &op.thread,
                        wait.describe() +
                            ": no phase may complete before all waiting "
                            "threads have seen the previous one",
                        barrier->initSite);
    if (MBarriers::hasCompleted(*barrier, wait.parity)) {
      op.machine.acquire(op.thread, barrier->completed);
      return;
    }
    if (first)
      wait.firstPhase = barrier->phase;
    barrier->waiting.push_back(&op.thread);
    op.machine.block(site, [&wait] { return wait.describe(); });
  }
}

bool autotuneSimMBarrierTestWaitParity(const AutotuneSimSite *site,
                                       uint64_t address, uint32_t parity) {
  Operation op(site, address);
  if (!checkWait(op, parity))
    return true;
  // Who polls lets others work.
  op.machine.yield(site);
  MBarrier *barrier = op.find();
  if (!barrier)
    return true;
  if (!MBarriers::hasCompleted(*barrier, parity & 1))
    return false;
  op.machine.acquire(op.thread, barrier->completed);
  return true;
}
