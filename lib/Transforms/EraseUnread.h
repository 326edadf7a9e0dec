//===- EraseUnread.h - What only products needed ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ERASEUNREAD_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ERASEUNREAD_H

#include "mlir/IR/ValueRange.h"

namespace mlir::autotune {

/// Erases what computes `values`, as far as nobody reads it: operations without
/// sums, and allocations that are written and never read with what writes them.
void eraseUnread(ValueRange values);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ERASEUNREAD_H
