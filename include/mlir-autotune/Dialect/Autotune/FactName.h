//===- FactName.h - The name of autotune.fact -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only the verifier and FormProblems/AttachedFact.h, which writes and compares
// the attribute, use this name.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H

#include "llvm/ADT/StringRef.h"

namespace mlir::autotune {

/// Holds the key of the fact that an operation's config was chosen for.
inline constexpr llvm::StringLiteral kFactAttrName = "autotune.fact";

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H
