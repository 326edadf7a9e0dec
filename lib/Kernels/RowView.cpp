//===- RowView.cpp - Operations on rows and columns -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether a thread can keep an element in a register.
static bool isRegister(Type type) {
  if (type.isIndex())
    return true;
  if (!type.isIntOrFloat())
    return false;
  unsigned bits = type.getIntOrFloatBitWidth();
  return bits == 1 || (bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits));
}

bool autotune::isRowType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.hasStaticShape() && isRegister(tensor.getElementType())
                : isRegister(type);
}

static bool hasPlainBody(linalg::GenericOp op) {
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (!isa<arith::ArithDialect, math::MathDialect>(inner.getDialect()) &&
        !isa<linalg::IndexOp, tensor::ExtractOp, cf::AssertOp>(inner))
      return false;
    if (!llvm::all_of(inner.getOperandTypes(), isRowType) ||
        !llvm::all_of(inner.getResultTypes(), isRowType))
      return false;
  }
  return true;
}

bool autotune::hasNeutral(Operation *combiner) {
  // Floats of 8 bits without infinities have NaN in their place, which only
  // maxnumf and minnumf make nothing of.
  return arith::getNeutralElement(combiner) &&
         (hasNeutralNumber(combiner) ||
          isa<arith::MaxNumFOp, arith::MinNumFOp>(combiner));
}

bool autotune::hasNeutralNumber(Operation *combiner) {
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  auto number = dyn_cast_if_present<FloatAttr>(neutral ? Attribute(*neutral)
                                                       : Attribute());
  return neutral && !(number && number.getValue().isNaN());
}

/// Whether the sums of threads can be combined, beginning with nothing.
static bool isCombined(linalg::GenericOp op) {
  if (std::optional<RowExtreme> extreme = matchRowExtreme(op))
    return hasNeutralNumber(extreme->combiner);
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), i, combiners) ||
        combiners.size() != 1 || !hasNeutral(combiners.front()))
      return false;
  }
  return true;
}

/// Whether the comparison is true of an element and a worse one only: larger
/// for a maximum, smaller for a minimum.
static bool prefersFirst(Operation *combiner, Operation *comparison) {
  using FloatOf = arith::CmpFPredicate;
  using IntegerOf = arith::CmpIPredicate;
  if (auto floats = dyn_cast<arith::CmpFOp>(comparison))
    return (floats.getPredicate() == FloatOf::OGT &&
            isa<arith::MaximumFOp, arith::MaxNumFOp>(combiner)) ||
           (floats.getPredicate() == FloatOf::OLT &&
            isa<arith::MinimumFOp, arith::MinNumFOp>(combiner));
  auto integers = dyn_cast<arith::CmpIOp>(comparison);
  if (!integers)
    return false;
  switch (integers.getPredicate()) {
  case IntegerOf::sgt:
    return isa<arith::MaxSIOp>(combiner);
  case IntegerOf::slt:
    return isa<arith::MinSIOp>(combiner);
  case IntegerOf::ugt:
    return isa<arith::MaxUIOp>(combiner);
  case IntegerOf::ult:
    return isa<arith::MinUIOp>(combiner);
  default:
    return false;
  }
}

/// Whether a value is the number of the last loop, in a type that holds all
/// columns.
static bool isColumn(Value value, unsigned loops) {
  if (!value.getType().isIndex() &&
      (!value.getType().isInteger() ||
       value.getType().getIntOrFloatBitWidth() < 32))
    return false;
  while (auto cast = value.getDefiningOp()) {
    if (auto index = dyn_cast<linalg::IndexOp>(cast))
      return index.getDim() == loops - 1;
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp>(cast))
      return false;
    value = cast->getOperand(0);
  }
  return false;
}

