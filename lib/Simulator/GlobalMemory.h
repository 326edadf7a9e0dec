//===- GlobalMemory.h - What kernels may touch of the host ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every access is checked against the rows that the caller registered, and
// every element of an output remembers how often it was written.
//
// Clusters run on several threads of the host at once and share this memory.
// Naturally aligned accesses of up to 8 bytes are atomic, atomics are so among
// all clusters and sequentially consistent. That is all that orders clusters
// here: a missing fence between two of them is not found, only what it may do
// to the result. No host thread waits for another.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_GLOBALMEMORY_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_GLOBALMEMORY_H

#include "Machine.h"

#include <atomic>
#include <mutex>

namespace mlir::autotune::sim {

struct GlobalMemory::Impl {
  struct Region {
    std::string name;
    uint64_t base;
    uint64_t rows, rowBytes, rowStride, elementBytes;
    Access access;
    /// Of an output: how often the launch has written each element.
    std::unique_ptr<std::atomic<uint32_t>[]> written;
    /// How often it writes them, where that is not once.
    Writes writes;

    uint64_t columns() const { return rowBytes / elementBytes; }
    bool areTilesApart() const { return writes.rows.empty(); }
    uint32_t getWrites(uint64_t row, uint64_t column) const {
      return areTilesApart() ? 1 : writes.rows[row] * writes.columns[column];
    }
    uint64_t end() const { return base + (rows - 1) * rowStride + rowBytes; }
    /// "element (3, 17) of 'c'"
    std::string describe(uint64_t address) const;
  };

  /// Who accesses, for reports, and what was known then. `thread` may be null.
  struct Accessor {
    Machine &machine;
    const Site *site;
    const Thread *thread;
    const View &view;
  };
  /// These check and report (against OutOfBounds, Misaligned, OutputDoubled,
  /// EarlyAccess);
  /// false, with nothing done and `into` zeroed, where the access is not
  /// legal. The range must lie in one row, or, where rows lie one behind the
  /// other and none of them is an output's, for reads in several. `alignment`
  /// is in bytes.
  bool read(const Accessor &access, uint64_t address, void *into,
            uint32_t bytes, uint32_t alignment);
  bool write(const Accessor &access, uint64_t address, const void *from,
             uint32_t bytes, uint32_t alignment);
  /// `old` may be null. Ends the cluster later if there is no such operation
  /// (applyAtomic).
  bool atomic(const Accessor &access, AtomicKind kind, ElementKind element,
              uint64_t address, const void *operand, const void *compare,
              void *old, uint32_t bytes);

  /// Before a launch: no element has been written.
  void beginLaunch();
  /// After it: the elements that nobody wrote. Nothing if not all clusters ran
  /// to their end (`complete`): what they left out says nothing new.
  std::vector<Finding> endLaunch(const std::string &kernel, bool complete);

  /// The same on every run, wherever the host has put the memory: "element (3,
  /// 17) of 'c'", "12 bytes behind 'c'", "more than 1 MiB before 'a'", and
  /// "0x10" for what is no address of the host's memory.
  std::string describe(uint64_t address) const;
  /// The same, of what an operation takes for a shared or cluster address.
  std::string describeShared(uint64_t address) const;
  /// What is wrong with a range that lies in no row of any region, in the same
  /// words: "4 bytes of global memory that start where 'c' ends".
  std::string describeMiss(uint64_t address, uint32_t bytes) const;
  /// Whether it is too low for the host, which maps no memory there, or at
  /// least none near the kernel's.
  bool isNumber(uint64_t address) const;
  /// Whether the range lies in one row of a region.
  bool contains(uint64_t address, uint32_t bytes) const;
  /// The region whose row the range lies in; null, and reported, if none.
  Region *find(const Accessor &access, uint64_t address, uint32_t bytes,
               uint32_t alignment, bool writes);
  /// `from` is the written value, or null for an atomic, whose second result
  /// is never the first one's.
  void countWrite(const Accessor &access, Region &region, uint64_t address,
                  uint32_t bytes, const void *from);

  std::vector<Region> regions;
  /// Held while an element that several tiles write is counted, compared and
  /// written.
  std::mutex overlapping;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_GLOBALMEMORY_H
