//===- Accumulators.cpp - Registers that wgmma writes ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "Wgmma.h"

using namespace mlir::autotune::sim;

/// Registers that a thread keeps sets for: many times what a GPU's has, so that
/// a set that is forgotten was dead.
static constexpr uint64_t kKeptRegisters = 16384;

WgmmaState &WgmmaState::get(Thread &thread) {
  if (!thread.wgmma)
    thread.wgmma = std::make_shared<WgmmaState>();
  return *thread.wgmma;
}

AccumulatorSet &WgmmaState::find(Machine &machine, const Site *site,
                                 uint64_t handle) {
  uint64_t number = handle >> 32;
  if (number == 0 || number > sets.size() ||
      sets[number - 1].generation != uint32_t(handle))
    machine.fail(FindingKind::Unsupported, site,
                 "accumulator handle " + hex(handle) +
                     " names no value of this thread: it was consumed, or not "
                     "used for very long");
  AccumulatorSet &set = sets[number - 1];
  set.lastUse = ++uses;
  return set;
}

AccumulatorSet &WgmmaState::create(uint32_t count) {
  AccumulatorSet *set = nullptr;
  if (registers + count > kKeptRegisters)
    for (AccumulatorSet &other : sets)
      if (!isInFlight(other) && (!set || other.lastUse < set->lastUse))
        set = &other;
  if (!set) {
    set = &sets.emplace_back();
    set->index = uint32_t(sets.size() - 1);
  }
  registers += count - set->values.size();
  set->values.assign(count, 0);
  set->written.reset();
  ++set->generation;
  set->lastWgmma = 0;
  set->fencesAtAccess = -1;
  set->lastUse = ++uses;
  return *set;
}

void WgmmaState::checkAccess(Machine &machine, const Site *site,
                             const AccumulatorSet &set,
                             const char *what) const {
  if (!isInFlight(set))
    return;
  std::string group = set.lastWgmma > committed
                          ? "it has not been committed (wgmma.commit_group)"
                          : "its group has not been waited for";
  machine.report(FindingKind::RegisterHazard, site, &machine.current(),
                 std::string("accumulator ") + what +
                     " before wgmma.wait_group: wgmma " +
                     std::to_string(set.lastWgmma) +
                     " of the warpgroup may still write it, " + group);
}

uint64_t autotuneSimAccumulatorInsert(const Site *site, uint64_t accumulator,
                                      int32_t index, int32_t count,
                                      uint32_t value) {
  Machine &machine = Machine::get();
  WgmmaState &state = WgmmaState::get(machine.current());
  if (count <= 0 || count > int32_t(kMaxAccumulators) || index < 0 ||
      index >= count)
    machine.fail(FindingKind::Unsupported, site,
                 "register " + std::to_string(index) +
                     " of an accumulator of " + std::to_string(count) +
                     ": accumulators have 1 to 128 registers");
  AccumulatorSet &set = accumulator ? state.find(machine, site, accumulator)
                                    : state.create(uint32_t(count));
  if (set.values.size() != size_t(count))
    machine.fail(FindingKind::Unsupported, site,
                 "an accumulator of " + std::to_string(set.values.size()) +
                     " registers is used as one of " + std::to_string(count));
  state.checkAccess(machine, site, set, "written");
  set.values[index] = value;
  set.written.set(index);
  set.fencesAtAccess = state.fences;
  return WgmmaState::rename(set);
}

uint32_t autotuneSimAccumulatorExtract(const Site *site, uint64_t accumulator,
                                       int32_t index) {
  Machine &machine = Machine::get();
  WgmmaState &state = WgmmaState::get(machine.current());
  // Registers with nothing in them: LLVM may pass them on, as any value.
  if (accumulator == 0)
    return 0;
  AccumulatorSet &set = state.find(machine, site, accumulator);
  if (index < 0 || size_t(index) >= set.values.size())
    machine.fail(FindingKind::Unsupported, site,
                 "register " + std::to_string(index) +
                     " of an accumulator of " +
                     std::to_string(set.values.size()));
  state.checkAccess(machine, site, set, "read");
  set.fencesAtAccess = state.fences;
  return set.values[index];
}

uint64_t autotuneSimAccumulatorPin(const Site *site, uint64_t accumulator) {
  if (accumulator == 0)
    return 0;
  Machine &machine = Machine::get();
  WgmmaState &state = WgmmaState::get(machine.current());
  AccumulatorSet &set = state.find(machine, site, accumulator);
  state.checkAccess(machine, site, set, "moved through assembly");
  return WgmmaState::rename(set);
}

uint64_t autotuneSimAccumulatorCopy(const Site *site, uint64_t accumulator) {
  if (accumulator == 0)
    return 0;
  Machine &machine = Machine::get();
  WgmmaState &state = WgmmaState::get(machine.current());
  AccumulatorSet &set = state.find(machine, site, accumulator);
  state.checkAccess(machine, site, set, "copied");
  set.fencesAtAccess = state.fences;
  AccumulatorSet &copy = state.create(uint32_t(set.values.size()));
  copy.values = set.values;
  copy.written = set.written;
  copy.fencesAtAccess = state.fences;
  return WgmmaState::getHandle(copy);
}
