//===- Scales.h - Scales of blocks of A and B ----------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_SCALES_H
#define MLIR_AUTOTUNE_KERNELS_SCALES_H

#include "mlir-autotune/Kernels/KernelOperands.h"

namespace mlir::autotune {

/// The factors of a tile's products for one part of K.
struct PartScales {
  Value rows;
  /// Of a pair those of both right operands, which are side by side.
  SmallVector<Value, 2> columns;
};

/// Reads the scales of a tile of C of `rows` x `columns` of product number
/// `output` from `row` and `column` on, for the part of K that contains `k`.
PartScales readScales(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                      int64_t rows, int64_t columns, Value output, Value row,
                      Value column, Value k);

/// Multiplies an element of the left or right operand, as f32, by its scale.
/// Returns the element unchanged if the operand has no scales.
Value scaleElement(ImplicitLocOpBuilder &b,
                   const std::optional<OperandScales> &scales, Value element,
                   Value row, Value k);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_SCALES_H
