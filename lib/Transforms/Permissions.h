//===- Permissions.h - Arithmetic that a program allows ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_PERMISSIONS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_PERMISSIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Writes what a pass's options allow (`allow-tf32` and `accumulator`, both
/// checked) to each product in `root` that doesn't say for itself, and warns of
/// what a product says in vain.
void permit(Operation *root, StringRef allowTf32, StringRef accumulator);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_PERMISSIONS_H
