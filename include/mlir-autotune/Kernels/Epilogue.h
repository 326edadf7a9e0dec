//===- Epilogue.h - The function of a fact in its kernel ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_EPILOGUE_H
#define MLIR_AUTOTUNE_KERNELS_EPILOGUE_H

#include "mlir-autotune/Kernels/KernelOperands.h"

namespace mlir::autotune {

/// Reports an error at `loc` if the fact's epilogue can't be built.
LogicalResult checkEpilogue(Location loc, const MatmulFact &fact);

/// The alignment in bytes that a kernel may assume for pairs of an operand's
/// elements (tile.epilogue); 1 if none is known.
int64_t getEpilogueAlignment(const MatmulFact &fact,
                             const EpilogueOperand &operand);

/// Applies the epilogue to a fragment of sums, whose first element is at
/// `row`, `column` of product number `output`. Returns `sums` if the fact has
/// no epilogue. The results still have to be rounded to C's type by a store;
/// other outputs are stored here. In a pair, the left half of the fragment has
/// the sums of B, and there are half as many results.
Value applyEpilogue(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                    Value sums, Value output, Value row, Value column);

/// Applies the epilogue to one sum. Returns values of the types of C and of
/// the other outputs.
SmallVector<Value> applyEpilogueToElement(ImplicitLocOpBuilder &b,
                                          const KernelOperands &problem,
                                          Value sum, Value output, Value row,
                                          Value column);

/// The row or column of an operand's matrix that a row or column of the output
/// reads: the index of its group.
Value getEpilogueRow(ImplicitLocOpBuilder &b, const EpilogueOperand &operand,
                     Value row);
Value getEpilogueColumn(ImplicitLocOpBuilder &b, const EpilogueOperand &operand,
                        Value column);

/// Inlines a function's body with these arguments; returns the yielded values.
SmallVector<Value> inlineBody(ImplicitLocOpBuilder &b, Block &body,
                              ValueRange arguments);

/// Inlines the epilogue's function. `arguments` are a sum and one element of
/// each operand. Returns the function's results.
SmallVector<Value> inlineEpilogue(ImplicitLocOpBuilder &b,
                                  const MatmulFact &fact, ValueRange arguments);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_EPILOGUE_H