/// The same with the results in a given order.
static std::optional<RowExtreme> matchRowExtreme(linalg::GenericOp op,
                                                 unsigned valueResult) {
  Operation *terminator = op.getBody()->getTerminator();
  RowExtreme extreme;
  extreme.value = valueResult;
  extreme.column = 1 - valueResult;
  Value best = op.getRegionOutputArgs()[extreme.value];
  Value place = op.getRegionOutputArgs()[extreme.column];
  extreme.combiner = terminator->getOperand(extreme.value).getDefiningOp();
  extreme.selection = terminator->getOperand(extreme.column).getDefiningOp();
  auto select = dyn_cast_if_present<arith::SelectOp>(extreme.selection);
  if (!extreme.combiner || extreme.combiner->getNumOperands() != 2 || !select ||
      select.getFalseValue() != place)
    return std::nullopt;
  extreme.element =
      extreme.combiner->getOperand(extreme.combiner->getOperand(0) == best);
  extreme.number = select.getTrueValue();
  extreme.comparison = select.getCondition().getDefiningOp();
  if (!extreme.comparison || extreme.comparison->getNumOperands() != 2)
    return std::nullopt;
  bool isOwn = extreme.comparison->getOperand(0) == extreme.element &&
               extreme.comparison->getOperand(1) == best &&
               llvm::is_contained(extreme.combiner->getOperands(), best);
  // Nothing else may depend on what there is so far.
  bool isAlone = best.hasNUses(2) && place.hasOneUse() &&
                 extreme.combiner->hasOneUse() && select->hasOneUse() &&
                 extreme.comparison->hasOneUse();
  if (!isOwn || !isAlone || extreme.element == best ||
      !prefersFirst(extreme.combiner, extreme.comparison) ||
      !isColumn(extreme.number, op.getNumLoops()))
    return std::nullopt;
  return extreme;
}

std::optional<RowExtreme> autotune::matchRowExtreme(linalg::GenericOp op) {
  if (!reducesRows(op) || op.getNumResults() != 2)
    return std::nullopt;
  for (unsigned value : {0, 1})
    if (std::optional<RowExtreme> extreme = ::matchRowExtreme(op, value))
      return extreme;
  return std::nullopt;
}

AffineMap autotune::getLeadingMap(unsigned loops, unsigned kept,
                                  MLIRContext *context) {
  // getMajorSubMap() has no map to nothing, as of the sum of a vector.
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < kept; ++i)
    dims.push_back(getAffineDimExpr(i, context));
  return AffineMap::get(loops, /*symbolCount=*/0, dims, context);
}

/// Whether a number is read from a tensor, directly or behind arithmetic: a
/// launch can't pass it on without waiting.
static bool isReadFromTensor(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Operation *> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || isa<tensor::DimOp>(op) || !seen.insert(op).second)
      continue;
    if (isa<tensor::ExtractOp>(op))
      return true;
    for (Value operand : op->getOperands())
      if (!isa<TensorType>(operand.getType()))
        worklist.push_back(operand);
  }
  return false;
}

/// Whether an operation reads what nobody has written, or a number that only
/// the device knows.
static bool readsUnknown(linalg::GenericOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (readsElements(op, operand) &&
        getReshaped(operand.get()).getDefiningOp<tensor::EmptyOp>())
      return true;
    if (!isa<TensorType>(operand.get().getType()) &&
        isReadFromTensor(operand.get()))
      return true;
  }
  return op.getBody()
      ->walk([&](Operation *inner) {
        for (Value value : inner->getOperands())
          if (value.getParentRegion() != &op.getRegion() &&
              (isa<TensorType>(value.getType())
                   ? getReshaped(value).getDefiningOp<tensor::EmptyOp>() !=
                         nullptr
                   : isReadFromTensor(value)))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

bool autotune::readsAcrossRows(linalg::GenericOp op) {
  unsigned loops = op.getNumLoops();
  if (loops < 2)
    return false;
  bool isAcross = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(loops - 1) || !readsElements(op, *input))
      continue;
    AffineExpr innermost = map.getResults().back();
    if (innermost.isFunctionOfDim(loops - 1))
      return false;
    isAcross |= innermost == getAffineDimExpr(loops - 2, op.getContext());
  }
  return isAcross;
}

unsigned autotune::countWindowLoops(linalg::GenericOp op) {
  unsigned reduced = op.getNumReductionLoops();
  if (reduced != 1)
    return reduced;
  // More steps take a thread longer than elements that are far apart take all
  // threads of a row.
  constexpr int64_t kMostSteps = 1024;
  bool isAcross =
      readsAcrossRows(op) && op.getStaticLoopRanges().back() <= kMostSteps;
  return readsWindows(op) || isAcross;
}

bool autotune::reducesRows(linalg::GenericOp op) {
  return op.getNumReductionLoops() != 0 && countWindowLoops(op) == 0;
}

