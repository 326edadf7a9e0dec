//===- AttentionViews.cpp - The operands of an attention as matrices ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Kernels/AttentionProblem.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::autotune;

/// The dimensions of a map's results, in the order of memory.
static SmallVector<unsigned> getDims(AffineMap map) {
  return llvm::map_to_vector(map.getResults(), [](AffineExpr result) {
    return cast<AffineDimExpr>(result).getPosition();
  });
}

FailureOr<AttentionViews> AttentionViews::create(problem::AttentionOp op,
                                                 std::string &whyNot) {
  AttentionViews result;
  result.op = op;
  if (!op.hasTensors()) {
    whyNot = "its operands are buffers";
    return failure();
  }
  unsigned rank = op.getNumBatchDims();
  SmallVector<unsigned> ofK = getDims(op.getMap(1)), ofV = getDims(op.getMap(2));
  // K and V have the same heads, and leave out the last ones of Q.
  while (result.numSharing < rank &&
         !llvm::is_contained(ofK, rank - 1 - result.numSharing))
    ++result.numSharing;
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool isShared = dim >= rank - result.numSharing;
    if (llvm::is_contained(ofK, dim) == isShared ||
        llvm::is_contained(ofV, dim) == isShared) {
      whyNot = "K and V leave out other dimensions of the batch than its last "
               "ones";
      return failure();
    }
  }
  // One dimension of K's batch counts as heads, with all that share it.
  unsigned first = std::min<unsigned>(
      rank, rank - result.numSharing - (rank > result.numSharing ? 1 : 0));
  for (unsigned dim = 0; dim < rank; ++dim)
    (dim < first ? result.outer : result.heads).push_back(dim);
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    bool isExtra = number >= 3 && number < op.getInputs().size();
    if (isExtra) {
      result.views.emplace_back();
      continue;
    }
    FailureOr<View> view = result.computeView(number, whyNot);
    if (failed(view))
      return failure();
    result.views.push_back(std::move(*view));
  }
  return result;
}

FailureOr<AttentionViews::View>
AttentionViews::computeView(unsigned operand, std::string &whyNot) const {
  View view;
  SmallVector<unsigned> dims = getDims(op.getMap(operand));
  auto isIn = [](ArrayRef<unsigned> group, unsigned dim) {
    return llvm::is_contained(group, dim);
  };
  // Of each joined dimension: 0 for the batch, 1 for heads, 2 for a row, 3 for
  // a column.
  SmallVector<int64_t> kinds;
  for (auto [place, dim] : llvm::enumerate(dims)) {
    int64_t kind = isIn(outer, dim)        ? 0
                   : isIn(heads, dim)      ? 1
                   : dim == op.getDimM() || dim == op.getDimN() ? 2
                                                                : 3;
    bool joins = kind < 2 && !kinds.empty() && kinds.back() == kind &&
                 dims[place - 1] + 1 == dim;
    if (joins) {
      view.joined.back().push_back(place);
      continue;
    }
    if (llvm::is_contained(kinds, kind)) {
      whyNot = "the dimensions of the batch of operand " +
               std::to_string(operand) + " are not neighbours";
      return failure();
    }
    kinds.push_back(kind);
    view.joined.push_back({static_cast<int64_t>(place)});
  }
  if (kinds.empty() || kinds.back() != 3) {
    whyNot = "the columns of operand " + std::to_string(operand) +
             " are not adjacent";
    return failure();
  }
  view.addsOuter = !llvm::is_contained(kinds, 0);
  view.addsHeads = !llvm::is_contained(kinds, 1);
  if (view.addsOuter && !outer.empty()) {
    whyNot = "operand " + std::to_string(operand) + " has no batch";
    return failure();
  }
  if (view.addsHeads)
    kinds.insert(kinds.begin(), 1);
  if (view.addsOuter)
    kinds.insert(kinds.begin(), 0);
  for (int64_t kind = 0; kind < 4; ++kind)
    view.order.push_back(llvm::find(kinds, kind) - kinds.begin());
  return view;
}

/// Unit dimensions in front of the first one.
static SmallVector<ReassociationIndices> getUnits(int64_t rank, int64_t units) {
  SmallVector<ReassociationIndices> groups(rank);
  for (int64_t i = 0; i <= units; ++i)
    groups[0].push_back(i);
  for (int64_t i = 1; i < rank; ++i)
    groups[i].push_back(i + units);
  return groups;
}

Value AttentionViews::createView(OpBuilder &b, unsigned operand) const {
  const View &view = views[operand];
  Location loc = op.getLoc();
  Value value = op->getOperand(operand);
  int64_t rank = view.joined.size();
  if (rank != cast<RankedTensorType>(value.getType()).getRank())
    value = tensor::CollapseShapeOp::create(b, loc, value, view.joined);
  if (int64_t units = view.addsOuter + view.addsHeads) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(units, 1);
    llvm::append_range(shape, type.getShape());
    value = tensor::ExpandShapeOp::create(
        b, loc, RankedTensorType::get(shape, type.getElementType()), value,
        getUnits(rank, units));
  }
  return tile::PermuteOp::create(b, loc, value, view.order);
}

Value AttentionViews::restore(OpBuilder &b, unsigned operand,
                              Value viewed) const {
  const View &view = views[operand];
  Location loc = op.getLoc();
  Value original = op->getOperand(operand);
  auto type = cast<RankedTensorType>(original.getType());
  SmallVector<int64_t> order(4);
  for (auto [place, from] : llvm::enumerate(view.order))
    order[from] = place;
  Value value = tile::PermuteOp::create(b, loc, viewed, order);
  int64_t rank = view.joined.size();
  if (int64_t units = view.addsOuter + view.addsHeads)
    value = tensor::CollapseShapeOp::create(b, loc, value,
                                            getUnits(rank, units));
  if (rank == type.getRank())
    return value;
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(tensor::getMixedSize(b, loc, original, dim));
  return tensor::ExpandShapeOp::create(b, loc, type, value, view.joined, sizes);
}
