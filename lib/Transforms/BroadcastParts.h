//===- BroadcastParts.h - Contractions of broadcast inputs ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_BROADCASTPARTS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_BROADCASTPARTS_H

#include "mlir-autotune/Analysis/Contraction.h"

namespace mlir::autotune {

/// A (0) or B (1) with the dimensions that it is repeated along: its value, if
/// there are none.
Value createRepeated(OpBuilder &builder, const Contraction &contraction,
                     unsigned operand);

/// Zeros of the shape of C without the dimensions that the inputs are broadcast
/// along, to which the product is added.
Value createOnceInit(OpBuilder &builder, const Contraction &contraction);

/// C with `product`, of that shape, added along those dimensions.
Value createBroadcast(OpBuilder &builder, const Contraction &contraction,
                      Value product);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_BROADCASTPARTS_H
