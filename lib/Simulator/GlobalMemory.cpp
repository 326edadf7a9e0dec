//===- GlobalMemory.cpp - What kernels may touch of the host --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalMemory.h"

#include "Atomics.h"
#include "Format.h"

#include <algorithm>
#include <cassert>
#include <cstring>

using namespace mlir::autotune::sim;
using Impl = GlobalMemory::Impl;

/// How many of the lost elements a finding names.
static constexpr unsigned kNamedElements = 4;

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

GlobalMemory::GlobalMemory() : impl(new Impl) {}
GlobalMemory::~GlobalMemory() { delete impl; }

void GlobalMemory::add(const std::string &name, void *base, int64_t rows,
                       int64_t rowBytes, int64_t rowStrideBytes,
                       int64_t elementBytes, Access access, Writes writes) {
  assert(rows >= 0 && rowBytes >= 0 && elementBytes > 0 &&
         (rows <= 1 || rowStrideBytes >= rowBytes) && "no rows of memory");
  // Nothing in it: whatever touches it is out of bounds.
  if (rows == 0 || rowBytes == 0)
    return;
  Impl::Region region;
  region.name = name;
  region.base = reinterpret_cast<uint64_t>(base);
  region.rows = rows;
  region.rowBytes = rowBytes;
  region.rowStride = rowStrideBytes > 0 ? rowStrideBytes : rowBytes;
  region.elementBytes = elementBytes;
  region.access = access;
  if (access == Access::Output)
    region.written = std::make_unique<std::atomic<uint32_t>[]>(
        region.rows * region.columns());
  assert((writes.rows.empty() || (writes.rows.size() == region.rows &&
                                  writes.columns.size() == region.columns())) &&
         "a number for each row and column");
  region.writes = std::move(writes);
  impl->regions.push_back(std::move(region));
}

void GlobalMemory::remove(void *base) {
  auto &regions = impl->regions;
  regions.erase(std::remove_if(regions.begin(), regions.end(),
                               [&](const Impl::Region &region) {
                                 return region.base ==
                                        reinterpret_cast<uint64_t>(base);
                               }),
                regions.end());
}

//===----------------------------------------------------------------------===//
// Finding the row of an access
//===----------------------------------------------------------------------===//

bool Impl::contains(uint64_t address, uint32_t bytes) const {
  for (const Region &region : regions)
    if (address >= region.base && address < region.end() &&
        (address - region.base) % region.rowStride + bytes <= region.rowBytes)
      return true;
  return false;
}

/// A thread may read from one row into the next if nothing is between them:
/// that is how unaligned rows are loaded. To write so is a fault of addressing.
static bool isInRows(const Impl::Region &region, uint64_t address,
                     uint32_t bytes, bool writes) {
  if ((address - region.base) % region.rowStride + bytes <= region.rowBytes)
    return true;
  return !writes && region.access == GlobalMemory::Access::ReadAcrossRows &&
         region.rowStride == region.rowBytes && region.end() - address >= bytes;
}

Impl::Region *Impl::find(const Accessor &accessor, uint64_t address,
                         uint32_t bytes, uint32_t alignment, bool writes) {
  auto report = [&](FindingKind kind, const std::string &what) {
    accessor.machine.report(kind, accessor.site, accessor.thread,
                            (writes ? "writes " : "reads ") + what);
  };
  for (Region &region : regions) {
    if (address < region.base || address >= region.end())
      continue;
    if (!isInRows(region, address, bytes, writes))
      continue;
    if (address % alignment != 0) {
      report(FindingKind::Misaligned,
             std::to_string(bytes) + " bytes at " + region.describe(address) +
                 ", " + std::to_string(address % alignment) +
                 " bytes behind a multiple of " + std::to_string(alignment) +
                 ": the address must be a multiple of " +
                 std::to_string(alignment));
      return nullptr;
    }
    if (writes && (region.access == Access::ReadOnly ||
                   region.access == Access::ReadAcrossRows)) {
      report(FindingKind::OutOfBounds,
             region.describe(address) + ", which the kernel may only read");
      return nullptr;
    }
    if (!accessor.machine.haveGridsEnded(accessor.view))
      report(FindingKind::EarlyAccess,
             region.describe(address) +
                 " before griddepcontrol.wait, in a kernel that may start "
                 "before the previous kernel has ended");
    return &region;
  }
  report(FindingKind::OutOfBounds, describeMiss(address, bytes));
  return nullptr;
}

