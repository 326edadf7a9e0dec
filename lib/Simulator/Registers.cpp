//===- Registers.cpp - Special registers, and what ends a kernel ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace mlir::autotune::sim;

static Dim3 divide(const Dim3 &a, const Dim3 &b) {
  return {a.x / b.x, a.y / b.y, a.z / b.z};
}

/// Returns the values of three registers, for x, y and z; `x` names the first.
static Dim3 getDimensions(Machine &machine, Register x) {
  const Thread &thread = machine.current();
  const Launch &launch = machine.launch;
  const Dim3 &cta = thread.cta->index, &block = launch.block;
  switch (x) {
  case Register::ThreadIdX:
    return {thread.id % block.x, thread.id / block.x % block.y,
            thread.id / block.x / block.y};
  case Register::BlockDimX:
    return block;
  case Register::BlockIdX:
    return cta;
  case Register::GridDimX:
    return launch.grid;
  case Register::ClusterIdX:
    return divide(cta, launch.cluster);
  case Register::ClusterDimX:
    return divide(launch.grid, launch.cluster);
  case Register::BlockInClusterIdX:
    return {cta.x % launch.cluster.x, cta.y % launch.cluster.y,
            cta.z % launch.cluster.z};
  default: // ClusterDimBlocksX
    return launch.cluster;
  }
}

static uint32_t read(Machine &machine, const Site *site, Register which) {
  auto number = static_cast<int32_t>(which);
  if (number >= 0 && which < Register::ClusterId) {
    Dim3 values = getDimensions(machine, Register(number - number % 3));
    return number % 3 == 0 ? values.x : number % 3 == 1 ? values.y : values.z;
  }
  const Thread &thread = machine.current();
  switch (which) {
  case Register::ClusterId:
    return thread.cta->rank;
  case Register::ClusterDim:
    return uint32_t(machine.ctas.size());
  case Register::LaneId:
    return thread.lane();
  case Register::WarpId:
    return thread.warp();
  default:
    machine.fail(FindingKind::Unsupported, site,
                 "special register " + std::to_string(number));
  }
}

uint32_t autotuneSimReadRegister(const AutotuneSimSite *site, int32_t which) {
  return read(Machine::get(), site, static_cast<Register>(which));
}

void autotuneSimTrap(const AutotuneSimSite *site) {
  Machine::get().fail(FindingKind::Trap, site, "the kernel gives up");
}

uint32_t autotuneSimPermute(const AutotuneSimSite *, uint32_t low,
                            uint32_t high, uint32_t selector) {
  uint64_t words = uint64_t(high) << 32 | low;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    uint32_t nibble = selector >> 4 * i;
    uint32_t byte = words >> 8 * (nibble & 7) & 0xff;
    if (nibble & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= byte << 8 * i;
  }
  return result;
}

void autotuneSimDivision(const AutotuneSimSite *site, int32_t undefined) {
  if (undefined)
    Machine::get().fail(FindingKind::Trap, site,
                        "divides by zero, or the least integer by -1: on a GPU "
                        "the result can be anything");
}

void autotuneSimGridDependency(const AutotuneSimSite *, int32_t wait) {
  // Grids are run one after the other, so that nothing is left to wait for, and
  // nobody waits for what this one lets go. But a dependent one must have
  // asked.
  Machine &machine = Machine::get();
  if (wait)
    machine.waitForGrids(machine.current());
}
