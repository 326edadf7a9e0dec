//===- Collective.cpp - What threads of a warp do together ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collective.h"

#include "Describe.h"
#include "Format.h"

#include <algorithm>

namespace mlir::autotune::sim {

std::string Meeting::describe() const {
  std::string text = std::to_string(count) + " of " + std::to_string(expected) +
                     (group == Machine::Group::Warp
                          ? " lanes of mask " + hex(mask)
                          : std::string(" threads of the warpgroup")) +
                     " have come";
  return text;
}

Collectives::Collectives(Machine &machine, Cta &cta)
    : machine(machine), cta(cta) {
  size_t threads = cta.threads.size();
  warps.resize((threads + kWarpThreads - 1) / kWarpThreads);
  warpgroups.resize((threads + kWarpgroupThreads - 1) / kWarpgroupThreads);
  if (threads % kWarpThreads != 0)
    warps.back().ended = kFullMask << threads % kWarpThreads;
}

Collectives::~Collectives() = default;

uint32_t Collectives::getLanes(uint32_t warp) const {
  size_t threads = cta.threads.size() - size_t(warp) * kWarpThreads;
  return threads >= kWarpThreads ? kFullMask : ~(kFullMask << threads);
}

Meeting &Collectives::open(const Site *site, Machine::Group group,
                           uint32_t mask) {
  if (free.empty()) {
    all.push_back(std::make_unique<Meeting>());
    free.push_back(all.back().get());
  }
  Meeting &meeting = *free.back();
  free.pop_back();
  meeting.site = site;
  meeting.group = group;
  meeting.mask = mask;
  meeting.arrived = 0;
  meeting.arrivedOfWarp.fill(0);
  meeting.count = 0;
  bool isWarp = group == Machine::Group::Warp;
  meeting.expected =
      isWarp ? uint32_t(__builtin_popcount(mask)) : kWarpgroupThreads;
  uint32_t size = isWarp ? kWarpThreads : kWarpgroupThreads;
  std::fill_n(meeting.threads.begin(), size, nullptr);
  std::fill_n(meeting.payloads.begin(), size, nullptr);
  return meeting;
}

void Collectives::close(Meeting &meeting) {
  const Thread &thread = machine.current();
  if (meeting.group == Machine::Group::Warpgroup) {
    warpgroups[thread.warpgroup()] = nullptr;
  } else {
    std::vector<Meeting *> &meetings = warps[thread.warp()].meetings;
    meetings.erase(std::find(meetings.begin(), meetings.end(), &meeting));
  }
  free.push_back(&meeting);
}

void Collectives::wakeOthers(const Meeting &meeting) {
  uint32_t size =
      meeting.group == Machine::Group::Warp ? kWarpThreads : kWarpgroupThreads;
  for (uint32_t i = 0; i < size; ++i)
    if (meeting.threads[i] && meeting.threads[i] != &machine.current())
      machine.wake(*meeting.threads[i]);
}

//===----------------------------------------------------------------------===//
// Divergence
//===----------------------------------------------------------------------===//

/// A thread that has come.
static const Thread &getFirst(const Meeting &meeting) {
  return **std::find_if(meeting.threads.begin(), meeting.threads.end(),
                        [](const Thread *thread) { return thread; });
}

void Collectives::diverge(const Site *site, const Meeting &other,
                          const std::string &how) {
  machine.fail(FindingKind::Divergence, site,
               how + " while lane " + std::to_string(getFirst(other).lane()) +
                   " of " + describeWarp(getFirst(other)) + " is at " +
                   describeSite(other.site) + ", where " + other.describe() +
                   ": they must be executed together");
}

Meeting *Collectives::findInWarp(Thread &thread, const Site *site,
                                 uint32_t mask) {
  Warp &warp = warps[thread.warp()];
  if (!(mask >> thread.lane() & 1))
    machine.fail(FindingKind::Divergence, site,
                 "mask " + hex(mask) + " lacks lane " +
                     std::to_string(thread.lane()) + ", which executes it");
  if (uint32_t ended = mask & warp.ended)
    machine.fail(FindingKind::Divergence, site,
                 "mask " + hex(mask) + " names lane " +
                     std::to_string(__builtin_ctz(ended)) +
                     (getLanes(thread.warp()) & ended
                          ? ", which has ended"
                          : ", which the warp does not have"));
  Meeting *meeting = nullptr;
  for (Meeting *other : warp.meetings)
    if (other->site == site && other->mask == mask)
      meeting = other;
  // Lanes may be elsewhere and still come; but not if they wait there for one
  // that is here.
  uint32_t here = (meeting ? meeting->arrived : 0) | 1u << thread.lane();
  for (const Meeting *other : warp.meetings)
    if (other != meeting && (other->mask & here) && (other->arrived & mask))
      diverge(site, *other,
              "lane " + std::to_string(thread.lane()) + " comes with mask " +
                  hex(mask));
  if (const Meeting *other = warpgroups[thread.warpgroup()])
    if (mask & other->arrivedOfWarp[thread.warp() % 4])
      diverge(site, *other,
              "lane " + std::to_string(thread.lane()) + " is here");
  if (!meeting) {
    meeting = &open(site, Machine::Group::Warp, mask);
    warp.meetings.push_back(meeting);
  }
  meeting->arrived |= 1u << thread.lane();
  return meeting;
}

Meeting *Collectives::findInWarpgroup(Thread &thread, const Site *site) {
  uint32_t firstWarp = thread.warpgroup() * 4;
  for (uint32_t warp = firstWarp; warp < firstWarp + 4; ++warp)
    if (warp >= warps.size() || warps[warp].ended)
      machine.fail(FindingKind::Divergence, site,
                   "needs all 128 threads of warps " +
                       std::to_string(firstWarp) + "-" +
                       std::to_string(firstWarp + 3) +
                       (warp >= warps.size() ? ", and the CTA ends before warp "
                                             : ", and threads end in warp ") +
                       std::to_string(warp));
  Meeting *&meeting = warpgroups[thread.warpgroup()];
  if (meeting && meeting->site != site)
    diverge(site, *meeting,
            "warp " + std::to_string(thread.warp()) + " is here");
  if (!meeting)
    meeting = &open(site, Machine::Group::Warpgroup, kFullMask);
  uint32_t &here = meeting->arrivedOfWarp[thread.warp() % 4];
  here |= 1u << thread.lane();
  for (const Meeting *other : warps[thread.warp()].meetings)
    if (other->mask & here)
      diverge(site, *other,
              "lane " + std::to_string(thread.lane()) + " is here");
  return meeting;
}

Meeting *Collectives::meet(Thread &thread, const Site *site,
                           Machine::Group group, uint32_t mask, void *payload) {
  bool isWarp = group == Machine::Group::Warp;
  Meeting *meeting =
      isWarp ? findInWarp(thread, site, mask) : findInWarpgroup(thread, site);
  uint32_t index = isWarp ? thread.lane() : thread.id % kWarpgroupThreads;
  meeting->threads[index] = &thread;
  meeting->payloads[index] = payload;
  if (++meeting->count == meeting->expected)
    return meeting;
  machine.block(site, [meeting] { return meeting->describe(); });
  return nullptr;
}

void Collectives::endThread(Thread &thread) {
  warps[thread.warp()].ended |= 1u << thread.lane();
  const Meeting *waiting = warpgroups[thread.warpgroup()];
  for (const Meeting *meeting : warps[thread.warp()].meetings)
    if (meeting->mask >> thread.lane() & 1)
      waiting = meeting;
  if (waiting)
    machine.failLater(
        FindingKind::Divergence, waiting->site, &getFirst(*waiting),
        "waits for lane " + std::to_string(thread.lane()) + " of warp " +
            std::to_string(thread.warp()) + ", which has ended");
}

//===----------------------------------------------------------------------===//
// Machine
//===----------------------------------------------------------------------===//

void Machine::rendezvous(const Site *site, Group group, uint32_t mask,
                         void *payload, Together together, bool synchronizes) {
  Thread &thread = current();
  Collectives &collectives = *thread.cta->collectives;
  Meeting *meeting = collectives.meet(thread, site, group, mask, payload);
  if (!meeting)
    return;
  if (together)
    together(*this, meeting->threads.data(), meeting->payloads.data());
  if (synchronizes) {
    uint32_t size = group == Group::Warp ? kWarpThreads : kWarpgroupThreads;
    for (uint32_t i = 0; i < size; ++i)
      if (Thread *other = meeting->threads[i])
        meeting->views.add(other->view, other->epoch());
    View view = meeting->views.get();
    meeting->views.clear();
    for (uint32_t i = 0; i < size; ++i)
      if (Thread *other = meeting->threads[i]) {
        other->view = view;
        ++other->now;
      }
  }
  collectives.close(*meeting);
  collectives.wakeOthers(*meeting);
}

} // namespace mlir::autotune::sim
