//===- HoistSlices.h - Slices of transposed tensors ----------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_HOISTSLICES_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_HOISTSLICES_H

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Where a transposed tensor is only read by slices, makes them slices of the
/// tensor as it lies in memory, which are transposed. Q, K and V of one product
/// are such slices: kernels read them in any order, but not a slice that is
/// transposed before.
void moveSlicesAheadOfTransposes(Operation *root);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_HOISTSLICES_H
