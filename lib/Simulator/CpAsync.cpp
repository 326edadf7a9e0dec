//===- CpAsync.cpp - cp.async, and groups of copies -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cp.async writes through the generic proxy, on its own time: the thread that
// started it sees it after a wait_group, others, and wgmma, as they see that
// thread's own writes (PTX ISA, "cp.async").
//
//===----------------------------------------------------------------------===//

#include "AsyncGroups.h"
#include "Describe.h"
#include "Format.h"
#include "GlobalMemory.h"
#include "MBarrier.h"
#include "SharedMemory.h"
#include "ThreadAccess.h"

#include <cstring>

using namespace mlir::autotune::sim;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

Epoch AsyncGroups::start() {
  ++started;
  unread.insert(started);
  unfinished.insert(started);
  return {agent, started};
}

void AsyncGroups::finishReading(Machine &machine, Thread &thread,
                                Epoch operation) {
  unread.erase(operation.time);
  if (waiting)
    machine.wake(thread);
  waiting = false;
}

void AsyncGroups::finish(Machine &machine, Thread &thread, Epoch operation) {
  unfinished.erase(operation.time);
  finishReading(machine, thread, operation);
}

void AsyncGroups::wait(Machine &machine, Thread &thread, const Site *site,
                       uint32_t pending, bool reading, const char *what) {
  if (groups.size() <= pending)
    return;
  Time last = groups[groups.size() - 1 - pending];
  struct Wait {
    AsyncGroups *groups;
    uint32_t pending;
    bool reading;
    const char *what;
  } wait{this, pending, reading, what};
  while (!(reading ? haveRead(last) : haveFinished(last))) {
    waiting = true;
    machine.block(site, [&wait] {
      const auto &operations =
          wait.reading ? wait.groups->unread : wait.groups->unfinished;
      return std::string("all but the newest ") + std::to_string(wait.pending) +
             " of " + std::to_string(wait.groups->groups.size()) +
             " groups of " + wait.what + "; " +
             std::to_string(operations.size()) +
             " of the started operations have not " +
             (wait.reading ? "read their sources" : "finished");
    });
  }
  View view;
  view.seen = view.seen.with({agent, last});
  machine.acquire(thread, view);
  for (; !groups.empty() && groups.front() <= last && haveFinished(groups[0]) &&
         groups.size() > pending;
       groups.pop_front())
    retired = groups.front();
}

