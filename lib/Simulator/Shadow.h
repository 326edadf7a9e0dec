//===- Shadow.h - What has been done to every byte --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cell a byte: the last write, and the reads since that no later read has
// seen. Both are numbers, of an event and of a list of events in tables, so
// that a cell is 8 bytes and neighbours with one history, as all bytes of a
// tile have, are equal: accesses go from run to run of equal cells. What no
// cell names any more is swept out when the tables have grown.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_SHADOW_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_SHADOW_H

#include "Machine.h"

namespace mlir::autotune::sim {

class Shadow {
public:
  explicit Shadow(uint32_t bytes) : cells(bytes), events(1), readers(1) {}

  /// An access that was made.
  struct Event {
    Epoch epoch;
    const Site *site = nullptr;
    const Thread *thread = nullptr;
    bool async = false, atomic = false;
  };
  /// Why an access is wrong.
  struct Conflict {
    enum class Kind {
      NeverWritten,
      /// Nothing orders it after `other`.
      Unordered,
      /// It comes after `other`, with no proxy fence between.
      Unfenced
    } kind;
    Event other;
    bool otherWrites;
    /// The first of the bytes, and how many are alike (not all in one piece).
    uint32_t offset, bytes;
  };
  using Conflicts = std::vector<Conflict>;

  /// These add what is wrong to `conflicts`, one for each kind and site of the
  /// other, and take note of the access. An atomic access conflicts with others
  /// that are not.
  void read(uint32_t offset, uint32_t bytes, const Access &access,
            Conflicts &conflicts);
  void write(uint32_t offset, uint32_t bytes, const Access &access, bool atomic,
             Conflicts &conflicts);
  /// As if nobody had ever touched it.
  void forget(uint32_t offset, uint32_t bytes);

private:
  /// The number of an event, and that of the first of a list; 0 is none.
  struct Cell {
    uint32_t write = 0, readers = 0;
    bool operator==(const Cell &other) const {
      return write == other.write && readers == other.readers;
    }
  };
  /// An event of a list, and the next. Long lists are walked often and copied,
  /// so the event's epoch is here, too, and the rest is not.
  struct Reader {
    Epoch epoch;
    uint32_t event = 0, next = 0;
  };

  /// The end of the cells that are equal to the one at `offset`.
  uint32_t findEnd(uint32_t offset, uint32_t end) const;
  uint32_t record(const Access &access, bool atomic);
  /// The list of nothing but the event that `record` has returned last.
  uint32_t getLastReader();
  uint32_t add(const Reader &reader);
  uint32_t addReader(uint32_t list, uint32_t reader, const Access &access);
  void checkWrite(uint32_t write, uint32_t offset, uint32_t bytes,
                  const Access &access, bool atomic, Conflicts &conflicts);
  void sweep();

  std::vector<Cell> cells;
  std::vector<Event> events;
  std::vector<Reader> readers;
  /// How many of both there are then.
  size_t sweepAt = 1 << 16;
  /// The last answers of `record`, of `getLastReader` and of `addReader`.
  uint32_t lastRecord = 0, lastRecordReader = 0;
  uint32_t lastList = 0, lastReader = 0, lastSum = 0;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_SHADOW_H
