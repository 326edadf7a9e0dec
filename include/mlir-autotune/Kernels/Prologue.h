//===- Prologue.h - What elements become in their kernel ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_PROLOGUE_H
#define MLIR_AUTOTUNE_KERNELS_PROLOGUE_H

#include "mlir-autotune/Kernels/KernelOperands.h"

namespace mlir::autotune {

/// The indices, in memory order, of the operand's value for a row of the
/// output and a place along K. A block's elements share one value.
std::array<Value, 2> getValueIndices(ImplicitLocOpBuilder &b,
                                     const PrologueOperand &operand, Value row,
                                     Value k);

/// Reads the prologue's operands for a tile's `rows` rows of the left operand
/// from `row` on, and `depth` elements of K from `k` on. Returns one
/// !tile.rows for each operand, or a !tile.columns if the operand has a value
/// for each place along K. With `alongK`, operands that vary along K are read,
/// otherwise those that do not; all others are taken from `known`.
SmallVector<Value> readRows(ImplicitLocOpBuilder &b,
                            const KernelOperands &problem, int64_t rows,
                            int64_t depth, Value row, Value k, bool alongK,
                            ValueRange known = {});

/// Fills in the prologue of a product if it has one, or marks its integers as
/// unsigned.
void addPrologue(ImplicitLocOpBuilder &b, const MatmulFact &fact,
                 tile::MmaOp mma);

/// Applies the prologue to an element at the given row of the output and place
/// along K. Returns the element unchanged if the fact has no prologue.
Value applyPrologueToElement(ImplicitLocOpBuilder &b,
                             const KernelOperands &problem, Value element,
                             Value row, Value k);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_PROLOGUE_H
