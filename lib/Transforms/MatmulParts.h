//===- MatmulParts.h - What rewritten matmuls are made of ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_MATMULPARTS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_MATMULPARTS_H

#include "mlir-autotune/Analysis/Contraction.h"

namespace mlir::autotune {

/// Creates a linalg.matmul, or another of these forms, of A, B and C.
linalg::LinalgOp createMatmul(OpBuilder &builder, Location loc,
                              ValueRange operands, ArrayRef<AffineMap> maps,
                              linalg::TypeFn cast, MatmulForm form);

/// Whoever marked the operation marked what it computes: what takes its place
/// gets its discardable attributes, but for these.
void copyAttributes(linalg::LinalgOp from, Operation *to,
                    ArrayRef<StringRef> except = {});

/// Zeros in memory of the kind that `like` is, a tensor or a memref.
Value createZeros(OpBuilder &builder, Location loc, Value like,
                  ArrayRef<OpFoldResult> sizes, Type element);

/// An empty tensor of the type, with the sizes of `like`.
Value createEmptyLike(OpBuilder &builder, Location loc, Value like,
                      RankedTensorType type);

/// A linalg.generic whose loops are all parallel, on tensors or memrefs. `maps`
/// are those of the inputs, then that of `init`.
linalg::GenericOp
createElementwise(OpBuilder &builder, Location loc, ValueRange inputs,
                  Value init, ArrayRef<AffineMap> maps,
                  function_ref<void(OpBuilder &, Location, ValueRange)> body);

/// A map from the loops of a product that has no results along K, the last of
/// them, as one from the loops along the product's result.
AffineMap dropDepth(AffineMap map);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_MATMULPARTS_H
