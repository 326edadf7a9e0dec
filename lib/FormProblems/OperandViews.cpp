//===- OperandViews.cpp - What a problem takes, as matrices ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandViews.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/FormProblems/FormProblems.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

static bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

/// Without its dimensions of size 1.
static Value dropUnits(OpBuilder &b, Location loc, Value value,
                       ArrayRef<int64_t> dims) {
  if (!llvm::is_contained(dims, EpilogueValue::kUnit))
    return value;
  SmallVector<ReassociationIndices> groups;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    bool isUnit = dim == EpilogueValue::kUnit;
    bool hasDim = !groups.empty() &&
                  llvm::any_of(groups.back(), [&, dims = dims](int64_t i) {
                    return dims[i] != EpilogueValue::kUnit;
                  });
    if (groups.empty() || (!isUnit && hasDim))
      groups.emplace_back();
    groups.back().push_back(index);
  }
  // Of units alone there is one element, which belongs to no group.
  if (llvm::all_of(dims,
                   [](int64_t dim) { return dim == EpilogueValue::kUnit; }))
    groups.clear();
  if (isTensor(value))
    return tensor::CollapseShapeOp::create(b, loc, value, groups);
  return memref::CollapseShapeOp::create(b, loc, value, groups);
}

/// A value that runs along `dims`, with a size of 1 for each of the last `rank`
/// of the output's dimensions, up to `end`, that is none of them.
static Value addUnits(OpBuilder &b, Location loc, Value value,
                      ArrayRef<int64_t> dims, int64_t rank, int64_t end) {
  auto type = cast<ShapedType>(value.getType());
  if (type.getRank() == rank)
    return value;
  SmallVector<ReassociationIndices> groups(dims.empty() ? 0 : 1);
  SmallVector<int64_t> shape;
  size_t next = 0;
  for (int64_t dim = end - rank; dim < end; ++dim) {
    bool isOwn = next < dims.size() && dims[next] == dim;
    if (isOwn && next > 0)
      groups.emplace_back();
    if (!dims.empty())
      groups.back().push_back(shape.size());
    shape.push_back(isOwn ? type.getDimSize(next++) : 1);
  }
  if (isTensor(value))
    return tensor::ExpandShapeOp::create(
        b, loc, RankedTensorType::get(shape, type.getElementType()), value,
        groups);
  return memref::ExpandShapeOp::create(b, loc, shape, value, groups);
}

/// Whether a value is a matrix, or a batch of them, as it is.
static bool isMatrix(ArrayRef<int64_t> dims, int64_t rank, bool hasBatch) {
  int64_t count = dims.size();
  if (count != rank && (count != 2 || hasBatch))
    return false;
  for (auto [index, dim] : llvm::enumerate(dims))
    if (dim != EpilogueValue::kUnit && dim != rank - count + int64_t(index))
      return false;
  return true;
}

/// One matrix of a batch of them, a memref.
static Value createFirst(OpBuilder &builder, Location loc, Value batch) {
  auto type = cast<MemRefType>(batch.getType());
  SmallVector<OpFoldResult> offsets(3, builder.getIndexAttr(0)),
      strides(3, builder.getIndexAttr(1)),
      sizes = memref::getMixedSizes(builder, loc, batch);
  sizes.front() = builder.getIndexAttr(1);
  MemRefType first = memref::SubViewOp::inferRankReducedResultType(
      type.getShape().drop_front(), type, offsets, sizes, strides);
  return memref::SubViewOp::create(builder, loc, first, batch, offsets, sizes,
                                   strides);
}

/// Where memory of the stack lasts until the builder's operations are done, and
/// is not taken once more for each turn of a loop.
static OpBuilder atScopeBegin(OpBuilder &builder) {
  // Loops give it back in their dialect, and not once they are lowered. Turns
  // of parallel ones may be at work at one time, and need memory of their own:
  // those are scopes as they say, at the price of some bytes of the stack for
  // each turn where they are lowered to such loops.
  auto isScope = [](Operation *op) {
    return op->hasTrait<OpTrait::AutomaticAllocationScope>() &&
           !isa<scf::ForOp, affine::AffineForOp>(op);
  };
  Region *region = builder.getInsertionBlock()->getParent();
  while (region && !isScope(region->getParentOp()))
    region = region->getParentRegion();
  return region ? OpBuilder::atBlockBegin(&region->front()) : builder;
}

/// A scalar as a matrix of one element.
static Value createElement(OpBuilder &builder, Location loc, Value scalar,
                           bool isOfTensors) {
  if (isOfTensors)
    return tensor::FromElementsOp::create(
        builder, loc, RankedTensorType::get({1, 1}, scalar.getType()), scalar);
  OpBuilder atBegin = atScopeBegin(builder);
  Value memory = memref::AllocaOp::create(
      atBegin, loc, MemRefType::get({1, 1}, scalar.getType()));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  memref::StoreOp::create(builder, loc, scalar, memory, ValueRange{zero, zero});
  return memory;
}

