//===- FormElementwise.cpp - Moved elements as element-wise operations ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of a concatenation is an element of one of its pieces, and one of
// a padded tensor is an element of that tensor or the padding.
//
//===----------------------------------------------------------------------===//

#include "ElementBuilder.h"

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/TypeSwitch.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEFORMELEMENTWISE
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// Each piece costs a comparison and a selection of every element.
static constexpr unsigned kMostPieces = 4;

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

//===----------------------------------------------------------------------===//
// Pads
//===----------------------------------------------------------------------===//

static bool canForm(tensor::PadOp op) {
  auto isKnown = [](int64_t size) {
    return ShapedType::isStatic(size) && size >= 0;
  };
  return op.getSourceType().hasStaticShape() &&
         op.getSourceType().getNumElements() != 0 &&
         op.getResultType().hasStaticShape() &&
         op.getResultType().getElementType().isIntOrIndexOrFloat() &&
         llvm::all_of(op.getStaticLow(), isKnown) &&
         llvm::all_of(op.getStaticHigh(), isKnown) &&
         op.getConstantPaddingValue();
}

/// Builds the body: the element at the loops' indices.
static void createBody(ImplicitLocOpBuilder &b, tensor::PadOp op) {
  Value isInside;
  SmallVector<Value> place;
  SmallVector<unsigned> padded;
  for (auto [dim, size] : llvm::enumerate(op.getSourceType().getShape())) {
    Value index = linalg::IndexOp::create(b, dim);
    if (int64_t low = op.getStaticLow()[dim])
      index = arith::SubIOp::create(b, index, createIndex(b, low));
    place.push_back(index);
    if (size == op.getResultType().getDimSize(dim))
      continue;
    padded.push_back(dim);
    // An index before the first is above all others.
    Value isInDim = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index,
                                          createIndex(b, size));
    isInside = isInside
                   ? arith::AndIOp::create(b, isInside, isInDim).getResult()
                   : isInDim;
  }
  // What is loaded for padding is not used, but must be there.
  for (unsigned dim : padded)
    place[dim] =
        arith::SelectOp::create(b, isInside, place[dim], createIndex(b, 0));
  Value element = ElementBuilder(op).build(b, op.getSource(), place);
  Value padding = op.getConstantPaddingValue();
  if (op.getRegion().isAncestor(padding.getParentRegion()))
    padding = b.clone(*padding.getDefiningOp())->getResult(0);
  if (isInside)
    element = arith::SelectOp::create(b, isInside, element, padding);
  linalg::YieldOp::create(b, element);
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// Replaces an operation by one that finds each element.
template <typename Op> static void form(IRRewriter &rewriter, Op op) {
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

/// Whether a named operation has elements that a kernel of rows computes: one
/// of an element-wise operation, of a reduction or of a pooling. A transpose
/// that moves the last dimension is none: fused, it would read columns.
static bool isGeneralized(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() ||
      isa<linalg::GenericOp, linalg::FillOp>(op.getOperation()) ||
      isa<linalg::ContractionOpInterface>(op.getOperation()))
    return false;
  if (isa<linalg::ConvolutionOpInterface>(op.getOperation()))
    return op->getName().stripDialect().starts_with("pooling_");
  auto transpose = dyn_cast<linalg::TransposeOp>(op.getOperation());
  return !transpose || keepsLastDimension(transpose);
}

namespace {
struct FormElementwise
    : public autotune::impl::AutotuneFormElementwiseBase<FormElementwise> {
  void runOnOperation() override {
    SmallVector<Operation *> moves;
    SmallVector<linalg::LinalgOp> named;
    getOperation()->walk([&](Operation *op) {
      if (isa<tensor::ConcatOp, tensor::PadOp>(op))
        moves.push_back(op);
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
        named.push_back(linalgOp);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : moves)
      llvm::TypeSwitch<Operation *>(op).Case<tensor::ConcatOp, tensor::PadOp>(
          [&](auto move) {
            if (canForm(move)) {
              form(rewriter, move);
              ++numFormed;
            }
          });
    for (linalg::LinalgOp op : named) {
      if (!isGeneralized(op))
        continue;
      rewriter.setInsertionPoint(op);
      if (succeeded(linalg::generalizeNamedOp(rewriter, op)))
        ++numFormed;
    }
  }
};
} // namespace
