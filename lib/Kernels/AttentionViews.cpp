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

/// Queries that count as few, so that those of several heads are the rows of
/// one tile.
static constexpr int64_t kFewQueries = 8;

FailureOr<AttentionViews> AttentionViews::create(problem::AttentionOp op,
                                                 std::string &whyNot) {
  if (!op.hasTensors()) {
    whyNot = "its operands are buffers";
    return failure();
  }
  int64_t queries = op.getSize(op.getDimM());
  bool areFew = !ShapedType::isDynamic(queries) && queries <= kFewQueries;
  FailureOr<AttentionViews> views = create(op, areFew, whyNot);
  // Heads that are no rows may still have views.
  if (failed(views) && areFew && queries != 1)
    views = create(op, /*joinsHeads=*/false, whyNot);
  return views;
}

FailureOr<AttentionViews> AttentionViews::create(problem::AttentionOp op,
                                                 bool joinsHeads,
                                                 std::string &whyNot) {
  AttentionViews result;
  result.op = op;
  unsigned rank = op.getNumBatchDims();
  SmallVector<unsigned> ofK = getDims(op.getMap(1)),
                        ofV = getDims(op.getMap(2));
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
  // The last dimension of K's batch counts as heads, with all that share it.
  // The only one counts as batch if heads share it.
  unsigned ofKeys = rank - result.numSharing;
  bool countsAsHeads = ofKeys > 1 || (ofKeys == 1 && result.numSharing == 0);
  unsigned first = ofKeys - countsAsHeads;
  for (unsigned dim = 0; dim < rank; ++dim)
    (dim < first                   ? result.outer
     : dim >= ofKeys && joinsHeads ? result.rows
                                   : result.heads)
        .push_back(dim);
  if (joinsHeads)
    result.numSharing = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    FailureOr<View> view =
        result.computeView(operand.getOperandNumber(), whyNot);
    if (failed(view))
      return failure();
    result.views.push_back(std::move(*view));
  }
  return result;
}

FailureOr<AttentionViews::View>
AttentionViews::computeView(unsigned operand, std::string &whyNot) const {
  View view;
  bool isExtra = operand >= 3 && operand < op.getInputs().size();
  SmallVector<unsigned> dims = getDims(op.getMap(operand));
  auto isSingle = [&](unsigned dim) { return op.getSize(dim) == 1; };
  // Nothing but single elements lies between.
  auto areNeighbours = [&](unsigned before, unsigned dim) {
    for (unsigned between = before + 1; between < dim; ++between)
      if (!isSingle(between))
        return false;
    return before < dim;
  };
  auto getDim = [&](unsigned dim) {
    if (llvm::is_contained(outer, dim))
      return Batch;
    if (llvm::is_contained(heads, dim))
      return Head;
    if (llvm::is_contained(rows, dim))
      return Row;
    bool isRow = dim == op.getDimM() || (dim == op.getDimN() && !isExtra);
    return isRow ? Row : Column;
  };
  // What each joined dimension is, and the last one that it has. One element
  // may lie anywhere: such dimensions join their neighbours.
  SmallVector<Dim> kinds;
  unsigned last = 0;
  ReassociationIndices units;
  for (auto [place, dim] : llvm::enumerate(dims)) {
    if (isSingle(dim)) {
      (kinds.empty() ? units : view.joined.back()).push_back(place);
      continue;
    }
    Dim kind = getDim(dim);
    bool joins = kind <= Row && !kinds.empty() && kinds.back() == kind &&
                 areNeighbours(last, dim);
    last = dim;
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
    view.joined.push_back(std::exchange(units, {}));
    view.joined.back().push_back(place);
  }
  bool isLogarithms = operand == op.getInputs().size() + 1;
  if (!isExtra && !isLogarithms && (kinds.empty() || kinds.back() != Column)) {
    whyNot = "the columns of operand " + std::to_string(operand) +
             " are not adjacent";
    return failure();
  }
  for (Dim dim : {Batch, Head, Row, Column})
    if (!llvm::is_contained(kinds, dim))
      view.missing.push_back(dim);
  // A part of a group is neither all of it nor none.
  SmallVector<unsigned> allRows = rows;
  if (!rows.empty())
    allRows.push_back(op.getDimM());
  for (ArrayRef<unsigned> group :
       {ArrayRef(outer), ArrayRef(heads), ArrayRef(allRows)}) {
    auto isOwn = [&](unsigned dim) {
      return !isSingle(dim) && llvm::is_contained(dims, dim);
    };
    int64_t own = llvm::count_if(group, isOwn);
    if (isExtra && own != 0 &&
        own + llvm::count_if(group, isSingle) != int64_t(group.size())) {
      whyNot = "the score function reads an operand that has some dimensions "
               "of the batch or of the heads, but not all";
      return failure();
    }
  }
  if (!isExtra && llvm::is_contained(view.missing, Batch) &&
      !llvm::all_of(outer, isSingle)) {
    whyNot = "operand " + std::to_string(operand) + " has no batch";
    return failure();
  }
  kinds.insert(kinds.begin(), view.missing.begin(), view.missing.end());
  for (Dim dim : {Batch, Head, Row, Column})
    view.order.push_back(llvm::find(kinds, dim) - kinds.begin());
  return view;
}

/// Unit dimensions in front of the first one.
static SmallVector<ReassociationIndices> getUnits(int64_t rank, int64_t units) {
  SmallVector<ReassociationIndices> groups(rank);
  if (rank == 0)
    return groups;
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
  if (int64_t units = view.missing.size()) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(units, 1);
    llvm::append_range(shape, type.getShape());
    value = tensor::ExpandShapeOp::create(
        b, loc, RankedTensorType::get(shape, type.getElementType()), value,
        getUnits(rank, units));
  }
  return tile::PermuteOp::create(b, loc, value, view.order);
}

TensorView AttentionViews::getView(unsigned operand) const {
  const View &view = views[operand];
  auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
  // The dimensions as they lie in memory.
  SmallVector<int64_t> sizes(view.missing.size(), 1);
  for (const ReassociationIndices &group : view.joined) {
    int64_t &size = sizes.emplace_back(1);
    for (int64_t dim : group)
      size *= type.getDimSize(dim);
  }
  SmallVector<int64_t> strides(sizes.size(), 1);
  for (size_t dim = sizes.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * sizes[dim];
  TensorView result;
  for (auto [place, from] : llvm::enumerate(view.order)) {
    result.sizes[place] = sizes[from];
    result.strides[place] = strides[from];
  }
  return result;
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
  if (int64_t units = view.missing.size())
    value =
        tensor::CollapseShapeOp::create(b, loc, value, getUnits(rank, units));
  if (rank == type.getRank())
    return value;
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(tensor::getMixedSize(b, loc, original, dim));
  return tensor::ExpandShapeOp::create(b, loc, type, value, view.joined, sizes);
}