static AsyncGroups &getCopies(Machine &machine, Thread &thread) {
  if (!thread.copies)
    thread.copies = std::make_unique<AsyncGroups>(machine.createAgent());
  return *thread.copies;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Of one cp.async (PTX ISA, "cp-size").
static constexpr uint32_t kMaxBytes = 16;

namespace {
class CopyOperation : public AsyncOperation {
public:
  void perform(Machine &machine) override {
    uint8_t data[kMaxBytes] = {};
    if (sourceBytes > 0)
      machine.memory.getImpl().read({machine, site, thread, issued}, source,
                                    data, sourceBytes, /*alignment=*/1);
    Access access;
    access.epoch = epoch;
    access.view = &issued;
    access.site = site;
    access.thread = thread;
    access.inOrder = false;
    Cta &cta = *thread->cta;
    if (cta.running == 0)
      machine.report(FindingKind::EarlyExit, site, thread,
                     describe() + " was still on its way when the CTA ended: "
                                  "cp.async.wait_group must come first");
    else if (cta.shared->check(offset, bytes, bytes, access, "copies to"))
      cta.shared->write(offset, data, bytes, access);
    thread->copies->finish(machine, *thread, epoch);
  }

  std::string describe() const override {
    return "cp.async of " + std::to_string(bytes) + " bytes into " +
           hex(offset) + " of " + describeCta(*thread->cta);
  }

  Epoch epoch;
  uint64_t source = 0;
  uint32_t offset = 0, bytes = 0, sourceBytes = 0;
};

/// Arrives once the thread's earlier cp.asyncs have finished.
class ArriveOperation : public AsyncOperation {
public:
  bool isReady() const override { return thread->copies->haveFinished(last); }

  void perform(Machine &) override {
    Access access;
    access.epoch = {thread->copies->agent, last};
    access.view = &issued;
    access.site = site;
    access.thread = thread;
    MBarriers &barriers = *thread->cta->mbarriers;
    MBarrier *barrier = barriers.find(offset, access);
    if (!barrier)
      return;
    View copied = issued;
    copied.seen = copied.seen.with(access.epoch);
    barriers.arrive(*barrier, 1, copied, access);
  }

  std::string describe() const override {
    return "cp.async.mbarrier.arrive on " + hex(offset) + " of " +
           describeCta(*thread->cta);
  }

  Time last = 0;
  uint32_t offset = 0;
};
} // namespace

void autotuneSimCpAsync(const AutotuneSimSite *site, uint64_t destination,
                        uint64_t source, int32_t bytes, int32_t sourceBytes) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  if (bytes != 4 && bytes != 8 && bytes != 16)
    machine.fail(FindingKind::Unsupported, site,
                 "cp.async of " + std::to_string(bytes) +
                     " bytes: it copies 4, 8 or 16");
  if (sourceBytes < 0 || sourceBytes > bytes)
    machine.fail(FindingKind::OutOfBounds, site,
                 "cp.async reads " + std::to_string(sourceBytes) +
                     " bytes for the " + std::to_string(bytes) +
                     " that it writes: it must be as many or fewer");
  Machine::Place place = machine.resolve(thread, site, destination);
  if (place.cta != thread.cta)
    machine.fail(FindingKind::OutOfBounds, site,
                 "cp.async into the shared memory of another CTA: the "
                 "destination must be of the thread's own CTA");
  // An address is wrong when the thread issues it, should the copy never come.
  if (!thread.cta->shared->check(place.offset, bytes, bytes,
                                 getAccess(thread, site), "copies to"))
    return;
  if (source % bytes != 0) {
    machine.report(FindingKind::Misaligned, site, &thread,
                   "cp.async of " + std::to_string(bytes) + " bytes from " +
                       machine.memory.getImpl().describe(source) + ", " +
                       std::to_string(source % bytes) +
                       " bytes behind a multiple of " + std::to_string(bytes) +
                       ": the address must be a multiple of " +
                       std::to_string(bytes));
    return;
  }
  auto operation = std::make_unique<CopyOperation>();
  operation->thread = &thread;
  operation->site = site;
  operation->issued = machine.release(thread);
  operation->epoch = getCopies(machine, thread).start();
  operation->source = source;
  operation->offset = place.offset;
  operation->bytes = bytes;
  operation->sourceBytes = sourceBytes;
  machine.start(std::move(operation));
}

void autotuneSimCpAsyncCommit(const AutotuneSimSite *) {
  Machine &machine = Machine::get();
  getCopies(machine, machine.current()).commit();
}

void autotuneSimCpAsyncWait(const AutotuneSimSite *site, int32_t pending) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  getCopies(machine, thread)
      .wait(machine, thread, site, pending, /*reading=*/false, "cp.asyncs");
}

void autotuneSimCpAsyncMBarrierArrive(const AutotuneSimSite *site,
                                      uint64_t address, int32_t noIncrement) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  Machine::Place place = machine.resolve(thread, site, address);
  if (place.cta != thread.cta) {
    machine.report(FindingKind::BarrierMisuse, site, &thread,
                   "cp.async.mbarrier.arrive on an mbarrier of another CTA: "
                   "the mbarrier must be of the thread's own CTA");
    return;
  }
  Access access = getAccess(thread, site);
  MBarrier *barrier = thread.cta->mbarriers->find(place.offset, access);
  if (!barrier)
    return;
  if (!noIncrement)
    thread.cta->mbarriers->addPending(*barrier, access);
  auto operation = std::make_unique<ArriveOperation>();
  operation->thread = &thread;
  operation->site = site;
  operation->issued = machine.release(thread);
  operation->last = getCopies(machine, thread).started;
  operation->offset = place.offset;
  machine.start(std::move(operation));
}
