//===- FactName.h - The name of autotune.fact -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the verifier and for FormProblems/AttachedFact.h, which writes and
// compares the attribute. Nobody else reads it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H

#include "llvm/ADT/StringRef.h"

namespace mlir::autotune {

/// What the config of an operation was chosen for: the key of a fact.
inline constexpr llvm::StringLiteral kFactAttrName = "autotune.fact";

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H
