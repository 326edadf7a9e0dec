//===- Registers.cpp - Special registers, and what ends a kernel ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace mlir::autotune::sim;

/// The component of a Dim3 whose registers start at `first`.
static uint32_t get(const Dim3 &values, Register which, Register first) {
  switch (static_cast<int32_t>(which) - static_cast<int32_t>(first)) {
  case 0:
    return values.x;
  case 1:
    return values.y;
  default:
    return values.z;
  }
}

static Dim3 divide(const Dim3 &a, const Dim3 &b) {
  return {a.x / b.x, a.y / b.y, a.z / b.z};
}

static uint32_t read(Machine &machine, const Site *site, Register which) {
  const Thread &thread = machine.current();
  const Launch &launch = machine.launch;
  const Dim3 &cta = thread.cta->index, &block = launch.block;
  Dim3 inCluster = {cta.x % launch.cluster.x, cta.y % launch.cluster.y,
                    cta.z % launch.cluster.z};
  switch (which) {
  case Register::ThreadIdX:
  case Register::ThreadIdY:
  case Register::ThreadIdZ:
    return get({thread.id % block.x, thread.id / block.x % block.y,
                thread.id / block.x / block.y},
               which, Register::ThreadIdX);
  case Register::BlockDimX:
  case Register::BlockDimY:
  case Register::BlockDimZ:
    return get(block, which, Register::BlockDimX);
  case Register::BlockIdX:
  case Register::BlockIdY:
  case Register::BlockIdZ:
    return get(cta, which, Register::BlockIdX);
  case Register::GridDimX:
  case Register::GridDimY:
  case Register::GridDimZ:
    return get(launch.grid, which, Register::GridDimX);
  case Register::ClusterIdX:
  case Register::ClusterIdY:
  case Register::ClusterIdZ:
    return get(divide(cta, launch.cluster), which, Register::ClusterIdX);
  case Register::ClusterDimX:
  case Register::ClusterDimY:
  case Register::ClusterDimZ:
    return get(divide(launch.grid, launch.cluster), which,
               Register::ClusterDimX);
  case Register::BlockInClusterIdX:
  case Register::BlockInClusterIdY:
  case Register::BlockInClusterIdZ:
    return get(inCluster, which, Register::BlockInClusterIdX);
  case Register::ClusterDimBlocksX:
  case Register::ClusterDimBlocksY:
  case Register::ClusterDimBlocksZ:
    return get(launch.cluster, which, Register::ClusterDimBlocksX);
  case Register::ClusterId:
    return thread.cta->rank;
  case Register::ClusterDim:
    return uint32_t(machine.ctas.size());
  case Register::LaneId:
    return thread.lane();
  case Register::WarpId:
    return thread.warp();
  }
  machine.fail(FindingKind::Unsupported, site,
               "special register " +
                   std::to_string(static_cast<int32_t>(which)));
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
