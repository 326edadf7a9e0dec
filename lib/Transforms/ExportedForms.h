//===- ExportedForms.h - As front ends write it --------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_EXPORTEDFORMS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_EXPORTEDFORMS_H

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Writes what front ends write around products in the forms that contractions
/// are matched in: sums of products as one operation, inputs as they were
/// before they were broadcast, transposes as linalg.transpose, a bias as an
/// addition behind the product.
void normalizeForms(Operation *root, StringRef pass);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_EXPORTEDFORMS_H
