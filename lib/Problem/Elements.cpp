//===- Elements.cpp - Names and sizes of element types --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/Elements.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using llvm::ArrayRef;
using llvm::StringRef;

/// In the order of their numbers.
static constexpr ElementKind kKinds[] = {
#define AUTOTUNE_ELEMENT(NAME, BITS) ElementKind::NAME,
    AUTOTUNE_ELEMENTS(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
};

ArrayRef<ElementKind> mlir::autotune::getElementKinds() { return kKinds; }

StringRef mlir::autotune::stringifyElementKind(ElementKind kind) {
  return getElementInfo(kind).name;
}

std::optional<ElementKind>
mlir::autotune::symbolizeElementKind(StringRef text) {
  for (ElementKind kind : kKinds)
    if (text == getElementInfo(kind).name)
      return kind;
  return std::nullopt;
}

std::string mlir::autotune::listElementKinds(bool inMemory) {
  std::string list;
  llvm::raw_string_ostream os(list);
  llvm::ListSeparator separator;
  for (ElementKind kind : kKinds)
    if (!isInt4(kind) && (!inMemory || !isTf32(kind)))
      os << separator << stringifyElementKind(kind);
  return list;
}

int64_t mlir::autotune::getElementBytes(ElementKind kind) {
  return getElementInfo(kind).getBytes();
}

int64_t mlir::autotune::getElementBits(ElementKind kind) {
  return getElementInfo(kind).bits;
}

int64_t mlir::autotune::getBytesOf(ElementKind kind, int64_t elements) {
  return isInt4(kind) ? elements / 2 : elements * getElementBytes(kind);
}

bool mlir::autotune::isFloat(ElementKind kind) {
  return getElementInfo(kind).isFloat;
}

bool mlir::autotune::isInt4(ElementKind kind) {
  return !isFloat(kind) && getElementBits(kind) == 4;
}

bool mlir::autotune::isTf32(ElementKind kind) {
  return isFloat(kind) && getElementInfo(kind).stored != kind;
}

bool mlir::autotune::isFloat8(ElementKind kind) {
  return isFloat(kind) && getElementBytes(kind) == 1;
}

bool mlir::autotune::isFloat16(ElementKind kind) {
  return isFloat(kind) && getElementBytes(kind) == 2;
}

ArrayRef<ElementKind> mlir::autotune::getFloat8Kinds() {
  static constexpr ElementKind kFloat8Kinds[] = {
#define AUTOTUNE_ELEMENT(NAME, FRACTION, EXPONENT, INFINITE) ElementKind::NAME,
      AUTOTUNE_FLOAT8(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
  };
  return kFloat8Kinds;
}

std::string mlir::autotune::listFloat8Kinds(StringRef last) {
  std::string list;
  ArrayRef<ElementKind> kinds = getFloat8Kinds();
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (i > 0)
      list += i + 1 < kinds.size() ? ", " : (" " + last + " ").str();
    list += stringifyElementKind(kinds[i]);
  }
  return list;
}
