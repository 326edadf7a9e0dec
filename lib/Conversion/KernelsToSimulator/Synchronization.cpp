//===- Synchronization.cpp - Barriers, mbarriers and warps ----------------===//
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

/// A call of nothing but constants.
template <typename OpT>
static void addCall(OpTable &table, StringRef name,
                    ArrayRef<int32_t> constants = {}) {
  table.add<OpT>([name, constants = llvm::to_vector(constants)](
                     OpT op, SimulatorCalls &calls) {
    SmallVector<Value> arguments;
    for (int32_t constant : constants)
      arguments.push_back(calls.i32(constant));
    calls.call(name, arguments);
  });
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

static Value lowerArrive(NVVM::MBarrierArriveOp op, SimulatorCalls &calls) {
  Value count = op.getCount() ? op.getCount() : calls.i32(1);
  return calls.call("autotuneSimMBarrierArrive", calls.getI64Type(),
                    {calls.sharedAddress(op.getAddr()), count,
                     calls.i32(op.getRelaxed() ? 0 : 1)});
}

static Value lowerArriveExpectTx(NVVM::MBarrierArriveExpectTxOp op,
                                 SimulatorCalls &calls) {
  return calls.call("autotuneSimMBarrierArriveExpectTx", calls.getI64Type(),
                    {calls.sharedAddress(op.getAddr()), op.getTxcount(),
                     calls.i32(op.getRelaxed() ? 0 : 1)});
}

static LogicalResult lowerTestWait(NVVM::MBarrierTestWaitOp op,
                                   SimulatorCalls &calls) {
  if (!op.getStateOrPhase().getType().isInteger(32))
    return calls.unknown("for a state; legal is a phase's parity, an i32");
  if (op.getRelaxed())
    return calls.unknown("that is relaxed");
  op.replaceAllUsesWith(calls.callBool(
      "autotuneSimMBarrierTestWaitParity",
      {calls.sharedAddress(op.getAddr()), op.getStateOrPhase()}));
  return success();
}

/// It may wait as long as it likes, so it waits until the phase is over: a
/// thread that polls would hide who waits for what.
static LogicalResult lowerTryWait(NVVM::MBarrierTryWaitOp op,
                                  SimulatorCalls &calls) {
  if (!op.getStateOrPhase().getType().isInteger(32))
    return calls.unknown("for a state; legal is a phase's parity, an i32");
  if (op.getRelaxed())
    return calls.unknown("that is relaxed");
  calls.call("autotuneSimMBarrierWaitParity",
             {calls.sharedAddress(op.getAddr()), op.getStateOrPhase()});
  op.replaceAllUsesWith(
      LLVM::ConstantOp::create(calls, op.getLoc(), calls.getBoolAttr(true))
          .getResult());
  return success();
}

static void populateMBarriers(OpTable &table) {
  table.add<NVVM::MBarrierInitOp>(
      [](NVVM::MBarrierInitOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimMBarrierInit",
                   {calls.sharedAddress(op.getAddr()), op.getCount()});
      });
  table.add<NVVM::MBarrierInvalOp>(
      [](NVVM::MBarrierInvalOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimMBarrierInvalidate",
                   {calls.sharedAddress(op.getAddr())});
      });
  addCall<NVVM::FenceMbarrierInitOp>(table, "autotuneSimFenceMBarrierInit");
  table.add<NVVM::MBarrierArriveOp>(lowerArrive);
  table.add<NVVM::MBarrierArriveExpectTxOp>(lowerArriveExpectTx);
  table.add<NVVM::MBarrierExpectTxOp>(
      [](NVVM::MBarrierExpectTxOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimMBarrierExpectTx",
                   {calls.sharedAddress(op.getAddr()), op.getTxcount()});
      });
  table.add<NVVM::MBarrierTryWaitParityOp>(
      [](NVVM::MBarrierTryWaitParityOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimMBarrierWaitParity",
                   {calls.sharedAddress(op.getAddr()), op.getPhase()});
      });
  table.add<NVVM::MBarrierTestWaitOp>(lowerTestWait);
  table.add<NVVM::MBarrierTryWaitOp>(lowerTryWait);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static LogicalResult lowerBarrier(NVVM::BarrierOp op, SimulatorCalls &calls) {
  if (op.getReductionOp())
    return calls.unknown("with a reduction");
  Value id = op.getBarrierId(), threads = op.getNumberOfThreads();
  calls.call("autotuneSimBarrierSync",
             {id ? id : calls.i32(0), threads ? threads : calls.i32(0)});
  return success();
}

