//===- FormElementwise.cpp - Moved elements as element-wise operations ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of a concatenation is an element of one of its pieces. Where that
// is in turn depends on what the piece is: ElementBuilder follows slices,
// reshapes, transposes and element-wise operations to the tensors that have to
// be in memory, the leaves.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEFORMELEMENTWISE
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// Each piece costs a comparison and a selection of every element.
static constexpr unsigned kMostPieces = 4;

namespace {
/// Builds the computation of an element of a tensor that an operation reads.
class ElementBuilder {
public:
  explicit ElementBuilder(Operation *reader);

  /// The leaves, in the order in which `build` loads from them.
  void findLeaves(Value tensor, SmallVectorImpl<Value> &leaves);
  /// Adds the loads to `loads`.
  Value build(ImplicitLocOpBuilder &b, Value tensor, ValueRange indices);

  SmallVector<tensor::ExtractOp> loads;

private:
  bool isFollowed(Operation *op);

  /// The reader, and what nobody else reads.
  llvm::SetVector<Operation *> own;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is followed
//===----------------------------------------------------------------------===//

/// Whether each dimension of a slice begins at a known place, and has all
/// elements from there on.
static bool isPlainSlice(tensor::ExtractSliceOp op) {
  return op.hasUnitStride() &&
         llvm::none_of(op.getStaticOffsets(), ShapedType::isDynamic) &&
         op.getType().hasStaticShape();
}

/// Whether a reshape only adds or removes dimensions of size 1.
static bool isUnitReshape(Operation *op) {
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return false;
  auto isWide = [](int64_t size) { return size != 1; };
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  return source.hasStaticShape() && result.hasStaticShape() &&
         llvm::equal(llvm::make_filter_range(source.getShape(), isWide),
                     llvm::make_filter_range(result.getShape(), isWide));
}

/// Whether an operation computes an element from one element of each input.
static bool isElementwise(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op.getNumResults() == 1 &&
         op.getNumReductionLoops() == 0 &&
         op.getIndexingMapMatchingResult(op->getResult(0)).isIdentity() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::all_of(
             op.getDpsInputOperands(),
             [&](OpOperand *input) {
               return isa<RankedTensorType>(input->get().getType()) &&
                      op.getMatchingIndexingMap(input).isProjectedPermutation(
                          /*allowZeroInResults=*/true);
             }) &&
         llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
           return isa<linalg::IndexOp>(inner) ||
                  isa<arith::ArithDialect>(inner.getDialect());
         });
}

/// Whether an operation only gives elements other places.
static bool isMove(Operation *op) {
  if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op))
    return isPlainSlice(slice);
  return op && (isUnitReshape(op) || isa<linalg::TransposeOp>(op));
}

ElementBuilder::ElementBuilder(Operation *reader) {
  own.insert(reader);
  // Grows as long as it finds more.
  for (size_t i = 0; i < own.size(); ++i)
    for (Value operand : own[i]->getOperands()) {
      Operation *op = operand.getDefiningOp();
      auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
      bool isOwn = op && llvm::all_of(op->getUsers(), [&](Operation *user) {
                     return own.contains(user);
                   });
      if (isOwn && (isMove(op) || (generic && isElementwise(generic))))
        own.insert(op);
    }
}

bool ElementBuilder::isFollowed(Operation *op) {
  return isMove(op) || own.contains(op);
}

void ElementBuilder::findLeaves(Value tensor, SmallVectorImpl<Value> &leaves) {
  Operation *op = tensor.getDefiningOp();
  if (!isFollowed(op)) {
    leaves.push_back(tensor);
    return;
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return findLeaves(op->getOperand(0), leaves);
  for (Value input : generic.getInputs())
    findLeaves(input, leaves);
}

//===----------------------------------------------------------------------===//
// What is built
//===----------------------------------------------------------------------===//

static Value createIndex(ImplicitLocOpBuilder &b, int64_t index) {
  return arith::ConstantIndexOp::create(b, index);
}

/// The place in the source of a slice.
static SmallVector<Value> getPlaceInSource(ImplicitLocOpBuilder &b,
                                           tensor::ExtractSliceOp slice,
                                           ValueRange indices) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<Value> place;
  unsigned next = 0;
  for (auto [dim, offset] : llvm::enumerate(slice.getStaticOffsets())) {
    Value index = dropped.test(dim) ? Value() : indices[next++];
    if (!index)
      index = createIndex(b, offset);
    else if (offset != 0)
      index = arith::AddIOp::create(b, index, createIndex(b, offset));
    place.push_back(index);
  }
  return place;
}

