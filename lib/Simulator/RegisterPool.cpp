//===- RegisterPool.cpp - Who has a CTA's registers -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPool.h"

#include "Collective.h"
#include "Describe.h"

#include <algorithm>

namespace mlir::autotune::sim {

/// Each of an SM's four parts has a quarter of its registers and, in turn, of
/// its warps (compute capability 9.0). The most that a thread can have; they
/// come in eights.
static constexpr uint32_t kParts = 4, kPartRegisters = 16384;
static constexpr uint32_t kMaxRegisters = 255;
static constexpr uint32_t kRegisterUnit = 8;
/// What setmaxnreg takes (PTX ISA, "setmaxnreg").
static constexpr uint32_t kMinSettable = 24, kMaxSettable = 256;

RegisterPool::RegisterPool(Machine &machine, Cta &cta)
    : machine(machine), cta(cta) {
  uint32_t threads = uint32_t(cta.threads.size());
  warps.resize((threads + kWarpThreads - 1) / kWarpThreads);
  uint32_t registers = machine.launch.registersPerThread;
  if (registers == 0) {
    uint32_t onSM = uint32_t(warps.size()) * machine.launch.ctasPerSM;
    uint32_t onPart = (onSM + kParts - 1) / kParts * kWarpThreads;
    registers = std::min(kPartRegisters / onPart, kMaxRegisters) /
                kRegisterUnit * kRegisterUnit;
  }
  for (Warp &warp : warps)
    warp.registers = registers;
}

RegisterPool::~RegisterPool() = default;

std::string RegisterPool::describe(const Warp &warp) const {
  return std::to_string(warp.wanted) + " registers a thread, where it has " +
         std::to_string(warp.registers) + " and the CTA has " +
         std::to_string(free) +
         " to spare: " + std::to_string(warp.wanted - warp.registers - free) +
         " more have to be given up by other warps";
}

bool RegisterPool::grant(Warp &warp) {
  if (warp.wanted - warp.registers > free)
    return false;
  free -= warp.wanted - warp.registers;
  warp.registers = warp.wanted;
  warp.wanted = 0;
  return true;
}

void RegisterPool::set(const Site *site, bool increase, uint32_t count) {
  Thread &thread = machine.current();
  Meeting *meeting = cta.collectives->meetWarp(thread, site);
  if (!meeting)
    return;
  Warp &warp = warps[thread.warp()];
  if (count < kMinSettable || count > kMaxSettable ||
      count % kRegisterUnit != 0)
    machine.fail(FindingKind::RegisterCount, site,
                 std::to_string(count) +
                     " registers: it has to be a multiple of 8 from 24 to 256");
  if (increase ? count < warp.registers : count > warp.registers)
    machine.fail(FindingKind::RegisterCount, site,
                 std::string(increase ? "raises" : "lowers") + " to " +
                     std::to_string(count) + " registers where the warp has " +
                     std::to_string(warp.registers));
  ++warp.changes;
  warp.site = site;
  cta.collectives->close(*meeting);
  if (!increase) {
    free += warp.registers - count;
    warp.registers = count;
    cta.collectives->wakeOthers(*meeting);
    queue.erase(std::remove_if(queue.begin(), queue.end(),
                               [this](uint32_t index) {
                                 if (!grant(warps[index]))
                                   return false;
                                 for (Thread *lane : warps[index].lanes)
                                   machine.wake(*lane);
                                 return true;
                               }),
                queue.end());
    return;
  }
  warp.wanted = count;
  if (grant(warp)) {
    cta.collectives->wakeOthers(*meeting);
    return;
  }
  warp.lanes.clear();
  for (uint32_t lane = 0; lane < kWarpThreads; ++lane)
    if (Thread *other = meeting->threads[lane]) {
      warp.lanes.push_back(other);
      other->waitsFor = [this, &warp] { return describe(warp); };
    }
  queue.push_back(thread.warp());
  machine.block(site, [this, &warp] { return describe(warp); });
}

void RegisterPool::checkEnd() {
  uint32_t perGroup = kWarpgroupThreads / kWarpThreads;
  for (uint32_t i = 0; i < warps.size(); ++i) {
    const Warp &first = warps[i / perGroup * perGroup];
    if (warps[i].changes == first.changes &&
        warps[i].registers == first.registers)
      continue;
    const Site *site = warps[i].site ? warps[i].site : first.site;
    machine.report(FindingKind::RegisterCount, site, nullptr,
                   describeCta(cta) + ": warp " + std::to_string(i) +
                       " has executed " + std::to_string(warps[i].changes) +
                       " setmaxnreg and warp " +
                       std::to_string(i / perGroup * perGroup) +
                       " of its warpgroup " + std::to_string(first.changes) +
                       ": all warps of a warpgroup must execute the same");
  }
}

} // namespace mlir::autotune::sim

void autotuneSimSetMaxRegisters(const AutotuneSimSite *site, int32_t increase,
                                uint32_t count) {
  using namespace mlir::autotune::sim;
  Machine::get().current().cta->registers->set(site, increase != 0, count);
}
