//===- CutExtremes.cpp - The largest element of a long row ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each part says which of its columns is best. Of equal parts the first one is,
// so that the first of equal elements still counts.
//
//===----------------------------------------------------------------------===//

#include "CutExtremes.h"

#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class ExtremeCutter {
public:
  ExtremeCutter(RewriterBase &rewriter, linalg::GenericOp op,
                const RowExtreme &extreme, int64_t parts)
      : rewriter(rewriter), b(op.getLoc(), rewriter), op(op), extreme(extreme),
        parts(parts), loops(op.getNumLoops()),
        columns(op.getStaticLoopRanges().back() / parts),

        number(cast<RankedTensorType>(op.getResult(extreme.column).getType())) {
    b.setInsertionPoint(op);
  }

  void cut() {
    linalg::GenericOp ofParts = searchParts();
    linalg::GenericOp ofRows = compareParts(ofParts.getResult(extreme.value));
    linalg::GenericOp places =
        findColumns(ofRows.getResult(1), ofParts.getResult(extreme.column));
    SmallVector<Value> results(2);
    results[extreme.value] = ofRows.getResult(0);
    results[extreme.column] = places.getResult(0);
    rewriter.replaceOp(op, results);
  }

private:
  linalg::GenericOp searchParts();
  linalg::GenericOp compareParts(Value values);
  linalg::GenericOp findColumns(Value best, Value columnsOfParts);
  Value createFill(ArrayRef<int64_t> shape, TypedAttr element) {
    Value number = arith::ConstantOp::create(b, element);
    Value empty = tensor::EmptyOp::create(b, shape, element.getType());
    return linalg::FillOp::create(b, number, empty).getResult(0);
  }
  AffineMap getMap(unsigned of, unsigned kept) {
    return getLeadingMap(of, kept, b.getContext());
  }
  static SmallVector<utils::IteratorType> getIterators(unsigned loops,
                                                       bool reduces) {
    SmallVector<utils::IteratorType> iterators(loops,
                                               utils::IteratorType::parallel);
    if (reduces)
      iterators.back() = utils::IteratorType::reduction;
    return iterators;
  }

  RewriterBase &rewriter;
  ImplicitLocOpBuilder b;
  linalg::GenericOp op;
  RowExtreme extreme;
  int64_t parts;
  unsigned loops;
  int64_t columns;
  RankedTensorType number;
};
} // namespace

/// The operation itself, with a loop over parts before the one over columns.
linalg::GenericOp ExtremeCutter::searchParts() {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    auto type = cast<RankedTensorType>(input->get().getType());
    SmallVector<AffineExpr> indices;
    SmallVector<int64_t> shape;
    SmallVector<ReassociationIndices> groups;
    for (auto [size, index] :
         llvm::zip_equal(type.getShape(), map.getResults())) {
      groups.push_back({int64_t(shape.size())});
      bool isCut = index.isFunctionOfDim(loops - 1);
      shape.push_back(isCut ? parts : size);
      indices.push_back(index);
      if (!isCut)
        continue;
      groups.back().push_back(int64_t(shape.size()));
      shape.push_back(columns);
      indices.push_back(b.getAffineDimExpr(loops));
    }
    maps.push_back(AffineMap::get(loops + 1, 0, indices, b.getContext()));
    inputs.push_back(
        shape.size() == groups.size()
            ? input->get()
            : tensor::ExpandShapeOp::create(
                  b, RankedTensorType::get(shape, type.getElementType()),
                  input->get(), groups)
                  .getResult());
  }
  SmallVector<int64_t> shape(op.getStaticLoopRanges());
  shape.back() = parts;
  SmallVector<Value> starts(2);
  starts[extreme.value] =
      createFill(shape, *arith::getNeutralElement(extreme.combiner));
  starts[extreme.column] =
      createFill(shape, b.getIntegerAttr(number.getElementType(), 0));
  maps.append(2, getMap(loops + 1, loops));
  auto ofParts = linalg::GenericOp::create(
      b, TypeRange(ValueRange(starts)), inputs, starts, maps,
      getIterators(loops + 1, /*reduces=*/true));
  rewriter.cloneRegionBefore(op.getRegion(), ofParts.getRegion(),
                             ofParts.getRegion().begin());
  for (auto index : ofParts.getBody()->getOps<linalg::IndexOp>())
    if (index.getDim() == loops - 1)
      index.setDim(loops);
  return ofParts;
}

