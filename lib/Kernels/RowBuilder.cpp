//===- RowBuilder.cpp - Threads that share rows ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads never leave the row that they share: those beyond the last row, or
// the last column, load what the last one has, and store nothing.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

RowBuilder::RowBuilder(ImplicitLocOpBuilder &b, problem::RowsOp op,
                       const RowLayout &layout, gpu::GPUFuncOp function)
    : b(b), op(op), layout(layout), function(function),
      alignments(op->getNumOperands(), 1) {}

Value RowBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

void RowBuilder::createPlace() {
  Value cta = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value inCta = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value columnCta;
  if (layout.columnCtas > 1) {
    Value ctas = constant(layout.columnCtas);
    columnCta = arith::RemUIOp::create(b, cta, ctas);
    cta = arith::DivUIOp::create(b, cta, ctas);
  }
  Value perRow = constant(layout.threadsPerRow);
  thread = arith::RemUIOp::create(b, inCta, perRow);
  row = arith::AddIOp::create(
      b, arith::MulIOp::create(b, cta, constant(layout.rowsPerCta)),
      arith::DivUIOp::create(b, inCta, perRow));
  if (op.getRows() % layout.rowsPerCta) {
    ownsRow = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, row,
                                    constant(op.getRows()));
    row = arith::MinUIOp::create(b, row, constant(op.getRows() - 1));
  }
  Value first = arith::MulIOp::create(b, thread, constant(layout.vector));
  int64_t ofChunk = layout.threadsPerRow * layout.vector;
  if (columnCta)
    first = arith::AddIOp::create(
        b, first,
        arith::MulIOp::create(b, columnCta, constant(ofChunk * layout.chunks)));
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk) {
    Value column = arith::AddIOp::create(b, first, constant(chunk * ofChunk));
    Value isInside;
    if (isMasked()) {
      isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, column,
                                       constant(op.getColumns()));
      column = arith::MinUIOp::create(
          b, column, constant(op.getColumns() - layout.vector));
    }
    columns.push_back(column);
    inside.push_back(isInside);
    for (int64_t i = 0; i < layout.vector; ++i)
      allColumns.push_back(
          i ? arith::AddIOp::create(b, column, constant(i)).getResult()
            : column);
  }
}

/// The numbers of the loops: the row's, cut into those of the operation's
/// dimensions, and the columns.
void RowBuilder::setLoops(ArrayRef<int64_t> sizes) {
  loops.assign(sizes.size(), {});
  int64_t all = 1;
  for (int64_t size : sizes)
    all *= size;
  int64_t rowCount = op.getRows(), columnCount = op.getColumns();
  bool hasColumns = all == rowCount * columnCount;
  if (hasColumns && sizes.back() != columnCount)
    return setLoopsInOrder(sizes);
  if (hasColumns)
    loops[sizes.size() - 1] = allColumns;
  unsigned ofRow = sizes.size() - hasColumns;
  Value rest = row;
  for (unsigned dim = ofRow; dim-- > 0;) {
    if (dim == 0) {
      loops[dim] = {rest};
      break;
    }
    loops[dim] = {arith::RemUIOp::create(b, rest, constant(sizes[dim]))};
    rest = arith::DivUIOp::create(b, rest, constant(sizes[dim]));
  }
}

/// The same for an operation that divides its elements in another way. If its
/// last dimension has whole vectors, their elements differ in that alone.
void RowBuilder::setLoopsInOrder(ArrayRef<int64_t> sizes) {
  Value first = arith::MulIOp::create(b, row, constant(op.getColumns()));
  bool hasVectors = sizes.back() % layout.vector == 0;
  SmallVector<Value> ofVector;
  for (auto [number, column] : llvm::enumerate(allColumns)) {
    int64_t inVector = number % layout.vector;
    if (inVector == 0 || !hasVectors) {
      Value rest = arith::AddIOp::create(b, first, column);
      ofVector.assign(sizes.size(), {});
      for (unsigned dim = sizes.size(); dim-- > 1;) {
        Value size = constant(sizes[dim]);
        ofVector[dim] = arith::RemUIOp::create(b, rest, size);
        rest = arith::DivUIOp::create(b, rest, size);
      }
      ofVector[0] = rest;
    }
    for (auto [dim, number] : llvm::enumerate(ofVector)) {
      bool isShifted = hasVectors && inVector && dim + 1 == sizes.size();
      loops[dim].push_back(
          isShifted
              ? arith::AddIOp::create(b, number, constant(inVector)).getResult()
              : number);
    }
  }
}

/// A value that a body takes from outside of itself, or has computed.
RowElements RowBuilder::get(Value value) {
  auto it = values.find(value);
  if (it != values.end())
    return it->second;
  Operation *constant = value.getDefiningOp();
  assert(constant && constant->hasTrait<OpTrait::ConstantLike>());
  RowElements elements = {b.clone(*constant)->getResult(0)};
  values[value] = elements;
  return elements;
}

