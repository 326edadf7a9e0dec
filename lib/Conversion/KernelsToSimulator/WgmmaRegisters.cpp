//===- WgmmaRegisters.cpp - wgmmas with A in registers --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaRegisters.h"
#include "MatrixShape.h"
#include "OpTable.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

/// They follow the sums.
static OperandRange getOperandsA(LLVM::InlineAsmOp wgmma) {
  return wgmma->getOperands().drop_back().take_back(WgmmaAsm::kRegistersA);
}

/// The pin all of whose operands of A are results of; null if there is none.
static LLVM::InlineAsmOp getPinOfA(LLVM::InlineAsmOp wgmma) {
  Operation *source = nullptr;
  for (Value value : getOperandsA(wgmma)) {
    auto extract = value.getDefiningOp<LLVM::ExtractValueOp>();
    Operation *pin = extract ? extract.getContainer().getDefiningOp() : nullptr;
    if (!pin || (source && pin != source))
      return {};
    source = pin;
  }
  auto pin = dyn_cast<LLVM::InlineAsmOp>(source);
  return pin && isPin(pin) ? pin : LLVM::InlineAsmOp();
}

void WgmmaRegisters::find(llvm::function_ref<void(LLVM::InlineAsmOp)> found) {
  calls.function.walk([&](LLVM::InlineAsmOp op) {
    if (std::optional<WgmmaAsm> wgmma = WgmmaAsm::match(op)) {
      wgmmas.insert({op, *wgmma});
      found(op);
    }
  });
}

const WgmmaAsm *WgmmaRegisters::lookup(Operation *op) const {
  auto it = wgmmas.find(op);
  return it == wgmmas.end() ? nullptr : &it->second;
}

LogicalResult WgmmaRegisters::checkWrites() {
  for (const auto &entry : wgmmas) {
    LLVM::InlineAsmOp pin = getPinOfA(cast<LLVM::InlineAsmOp>(entry.first));
    if (!pin)
      return entry.first->emitError(
          "the simulator knows wgmma's registers of A only where all have "
          "passed through one empty piece of assembly");
    pins.insert({pin, pins.size()});
  }
  for (auto [pin, number] : pins) {
    calls.enter(pin);
    calls.call("autotuneSimWgmmaRegistersWrite", {calls.i32(number)});
  }
  return success();
}

Value WgmmaRegisters::multiply(LLVM::InlineAsmOp op, const WgmmaAsm &wgmma,
                               Value handle) {
  sim::MmaShape shape = {};
  shape.m = 64;
  shape.n = wgmma.columns;
  shape.k = 16;
  shape.typeA = wgmma.isBF16 ? sim::ElementKind::BF16 : sim::ElementKind::F16;
  shape.typeB = shape.typeA;
  shape.typeD = sim::ElementKind::F32;
  shape.scaleD = !wgmma.overwrite;
  shape.scaleA = shape.scaleB = 1;
  shape.majorB = wgmma.isNMajor;
  Value descriptor = op->getOperands().back();
  int32_t pin = pins.lookup(getPinOfA(op));
  Value product =
      calls.call("autotuneSimWgmma", calls.getI64Type(),
                 {createShape(calls, shape), handle, calls.i64(0),
                  calls.spill(llvm::to_vector(getOperandsA(op))), descriptor});
  calls.call("autotuneSimWgmmaRegistersRead", {calls.i32(pin)});
  return product;
}
