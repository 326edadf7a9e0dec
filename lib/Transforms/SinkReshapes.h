//===- SinkReshapes.h - What follows a product ---------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_SINKRESHAPES_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_SINKRESHAPES_H

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Moves each tensor.expand_shape, tensor.collapse_shape and tensor.cast of a
/// product, or of what element-wise operations make of it, behind the
/// element-wise operations that read it. These then work on the product as it
/// is, so that its kernel may do them.
void sinkReshapes(Operation *root);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_SINKRESHAPES_H