/// Calls `visit` with the index of every element that begins in the range.
template <typename Visit>
static void forEachElement(const Impl::Region &region, uint64_t address,
                           uint32_t bytes, Visit visit) {
  uint64_t row = (address - region.base) / region.rowStride;
  uint64_t byte = (address - region.base) % region.rowStride;
  uint64_t first = (byte + region.elementBytes - 1) / region.elementBytes;
  uint64_t last = (byte + bytes - 1) / region.elementBytes;
  for (uint64_t column = first; column <= last; ++column)
    visit(row * region.columns() + column, row, column);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

template <typename T> static void copyAs(void *into, const void *from) {
  T value = __atomic_load_n(static_cast<const T *>(from), __ATOMIC_ACQUIRE);
  __atomic_store_n(static_cast<T *>(into), value, __ATOMIC_RELEASE);
}

/// Copies a range one end of which other clusters may access, in one piece
/// where the hardware would. `shared` is that end, which decides.
static void copyShared(void *into, const void *from, const void *shared,
                       uint32_t bytes) {
  auto other = reinterpret_cast<uint64_t>(shared == from ? into : from);
  auto address = reinterpret_cast<uint64_t>(shared);
  if (bytes > 8 || address % bytes != 0) {
    std::memcpy(into, from, bytes);
    return;
  }
  // The caller's end may be aligned to nothing.
  alignas(8) uint8_t local[8];
  bool direct = other % bytes == 0;
  const void *source = direct || shared == from ? from : local;
  void *target = direct || shared == into ? into : local;
  if (source == local)
    std::memcpy(local, from, bytes);
  switch (bytes) {
  case 1:
    copyAs<uint8_t>(target, source);
    break;
  case 2:
    copyAs<uint16_t>(target, source);
    break;
  case 4:
    copyAs<uint32_t>(target, source);
    break;
  case 8:
    copyAs<uint64_t>(target, source);
    break;
  default:
    std::memcpy(into, from, bytes);
    return;
  }
  if (target == local)
    std::memcpy(into, local, bytes);
}

bool Impl::read(const Accessor &accessor, uint64_t address, void *into,
                uint32_t bytes, uint32_t alignment) {
  Region *region = find(accessor, address, bytes, alignment, /*writes=*/false);
  if (!region) {
    std::memset(into, 0, bytes);
    return false;
  }
  if (region->written) {
    uint32_t late = 0;
    forEachElement(*region, address, bytes,
                   [&](uint64_t index, uint64_t, uint64_t) {
                     late += region->written[index] != 0;
                   });
    if (late > 0)
      accessor.machine.report(
          FindingKind::OutputDoubled, accessor.site, accessor.thread,
          "reads " + region->describe(address) +
              " after the launch has written it: an output's old value must be "
              "read before that, or not at all");
  }
  const void *from = reinterpret_cast<const void *>(address);
  copyShared(into, from, from, bytes);
  return true;
}

void Impl::countWrite(const Accessor &accessor, Region &region,
                      uint64_t address, uint32_t bytes, const void *from) {
  if (!region.written)
    return;
  /// Whether an element that is written again has the value already.
  auto isSame = [&](uint64_t row, uint64_t column) {
    uint64_t element =
        region.base + row * region.rowStride + column * region.elementBytes;
    uint64_t offset = element - address;
    return from &&
           std::memcmp(reinterpret_cast<const void *>(element),
                       static_cast<const unsigned char *>(from) + offset,
                       std::min(region.elementBytes, bytes - offset)) == 0;
  };
  uint32_t doubled = 0;
  std::string first;
  bool isLast = false;
  forEachElement(region, address, bytes,
                 [&](uint64_t index, uint64_t row, uint64_t column) {
                   uint32_t before = region.written[index].fetch_add(1);
                   bool isMore = before >= region.getWrites(row, column);
                   if (before == 0 || (!isMore && isSame(row, column)))
                     return;
                   if (doubled++ == 0) {
                     first = describeCoordinates(row, column);
                     isLast = isMore;
                   }
                 });
  if (doubled == 0)
    return;
  accessor.machine.report(
      FindingKind::OutputDoubled, accessor.site, accessor.thread,
      "writes element " + first + " of '" + region.name + "'" +
          (doubled > 1
               ? ", and " + std::to_string(doubled - 1) + " more of its row,"
               : "") +
          (region.areTilesApart() ? " a second time"
           : isLast               ? " once more than tiles overlap there"
                                  : " a second time, with another value"));
}

bool Impl::write(const Accessor &accessor, uint64_t address, const void *from,
                 uint32_t bytes, uint32_t alignment) {
  Region *region = find(accessor, address, bytes, alignment, /*writes=*/true);
  if (!region)
    return false;
  std::unique_lock<std::mutex> lock(overlapping, std::defer_lock);
  if (!region->areTilesApart())
    lock.lock();
  countWrite(accessor, *region, address, bytes, from);
  void *into = reinterpret_cast<void *>(address);
  copyShared(into, from, into, bytes);
  return true;
}

/// False if there is no such operation. `T` is of the operation's size.
template <typename T>
static bool updateAtomically(T *target, AtomicKind kind, ElementKind element,
                             const void *operand, const void *compare,
                             void *old) {
  T expected = __atomic_load_n(target, __ATOMIC_SEQ_CST), desired;
  do
    if (!applyAtomic(kind, element, &expected, operand, compare, &desired,
                     sizeof(T)))
      return false;
  while (!__atomic_compare_exchange_n(target, &expected, desired,
                                      /*weak=*/true, __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST));
  if (old)
    std::memcpy(old, &expected, sizeof(T));
  return true;
}

bool Impl::atomic(const Accessor &accessor, AtomicKind kind,
                  ElementKind element, uint64_t address, const void *operand,
                  const void *compare, void *old, uint32_t bytes) {
  Region *region = find(accessor, address, bytes, bytes, /*writes=*/true);
  if (!region) {
    if (old)
      std::memset(old, 0, bytes);
    return false;
  }
  void *target = reinterpret_cast<void *>(address);
  bool known = false;
  if (bytes == 2)
    known = updateAtomically(static_cast<uint16_t *>(target), kind, element,
                             operand, compare, old);
  else if (bytes == 4)
    known = updateAtomically(static_cast<uint32_t *>(target), kind, element,
                             operand, compare, old);
  else if (bytes == 8)
    known = updateAtomically(static_cast<uint64_t *>(target), kind, element,
                             operand, compare, old);
  if (!known) {
    accessor.machine.failLater(FindingKind::Unsupported, accessor.site,
                               accessor.thread,
                               describeUnknownAtomic(kind, element, bytes));
    return false;
  }
  countWrite(accessor, *region, address, bytes, /*from=*/nullptr);
  return true;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void Impl::beginLaunch() {
  for (Region &region : regions)
    for (uint64_t i = 0; region.written && i < region.rows * region.columns();
         ++i)
      region.written[i].store(0, std::memory_order_relaxed);
}

std::vector<Finding> Impl::endLaunch(const std::string &kernel, bool complete) {
  std::vector<Finding> findings;
  for (const Region &region : regions) {
    if (!region.written || !complete)
      continue;
    uint64_t lost = 0, columns = region.columns(),
             total = region.rows * columns;
    uint64_t minColumn = columns, maxColumn = 0, minRow = 0, maxRow = 0;
    std::string named;
    bool never = true;
    for (uint64_t i = 0; i < total; ++i) {
      uint64_t row = i / columns, column = i % columns;
      if (region.written[i] >= region.getWrites(row, column))
        continue;
      never &= region.written[i] == 0;
      if (lost++ == 0)
        minRow = row;
      maxRow = row;
      minColumn = std::min(minColumn, column);
      maxColumn = std::max(maxColumn, column);
      if (lost <= kNamedElements)
        named += (lost == 1 ? "" : ", ") + describeCoordinates(row, column);
    }
    if (lost == 0)
      continue;
    Finding finding;
    finding.kind = FindingKind::OutputLost;
    finding.kernel = kernel;
    finding.message = std::to_string(lost) + " of the " +
                      std::to_string(total) + " elements of '" + region.name +
                      "' were " +
                      (never ? "never written: "
                             : "never written, or by fewer tiles than overlap "
                               "there: ") +
                      named;
    if (lost > kNamedElements)
      finding.message += ", ...; all lie in rows " + std::to_string(minRow) +
                         " to " + std::to_string(maxRow) + " and columns " +
                         std::to_string(minColumn) + " to " +
                         std::to_string(maxColumn);
    findings.push_back(std::move(finding));
  }
  return findings;
}
