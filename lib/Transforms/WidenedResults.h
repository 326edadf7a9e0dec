//===- WidenedResults.h - Results widened as they are made ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_WIDENEDRESULTS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_WIDENEDRESULTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// Where an element-wise operation computes values of up to 16 bits, widens
/// them, and a contraction reads the wide ones: makes it yield the narrow
/// values, and another operation widen them. A product of values that were
/// widened can become one of the narrow values.
void separateWidenings(linalg::GenericOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_WIDENEDRESULTS_H
