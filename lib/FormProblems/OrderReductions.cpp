//===- OrderReductions.cpp - Reduced loops last, and as one ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutExtremes.h"
#include "mlir-autotune/FormProblems/FormRows.h"

#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// From so many elements on, one thread alone takes too long.
static constexpr int64_t kMostOfThread = 256;
/// Columns of a part of a row that is too long for one kernel.
static constexpr int64_t kPartColumns = 4096;

/// Puts reduced loops last, and the others in the order of the results.
static void sinkReductions(RewriterBase &rewriter, linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumResults() == 0)
    return;
  AffineMap map = op.getIndexingMapMatchingResult(op->getResult(0));
  if (!map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops())
    return;
  SmallVector<unsigned> order;
  for (AffineExpr result : map.getResults())
    order.push_back(cast<AffineDimExpr>(result).getPosition());
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  llvm::append_range(order, reduced);
  if (llvm::is_sorted(order))
    return;
  rewriter.setInsertionPoint(op);
  // Changes the operation in place.
  (void)linalg::interchangeGenericOp(rewriter, op, order);
}

/// Fusion and other orders of loops make indices of affine maps. Kernels have
/// arithmetic only.
static void expandIndices(RewriterBase &rewriter, linalg::GenericOp op) {
  op.getBody()->walk([&](affine::AffineApplyOp apply) {
    rewriter.setInsertionPoint(apply);
    SmallVector<Value> operands(apply.getMapOperands());
    std::optional<SmallVector<Value, 8>> expanded = affine::expandAffineMap(
        rewriter, apply.getLoc(), apply.getAffineMap(), operands);
    if (expanded)
      rewriter.replaceOp(apply, *expanded);
  });
}

/// The most columns of a row that one kernel reduces. Rows that are too long
/// for registers take several passes; a CTA for each of few rows would leave
/// others idle.
static int64_t getMostColumns(linalg::GenericOp op) {
  constexpr int64_t kManyRows = 64, kMost = INT32_MAX / 2;
  int64_t rows = 1;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (int64_t size : ArrayRef(sizes).take_front(op.getNumParallelLoops()))
    rows = llvm::MulOverflow(rows, size, rows) ? kManyRows : rows;
  return rows >= kManyRows ? kMost : kMostRowColumns;
}

/// The reduced loops that together are the columns of a row that one kernel can
/// have: the last ones, as many as possible. Operands whose elements are not in
/// the order of the loops would have to be copied. Broadcast elements have no
/// such order.
static ReassociationIndices getColumnLoops(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  bool isOrdered = llvm::all_of(
      maps, [](AffineMap map) { return map.isProjectedPermutation(); });
  ReassociationIndices loops;
  int64_t columns = 1, most = getMostColumns(op);
  for (int64_t loop = op.getNumLoops() - 1;
       loop >= int64_t(op.getNumParallelLoops()); --loop) {
    if (sizes[loop] > most / columns)
      break;
    ReassociationIndices more = {loop};
    llvm::append_range(more, loops);
    if (!loops.empty() &&
        (!isOrdered || !linalg::areDimSequencesPreserved(maps, more)))
      break;
    columns *= sizes[loop];
    loops = std::move(more);
  }
  return loops;
}

/// The operation that combines two sums, if it is a single one.
static Operation *getCombiner(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  if (op.getNumResults() != 1 ||
      !matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1 || !hasNeutral(combiners.front()))
    return nullptr;
  return combiners.front();
}

/// Whether the only result has an element for each point of the loops that are
/// not reduced, in their order.
static bool hasLeadingInit(linalg::GenericOp op) {
  return op.getNumResults() == 1 &&
         op.getIndexingMapsArray().back() ==
             getLeadingMap(op.getNumLoops(), op.getNumParallelLoops(),
                           op.getContext());
}

