//===- Collective.h - What threads of a warp do together --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the lanes of a warp, or the threads of a warpgroup, meet at an
// operation that they have to execute together.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_COLLECTIVE_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_COLLECTIVE_H

#include "Machine.h"

#include <array>

namespace mlir::autotune::sim {

inline constexpr uint32_t kFullMask = 0xffffffff;

/// Threads that have come to an operation, by lane or by thread of the
/// warpgroup; null for those that have not, or need not.
struct Meeting {
  const Site *site = nullptr;
  Machine::Group group = Machine::Group::Warp;
  /// Of a warp: lanes that have to come, and those of them that have.
  uint32_t mask = 0, arrived = 0;
  /// Of a warpgroup: the lanes of each warp that have come.
  std::array<uint32_t, kWarpgroupThreads / kWarpThreads> arrivedOfWarp;
  uint32_t expected = 0, count = 0;
  std::array<Thread *, kWarpgroupThreads> threads;
  std::array<void *, kWarpgroupThreads> payloads;
  ClockSum views;

  std::string describe() const;
};

/// Those of one CTA.
class Collectives {
public:
  Collectives(Machine &machine, Cta &cta);
  ~Collectives();

  /// Called by each thread of a group. All but the last are suspended until
  /// somebody wakes them, and then get null; the last one gets the meeting, and
  /// has to `close` it and to wake the others. Ends the cluster on divergence.
  Meeting *meet(Thread &thread, const Site *site, Machine::Group group,
                uint32_t mask, void *payload);
  /// The same of all lanes of the thread's warp.
  Meeting *meetWarp(Thread &thread, const Site *site) {
    return meet(thread, site, Machine::Group::Warp, getLanes(thread.warp()),
                nullptr);
  }
  void close(Meeting &meeting);
  /// Wakes all but the current thread.
  void wakeOthers(const Meeting &meeting);
  /// Reports those who wait for it.
  void endThread(Thread &thread);
  /// The lanes of a warp that exist.
  uint32_t getLanes(uint32_t warp) const;

private:
  struct Warp {
    /// Lanes that are not, or have ended.
    uint32_t ended = 0;
    std::vector<Meeting *> meetings;
  };
  Meeting &open(const Site *site, Machine::Group group, uint32_t mask);
  Meeting *findInWarp(Thread &thread, const Site *site, uint32_t mask);
  Meeting *findInWarpgroup(Thread &thread, const Site *site);
  [[noreturn]] void diverge(const Site *site, const Meeting &other,
                            const std::string &how);

  Machine &machine;
  Cta &cta;
  std::vector<Warp> warps;
  /// By warpgroup; null where nobody waits.
  std::vector<Meeting *> warpgroups;
  std::vector<std::unique_ptr<Meeting>> all;
  std::vector<Meeting *> free;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_COLLECTIVE_H
