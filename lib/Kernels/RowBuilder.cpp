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
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
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
  rowInCta = arith::DivUIOp::create(b, inCta, perRow);
  firstRow = arith::MulIOp::create(b, cta, constant(layout.rowsPerCta));
  row = arith::AddIOp::create(b, firstRow, rowInCta);
  // A thread has all of its rows or none.
  int64_t rows = op.getRows() / layout.rowsPerThread;
  if (rows % layout.rowsPerCta) {
    ownsRow = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, row,
                                    constant(rows));
    row = arith::MinUIOp::create(b, row, constant(rows - 1));
  }
  if (layout.rowsPerThread > 1)
    row = arith::MulIOp::create(b, row, constant(layout.rowsPerThread));
  firstOwnRow = row;
  if (columnCta)
    firstOfCta = arith::MulIOp::create(
        b, columnCta, constant(getColumnsOfChunk() * layout.chunks));
}

void RowBuilder::createColumns(Value first, int64_t chunks, bool isMasked) {
  Value own = arith::MulIOp::create(b, thread, constant(layout.vector));
  if (first)
    own = arith::AddIOp::create(b, own, first);
  columns.clear();
  inside.clear();
  places.clear();
  allColumns.clear();
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    Value column =
        arith::AddIOp::create(b, own, constant(chunk * getColumnsOfChunk()));
    places.push_back(column);
    Value isInside;
    if (isMasked) {
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
  // Rows that differ in their last number alone: equal addresses of windows are
  // then computed in the same way.
  bool isShifted = rowInThread && ofRow && sizes[ofRow - 1] != 1 &&
                   sizes[ofRow - 1] % layout.rowsPerThread == 0;
  Value rest = isShifted ? firstOwnRow : row;
  for (unsigned dim = ofRow; dim-- > 0;) {
    if (dim == 0) {
      loops[dim] = {rest};
      break;
    }
    loops[dim] = {arith::RemUIOp::create(b, rest, constant(sizes[dim]))};
    rest = arith::DivUIOp::create(b, rest, constant(sizes[dim]));
  }
  if (isShifted)
    loops[ofRow - 1] = {arith::AddIOp::create(b, loops[ofRow - 1].front(),
                                              constant(rowInThread))};
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
  if (isReadInPlace(generic, operand))
    return loadInPlace(operand.get());
  if (isTransposed(generic, operand))
    return loadTransposed(generic, operand);
  SmallVector<RowElements> indices;
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    indices.push_back(expandMap(map, i));
  return load(operand.get(), type.getShape(), indices);
}

/// Whether a float is of a narrower type, whose products f32 holds exactly.
static bool isNarrow(Value value) {
  auto widened = value.getDefiningOp<arith::ExtFOp>();
  return widened && value.getType().isF32() &&
         widened.getIn().getType().getIntOrFloatBitWidth() <= 16;
}

/// The product that an addition adds to something else, if it is exact: then
/// one operation does both, with the same result. Of bf16 that is so unless the
/// product leaves the range of f32 (docs/design/numerics.md).
static arith::MulFOp getExactProduct(Operation *op) {
  if (!isa<arith::AddFOp>(op))
    return nullptr;
  for (Value operand : op->getOperands())
    if (auto product = operand.getDefiningOp<arith::MulFOp>();
        product && product->getBlock() == op->getBlock() &&
        isNarrow(product.getLhs()) && isNarrow(product.getRhs()))
      return product;
  return nullptr;
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
  SmallVector<Value> from(inner->getOperands());
  if (arith::MulFOp product = getExactProduct(inner)) {
    Value other = from[from[0] == product.getResult() ? 1 : 0];
    from = {product.getLhs(), product.getRhs(), other};
  }
  SmallVector<RowElements> operands;
  size_t count = 1;
  for (Value operand : from) {
    operands.push_back(get(operand));
    count = std::max(count, operands.back().size());
  }
  SmallVector<RowElements> results(inner->getNumResults());
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Value> own =
        llvm::map_to_vector(operands, [&](const RowElements &elements) {
          return elements[elements.size() == 1 ? 0 : i];
        });
    Operation *copied;
    if (own.size() == inner->getNumOperands()) {
      copied = inner->clone();
      copied->setOperands(own);
      b.insert(copied);
    } else {
      copied = LLVM::FMAOp::create(b, own[0], own[1], own[2]);
    }
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

/// The results of an operation on elements, or what a reduction combines.
SmallVector<RowElements> RowBuilder::buildOp(linalg::GenericOp generic) {
  if (countWindowLoops(generic))
    return buildWindow(generic);
  setLoops(generic.getStaticLoopRanges());
  return buildBody(generic);
}

void RowBuilder::setResults(linalg::GenericOp generic,
                            ArrayRef<RowElements> results) {
  for (auto [result, elements] : llvm::zip_equal(generic.getResults(), results))
    values[result] = elements;
}

void RowBuilder::createRows() {
  for (int64_t i = 0; i < layout.rowsPerThread; ++i) {
    OwnRow &own = ownRows.emplace_back();
    own.values = values;
    own.row = i ? arith::AddIOp::create(b, row, constant(i)).getResult() : row;
  }
}

void RowBuilder::forEachRow(llvm::function_ref<void(unsigned)> build) {
  if (ownRows.empty())
    return build(0);
  for (auto [number, own] : llvm::enumerate(ownRows)) {
    auto swap = [&, &own = own] {
      std::swap(row, own.row);
      std::swap(values, own.values);
      std::swap(loops, own.loops);
    };
    swap();
    rowInThread = number;
    build(number);
    rowInThread = 0;
    swap();
  }
}

/// An operation on elements, for all rows of the thread.
void RowBuilder::buildOnElements(linalg::GenericOp generic) {
  unsigned count = generic.getNumResults();
  SmallVector<RowElements> built;
  if (countWindowLoops(generic))
    built = buildWindow(generic);
  forEachRow([&](unsigned number) {
    if (countWindowLoops(generic))
      setResults(generic, ArrayRef(built).slice(number * count, count));
    else
      setResults(generic, buildOp(generic));
  });
}

void RowBuilder::buildAtOnce() {
  bool isMasked = layout.chunks * getColumnsOfChunk() * layout.columnCtas !=
                  int64_t(op.getColumns());
  createColumns(firstOfCta, layout.chunks, isMasked);
  for (Operation &inner : op.getBody().front())
    if (auto generic = dyn_cast<linalg::GenericOp>(inner)) {
      if (!reducesRows(generic)) {
        buildOnElements(generic);
        continue;
      }
      RowCombiner combiner(generic);
      setResults(generic, reduce(combiner, buildOp(generic)));
    } else if (auto scan = dyn_cast<problem::ScanOp>(inner)) {
      buildScan(scan);
    }
  forEachRow([&](unsigned) {
    for (unsigned number = 0; number < op.getNumResults(); ++number)
      storeResult(number);
  });
}

void RowBuilder::storeResult(unsigned number) {
  Value value = op.getBody().front().getTerminator()->getOperand(number);
  store(value, op.getInits().getBeginOperandIndex() + number, values.at(value));
}

void RowBuilder::build() {
  createPlace();
  for (auto [argument, parameter] :
       llvm::zip(op.getBody().getArguments(), function.getArguments()))
    values[argument] = {parameter};
  if (layout.rowsPerThread > 1)
    createRows();
  if (isInPasses())
    buildPasses();
  else
    buildAtOnce();
}