/// Divides a reduction. The first operation reduces the last loops, from `kept`
/// on, and the second one its results. Returns both.
static std::pair<linalg::GenericOp, linalg::GenericOp>
splitInTwo(RewriterBase &rewriter, linalg::GenericOp op, unsigned kept,
           Operation *combiner) {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  b.setInsertionPoint(op);
  MLIRContext *context = op.getContext();
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  sizes.truncate(kept);
  Value neutral =
      arith::ConstantOp::create(b, *arith::getNeutralElement(combiner));
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  Value start = linalg::FillOp::create(b, neutral, empty).getResult(0);

  unsigned loops = op.getNumLoops(), parallel = op.getNumParallelLoops();
  using utils::IteratorType;
  auto getIterators = [](unsigned of, unsigned reduced) {
    SmallVector<IteratorType> iterators(of, IteratorType::parallel);
    iterators.append(reduced, IteratorType::reduction);
    return iterators;
  };
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() = getLeadingMap(loops, kept, context);
  auto first =
      linalg::GenericOp::create(b, start.getType(), op.getInputs(), start, maps,
                                getIterators(kept, loops - kept));
  rewriter.inlineRegionBefore(op.getRegion(), first.getRegion(),
                              first.getRegion().begin());

  AffineMap all = AffineMap::getMultiDimIdentityMap(kept, context);
  AffineMap leading = getLeadingMap(kept, parallel, context);
  auto second = linalg::GenericOp::create(
      b, type, first.getResult(0), op.getDpsInits().front(),
      ArrayRef{all, leading}, getIterators(parallel, kept - parallel),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        Operation *copied = builder.clone(*combiner);
        copied->setOperands(arguments);
        linalg::YieldOp::create(builder, loc, copied->getResults());
      });
  rewriter.replaceOp(op, second);
  return {first, second};
}

/// Cuts the only reduced loop into so many parts, which it must be a multiple
/// of. Their elements are next to each other.
static bool cut(RewriterBase &rewriter, linalg::GenericOp op, int64_t parts,
                SmallVectorImpl<linalg::GenericOp> &more) {
  unsigned place = readsAcrossRows(op) ? 0 : op.getNumParallelLoops();
  auto split = linalg::splitReduction(rewriter, op, [&](linalg::LinalgOp) {
    return linalg::SplitReductionOptions{parts, place,
                                         /*innerParallel=*/false};
  });
  if (failed(split))
    return false;
  more.append({cast<linalg::GenericOp>(split->splitLinalgOp),
               cast<linalg::GenericOp>(split->resultCombiningLinalgOp)});
  return true;
}

/// The fewest parts of a reduction of so many elements that are no longer than
/// `most`; 0 if it can't be cut so that each has `least`.
static int64_t countParts(int64_t elements, int64_t most, int64_t least) {
  // Far more parts would be small ones.
  constexpr int64_t kMostTries = 1 << 16;
  int64_t parts = llvm::divideCeil(elements, most);
  int64_t end = std::min(elements / least, parts + kMostTries);
  while (parts <= end && elements % parts)
    ++parts;
  return parts <= end ? parts : 0;
}

/// Into how many parts the reduction of elements that are far apart is cut: a
/// thread reduces one, and there must be enough threads.
static int64_t countPartsAcrossRows(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t reduced = sizes.pop_back_val();
  // Elements of results that keep a GPU busy, and steps of a thread that take
  // longer than another launch.
  constexpr int64_t kManyResults = 1 << 18, kManySteps = 512, kFewSteps = 64;
  uint64_t elements = reduced;
  for (int64_t size : sizes)
    elements = llvm::SaturatingMultiply<uint64_t>(elements, size);
  int64_t wanted =
      std::clamp<uint64_t>(elements / kManyResults, kFewSteps, kManySteps);
  return countParts(reduced, wanted, kFewSteps / 4);
}

/// Makes one loop of several that are reduced, or several operations. Those
/// that it makes are added to `more`.
static void shorten(RewriterBase &rewriter, linalg::GenericOp op,
                    SmallVectorImpl<linalg::GenericOp> &more) {
  unsigned reduced = op.getNumReductionLoops();
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (reduced == 0 || !op.hasPureTensorSemantics() ||
      llvm::any_of(sizes, ShapedType::isDynamic) ||
      llvm::is_contained(sizes, 0) || readsWindows(op) ||
      llvm::is_contained(ArrayRef(op.getIteratorTypesArray())
                             .take_front(op.getNumParallelLoops()),
                         utils::IteratorType::reduction))
    return;
  ReassociationIndices loops = getColumnLoops(op);
  Operation *combiner = hasLeadingInit(op) ? getCombiner(op) : nullptr;
  rewriter.setInsertionPoint(op);
  if (loops.size() == reduced && reduced > 1) {
    if (auto collapsed = linalg::collapseOpIterationDims(op, loops, rewriter);
        succeeded(collapsed)) {
      more.push_back(cast<linalg::GenericOp>(*collapsed->collapsedOp));
      rewriter.replaceOp(op, collapsed->results);
    }
    return;
  }
  bool canCut = combiner && reduced == 1 && !op.hasIndexSemantics() &&
                llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
                  return map.isProjectedPermutation();
                });
  if (canCut && readsAcrossRows(op)) {
    if (int64_t parts = countPartsAcrossRows(op); parts > 1)
      cut(rewriter, op, parts, more);
    return;
  }
  if (reduced == 1 && loops.empty() && op.getNumResults() == 2)
    if (int64_t parts = countParts(sizes.back(), kPartColumns, kMostOfThread);
        parts && cutExtreme(rewriter, op, parts))
      return;
  int64_t all = 1;
  for (int64_t size : ArrayRef(sizes).take_back(reduced))
    all = llvm::MulOverflow(all, size, all) ? kMostOfThread : all;
  if (loops.size() == reduced || !combiner || all < kMostOfThread)
    return;
  if (!loops.empty()) {
    auto [first, second] =
        splitInTwo(rewriter, op, sizes.size() - loops.size(), combiner);
    more.append({first, second});
    return;
  }
  // The last loop alone is too long.
  if (canCut)
    if (int64_t parts = countParts(sizes.back(), kPartColumns, kMostOfThread))
      cut(rewriter, op, parts, more);
}

