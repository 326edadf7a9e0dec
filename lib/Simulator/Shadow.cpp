//===- Shadow.cpp - What has been done to every byte ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

#include <algorithm>

using namespace mlir::autotune::sim;

/// What an agent does itself comes in order, or is at least no conflict within
/// one operation.
static bool isSeen(const Access &access, Epoch epoch) {
  if (epoch.agent == access.epoch.agent &&
      (access.inOrder ? epoch.time <= access.epoch.time
                      : epoch.time == access.epoch.time))
    return true;
  return access.view->seen.covers(epoch);
}

static void addConflict(Shadow::Conflicts &conflicts,
                        const Shadow::Conflict &conflict) {
  for (Shadow::Conflict &known : conflicts) {
    if (known.kind != conflict.kind ||
        known.otherWrites != conflict.otherWrites ||
        known.other.site != conflict.other.site)
      continue;
    known.bytes += conflict.bytes;
    return;
  }
  conflicts.push_back(conflict);
}

uint32_t Shadow::add(const Event &event, uint32_t next) {
  events.push_back(event);
  links.push_back({event.epoch, next});
  return events.size() - 1;
}

uint32_t Shadow::record(const Access &access, bool atomic) {
  const Event &last = events[lastRecord];
  if (lastRecord != 0 && last.epoch.agent == access.epoch.agent &&
      last.epoch.time == access.epoch.time && last.site == access.site &&
      last.thread == access.thread && last.async == access.async &&
      last.atomic == atomic)
    return lastRecord;
  return lastRecord = add(
             {access.epoch, access.site, access.thread, access.async, atomic},
             /*next=*/0);
}

/// Readers that the new one has seen are no longer needed: who comes after it
/// comes after them.
uint32_t Shadow::addReader(uint32_t readers, uint32_t reader,
                           const Access &access) {
  if (readers == 0 || readers == reader)
    return reader;
  if (readers == lastReaders && reader == lastReader)
    return lastSum;
  lastReaders = readers;
  lastReader = reader;

  bool anySeen = false, anyUnseen = false;
  for (uint32_t i = readers; i != 0; i = links[i].next)
    (isSeen(access, links[i].epoch) ? anySeen : anyUnseen) = true;
  if (!anyUnseen)
    return lastSum = reader;

  uint32_t next = readers;
  if (anySeen) {
    next = 0;
    for (uint32_t i = readers; i != 0; i = links[i].next)
      if (!isSeen(access, links[i].epoch))
        next = add(Event(events[i]), next);
  }
  return lastSum = add(Event(events[reader]), next);
}

void Shadow::checkWrite(uint32_t write, uint32_t offset, uint32_t bytes,
                        const Access &access, bool atomic,
                        Conflicts &conflicts) {
  if (write == 0)
    return;
  const Event &other = events[write];
  if (atomic && other.atomic)
    return;
  if (!isSeen(access, other.epoch))
    addConflict(conflicts,
                {Conflict::Kind::Unordered, other, true, offset, bytes});
  else if (access.async && !other.async &&
           !access.view->fenced.covers(other.epoch))
    addConflict(conflicts,
                {Conflict::Kind::Unfenced, other, true, offset, bytes});
}

void Shadow::read(uint32_t offset, uint32_t bytes, const Access &access,
                  Conflicts &conflicts) {
  if (events.size() >= sweepAt)
    sweep();
  uint32_t reader = record(access, /*atomic=*/false);
  for (uint32_t end = offset + bytes; offset < end;) {
    const Cell cell = cells[offset];
    uint32_t next = offset + 1;
    while (next < end && cells[next] == cell)
      ++next;

    if (cell.write == 0)
      addConflict(conflicts, {Conflict::Kind::NeverWritten, Event(), true,
                              offset, next - offset});
    checkWrite(cell.write, offset, next - offset, access, /*atomic=*/false,
               conflicts);
    uint32_t readers = addReader(cell.readers, reader, access);
    if (readers != cell.readers)
      std::fill(cells.begin() + offset, cells.begin() + next,
                Cell{cell.write, readers});
    offset = next;
  }
}

void Shadow::write(uint32_t offset, uint32_t bytes, const Access &access,
                   bool atomic, Conflicts &conflicts) {
  if (events.size() >= sweepAt)
    sweep();
  uint32_t writer = record(access, atomic), begin = offset;
  for (uint32_t end = offset + bytes; offset < end;) {
    const Cell cell = cells[offset];
    uint32_t next = offset + 1;
    while (next < end && cells[next] == cell)
      ++next;

    if (atomic && cell.write == 0)
      addConflict(conflicts, {Conflict::Kind::NeverWritten, Event(), true,
                              offset, next - offset});
    checkWrite(cell.write, offset, next - offset, access, atomic, conflicts);
    for (uint32_t i = cell.readers; i != 0; i = links[i].next)
      if (!isSeen(access, links[i].epoch))
        addConflict(conflicts, {Conflict::Kind::Unordered, events[i], false,
                                offset, next - offset});
    offset = next;
  }
  std::fill(cells.begin() + begin, cells.begin() + begin + bytes,
            Cell{writer, 0});
}

void Shadow::forget(uint32_t offset, uint32_t bytes) {
  std::fill(cells.begin() + offset, cells.begin() + offset + bytes, Cell());
}

void Shadow::sweep() {
  std::vector<Event> keptEvents(1);
  std::vector<Link> keptLinks(1);
  std::vector<uint32_t> moved(events.size());
  std::vector<uint32_t> chain;
  auto move = [&](uint32_t event) {
    for (; event != 0 && moved[event] == 0; event = links[event].next)
      chain.push_back(event);
    // What links comes after what it links to.
    for (; !chain.empty(); chain.pop_back()) {
      Link link = links[chain.back()];
      keptEvents.push_back(events[chain.back()]);
      keptLinks.push_back({link.epoch, moved[link.next]});
      moved[chain.back()] = keptEvents.size() - 1;
    }
  };
  for (Cell &cell : cells) {
    move(cell.write);
    move(cell.readers);
    cell = {moved[cell.write], moved[cell.readers]};
  }
  events = std::move(keptEvents);
  links = std::move(keptLinks);
  sweepAt = std::max<size_t>(1 << 15, 2 * events.size());
  lastRecord = lastReaders = lastReader = lastSum = 0;
}
