//===- Prologue.h - What elements become in their kernel ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_PROLOGUE_H
#define MLIR_AUTOTUNE_KERNELS_PROLOGUE_H

#include "mlir-autotune/Kernels/Problem.h"

namespace mlir::autotune {

/// Where the value of a row of the output and a place along K is, in the order
/// of memory: of the first of each block.
std::array<Value, 2> getValueIndices(ImplicitLocOpBuilder &b,
                                     const PrologueOperand &operand, Value row,
                                     Value k);

/// What the prologue takes for the rows of a tile of the left operand, from row
/// `row` on, in a step along K of `depth` elements: one !tile.rows for each of
/// its operands, or !tile.columns where it has a value for each place along K.
/// Read are those that vary along K, or, without `alongK`, those that don't;
/// the others are taken from `known`.
SmallVector<Value> readRows(ImplicitLocOpBuilder &b, const Problem &problem,
                            int64_t rows, int64_t depth, Value row, Value k,
                            bool alongK, ValueRange known = {});

/// Fills in the prologue of a product, if it has one, or its integers no sign.
void addPrologue(ImplicitLocOpBuilder &b, const MatmulFact &fact,
                 tile::MmaOp mma);

/// What an element becomes, of the row of the output and the place along K that
/// are given; as it is where the fact has no prologue.
Value applyPrologueToElement(ImplicitLocOpBuilder &b, const Problem &problem,
                             Value element, Value row, Value k);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_PROLOGUE_H