/// Adds up numbers of 16 bits in f32, and rounds the sum once, as libraries do.
/// Returns the operation with the wider sums.
static linalg::GenericOp widenSums(RewriterBase &rewriter,
                                   linalg::GenericOp op) {
  Operation *combiner = getCombiner(op);
  if (!combiner)
    return op;
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  Type narrow = type.getElementType();
  if (!isa<arith::AddFOp, arith::MulFOp>(combiner) ||
      !(narrow.isF16() || narrow.isBF16()) || !type.hasStaticShape())
    return op;
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  b.setInsertionPoint(op);
  Type wide = b.getF32Type();
  // Sums begin with a start that is known. Another is added at the end.
  Value start = op.getDpsInits().front();
  auto fill = start.getDefiningOp<linalg::FillOp>();
  FloatAttr number;
  bool isKnown =
      fill && matchPattern(fill.getInputs().front(), m_Constant(&number));
  if (!isKnown)
    number = cast<FloatAttr>(*arith::getNeutralElement(combiner));
  Value wideNumber = arith::ConstantOp::create(
      b, b.getF32FloatAttr(float(number.getValueAsDouble())));
  Value wideEmpty = tensor::EmptyOp::create(b, type.getShape(), wide);
  Value wideStart =
      linalg::FillOp::create(b, wideNumber, wideEmpty).getResult(0);
  auto widened = linalg::GenericOp::create(
      b, wideStart.getType(), op.getInputs(), wideStart,
      op.getIndexingMapsArray(), op.getIteratorTypesArray());
  rewriter.inlineRegionBefore(op.getRegion(), widened.getRegion(),
                              widened.getRegion().begin());
  BlockArgument sum = widened.getRegionOutputArgs().front();
  sum.setType(wide);
  b.setInsertionPoint(combiner);
  for (OpOperand &operand : combiner->getOpOperands())
    if (operand.get() != sum)
      operand.set(arith::ExtFOp::create(b, wide, operand.get()));
  combiner->getResult(0).setType(wide);
  b.setInsertionPoint(op);
  SmallVector<Value> summed = {widened.getResult(0)};
  if (!isKnown)
    summed.push_back(start);
  SmallVector<AffineMap> maps(summed.size() + 1,
                              b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(b, type.getShape(), narrow);
  auto narrowed = linalg::GenericOp::create(
      b, type, summed, empty, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        Value all = elements[0];
        if (!isKnown) {
          Value first = arith::ExtFOp::create(builder, loc, wide, elements[1]);
          Operation *added = builder.clone(*combiner);
          added->setOperands({all, first});
          all = added->getResult(0);
        }
        linalg::YieldOp::create(
            builder, loc,
            arith::TruncFOp::create(builder, loc, narrow, all).getResult());
      });
  rewriter.replaceOp(op, narrowed);
  return widened;
}

void autotune::orderReductions(RewriterBase &rewriter, Block &block) {
  SmallVector<linalg::GenericOp> ops(block.getOps<linalg::GenericOp>());
  while (!ops.empty()) {
    linalg::GenericOp op = ops.pop_back_val();
    sinkReductions(rewriter, op);
    expandIndices(rewriter, op);
    if (op.getNumReductionLoops() != 0 && op.hasPureTensorSemantics())
      op = widenSums(rewriter, op);
    shorten(rewriter, op, ops);
  }
}
