//===- Registers.cpp - Special registers ----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir-autotune/Core/SimulatorABI.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;
using sim::Register;

static Value readRegister(SimulatorCalls &calls, Register which) {
  return calls.call("autotuneSimReadRegister", calls.getI32Type(),
                    {calls.i32(static_cast<int32_t>(which))});
}

template <typename OpT>
static void addRegister(OpTable &table, Register which) {
  table.add<OpT>([which](OpT op, SimulatorCalls &calls) {
    return readRegister(calls, which);
  });
}

/// The registers of three dimensions, of which `x` is the first.
template <typename X, typename Y, typename Z>
static void addRegisters(OpTable &table, Register x) {
  auto first = static_cast<int32_t>(x);
  addRegister<X>(table, x);
  addRegister<Y>(table, Register(first + 1));
  addRegister<Z>(table, Register(first + 2));
}

/// A mask of lanes from the bit of one's own, and of all below it.
template <typename OpT, typename Fn>
static void addLaneMask(OpTable &table, Fn combine) {
  table.add<OpT>([combine](OpT op, SimulatorCalls &calls) {
    Location loc = calls.getLoc();
    Value lane = readRegister(calls, Register::LaneId);
    Value self = LLVM::ShlOp::create(calls, loc, calls.i32(1), lane);
    Value below = LLVM::SubOp::create(calls, loc, self, calls.i32(1));
    return combine(calls, self, below);
  });
}

static Value getOr(SimulatorCalls &calls, Value a, Value b) {
  return LLVM::OrOp::create(calls, calls.getLoc(), a, b);
}
static Value getNot(SimulatorCalls &calls, Value a) {
  return LLVM::XOrOp::create(calls, calls.getLoc(), a, calls.i32(-1));
}

void simulator::populateRegisters(OpTable &table) {
  using namespace NVVM;
  addRegisters<ThreadIdXOp, ThreadIdYOp, ThreadIdZOp>(table,
                                                      Register::ThreadIdX);
  addRegisters<BlockDimXOp, BlockDimYOp, BlockDimZOp>(table,
                                                      Register::BlockDimX);
  addRegisters<BlockIdXOp, BlockIdYOp, BlockIdZOp>(table, Register::BlockIdX);
  addRegisters<GridDimXOp, GridDimYOp, GridDimZOp>(table, Register::GridDimX);
  addRegisters<ClusterIdXOp, ClusterIdYOp, ClusterIdZOp>(table,
                                                         Register::ClusterIdX);
  addRegisters<ClusterDimXOp, ClusterDimYOp, ClusterDimZOp>(
      table, Register::ClusterDimX);
  addRegisters<BlockInClusterIdXOp, BlockInClusterIdYOp, BlockInClusterIdZOp>(
      table, Register::BlockInClusterIdX);
  addRegisters<ClusterDimBlocksXOp, ClusterDimBlocksYOp, ClusterDimBlocksZOp>(
      table, Register::ClusterDimBlocksX);
  addRegister<ClusterId>(table, Register::ClusterId);
  addRegister<ClusterDim>(table, Register::ClusterDim);
  addRegister<LaneIdOp>(table, Register::LaneId);
  addRegister<WarpIdOp>(table, Register::WarpId);
  table.add<WarpSizeOp>(
      [](WarpSizeOp op, SimulatorCalls &calls) { return calls.i32(32); });

  addLaneMask<LaneMaskEqOp>(
      table, [](SimulatorCalls &, Value self, Value) { return self; });
  addLaneMask<LaneMaskLtOp>(
      table, [](SimulatorCalls &, Value, Value below) { return below; });
  addLaneMask<LaneMaskLeOp>(table,
                            [](SimulatorCalls &calls, Value self, Value below) {
                              return getOr(calls, self, below);
                            });
  addLaneMask<LaneMaskGeOp>(table,
                            [](SimulatorCalls &calls, Value, Value below) {
                              return getNot(calls, below);
                            });
  addLaneMask<LaneMaskGtOp>(table,
                            [](SimulatorCalls &calls, Value self, Value below) {
                              return getNot(calls, getOr(calls, self, below));
                            });
}