RowElements RowBuilder::getInput(linalg::GenericOp generic,
                                 OpOperand &operand) {
  Value source = operand.get();
  if (!isa<RankedTensorType>(source.getType()))
    return get(source);
  source = getReshaped(source);
  if (isRowOp(source.getDefiningOp()))
    return values.at(source);
  if (auto fill = source.getDefiningOp<linalg::FillOp>())
    return get(fill.getInputs().front());
  AffineMap map = generic.getMatchingIndexingMap(&operand);
  auto type = cast<RankedTensorType>(operand.get().getType());
  int64_t rowCount = op.getRows(), columnCount = op.getColumns();
  // At its own place, however the operation divides its elements. The loops of
  // a window are no columns.
  if (map.isIdentity() && type.getNumElements() == rowCount * columnCount &&
      countWindowLoops(generic) == 0)
    return load(operand.get(), {rowCount, columnCount}, {{row}, allColumns});
  SmallVector<RowElements> indices;
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    indices.push_back(expandMap(map, i));
  return load(operand.get(), type.getShape(), indices);
}

/// Copies an operation of a body: once for each column, or once if it is the
/// same for all.
void RowBuilder::buildElements(Operation *inner) {
  if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    values[index.getResult()] = loops[index.getDim()];
    return;
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
    SmallVector<RowElements> indices;
    for (Value index : extract.getIndices())
      indices.push_back(get(index));
    values[extract.getResult()] = load(
        extract.getTensor(), extract.getTensor().getType().getShape(), indices);
    return;
  }
  SmallVector<RowElements> operands;
  size_t count = 1;
  for (Value operand : inner->getOperands()) {
    operands.push_back(get(operand));
    count = std::max(count, operands.back().size());
  }
  SmallVector<RowElements> results(inner->getNumResults());
  for (size_t i = 0; i < count; ++i) {
    Operation *copied = inner->clone();
    for (auto [number, elements] : llvm::enumerate(operands))
      copied->setOperand(number, elements[elements.size() == 1 ? 0 : i]);
    b.insert(copied);
    for (auto [number, result] : llvm::enumerate(copied->getResults()))
      results[number].push_back(result);
  }
  for (auto [number, result] : llvm::enumerate(inner->getResults()))
    values[result] = results[number];
}

/// The elements that the body yields, or, for a reduction, those that it adds
/// up.
SmallVector<RowElements> RowBuilder::buildBody(linalg::GenericOp generic) {
  for (OpOperand *input : generic.getDpsInputOperands())
    if (readsElements(generic, *input))
      values[generic.getMatchingBlockArgument(input)] =
          getInput(generic, *input);
  bool isReduction = reducesRows(generic);
  Block *body = generic.getBody();
  llvm::SmallPtrSet<Operation *, 3> combiners;
  SmallVector<Value> summed(body->getTerminator()->getOperands());
  if (std::optional<RowExtreme> extreme = matchRowExtreme(generic)) {
    combiners.insert_range(
        ArrayRef{extreme->combiner, extreme->comparison, extreme->selection});
    summed[extreme->value] = extreme->element;
    summed[extreme->column] = extreme->number;
  } else if (isReduction)
    for (auto [number, value] : llvm::enumerate(summed)) {
      Operation *combiner = value.getDefiningOp();
      combiners.insert(combiner);
      Value sum = generic.getRegionOutputArgs()[number];
      value = combiner->getOperand(combiner->getOperand(0) == sum ? 1 : 0);
    }
  for (Operation &inner : body->without_terminator())
    if (!combiners.contains(&inner))
      buildElements(&inner);
  return llvm::map_to_vector(summed, [&](Value value) { return get(value); });
}

void RowBuilder::buildOp(linalg::GenericOp generic) {
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  sizes.truncate(sizes.size() - countWindowLoops(generic));
  setLoops(sizes);
  loops.resize(generic.getNumLoops());
  SmallVector<RowElements> built =
      countWindowLoops(generic) ? buildWindow(generic) : buildBody(generic);
  if (std::optional<RowExtreme> extreme = matchRowExtreme(generic))
    built = reduceExtreme(generic, *extreme, built);
  else if (reducesRows(generic))
    for (auto [number, elements] : llvm::enumerate(built))
      elements = reduce(generic, number, elements);
  for (auto [number, elements] : llvm::enumerate(built))
    values[generic.getResult(number)] = std::move(elements);
}

void RowBuilder::build() {
  createPlace();
  Block &body = op.getBody().front();
  for (auto [argument, parameter] :
       llvm::zip(body.getArguments(), function.getArguments()))
    values[argument] = {parameter};
  for (Operation &inner : body)
    if (auto generic = dyn_cast<linalg::GenericOp>(inner))
      buildOp(generic);
    else if (auto scan = dyn_cast<problem::ScanOp>(inner))
      buildScan(scan);
  unsigned first = op.getInits().getBeginOperandIndex();
  for (auto [number, value] :
       llvm::enumerate(body.getTerminator()->getOperands()))
    store(value, first + number, values.at(value));
}
