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

/// Exchanges a transpose with the operations between it and an input of the
/// product `op`, if these are element-wise operations of one tensor and
/// tensor.collapse_shape, and nobody else reads what they make. The input is
/// the result of a linalg.transpose then.
void moveTransposesToInputs(linalg::LinalgOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_HOISTTRANSPOSES_H