Value autotune::createMatrix(OpBuilder &builder, Location loc,
                             const EpilogueValue &extra, int64_t rank,
                             bool isOfTensors) {
  if (!isa<ShapedType>(extra.value.getType()))
    return createElement(builder, loc, extra.value, isOfTensors);
  bool hasBatch = rank == 3 && llvm::is_contained(extra.dims, 0);
  // As its fact says, which has a batch stride of 0 for one that all share.
  auto createShared = [&](Value matrix) {
    return getInputView(matrix).isShared ? createFirst(builder, loc, matrix)
                                         : matrix;
  };
  if (isMatrix(extra.dims, rank, hasBatch))
    return createShared(extra.value);
  Value view = dropUnits(builder, loc, extra.value, extra.dims);
  SmallVector<int64_t> dims;
  for (int64_t dim : extra.dims)
    if (dim != EpilogueValue::kUnit)
      dims.push_back(dim);
  return createShared(
      addUnits(builder, loc, view, dims, hasBatch ? 3 : 2, rank));
}

Value autotune::createInputView(OpBuilder &builder, Location loc, Value input) {
  InputView view = getInputView(input);
  if (Value inTwo = getMatricesInTwo(input))
    input = inTwo;
  if (view.isShared)
    input = createFirst(builder, loc, input);
  if (!view.isTransposed)
    return input;
  int64_t rank = cast<ShapedType>(input.getType()).getRank();
  auto order = llvm::to_vector(llvm::seq<int64_t>(rank));
  std::swap(order[rank - 1], order[rank - 2]);
  if (isa<TensorType>(input.getType()))
    return tile::PermuteOp::create(builder, loc, input, order);
  return memref::TransposeOp::create(
      builder, loc, input,
      AffineMapAttr::get(
          AffineMap::getPermutationMap(order, builder.getContext())));
}

/// The two halves of a matrix, or of a batch of them, along its dimension
/// `dim`; each is `size` long.
static std::array<Value, 2> createHalves(OpBuilder &builder, Location loc,
                                         Value matrix, int64_t dim,
                                         int64_t size) {
  int64_t rank = cast<ShapedType>(matrix.getType()).getRank();
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0)), sizes,
      strides(rank, builder.getIndexAttr(1));
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(i == dim ? builder.getIndexAttr(size)
                    : isTensor(matrix)
                        ? tensor::getMixedSize(builder, loc, matrix, i)
                        : memref::getMixedSize(builder, loc, matrix, i));
  std::array<Value, 2> halves;
  for (int64_t half : {0, 1}) {
    offsets[dim] = builder.getIndexAttr(half * size);
    if (isTensor(matrix))
      halves[half] = tensor::ExtractSliceOp::create(builder, loc, matrix,
                                                    offsets, sizes, strides);
    else
      halves[half] = memref::SubViewOp::create(builder, loc, matrix, offsets,
                                               sizes, strides);
  }
  return halves;
}

SmallVector<Value> autotune::createFactors(OpBuilder &builder,
                                           const MatmulPattern &pattern) {
  linalg::LinalgOp matmul = pattern.matmul, other = pattern.other;
  SmallVector<Value> inputs = {pattern.getInput(0), pattern.getInput(1)};
  if (pattern.fact.isSum())
    llvm::append_range(inputs, other.getDpsInputs());
  else if (other)
    inputs.push_back(pattern.getOtherB());
  Location loc = matmul.getLoc();
  for (Value &input : inputs)
    input = createInputView(builder, loc, input);
  if (pattern.halves.empty())
    return inputs;
  Value right = inputs.pop_back_val();
  int64_t rank = cast<ShapedType>(right.getType()).getRank();
  int64_t dim = pattern.fact.b.transposed ? rank - 2 : rank - 1;
  llvm::append_range(inputs,
                     createHalves(builder, loc, right, dim, pattern.fact.n));
  return inputs;
}

SmallVector<Value> autotune::createScales(OpBuilder &builder,
                                          const MatmulPattern &pattern) {
  linalg::LinalgOp matmul = pattern.matmul;
  Location loc = matmul.getLoc();
  SmallVector<Value> scales;
  for (const EpilogueValue &value : pattern.scaled->scales)
    scales.push_back(createMatrix(builder, loc, value, /*rank=*/2,
                                  matmul.hasPureTensorSemantics()));
  if (pattern.halves.empty())
    return scales;
  Value right = scales.pop_back_val();
  const PrologueOperand &layout = pattern.fact.scales->b;
  // What does not vary along the columns both have.
  if (!layout.overOutput)
    scales.append({right, right});
  else
    llvm::append_range(scales, createHalves(builder, loc, right,
                                            layout.matrix.transposed ? 1 : 0,
                                            layout.getRows(pattern.fact.n)));
  return scales;
}
