//===- Epilogue.h - The function of a fact in its kernel ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_EPILOGUE_H
#define MLIR_AUTOTUNE_KERNELS_EPILOGUE_H

#include "mlir-autotune/Kernels/Problem.h"

namespace mlir::autotune {

/// An error at `loc` where the fact's epilogue is none that can be built.
LogicalResult checkEpilogue(Location loc, const MatmulFact &fact);

/// What a kernel takes for granted of where pairs of an operand's elements lie
/// (tile.epilogue), in bytes; 1 for nothing.
int64_t getEpilogueAlignment(const MatmulFact &fact,
                             const EpilogueOperand &operand);

/// The results for a fragment of sums, the first of which is element `row`,
/// `column` of product number `output`; `sums` themselves where the fact has no
/// epilogue. A store rounds them to C's type; what the epilogue writes beside C
/// is stored on the way. Of a pair the fragment's left half has the sums of B,
/// and there are half as many results.
Value applyEpilogue(ImplicitLocOpBuilder &b, const Problem &problem, Value sums,
                    Value output, Value row, Value column);

/// The results for one sum, of the types of C and of the other outputs.
SmallVector<Value> applyEpilogueToElement(ImplicitLocOpBuilder &b,
                                          const Problem &problem, Value sum,
                                          Value output, Value row,
                                          Value column);

/// Where an operand has what a row, or a column, of the output reads: that of
/// its group.
Value getEpilogueRow(ImplicitLocOpBuilder &b, const EpilogueOperand &operand,
                     Value row);
Value getEpilogueColumn(ImplicitLocOpBuilder &b, const EpilogueOperand &operand,
                        Value column);

/// The operations of a function's body, of these arguments; what it returns.
SmallVector<Value> inlineBody(ImplicitLocOpBuilder &b, Block &body,
                              ValueRange arguments);

/// The function's operations, of a sum and of an element of each operand; what
/// they return.
SmallVector<Value> inlineEpilogue(ImplicitLocOpBuilder &b,
                                  const MatmulFact &fact, ValueRange arguments);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_EPILOGUE_H