/// The same of a reshape that is about dimensions of size 1 only.
static SmallVector<Value> getPlaceInSource(ImplicitLocOpBuilder &b,
                                           Operation *reshape,
                                           ValueRange indices) {
  auto source = cast<RankedTensorType>(reshape->getOperand(0).getType());
  auto result = cast<RankedTensorType>(reshape->getResult(0).getType());
  SmallVector<Value> wide, place;
  for (auto [index, size] : llvm::zip_equal(indices, result.getShape()))
    if (size != 1)
      wide.push_back(index);
  unsigned next = 0;
  for (int64_t size : source.getShape())
    place.push_back(size == 1 ? createIndex(b, 0) : wide[next++]);
  return place;
}

Value ElementBuilder::build(ImplicitLocOpBuilder &b, Value tensor,
                            ValueRange indices) {
  Operation *op = tensor.getDefiningOp();
  if (!isFollowed(op)) {
    loads.push_back(tensor::ExtractOp::create(b, tensor, indices));
    return loads.back();
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return build(b, slice.getSource(), getPlaceInSource(b, slice, indices));
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op)) {
    SmallVector<Value> place(indices.size());
    for (auto [dim, from] : llvm::enumerate(transpose.getPermutation()))
      place[from] = indices[dim];
    return build(b, transpose.getInput(), place);
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return build(b, op->getOperand(0), getPlaceInSource(b, op, indices));
  IRMapping mapping;
  for (OpOperand *input : generic.getDpsInputOperands()) {
    SmallVector<Value> place;
    for (AffineExpr expr : generic.getMatchingIndexingMap(input).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      place.push_back(dim ? indices[dim.getPosition()] : createIndex(b, 0));
    }
    mapping.map(generic.getMatchingBlockArgument(input),
                build(b, input->get(), place));
  }
  for (Operation &inner : generic.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else
      b.clone(inner, mapping);
  }
  return mapping.lookupOrDefault(
      generic.getBody()->getTerminator()->getOperand(0));
}

//===----------------------------------------------------------------------===//
// Concatenations
//===----------------------------------------------------------------------===//

static bool canForm(tensor::ConcatOp op) {
  return op.getResultType().hasStaticShape() &&
         op.getResultType().getElementType().isIntOrIndexOrFloat() &&
         op.getInputs().size() <= kMostPieces &&
         llvm::all_of(op.getInputs(), [](Value piece) {
           auto type = cast<RankedTensorType>(piece.getType());
           return type.hasStaticShape() && type.getNumElements() != 0;
         });
}

namespace {
/// A piece of a concatenation, in the body that replaces it.
struct Piece {
  /// Whether the element is before the end of the piece. Null for the last one.
  Value isBefore;
  Value element;
  SmallVector<tensor::ExtractOp> loads;
};
} // namespace

/// The value of the piece that has the element.
static Value selectPiece(ImplicitLocOpBuilder &b, ArrayRef<Piece> pieces,
                         llvm::function_ref<Value(const Piece &)> get) {
  Value selected = get(pieces.back());
  for (const Piece &piece : llvm::reverse(pieces.drop_back()))
    if (get(piece) != selected)
      selected =
          arith::SelectOp::create(b, piece.isBefore, get(piece), selected);
  return selected;
}

/// Replaces the first loads of all pieces, which are from one tensor, by one,
/// and so on.
static void mergeLoads(ImplicitLocOpBuilder &b, ArrayRef<Piece> pieces) {
  auto getPlace = [&](unsigned load, unsigned dim) {
    return selectPiece(b, pieces, [=](const Piece &piece) -> Value {
      return tensor::ExtractOp(piece.loads[load]).getIndices()[dim];
    });
  };
  for (unsigned load = 0; load < pieces.front().loads.size(); ++load) {
    tensor::ExtractOp first = pieces.front().loads[load];
    SmallVector<Value> place;
    for (unsigned dim = 0; dim < first.getIndices().size(); ++dim)
      place.push_back(getPlace(load, dim));
    Value merged = tensor::ExtractOp::create(b, first.getTensor(), place);
    for (const Piece &piece : pieces) {
      tensor::ExtractOp old = piece.loads[load];
      old.replaceAllUsesWith(merged);
      old->erase();
    }
  }
}

