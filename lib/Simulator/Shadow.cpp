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
/// one operation. `seen` is the clock of the access's view.
template <typename Seen>
static bool isSeen(const Access &access, const Seen &seen, Epoch epoch) {
  if (epoch.agent == access.epoch.agent &&
      (access.inOrder ? epoch.time <= access.epoch.time
                      : epoch.time == access.epoch.time))
    return true;
  return seen.covers(epoch);
}

namespace {
/// What was before an access, for who asks often.
struct Past {
  explicit Past(const Access &access)
      : access(access), seen(access.view->seen) {}
  bool contains(Epoch epoch) const { return isSeen(access, seen, epoch); }

  const Access &access;
  ClockTimes seen;
};
} // namespace

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

uint32_t Shadow::record(const Access &access, bool atomic) {
  const Event &last = events[lastRecord];
  if (lastRecord != 0 && last.epoch.agent == access.epoch.agent &&
      last.epoch.time == access.epoch.time && last.site == access.site &&
      last.thread == access.thread && last.async == access.async &&
      last.atomic == atomic)
    return lastRecord;
  events.push_back(
      {access.epoch, access.site, access.thread, access.async, atomic});
  lastRecordReader = 0;
  return lastRecord = events.size() - 1;
}

uint32_t Shadow::findEnd(uint32_t offset, uint32_t end) const {
  // Several at a time first: most accesses are of equal cells.
  constexpr uint32_t kStep = 4;
  const Cell cell = cells[offset++];
  auto differs = [&](uint32_t at) {
    return (cells[at].write ^ cell.write) | (cells[at].readers ^ cell.readers);
  };
  while (offset + kStep <= end) {
    uint32_t difference = 0;
    for (uint32_t i = 0; i < kStep; ++i)
      difference |= differs(offset + i);
    if (difference != 0)
      break;
    offset += kStep;
  }
  while (offset < end && differs(offset) == 0)
    ++offset;
  return offset;
}

uint32_t Shadow::add(const Reader &reader) {
  readers.push_back(reader);
  return readers.size() - 1;
}

uint32_t Shadow::getLastReader() {
  if (lastRecordReader == 0)
    lastRecordReader = add({events[lastRecord].epoch, lastRecord, /*next=*/0});
  return lastRecordReader;
}

/// Readers that the new one has seen are no longer needed: who comes after it
/// comes after them.
uint32_t Shadow::addReader(uint32_t list, uint32_t reader,
                           const Access &access) {
  if (list == 0 || list == reader)
    return reader;
  if (list == lastList && reader == lastReader)
    return lastSum;
  lastList = list;
  lastReader = reader;

  Past past(access);
  bool anySeen = false, anyUnseen = false;
  for (uint32_t i = list; i != 0; i = readers[i].next)
    (past.contains(readers[i].epoch) ? anySeen : anyUnseen) = true;
  if (!anyUnseen)
    return lastSum = reader;

  uint32_t next = list;
  if (anySeen) {
    next = 0;
    for (uint32_t i = list; i != 0; i = readers[i].next)
      if (!past.contains(readers[i].epoch))
        next = add({readers[i].epoch, readers[i].event, next});
  }
  return lastSum = add({readers[reader].epoch, readers[reader].event, next});
}

void Shadow::checkWrite(uint32_t write, uint32_t offset, uint32_t bytes,
                        const Access &access, bool atomic,
                        Conflicts &conflicts) {
  if (write == 0)
    return;
  const Event &other = events[write];
  if (atomic && other.atomic)
    return;
  if (!isSeen(access, access.view->seen, other.epoch))
    addConflict(conflicts,
                {Conflict::Kind::Unordered, other, true, offset, bytes});
  else if (access.async && !other.async &&
           !access.view->fenced.covers(other.epoch))
    addConflict(conflicts,
                {Conflict::Kind::Unfenced, other, true, offset, bytes});
}

void Shadow::read(uint32_t offset, uint32_t bytes, const Access &access,
                  Conflicts &conflicts) {
  if (events.size() + readers.size() >= sweepAt)
    sweep();
  record(access, /*atomic=*/false);
  uint32_t reader = getLastReader();
  for (uint32_t end = offset + bytes; offset < end;) {
    const Cell cell = cells[offset];
    uint32_t next = findEnd(offset, end);

    if (cell.write == 0)
      addConflict(conflicts, {Conflict::Kind::NeverWritten, Event(), true,
                              offset, next - offset});
    checkWrite(cell.write, offset, next - offset, access, /*atomic=*/false,
               conflicts);
    uint32_t list = addReader(cell.readers, reader, access);
    if (list != cell.readers)
      std::fill(cells.begin() + offset, cells.begin() + next,
                Cell{cell.write, list});
    offset = next;
  }
}

void Shadow::write(uint32_t offset, uint32_t bytes, const Access &access,
                   bool atomic, Conflicts &conflicts) {
  if (events.size() + readers.size() >= sweepAt)
    sweep();
  uint32_t writer = record(access, atomic), begin = offset;
  for (uint32_t end = offset + bytes; offset < end;) {
    const Cell cell = cells[offset];
    uint32_t next = findEnd(offset, end);

    if (atomic && cell.write == 0)
      addConflict(conflicts, {Conflict::Kind::NeverWritten, Event(), true,
                              offset, next - offset});
    checkWrite(cell.write, offset, next - offset, access, atomic, conflicts);
    if (cell.readers != 0) {
      Past past(access);
      for (uint32_t i = cell.readers; i != 0; i = readers[i].next)
        if (!past.contains(readers[i].epoch))
          addConflict(conflicts,
                      {Conflict::Kind::Unordered, events[readers[i].event],
                       false, offset, next - offset});
    }
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
  std::vector<Reader> keptReaders(1);
  std::vector<uint32_t> movedEvents(events.size());
  std::vector<uint32_t> movedReaders(readers.size());
  std::vector<uint32_t> chain;
  auto moveEvent = [&](uint32_t event) {
    if (event != 0 && movedEvents[event] == 0) {
      keptEvents.push_back(events[event]);
      movedEvents[event] = keptEvents.size() - 1;
    }
    return movedEvents[event];
  };
  auto moveList = [&](uint32_t reader) {
    uint32_t first = reader;
    for (; reader != 0 && movedReaders[reader] == 0;
         reader = readers[reader].next)
      chain.push_back(reader);
    // What links comes after what it links to.
    for (; !chain.empty(); chain.pop_back()) {
      const Reader &old = readers[chain.back()];
      keptReaders.push_back(
          {old.epoch, moveEvent(old.event), movedReaders[old.next]});
      movedReaders[chain.back()] = keptReaders.size() - 1;
    }
    return movedReaders[first];
  };
  for (Cell &cell : cells)
    cell = {moveEvent(cell.write), moveList(cell.readers)};
  events = std::move(keptEvents);
  readers = std::move(keptReaders);
  sweepAt = std::max<size_t>(1 << 16, 2 * (events.size() + readers.size()));
  lastRecord = lastRecordReader = lastList = lastReader = lastSum = 0;
}
