//===- SharedMemory.cpp - A CTA's shared memory, and its shadow -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include "Describe.h"
#include "Format.h"
#include "Shadow.h"

#include <cstring>
#include <map>
#include <set>

using namespace mlir::autotune::sim;

struct SharedMemory::Impl {
  Impl(Machine &machine, Cta &cta, uint32_t bytes)
      : machine(machine), cta(cta), end(kDynamicSharedStart + bytes), data(end),
        shadow(end) {}

  std::string describe(uint32_t offset, uint32_t bytes) const;
  std::string describe(const Shadow::Conflict &conflict, bool writes,
                       const Access &access) const;
  void report(const Shadow::Conflicts &conflicts, bool writes,
              const Access &access);

  Machine &machine;
  Cta &cta;
  uint32_t end; // of the window
  std::vector<uint8_t> data;
  Shadow shadow;
  /// Where mbarriers lie.
  std::set<uint32_t> barriers;
  /// Where atomics have released, and what.
  std::map<uint32_t, ClockSum> releases;
  Shadow::Conflicts conflicts;
};

SharedMemory::SharedMemory(Machine &machine, Cta &cta, uint32_t bytes)
    : impl(std::make_unique<Impl>(machine, cta, bytes)) {}
SharedMemory::~SharedMemory() = default;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string SharedMemory::Impl::describe(uint32_t offset,
                                         uint32_t bytes) const {
  return std::to_string(bytes) + " bytes at " + hex(offset) +
         " of the shared memory of " + describeCta(cta);
}

std::string SharedMemory::Impl::describe(const Shadow::Conflict &conflict,
                                         bool writes,
                                         const Access &access) const {
  using Kind = Shadow::Conflict::Kind;
  std::string message = access.async ? "through the async proxy, " : "";
  // What nobody has written an atomic reads.
  message +=
      writes && conflict.kind != Kind::NeverWritten ? "writes " : "reads ";
  message += describe(conflict.offset, conflict.bytes);
  if (conflict.kind == Kind::NeverWritten)
    return message + " that nobody has written yet";

  const Shadow::Event &other = conflict.other;
  bool started = other.thread && other.epoch.agent != other.thread->agent;
  std::string who = describeSite(other.site);
  if (other.thread)
    who += std::string(started ? ", started by " : " of ") +
           describeWarp(*other.thread) + (started ? "," : "");

  if (conflict.kind == Kind::Unfenced)
    return message + ", which " + who +
           " wrote through the generic proxy: there must be a "
           "fence.proxy.async after that write, before the barrier that "
           "orders the two";
  if (started)
    return message + " while " + who + " may still " +
           (conflict.otherWrites ? "write" : "read") +
           " them: its completion (mbarrier or wait_group) must be waited for" +
           (conflict.otherWrites && !writes
                ? " first"
                : " first, and released to the next writer");
  if (!conflict.otherWrites)
    return message + " while " + who +
           " may still read them: the reader must release them (arrive on a "
           "barrier) and the writer wait for it first";
  return message + ", and nothing orders this after " + who +
         ", which writes them: the writer must release them (arrive on a "
         "barrier) and this thread wait for it first";
}

void SharedMemory::Impl::report(const Shadow::Conflicts &conflicts, bool writes,
                                const Access &access) {
  using Kind = Shadow::Conflict::Kind;
  for (const Shadow::Conflict &conflict : conflicts) {
    FindingKind kind =
        conflict.kind == Kind::NeverWritten ? FindingKind::Uninitialized
        : conflict.kind == Kind::Unfenced   ? FindingKind::MissingProxyFence
                                            : FindingKind::Race;
    machine.report(kind, access.site, access.thread,
                   describe(conflict, writes, access), conflict.other.site);
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool SharedMemory::check(uint32_t offset, uint32_t bytes, uint32_t alignment,
                         const Access &access, const char *what) {
  auto report = [&](FindingKind kind, const std::string &why) {
    impl->machine.report(kind, access.site, access.thread,
                         std::string(what) + " " +
                             impl->describe(offset, bytes) + why);
    return false;
  };
  if (offset < kDynamicSharedStart || offset > impl->end ||
      bytes > impl->end - offset)
    return report(FindingKind::OutOfBounds,
                  ", which the kernel has from " + hex(kDynamicSharedStart) +
                      " to " + hex(impl->end) + " (" +
                      std::to_string(impl->end - kDynamicSharedStart) +
                      " bytes)");
  if (alignment > 1 && offset % alignment != 0)
    return report(FindingKind::Misaligned,
                  ": the address must be a multiple of " +
                      std::to_string(alignment));
  auto barrier = impl->barriers.lower_bound(
      offset < kMBarrierBytes ? 0 : offset - kMBarrierBytes + 1);
  if (barrier != impl->barriers.end() && *barrier < offset + bytes)
    return report(FindingKind::BarrierMisuse,
                  ", where the mbarrier " + hex(*barrier) +
                      " lies: until mbarrier.inval, only mbarrier operations "
                      "may touch it");
  return true;
}

void SharedMemory::noteRead(uint32_t offset, uint32_t bytes,
                            const Access &access) {
  impl->shadow.read(offset, bytes, access, impl->conflicts);
  if (impl->conflicts.empty())
    return;
  impl->report(impl->conflicts, /*writes=*/false, access);
  impl->conflicts.clear();
}

void SharedMemory::noteWrite(uint32_t offset, uint32_t bytes,
                             const Access &access, bool atomic) {
  impl->shadow.write(offset, bytes, access, atomic, impl->conflicts);
  if (!atomic && !impl->releases.empty())
    impl->releases.erase(impl->releases.lower_bound(offset),
                         impl->releases.lower_bound(offset + bytes));
  if (impl->conflicts.empty())
    return;
  impl->report(impl->conflicts, /*writes=*/true, access);
  impl->conflicts.clear();
}

void SharedMemory::read(uint32_t offset, void *into, uint32_t bytes,
                        const Access &access) {
  noteRead(offset, bytes, access);
  std::memcpy(into, data(offset), bytes);
}

void SharedMemory::write(uint32_t offset, const void *from, uint32_t bytes,
                         const Access &access) {
  noteWrite(offset, bytes, access);
  std::memcpy(data(offset), from, bytes);
}

uint8_t *SharedMemory::data(uint32_t offset) { return &impl->data[offset]; }

ClockSum &SharedMemory::getReleases(uint32_t offset) {
  return impl->releases[offset];
}

void SharedMemory::reserve(uint32_t offset, bool isBarrier) {
  if (isBarrier) {
    impl->barriers.insert(offset);
    return;
  }
  impl->barriers.erase(offset);
  impl->shadow.forget(offset, kMBarrierBytes);
}
