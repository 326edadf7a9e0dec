//===- EpilogueSource.cpp - What an epilogue reads, where it is smallest --===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends make a tensor of the output's shape of a bias, or of a scalar, and
// read that. A kernel reads the bias: the tensor would be as large as the
// output, and need not be made.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"

using namespace mlir;
using namespace mlir::autotune;

std::optional<SmallVector<int64_t>> autotune::getDims(AffineMap map,
                                                      ShapedType type) {
  SmallVector<int64_t> dims;
  int64_t before = -1;
  for (auto [index, result] : llvm::enumerate(map.getResults())) {
    auto constant = dyn_cast<AffineConstantExpr>(result);
    if (constant && constant.getValue() == 0 && type.getDimSize(index) == 1) {
      dims.push_back(EpilogueValue::kUnit);
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim || int64_t(dim.getPosition()) <= before)
      return std::nullopt;
    before = dim.getPosition();
    dims.push_back(before);
  }
  return dims;
}

/// A generic that writes what it reads of its one input, wherever it does.
static bool movesElements(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops())
    return false;
  Block &body = *op.getBlock();
  return op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         llvm::hasSingleElement(body) &&
         body.getTerminator()->getOperand(0) == body.getArgument(0);
}

/// What a tensor is made of by repeating elements, and along which of the
/// tensor's dimensions each of its own runs; nothing for other tensors.
static std::optional<EpilogueValue> getRepeated(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (auto splat = dyn_cast_or_null<tensor::SplatOp>(op))
    return EpilogueValue{splat.getInput(), {}};
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics())
    return std::nullopt;
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    Value element = fill.getInputs()[0];
    // It converts what is of another type.
    if (element.getType() != getElementTypeOrSelf(tensor.getType()))
      return std::nullopt;
    return EpilogueValue{element, {}};
  }
  Value input =
      linalgOp.getDpsInputs().empty() ? Value() : linalgOp.getDpsInputs()[0];
  if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op)) {
    EpilogueValue source{input, {}};
    int64_t rank = cast<ShapedType>(tensor.getType()).getRank();
    for (int64_t dim = 0; dim < rank; ++dim)
      if (!llvm::is_contained(broadcast.getDimensions(), dim))
        source.dims.push_back(dim);
    return source;
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !movesElements(generic))
    return std::nullopt;
  auto type = dyn_cast<ShapedType>(input.getType());
  if (!type)
    return EpilogueValue{input, {}};
  AffineMap map = generic.getMatchingIndexingMap(generic.getDpsInputOperand(0));
  std::optional<SmallVector<int64_t>> dims = getDims(map, type);
  if (!dims)
    return std::nullopt;
  return EpilogueValue{input, std::move(*dims)};
}

EpilogueValue autotune::findSource(Value value, ArrayRef<int64_t> dims) {
  EpilogueValue found{value, SmallVector<int64_t>(dims)};
  // Longer chains are nobody's.
  for (int i = 0; i < 8; ++i) {
    std::optional<EpilogueValue> source = getRepeated(found.value);
    if (!source)
      break;
    // Both go in order, and so does what is composed of them.
    for (int64_t &dim : source->dims)
      if (dim != EpilogueValue::kUnit)
        dim = found.dims[dim];
    // A dimension that is read at 0 alone has one element, as one of size 1
    // has.
    for (auto [index, dim] : llvm::enumerate(source->dims))
      if (dim == EpilogueValue::kUnit &&
          cast<ShapedType>(source->value.getType()).getDimSize(index) != 1)
        return found;
    found = std::move(*source);
  }
  return found;
}