std::optional<RowView> autotune::getRowView(linalg::GenericOp op) {
  unsigned loops = op.getNumLoops();
  if (loops == 0 || op.getNumResults() == 0 || !op.hasPureTensorSemantics() ||
      !hasPlainBody(op))
    return std::nullopt;
  if (!llvm::all_of(op->getOperandTypes(), isRowType))
    return std::nullopt;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (llvm::is_contained(sizes, 0) || readsUnknown(op))
    return std::nullopt;
  RowView view;
  view.isReduction = reducesRows(op);
  // Reduced loops are the last ones.
  unsigned kept = op.getNumParallelLoops();
  unsigned ofWindow = countWindowLoops(op);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (ofWindow == loops ||
      llvm::is_contained(ArrayRef(iterators).take_front(kept),
                         utils::IteratorType::reduction))
    return std::nullopt;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (map != getLeadingMap(loops, kept, op.getContext()))
      return std::nullopt;
    // An element-wise operation that reads what it overwrites.
    if (op.getNumReductionLoops() == 0 &&
        !op.getMatchingBlockArgument(&init).use_empty())
      return std::nullopt;
  }
  if (view.isReduction && !isCombined(op))
    return std::nullopt;
  sizes.truncate(loops - ofWindow);
  view.columns = sizes.back();
  view.rows = 1;
  // Numbers of rows, columns and loops have 32 bits, and so do indices.
  constexpr int64_t kMost = INT32_MAX / 2;
  for (int64_t size : ArrayRef(sizes).drop_back()) {
    if (size > kMost / view.rows)
      return std::nullopt;
    view.rows *= size;
  }
  auto isSmall = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || llvm::all_of(tensor.getShape(),
                                   [&](int64_t size) { return size <= kMost; });
  };
  if (view.columns > kMost ||
      !llvm::all_of(op.getStaticLoopRanges(),
                    [&](int64_t size) { return size <= kMost; }) ||
      !llvm::all_of(op->getOperandTypes(), isSmall))
    return std::nullopt;
  return view;
}

Value autotune::getReshaped(Value value) {
  while (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

bool autotune::fitsRows(Operation *op, int64_t rows, int64_t columns) {
  std::optional<RowView> view = getRowView(op);
  if (!view)
    return false;
  if (view->rows == rows && view->columns == columns)
    return true;
  if (view->isReduction)
    return false;
  // Places of elements have 32 bits.
  int64_t elements = view->rows * view->columns;
  return (columns != 1 && elements == rows) ||
         (elements == rows * columns && elements <= INT32_MAX);
}

bool autotune::readsInOrder(Operation *any) {
  auto op = dyn_cast<linalg::GenericOp>(any);
  if (!op || op.getNumReductionLoops() != 0 || op.hasIndexSemantics() ||
      !op.getBody()->getOps<tensor::ExtractOp>().empty())
    return false;
  int64_t elements = 1;
  for (int64_t size : op.getStaticLoopRanges())
    elements *= size;
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    return !type || type.getNumElements() < elements ||
           op.getMatchingIndexingMap(input).isIdentity();
  });
}

bool autotune::readsInPlace(linalg::GenericOp op, OpOperand &operand) {
  int64_t read =
      cast<RankedTensorType>(operand.get().getType()).getNumElements();
  unsigned loops = op.getNumLoops(), ofElement = loops - countWindowLoops(op);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  AffineMap map = op.getMatchingIndexingMap(&operand);
  // The first loops run over all that is read, in order.
  int64_t seen = 1;
  for (unsigned kept = 0; kept <= ofElement; ++kept) {
    if (seen == read && map == getLeadingMap(loops, kept, op.getContext()))
      return true;
    seen *= kept < ofElement ? sizes[kept] : 1;
  }
  return false;
}

int64_t autotune::getColumnsAcross(linalg::GenericOp op, OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!type || getReshaped(operand.get()).getDefiningOp<linalg::FillOp>() ||
      op.getNumReductionLoops() != 0 || map.getNumResults() < 2 ||
      !map.isProjectedPermutation() || !readsElements(op, operand))
    return 0;
  unsigned row = cast<AffineDimExpr>(map.getResults().back()).getPosition();
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  // Few elements are adjacent in memory.
  constexpr int64_t kLeastAdjacent = 8;
  if (sizes[row] < kLeastAdjacent)
    return 0;
  int64_t columns = 1;
  for (auto [loop, size] : llvm::enumerate(sizes)) {
    if (loop <= row)
      continue;
    if (!map.isFunctionOfDim(loop))
      return 0;
    columns *= size;
  }
  return columns == 1 ? 0 : columns;
}

bool autotune::readsAcross(linalg::GenericOp op, OpOperand &operand,
                           int64_t rows, int64_t columns) {
  int64_t elements = 1;
  for (int64_t size : op.getStaticLoopRanges())
    elements *= size;
  return elements == rows * columns && getColumnsAcross(op, operand) == columns;
}