static void populateBarriers(OpTable &table) {
  addCall<NVVM::Barrier0Op>(table, "autotuneSimBarrierSync", {0, 0});
  table.add<NVVM::BarrierOp>(lowerBarrier);
  table.add<NVVM::BarrierArriveOp>(
      [](NVVM::BarrierArriveOp op, SimulatorCalls &calls) {
        Value id = op.getBarrierId();
        calls.call("autotuneSimBarrierArrive",
                   {id ? id : calls.i32(0), op.getNumberOfThreads()});
      });
  table.add<NVVM::ClusterArriveOp>(
      [](NVVM::ClusterArriveOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimClusterArrive",
                   {calls.i32(1), calls.i32(op.getAligned().value_or(false))});
      });
  table.add<NVVM::ClusterArriveRelaxedOp>(
      [](NVVM::ClusterArriveRelaxedOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimClusterArrive",
                   {calls.i32(0), calls.i32(op.getAligned().value_or(false))});
      });
  table.add<NVVM::ClusterWaitOp>(
      [](NVVM::ClusterWaitOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimClusterWait",
                   {calls.i32(op.getAligned().value_or(false))});
      });
  table.add<NVVM::SetMaxRegisterOp>(
      [](NVVM::SetMaxRegisterOp op, SimulatorCalls &calls) {
        bool more = op.getAction() == NVVM::SetMaxRegisterAction::increase;
        calls.call("autotuneSimSetMaxRegisters",
                   {calls.i32(more), calls.i32(op.getRegCount())});
      });
  table.add<NVVM::GriddepcontrolOp>(
      [](NVVM::GriddepcontrolOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimGridDependency",
                   {calls.i32(op.getKind() == NVVM::GridDepActionKind::wait)});
      });
  // Time does not pass here, but others get on.
  addCall<NVVM::NanosleepOp>(table, "autotuneSimYield");
  addCall<LLVM::Trap>(table, "autotuneSimTrap");
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

static sim::ShuffleKind getShuffleKind(NVVM::ShflKind kind) {
  switch (kind) {
  case NVVM::ShflKind::bfly:
    return sim::ShuffleKind::Bfly;
  case NVVM::ShflKind::up:
    return sim::ShuffleKind::Up;
  case NVVM::ShflKind::down:
    return sim::ShuffleKind::Down;
  case NVVM::ShflKind::idx:
    return sim::ShuffleKind::Idx;
  }
  llvm_unreachable("every kind is listed");
}

static Value lowerShuffle(NVVM::ShflOp op, SimulatorCalls &calls) {
  Type type = op.getVal().getType(), i8 = calls.getI8Type();
  bool givesValid = op.getReturnValueAndIsValid().value_or(false);
  Value valid = givesValid ? calls.slot(i8) : calls.null();
  int32_t kind = static_cast<int32_t>(getShuffleKind(op.getKind()));
  Value bits = calls.call("autotuneSimShuffle", calls.getI32Type(),
                          {calls.i32(kind), op.getThreadMask(),
                           calls.bitcast(op.getVal(), calls.getI32Type()),
                           op.getOffset(), op.getMaskAndClamp(), valid});
  Value value = calls.bitcast(bits, type);
  if (!givesValid)
    return value;
  Value predicate = LLVM::TruncOp::create(calls, op.getLoc(), calls.getI1Type(),
                                          calls.load(i8, valid));
  return calls.pack(op.getType(), {value, predicate});
}

static Value lowerVote(NVVM::VoteSyncOp op, SimulatorCalls &calls) {
  // Both number the kinds alike.
  Value bits = calls.call("autotuneSimVote", calls.getI32Type(),
                          {calls.i32(static_cast<int32_t>(op.getKind())),
                           op.getMask(), calls.zext(op.getPred())});
  if (op.getType().isInteger(32))
    return bits;
  return LLVM::TruncOp::create(calls, op.getLoc(), op.getType(), bits);
}

static Value lowerElect(NVVM::ElectSyncOp op, SimulatorCalls &calls) {
  Value mask = op.getMembermask() ? op.getMembermask() : calls.i32(-1);
  return calls.callBool("autotuneSimElect", {mask});
}

void simulator::populateSynchronization(OpTable &table) {
  populateMBarriers(table);
  populateBarriers(table);
  table.add<NVVM::ShflOp>(lowerShuffle);
  table.add<NVVM::VoteSyncOp>(lowerVote);
  table.add<NVVM::ElectSyncOp>(lowerElect);
  table.add<NVVM::SyncWarpOp>([](NVVM::SyncWarpOp op, SimulatorCalls &calls) {
    calls.call("autotuneSimSyncWarp", {op.getMask()});
  });
}