/// The best part of each row; -1 if what the search begins with is better.
linalg::GenericOp ExtremeCutter::compareParts(Value values) {
  Type element = number.getElementType();
  SmallVector<Value> starts = {
      op.getDpsInits()[extreme.value],
      createFill(number.getShape(), b.getIntegerAttr(element, -1))};
  AffineMap kept = getMap(loops, loops - 1);
  return linalg::GenericOp::create(
      b, TypeRange(ValueRange(starts)), values, starts,
      ArrayRef{getMap(loops, loops), kept, kept},
      getIterators(loops, /*reduces=*/true),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        auto clone = [&](Operation *combined) {
          Operation *copied = builder.clone(*combined);
          copied->setOperands({arguments[0], arguments[1]});
          return copied->getResult(0);
        };
        Value part = arith::IndexCastOp::create(
            builder, loc, element,
            linalg::IndexOp::create(builder, loc, loops - 1));
        Value isBetter = clone(extreme.comparison);
        Value best = clone(extreme.combiner);
        linalg::YieldOp::create(
            builder, loc,
            {best, arith::SelectOp::create(builder, loc, isBetter, part,
                                           arguments[2])});
      });
}

/// The column that the best part has found.
linalg::GenericOp ExtremeCutter::findColumns(Value best, Value columnsOfParts) {
  Value empty =
      tensor::EmptyOp::create(b, number.getShape(), number.getElementType());
  AffineMap map = getMap(loops - 1, loops - 1);
  return linalg::GenericOp::create(
      b, number, ValueRange{best, op.getDpsInits()[extreme.column]}, empty,
      ArrayRef{map, map, map}, getIterators(loops - 1, /*reduces=*/false),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder b(loc, builder);
        Type element = number.getElementType();
        Value zero = arith::ConstantOp::create(b, b.getIntegerAttr(element, 0));
        Value ofPart =
            arith::ConstantOp::create(b, b.getIntegerAttr(element, columns));
        Value isFound = arith::CmpIOp::create(b, arith::CmpIPredicate::sge,
                                              arguments[0], zero);
        Value part = arith::SelectOp::create(b, isFound, arguments[0], zero);
        SmallVector<Value> place;
        for (unsigned loop = 0; loop + 1 < loops; ++loop)
          place.push_back(linalg::IndexOp::create(b, loop));
        place.push_back(arith::IndexCastOp::create(b, b.getIndexType(), part));
        Value inPart = tensor::ExtractOp::create(b, columnsOfParts, place);
        Value column = arith::AddIOp::create(
            b, arith::MulIOp::create(b, part, ofPart), inPart);
        linalg::YieldOp::create(
            b, arith::SelectOp::create(b, isFound, column, arguments[1])
                   .getResult());
      });
}

bool autotune::cutExtreme(RewriterBase &rewriter, linalg::GenericOp op,
                          int64_t parts) {
  std::optional<RowExtreme> extreme = matchRowExtreme(op);
  unsigned loops = op.getNumLoops();
  auto isLeading = [&](OpOperand &init) {
    return op.getMatchingIndexingMap(&init) ==
           getLeadingMap(loops, loops - 1, op.getContext());
  };
  if (!extreme || !hasNeutralNumber(extreme->combiner) ||
      !getElementTypeOrSelf(op.getResult(extreme->column)).isInteger() ||
      !llvm::all_of(op.getDpsInitsMutable(), isLeading) ||
      !llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
        return isa<RankedTensorType>(input->get().getType()) &&
               op.getMatchingIndexingMap(input).isProjectedPermutation();
      }))
    return false;
  ExtremeCutter(rewriter, op, *extreme, parts).cut();
  return true;
}
