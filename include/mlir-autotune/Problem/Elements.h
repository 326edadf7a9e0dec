//===- Elements.h - Names and sizes of element types ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_ELEMENTS_H
#define MLIR_AUTOTUNE_PROBLEM_ELEMENTS_H

#include "mlir-autotune/Core/Elements.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlir::autotune {

/// All kinds, in the order of their numbers.
llvm::ArrayRef<ElementKind> getElementKinds();
llvm::StringRef stringifyElementKind(ElementKind kind);
std::optional<ElementKind> symbolizeElementKind(llvm::StringRef text);
/// The names of all kinds, as in "bf16, f16", for messages. With `inMemory`,
/// only kinds that stored matrices can have.
std::string listElementKinds(bool inMemory = false);
/// Size of one element in bytes; for i4, of the byte that two share.
int64_t getElementBytes(ElementKind kind);
int64_t getElementBits(ElementKind kind);
/// Bytes of this many adjacent elements; the number must be even for i4.
int64_t getBytesOf(ElementKind kind, int64_t elements);
bool isFloat(ElementKind kind);
/// Whether the kind is f32 in memory that a kernel may multiply as one or
/// several products of tf32.
bool isTf32(ElementKind kind);
/// Whether two are in a byte: I4 or I4R.
bool isInt4(ElementKind kind);
bool isFloat8(ElementKind kind);
/// Whether the kind is bf16 or f16. Weights with fewer bits are multiplied in
/// these types.
bool isFloat16(ElementKind kind);
/// All 8-bit floats.
llvm::ArrayRef<ElementKind> getFloat8Kinds();
/// The names of the 8-bit floats, with `last` between the last two: "f8E4M3FN
/// or f8E5M2".
std::string listFloat8Kinds(llvm::StringRef last);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_ELEMENTS_H
