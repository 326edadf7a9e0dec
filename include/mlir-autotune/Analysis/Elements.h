//===- Elements.h - Element types and MLIR's types --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_ELEMENTS_H
#define MLIR_AUTOTUNE_ANALYSIS_ELEMENTS_H

#include "mlir-autotune/Problem/Elements.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/LLVM.h"

#include <optional>

namespace mlir::autotune {

/// The kind of an MLIR scalar type. nullopt for a type that no fact can name,
/// and for i4, which only weights have.
std::optional<ElementKind> getElementKind(Type type);
/// Like getElementKind, but also maps i4 to ElementKind::I4.
std::optional<ElementKind> getFactorKind(Type type);
/// Like getElementKind, for a value that an epilogue reads. A boolean (i1) is
/// a byte in memory, 0 or 1, and is read as I8.
inline std::optional<ElementKind> getReadKind(Type type) {
  return type.isSignlessInteger(1) ? ElementKind::I8 : getElementKind(type);
}
/// The MLIR type of an element of this kind in memory.
Type getElementType(ElementKind kind, MLIRContext *context);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_ELEMENTS_H
