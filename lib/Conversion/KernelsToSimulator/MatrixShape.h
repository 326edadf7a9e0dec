//===- MatrixShape.h - What a matrix instruction multiplies --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_MATRIXSHAPE_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_MATRIXSHAPE_H

#include "SimulatorCalls.h"

#include "mlir-autotune/Core/SimulatorABI.h"

namespace mlir::autotune::simulator {

/// The address of the shape, for a call of the simulator.
Value createShape(SimulatorCalls &calls, const sim::MmaShape &shape);

} // namespace mlir::autotune::simulator

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_MATRIXSHAPE_H
