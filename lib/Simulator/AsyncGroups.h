//===- AsyncGroups.h - Groups of copies of one thread -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread's bulk stores, and its cp.asyncs, are committed in groups and waited
// for group by group, the oldest first. Within and across groups they happen in
// any order. The n-th of them is made at time n of an agent of its own: whoever
// has waited for a group has seen all up to the group's last.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_ASYNCGROUPS_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_ASYNCGROUPS_H

#include "Machine.h"

#include <deque>
#include <set>

namespace mlir::autotune::sim {

struct AsyncGroups {
  explicit AsyncGroups(Agent agent) : agent(agent) {}

  /// A new operation: the epoch of its accesses.
  Epoch start();
  /// It has read its source, and has written its target. Each wakes the thread,
  /// should it wait. Both at once, for operations with no difference: finish.
  void finishReading(Machine &machine, Thread &thread, Epoch operation);
  void finish(Machine &machine, Thread &thread, Epoch operation);
  void commit() { groups.push_back(started); }
  /// Suspends `thread` until all but the newest `pending` committed groups have
  /// finished (`reading`: have read their sources). Then it has seen them.
  /// `what` names them in reports of deadlocks: "bulk stores".
  void wait(Machine &machine, Thread &thread, const Site *site,
            uint32_t pending, bool reading, const char *what);

  /// Whether the operations up to this time have.
  bool haveRead(Time time) const {
    return unread.empty() || *unread.begin() > time;
  }
  bool haveFinished(Time time) const {
    return unfinished.empty() || *unfinished.begin() > time;
  }
  /// For the end of the thread: operations in no group yet.
  Time uncommitted() const {
    return started - (groups.empty() ? retired : groups.back());
  }

  const Agent agent;
  /// Operations so far.
  Time started = 0;
  std::set<Time> unread, unfinished;
  /// Of each committed group that may not have finished: its last operation.
  std::deque<Time> groups;
  /// The last operation of the groups that were waited for.
  Time retired = 0;
  /// Up to which operation the thread knows that sources have been read (of
  /// bulk stores).
  Time knownRead = 0;
  bool waiting = false;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_ASYNCGROUPS_H
