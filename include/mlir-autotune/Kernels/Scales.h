//===- Scales.h - Scales of blocks of A and B ----------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_SCALES_H
#define MLIR_AUTOTUNE_KERNELS_SCALES_H

#include "mlir-autotune/Kernels/Problem.h"

namespace mlir::autotune {

/// What a part of a tile's products along K is multiplied by.
struct PartScales {
  Value rows, columns;
};

/// Reads those of a tile of so many rows and columns, from `row` and `column`
/// on, for the part that has `k`.
PartScales readScales(ImplicitLocOpBuilder &b, const Problem &problem,
                      int64_t rows, int64_t columns, Value row, Value column,
                      Value k);

/// An element of the left or the right operand, as f32, times its scale; as it
/// is where the operand has none.
Value scaleElement(ImplicitLocOpBuilder &b,
                   const std::optional<OperandScales> &scales, Value element,
                   Value row, Value k);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_SCALES_H
