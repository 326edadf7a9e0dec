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

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// The dimension that an index is, or whose groups it counts, and how many
/// places make one; nothing for any other index.
static std::optional<std::pair<int64_t, int64_t>> matchIndex(AffineExpr index) {
  int64_t group = 1;
  if (auto groups = dyn_cast<AffineBinaryOpExpr>(index);
      groups && groups.getKind() == AffineExprKind::FloorDiv) {
    auto size = dyn_cast<AffineConstantExpr>(groups.getRHS());
    if (!size || size.getValue() < 1 || size.getValue() > kMaxMatmulSize)
      return std::nullopt;
    group = size.getValue();
    index = groups.getLHS();
  }
  auto dim = dyn_cast<AffineDimExpr>(index);
  if (!dim)
    return std::nullopt;
  return std::pair(int64_t(dim.getPosition()), group);
}

std::optional<EpilogueValue> autotune::matchRead(Value value, AffineMap map,
                                                 std::string *whyNot) {
  auto refuse = [&](StringRef why) {
    if (whyNot)
      *whyNot = why.str();
    return std::nullopt;
  };
  EpilogueValue read{value, {}, {}};
  auto type = cast<ShapedType>(value.getType());
  int64_t before = -1;
  for (auto [position, index] : llvm::enumerate(map.getResults())) {
    std::optional<std::pair<int64_t, int64_t>> found = matchIndex(index);
    auto constant = dyn_cast<AffineConstantExpr>(index);
    bool isFirst =
        (constant && constant.getValue() == 0) || (found && found->second != 1);
    if (isFirst && type.getDimSize(position) == 1) {
      read.dims.push_back(EpilogueValue::kUnit);
      read.groups.push_back(1);
      continue;
    }
    if (!found)
      return refuse("it reads an operand at an index that is neither a "
                    "dimension of its result nor a group of one (floordiv)");
    auto [dim, group] = *found;
    if (dim <= before)
      return refuse("it reads an operand in another order than its result's");
    before = dim;
    read.dims.push_back(dim);
    read.groups.push_back(group);
  }
  return read;
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
    return EpilogueValue{splat.getInput(), {}, {}};
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics())
    return std::nullopt;
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    Value element = fill.getInputs()[0];
    // It converts what is of another type.
    if (element.getType() != getElementTypeOrSelf(tensor.getType()))
      return std::nullopt;
    return EpilogueValue{element, {}, {}};
  }
  Value input =
      linalgOp.getDpsInputs().empty() ? Value() : linalgOp.getDpsInputs()[0];
  if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op)) {
    EpilogueValue source{input, {}, {}};
    int64_t rank = cast<ShapedType>(tensor.getType()).getRank();
    for (int64_t dim = 0; dim < rank; ++dim)
      if (!llvm::is_contained(broadcast.getDimensions(), dim))
        source.dims.push_back(dim);
    return source;
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !movesElements(generic))
    return std::nullopt;
  if (!isa<ShapedType>(input.getType()))
    return EpilogueValue{input, {}, {}};
  return matchRead(
      input, generic.getMatchingIndexingMap(generic.getDpsInputOperand(0)));
}

EpilogueValue autotune::findSource(EpilogueValue found) {
  // Longer chains are nobody's.
  for (int i = 0; i < 8; ++i) {
    std::optional<EpilogueValue> source = getRepeated(found.value);
    if (!source)
      break;
    // Both go in order, and so does what is composed of them; of groups of
    // groups all that are in one are.
    SmallVector<int64_t> groups;
    for (auto [index, dim] : llvm::enumerate(source->dims)) {
      bool isUnit = dim == EpilogueValue::kUnit;
      int64_t &group = groups.emplace_back(1);
      if (!isUnit && (llvm::MulOverflow(source->getGroup(index),
                                        found.getGroup(dim), group) ||
                      group > kMaxMatmulSize))
        return found;
      if (!isUnit)
        dim = found.dims[dim];
    }
    source->groups = std::move(groups);
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