static bool haveSameLeaves(tensor::ConcatOp op, ElementBuilder &elements) {
  SmallVector<Value> first;
  elements.findLeaves(op.getInputs().front(), first);
  return llvm::all_of(op.getInputs().drop_front(), [&](Value input) {
    SmallVector<Value> leaves;
    elements.findLeaves(input, leaves);
    return leaves == first;
  });
}

/// An index of a piece that begins at `begin`. What is loaded for elements of
/// other pieces is not used, but must be there.
static Value createPieceIndex(ImplicitLocOpBuilder &b, Value index,
                              int64_t begin, Value isBefore, bool isChecked) {
  Value isInside = isBefore;
  if (begin != 0) {
    Value first = createIndex(b, begin);
    if (isChecked) {
      isInside =
          arith::CmpIOp::create(b, arith::CmpIPredicate::uge, index, first);
      if (isBefore)
        isInside = arith::AndIOp::create(b, isInside, isBefore);
    }
    index = arith::SubIOp::create(b, index, first);
  }
  return isChecked && isInside
             ? arith::SelectOp::create(b, isInside, index, createIndex(b, 0))
             : index;
}

/// Builds the body: the element at the loops' indices.
static void createBody(ImplicitLocOpBuilder &b, tensor::ConcatOp op) {
  RankedTensorType type = op.getResultType();
  uint64_t dim = op.getDim();
  SmallVector<Value> indices;
  for (int64_t i = 0; i < type.getRank(); ++i)
    indices.push_back(linalg::IndexOp::create(b, i));
  ElementBuilder elements(op);
  bool isMerged = haveSameLeaves(op, elements);
  SmallVector<Piece> pieces;
  int64_t begin = 0;
  for (Value input : op.getInputs()) {
    int64_t end =
        begin + cast<RankedTensorType>(input.getType()).getDimSize(dim);
    Piece piece;
    if (end != type.getDimSize(dim))
      piece.isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                             indices[dim], createIndex(b, end));
    SmallVector<Value> place = indices;
    place[dim] = createPieceIndex(b, indices[dim], begin, piece.isBefore,
                                  /*isChecked=*/!isMerged);
    elements.loads.clear();
    piece.element = elements.build(b, input, place);
    piece.loads = elements.loads;
    pieces.push_back(std::move(piece));
    begin = end;
  }
  auto yield = linalg::YieldOp::create(
      b,
      selectPiece(b, pieces, [](const Piece &piece) { return piece.element; }));
  if (!isMerged)
    return;
  b.setInsertionPoint(yield);
  mergeLoads(b, pieces);
  sortTopologically(yield->getBlock());
}

static void formConcat(IRRewriter &rewriter, tensor::ConcatOp op) {
  RankedTensorType type = op.getResultType();
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<AffineMap> maps = {
      rewriter.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, type, ValueRange(), empty, maps, iterators,
      [&](OpBuilder &builder, Location, ValueRange) {
        ImplicitLocOpBuilder b(loc, builder);
        createBody(b, op);
      });
  rewriter.replaceOp(op, generic);
}

namespace {
struct FormElementwise
    : public autotune::impl::AutotuneFormElementwiseBase<FormElementwise> {
  void runOnOperation() override {
    SmallVector<tensor::ConcatOp> concats;
    SmallVector<linalg::TransposeOp> transposes;
    getOperation()->walk([&](Operation *op) {
      if (auto concat = dyn_cast<tensor::ConcatOp>(op))
        concats.push_back(concat);
      if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
        transposes.push_back(transpose);
    });
    IRRewriter rewriter(&getContext());
    for (tensor::ConcatOp op : concats)
      if (canForm(op)) {
        formConcat(rewriter, op);
        ++numFormed;
      }
    for (linalg::TransposeOp op : transposes) {
      ArrayRef<int64_t> order = op.getPermutation();
      if (!op.hasPureTensorSemantics() || order.empty() ||
          order.back() != int64_t(order.size()) - 1)
        continue;
      rewriter.setInsertionPoint(op);
      if (succeeded(linalg::generalizeNamedOp(rewriter, op)))
        ++numFormed;
    }
  }
};
} // namespace
