//===- HoistTransposes.h - Transposes next to products ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_HOISTTRANSPOSES_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_HOISTTRANSPOSES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// Moves transposes next to the inputs of the product `op`, where they can be
/// folded into it. A transpose is swapped with element-wise operations of one
/// tensor and with tensor.collapse_shape, if these have no other reader.
void moveTransposesToInputs(linalg::LinalgOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_HOISTTRANSPOSES_H
