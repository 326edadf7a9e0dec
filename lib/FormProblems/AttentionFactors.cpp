//===- AttentionFactors.cpp - What a product of attention reads -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionMatcher.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether an element is the same number in each iteration of all loops.
static bool isScalar(const Element *element) {
  return element->axes.empty() && !element->hasRead;
}

SmallVector<MatchedTensor> autotune::peelFactor(ElementReader &reader,
                                                const Element *element) {
  SmallVector<MatchedTensor> tensors;
  SmallVector<MatchedScale, 2> scales;
  while (true) {
    if (element->kind == Element::Kind::Read) {
      tensors.push_back({element->source, element->places, scales});
      const Element *definition = reader.define(element);
      if (!definition)
        return tensors;
      element = definition;
      continue;
    }
    if (element->is<arith::ExtFOp>()) {
      element = element->operands[0];
      continue;
    }
    bool isDivision = element->is<arith::DivFOp>();
    if (!element->type.isF32() || !(isDivision || element->is<arith::MulFOp>()))
      return tensors;
    const Element *first = reader.resolve(element->operands[0]),
                  *other = reader.resolve(element->operands[1]);
    if (isScalar(other)) {
      scales.push_back({other, isDivision});
      element = element->operands[0];
    } else if (!isDivision && isScalar(first)) {
      scales.push_back({first});
      element = element->operands[1];
    } else {
      return tensors;
    }
  }
}

bool autotune::hasAxis(const MatchedTensor &tensor, Axis axis) {
  return llvm::any_of(tensor.places, [&](const Place &place) {
    return llvm::is_contained(place, axis);
  });
}
