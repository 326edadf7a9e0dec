//===- OnceName.h - The names of what is computed once ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_ONCENAME_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_ONCENAME_H

#include "llvm/ADT/StringRef.h"

namespace mlir::autotune {

/// Marks a function that runs in the first call only. The value is a unit
/// attribute while the function returns its results. It is a list of globals
/// when the function writes its results to these.
inline constexpr llvm::StringLiteral kOnceAttrName = "autotune.once";

/// Marks an argument of a function whose buffer has the same address and the
/// same elements in each call: a weight.
inline constexpr llvm::StringLiteral kFrozenAttrName = "autotune.frozen";

/// On a function: the symbol of the function that takes the same arguments and
/// returns the unknown sizes of its results, in their order.
inline constexpr llvm::StringLiteral kResultSizesAttrName =
    "autotune.result_sizes";

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_ONCENAME_H
