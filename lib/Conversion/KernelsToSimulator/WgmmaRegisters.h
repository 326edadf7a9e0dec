//===- WgmmaRegisters.h - wgmmas with A in registers ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_WGMMAREGISTERS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_WGMMAREGISTERS_H

#include "SimulatorCalls.h"

#include "mlir-autotune/Backends/NVVM/SM90/WgmmaAsm.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::autotune::simulator {

/// The wgmmas of a function that are assembly, and the registers that they
/// read A from: an empty piece of assembly (a pin), through which all of a
/// wgmma's pass, is where these are written.
class WgmmaRegisters {
public:
  explicit WgmmaRegisters(SimulatorCalls &calls) : calls(calls) {}

  /// Finds the function's. Each is passed on.
  void find(llvm::function_ref<void(LLVM::InlineAsmOp)> found);
  /// Has the simulator check that what writes registers finds no wgmma that may
  /// still read them.
  LogicalResult checkWrites();

  /// Null if it is none.
  const WgmmaAsm *lookup(Operation *op) const;
  /// The call that it becomes, of the accumulator with this handle.
  Value multiply(LLVM::InlineAsmOp op, const WgmmaAsm &wgmma, Value handle);

private:
  SimulatorCalls &calls;
  llvm::MapVector<Operation *, WgmmaAsm> wgmmas;
  /// The numbers by which the simulator knows registers.
  llvm::MapVector<Operation *, int32_t> pins;
};

} // namespace mlir::autotune::simulator

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_WGMMAREGISTERS_H
