//===- Elements.cpp - Element types and MLIR's types ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Elements.h"

using namespace mlir;
using namespace mlir::autotune;

std::optional<ElementKind> autotune::getFactorKind(Type type) {
#define AUTOTUNE_FLOAT(NAME, TEXT, TYPE, FORMAT)                               \
  if (isa<TYPE>(type))                                                         \
    return ElementKind::NAME;
  AUTOTUNE_STORED_FLOATS(AUTOTUNE_FLOAT)
#undef AUTOTUNE_FLOAT
  // linalg and arith give integers their signedness in the operation, so only
  // signless ones take part in a matmul.
  for (ElementKind kind : getElementKinds())
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
