//===- Elements.cpp - Element types and MLIR's types ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Elements.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

/// In the order of their numbers.
static constexpr ElementKind kKinds[] = {
#define AUTOTUNE_ELEMENT(NAME, BITS) ElementKind::NAME,
    AUTOTUNE_ELEMENTS(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
};

StringRef autotune::stringifyElementKind(ElementKind kind) {
  return getElementInfo(kind).name;
}

std::optional<ElementKind> autotune::symbolizeElementKind(StringRef text) {
  for (ElementKind kind : kKinds)
    if (text == getElementInfo(kind).name)
      return kind;
  return std::nullopt;
}

std::string autotune::listElementKinds(bool inMemory) {
  std::string list;
  llvm::raw_string_ostream os(list);
  llvm::ListSeparator separator;
  for (ElementKind kind : kKinds)
    if (kind != ElementKind::I4 && (!inMemory || !isTf32(kind)))
      os << separator << stringifyElementKind(kind);
  return list;
}

std::optional<ElementKind> autotune::getFactorKind(Type type) {
#define AUTOTUNE_FLOAT(NAME, TEXT, TYPE, FORMAT)                               \
  if (isa<TYPE>(type))                                                         \
    return ElementKind::NAME;
  AUTOTUNE_STORED_FLOATS(AUTOTUNE_FLOAT)
#undef AUTOTUNE_FLOAT
  // linalg and arith give integers their signedness in the operation, so only
  // signless ones take part in a matmul.
  for (ElementKind kind : kKinds)
    if (!isFloat(kind) && type.isSignlessInteger(getElementBits(kind)))
      return kind;
  return std::nullopt;
}

std::optional<ElementKind> autotune::getElementKind(Type type) {
  std::optional<ElementKind> kind = getFactorKind(type);
  return kind == ElementKind::I4 ? std::nullopt : kind;
}

Type autotune::getElementType(ElementKind kind, MLIRContext *context) {
  switch (getElementInfo(kind).stored) {
#define AUTOTUNE_FLOAT(NAME, TEXT, TYPE, FORMAT)                               \
  case ElementKind::NAME:                                                      \
    return TYPE::get(context);
    AUTOTUNE_STORED_FLOATS(AUTOTUNE_FLOAT)
#undef AUTOTUNE_FLOAT
  default:
    return IntegerType::get(context, getElementBits(kind));
  }
}

int64_t autotune::getElementBytes(ElementKind kind) {
  return getElementInfo(kind).getBytes();
}

int64_t autotune::getElementBits(ElementKind kind) {
  return getElementInfo(kind).bits;
}

int64_t autotune::getBytesOf(ElementKind kind, int64_t elements) {
  return kind == ElementKind::I4 ? elements / 2
                                 : elements * getElementBytes(kind);
}

bool autotune::isFloat(ElementKind kind) {
  return getElementInfo(kind).isFloat;
}

bool autotune::isTf32(ElementKind kind) {
  return getElementInfo(kind).stored != kind;
}

bool autotune::isFloat8(ElementKind kind) {
  return isFloat(kind) && getElementBytes(kind) == 1;
}

bool autotune::isFloat16(ElementKind kind) {
  return isFloat(kind) && getElementBytes(kind) == 2;
}

ArrayRef<ElementKind> autotune::getFloat8Kinds() {
  static constexpr ElementKind kFloat8Kinds[] = {
#define AUTOTUNE_ELEMENT(NAME, FRACTION, EXPONENT, INFINITE) ElementKind::NAME,
      AUTOTUNE_FLOAT8(AUTOTUNE_ELEMENT)
#undef AUTOTUNE_ELEMENT
  };
  return kFloat8Kinds;
}

std::string autotune::listFloat8Kinds(StringRef last) {
  std::string list;
  ArrayRef<ElementKind> kinds = getFloat8Kinds();
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (i > 0)
      list += i + 1 < kinds.size() ? ", " : (" " + last + " ").str();
    list += stringifyElementKind(kinds[i]);
  }
  return list;
}
