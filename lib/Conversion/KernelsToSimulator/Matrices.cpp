//===- Matrices.cpp - Matrix instructions of warps and warpgroups ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixShape.h"

#include "OpTable.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

/// sim::MmaShape, number by number.
Value simulator::createShape(SimulatorCalls &calls, const sim::MmaShape &s) {
  auto number = [](sim::ElementKind kind) {
    return static_cast<int32_t>(kind);
  };
  return calls.constants({s.m, s.n, s.k, number(s.typeA), number(s.typeB),
                          number(s.typeD), s.scaleD, s.scaleA, s.scaleB,
                          s.majorA, s.majorB, s.saturate});
}

/// NVVM and the simulator name types as PTX does.
static std::optional<sim::ElementKind> symbolizeMatrixType(StringRef name) {
  for (int32_t i = 0; i < sim::kNumMatrixTypes; ++i)
    if (auto kind = static_cast<sim::ElementKind>(i);
        name == sim::getMatrixTypeInfo(kind).name)
      return kind;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

static sim::ElementKind getElementKind(NVVM::WGMMATypes type) {
  return *symbolizeMatrixType(NVVM::stringifyWGMMATypes(type));
}

/// Accumulators are handles by now.
static Value lowerWgmma(NVVM::WgmmaMmaAsyncOp op, SimulatorCalls &calls) {
  NVVM::MMAShapeAttr shape = op.getShape();
  sim::MmaShape s;
  s.m = shape.getM();
  s.n = shape.getN();
  s.k = shape.getK();
  s.typeA = getElementKind(op.getTypeA());
  s.typeB = getElementKind(op.getTypeB());
  s.typeD = getElementKind(op.getTypeD());
  s.scaleD = static_cast<int32_t>(op.getScaleD());
  // The enumeration's own number of a sign is not -1.
  auto getSign = [](NVVM::WGMMAScaleIn scale) {
    return scale == NVVM::WGMMAScaleIn::neg ? -1 : 1;
  };
  s.scaleA = getSign(op.getScaleA());
  s.scaleB = getSign(op.getScaleB());
  // K is contiguous in the rows of A and in the columns of B.
  s.majorA = op.getLayoutA() == NVVM::MMALayout::col;
  s.majorB = op.getLayoutB() == NVVM::MMALayout::row;
  s.saturate = op.getSatfinite() == NVVM::MMAIntOverflow::satfinite;
  return calls.call("autotuneSimWgmma", calls.getI64Type(),
                    {createShape(calls, s), op.getInouts(), op.getDescriptorA(),
                     calls.null(), op.getDescriptorB()});
}

static void populateWgmma(OpTable &table) {
  table.add<NVVM::WgmmaMmaAsyncOp>(lowerWgmma);
  table.add<NVVM::WgmmaFenceAlignedOp>(
      [](NVVM::WgmmaFenceAlignedOp, SimulatorCalls &calls) {
        calls.call("autotuneSimWgmmaFence", {});
      });
  table.add<NVVM::WgmmaGroupSyncAlignedOp>(
      [](NVVM::WgmmaGroupSyncAlignedOp, SimulatorCalls &calls) {
        calls.call("autotuneSimWgmmaCommit", {});
      });
  table.add<NVVM::WgmmaWaitGroupSyncOp>(
      [](NVVM::WgmmaWaitGroupSyncOp op, SimulatorCalls &calls) {
        calls.call("autotuneSimWgmmaWait",
                   {calls.i32(static_cast<int32_t>(op.getGroup()))});
      });
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

static std::optional<sim::ElementKind>
getElementKind(std::optional<NVVM::MMATypes> type) {
  return type ? symbolizeMatrixType(NVVM::stringifyMMATypes(*type))
              : std::nullopt;
}

static Value callMma(SimulatorCalls &calls, const sim::MmaShape &shape,
                     ValueRange a, ValueRange b, ValueRange c, Type type) {
  // Slots of their own: operands can be of one size.
  Value registersA = calls.spill(llvm::to_vector(a), 0);
  Value registersB = calls.spill(llvm::to_vector(b), 1);
  Value registersC = calls.spill(llvm::to_vector(c), 2);
  Value result = calls.slot(type);
  calls.call("autotuneSimMma", {createShape(calls, shape), registersA,
                                registersB, registersC, result});
  return calls.load(type, result);
}

/// Products that NVVM has no operation for, and functions of floats.
static LogicalResult lowerIntrinsic(LLVM::CallIntrinsicOp op,
                                    SimulatorCalls &calls) {
  if (Value result = createHostFunction(op, calls)) {
    op.getResults().replaceAllUsesWith(result);
    return success();
  }
  if (op.getIntrin() != "llvm.nvvm.mma.m16n8k4.row.col.f64")
    return calls.unknown("of \"" + op.getIntrin() + "\"");
  sim::MmaShape s = {};
  s.m = 16;
  s.n = 8;
  s.k = 4;
  s.typeA = s.typeB = s.typeD = sim::ElementKind::F64;
  s.scaleD = s.scaleA = s.scaleB = 1;
  ValueRange registers = op.getArgs();
  op.getResults().replaceAllUsesWith(
      callMma(calls, s, registers.take_front(2), registers.slice(2, 1),
              registers.take_back(4), op.getResults().getType()));
  return success();
}

static LogicalResult lowerMma(NVVM::MmaOp op, SimulatorCalls &calls) {
  if (op.getLayoutA() != NVVM::MMALayout::row ||
      op.getLayoutB() != NVVM::MMALayout::col)
    return calls.unknown("with layouts other than row and col");
  std::optional<sim::ElementKind> a = getElementKind(
                                      op.getMultiplicandAPtxType()),
                                  b = getElementKind(
                                      op.getMultiplicandBPtxType()),
                                  c = getElementKind(op.accumPtxType()),
                                  d = getElementKind(op.resultPtxType());
  if (!a || !b || !c || !d)
    return calls.unknown("of these element types");
  if (c != d)
    return calls.unknown("with different types of C and D");
  NVVM::MMAShapeAttr shape = op.getShape();
  sim::MmaShape s = {};
  s.m = shape.getM();
  s.n = shape.getN();
  s.k = shape.getK();
  s.typeA = *a;
  s.typeB = *b;
  s.typeD = *d;
  s.scaleD = s.scaleA = s.scaleB = 1;
  s.saturate = op.getIntOverflowBehavior() == NVVM::MMAIntOverflow::satfinite;
  op.replaceAllUsesWith(callMma(calls, s, op.getOperandA(), op.getOperandB(),
                                op.getOperandC(), op.getType()));
  return success();
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

template <typename OpT>
static LogicalResult checkMatrix(OpT op, SimulatorCalls &calls) {
  if (op.getEltType() != NVVM::LdStMatrixEltType::B16 ||
      op.getShape().getM() != 8 || op.getShape().getN() != 8)
    return calls.unknown("of matrices other than 8x8 of 16-bit elements");
  return success();
}

static LogicalResult lowerLdMatrix(NVVM::LdMatrixOp op, SimulatorCalls &calls) {
  if (failed(checkMatrix(op, calls)))
    return failure();
  Value registers = calls.slot(op.getType());
  bool transposed = op.getLayout() == NVVM::MMALayout::col;
  calls.call("autotuneSimLdMatrix",
             {calls.sharedAddress(op.getPtr()), calls.i32(op.getNum()),
              calls.i32(transposed), registers});
  op.replaceAllUsesWith(calls.load(op.getType(), registers));
  return success();
}

static LogicalResult lowerStMatrix(NVVM::StMatrixOp op, SimulatorCalls &calls) {
  if (failed(checkMatrix(op, calls)))
    return failure();
  bool transposed = op.getLayout() == NVVM::MMALayout::col;
  calls.call("autotuneSimStMatrix",
             {calls.sharedAddress(op.getPtr()),
              calls.i32(op.getSources().size()), calls.i32(transposed),
              calls.spill(llvm::to_vector(op.getSources()))});
  return success();
}

void simulator::populateMatrices(OpTable &table) {
  populateWgmma(table);
  table.add<NVVM::MmaOp>(lowerMma);
  table.add<LLVM::CallIntrinsicOp>(lowerIntrinsic);
  table.add<NVVM::LdMatrixOp>(lowerLdMatrix);
  table.add<NVVM::StMatrixOp>(lowerStMatrix);
}
