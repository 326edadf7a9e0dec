//===- Copies.cpp - TMA and cp.async --------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hints about caches, and prefetches of data, have no effect that a program can
// see: the simulator is not told of them.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir-autotune/Core/SimulatorABI.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

/// The coordinates, innermost first as PTX has them, and how many.
static std::pair<Value, Value> spillCoordinates(SimulatorCalls &calls,
                                                OperandRange coordinates) {
  SmallVector<Value> values(coordinates);
  return {calls.spill(values), calls.i32(values.size())};
}

static Value getMap(SimulatorCalls &calls, Value map) {
  if (map.getType() == calls.ptr())
    return map;
  return LLVM::IntToPtrOp::create(calls, calls.getLoc(), calls.ptr(),
                                  calls.address(map));
}

static LogicalResult
lowerTmaLoad(NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp op,
             SimulatorCalls &calls) {
  bool isIm2col = op.getMode() == NVVM::TMALoadMode::IM2COL;
  if (!isIm2col && op.getMode() != NVVM::TMALoadMode::TILE)
    return calls.unknown("in a mode other than tile and im2col");
  if (op.getGroup())
    return calls.unknown("for a group of CTAs");
  Value multicast = calls.i32(-1);
  if (op.getMulticastMask())
    multicast = calls.zext(op.getMulticastMask());
  auto [coordinates, rank] = spillCoordinates(calls, op.getCoordinates());
  SmallVector<Value> arguments = {
      calls.sharedAddress(op.getDstMem()), op.getTmaDescriptor(),
      calls.sharedAddress(op.getMbar()), coordinates, rank};
  if (isIm2col) {
    SmallVector<Value> offsets;
    for (Value offset : op.getIm2colOffsets())
      offsets.push_back(calls.zext(offset));
    arguments.push_back(calls.spill(offsets));
  }
  arguments.push_back(multicast);
  calls.call(isIm2col ? "autotuneSimTmaLoadIm2col" : "autotuneSimTmaLoad",
             arguments);
  return success();
}

static LogicalResult
lowerTmaStore(NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp op,
              SimulatorCalls &calls) {
  if (op.getMode() != NVVM::TMAStoreMode::TILE)
    return calls.unknown("in a mode other than tile");
  auto [coordinates, rank] = spillCoordinates(calls, op.getCoordinates());
  calls.call("autotuneSimTmaStore",
             {op.getTmaDescriptor(), calls.sharedAddress(op.getSrcMem()),
              coordinates, rank});
  return success();
}

/// Which of min and max it is depends on the map's type; the simulator sees it.
static std::optional<sim::AtomicKind> getAtomicKind(NVVM::TMAReduxKind kind) {
  switch (kind) {
  case NVVM::TMAReduxKind::ADD:
    return sim::AtomicKind::Add;
  case NVVM::TMAReduxKind::MIN:
    return sim::AtomicKind::Min;
  case NVVM::TMAReduxKind::MAX:
    return sim::AtomicKind::Max;
  case NVVM::TMAReduxKind::AND:
    return sim::AtomicKind::And;
  case NVVM::TMAReduxKind::OR:
    return sim::AtomicKind::Or;
  case NVVM::TMAReduxKind::XOR:
    return sim::AtomicKind::Xor;
  default:
    return std::nullopt;
  }
}

static LogicalResult lowerTmaReduce(NVVM::CpAsyncBulkTensorReduceOp op,
                                    SimulatorCalls &calls) {
  if (op.getMode() != NVVM::TMAStoreMode::TILE)
    return calls.unknown("in a mode other than tile");
  std::optional<sim::AtomicKind> kind = getAtomicKind(op.getRedKind());
  if (!kind)
    return calls.unknown("of the kind " +
                         Twine(NVVM::stringifyTMAReduxKind(op.getRedKind())));
  auto [coordinates, rank] = spillCoordinates(calls, op.getCoordinates());
  calls.call("autotuneSimTmaReduce",
             {calls.i32(static_cast<int32_t>(*kind)),
              getMap(calls, op.getTmaDescriptor()),
              calls.sharedAddress(op.getSrcMem()), coordinates, rank});
  return success();
}

static void lowerPrefetch(NVVM::PrefetchOp op, SimulatorCalls &calls) {
  if (op.getTensormap())
    calls.call("autotuneSimPrefetchTensorMap", {getMap(calls, op.getAddr())});
}

static void populateTma(OpTable &table) {
  table.add<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(lowerTmaLoad);
  table.add<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(lowerTmaStore);
  table.add<NVVM::CpAsyncBulkTensorReduceOp>(lowerTmaReduce);
  table.add<NVVM::PrefetchOp>(lowerPrefetch);
  table.add<NVVM::CpAsyncBulkPrefetchOp>(
      [](NVVM::CpAsyncBulkPrefetchOp, SimulatorCalls &) {});
  table.add<NVVM::CpAsyncBulkTensorPrefetchOp>(
      [](NVVM::CpAsyncBulkTensorPrefetchOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimPrefetchTensorMap", {op.getTmaDescriptor()});
      });
  table.add<NVVM::CpAsyncBulkCommitGroupOp>(
      [](NVVM::CpAsyncBulkCommitGroupOp, SimulatorCalls &calls) {
        calls.call("autotuneSimBulkCommit", {});
      });
  table.add<NVVM::CpAsyncBulkWaitGroupOp>(
      [](NVVM::CpAsyncBulkWaitGroupOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimBulkWait",
                   {calls.i32(op.getGroup()),
                    calls.i32(op.getRead().value_or(false))});
      });
}

static void lowerCpAsync(NVVM::CpAsyncOp op, SimulatorCalls &calls) {
  Value bytes = calls.i32(op.getSize());
  calls.call("autotuneSimCpAsync",
             {calls.sharedAddress(op.getDst()), calls.address(op.getSrc()),
              bytes, op.getCpSize() ? op.getCpSize() : bytes});
}

void simulator::populateCopies(OpTable &table) {
  populateTma(table);
  table.add<NVVM::CpAsyncOp>(lowerCpAsync);
  table.add<NVVM::CpAsyncCommitGroupOp>(
      [](NVVM::CpAsyncCommitGroupOp, SimulatorCalls &calls) {
        calls.call("autotuneSimCpAsyncCommit", {});
      });
  table.add<NVVM::CpAsyncWaitGroupOp>(
      [](NVVM::CpAsyncWaitGroupOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimCpAsyncWait", {calls.i32(op.getN())});
      });
  table.add<NVVM::CpAsyncMBarrierArriveOp>([](NVVM::CpAsyncMBarrierArriveOp op,
                                              SimulatorCalls &calls) {
    calls.call("autotuneSimCpAsyncMBarrierArrive",
               {calls.sharedAddress(op.getAddr()), calls.i32(op.getNoinc())});
  });
}
