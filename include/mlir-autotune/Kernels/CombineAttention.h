//===- CombineAttention.h - Parts of the keys of an attention - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_COMBINEATTENTION_H
#define MLIR_AUTOTUNE_KERNELS_COMBINEATTENTION_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/AttentionFact.h"

namespace mlir::autotune {

/// A kernel that combines the results of `parts` parts of the keys. Its
/// arguments are tensors of four dimensions (AttentionViews): the results, in
/// f32, with `parts` heads for each head; the natural logarithms of the sums of
/// exponentials, in f32 and one for each row; and the result. With `isZero`,
/// rows that see no key are 0, and else NaN.
tile::KernelOp buildCombination(OpBuilder &builder, Location loc,
                                StringRef name, ElementKind output,
                                int64_t parts, bool isZero);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_COMBINEATTENTION_H
