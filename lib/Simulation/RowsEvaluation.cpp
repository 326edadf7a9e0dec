//===- RowsEvaluation.cpp - What a problem of rows must come to -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsEvaluation.h"
#include "ProblemMatrices.h"
#include "RowSums.h"
#include "ScalarProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;
using reference::ElementType;
using reference::Result;

namespace {
/// A tensor: an input in memory, or what has been computed.
struct Table {
  const StoredMatrix *memory = nullptr;
  ElementType type;
  AcceptedElements computed;

  Result get(int64_t offset) const {
    return memory
               ? reference::getExactly(type, simulation::load(*memory, offset))
               : computed[offset];
  }
};

class Evaluator {
public:
  Evaluator(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
            const RowsFault &fault);

  llvm::Error run();
  std::vector<AcceptedElements> takeResults();

private:
  llvm::Error evaluate(linalg::GenericOp op);
  llvm::Error evaluate(problem::ScanOp op);
  llvm::Error evaluate(Operation *op);
  void addResults(linalg::GenericOp generic, int64_t start);
  bool isEvaluated(int64_t number, int64_t points);
  void allowAnyOrder(linalg::GenericOp generic, const ScalarProgram &program,
                     int64_t start, MutableArrayRef<std::vector<Terms>> sums);
  Table &addTable(Value value);
  const Table &getTable(Value value) const { return tables.at(find(value)); }
  /// The tensor that `value` is another shape of: its elements are the same.
  static Value find(Value value);

  problem::RowsOp op;
  const RowsFault &fault;
  /// How many reductions and scans were evaluated.
  int64_t numReductions = 0;
  llvm::DenseMap<Value, Table> tables;
};
} // namespace

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value Evaluator::find(Value value) {
  while (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

Evaluator::Evaluator(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
                     const RowsFault &fault)
    : op(op), fault(fault) {
  for (auto [argument, input] :
       llvm::zip_equal(op.getBody().getArguments(), inputs)) {
    Table &table = tables[argument];
    table.memory = &input;
    table.type = getScalarType(getElementTypeOrSelf(argument.getType()));
  }
}

/// Elements that nobody has written yet may be anything.
Table &Evaluator::addTable(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Table &table = tables[value];
  table.type = getScalarType(type.getElementType());
  Result unknown;
  unknown.type = table.type;
  unknown.isAnything = true;
  table.computed.assign(type.getNumElements(), unknown);
  return table;
}

static int64_t getOffset(RankedTensorType type, ArrayRef<int64_t> indices) {
  int64_t offset = 0;
  for (auto [size, index] : llvm::zip_equal(type.getShape(), indices))
    offset = offset * size + index;
  return offset;
}

/// The next point of loops, in order; false behind the last.
static bool advance(SmallVectorImpl<int64_t> &loops, ArrayRef<int64_t> sizes) {
  for (size_t dim = sizes.size(); dim-- > 0;) {
    if (++loops[dim] < sizes[dim])
      return true;
    loops[dim] = 0;
  }
  return false;
}

static Result getNumber(Value value) {
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    return getConstantValue(constant.getValue());
  // The fact of a problem with other numbers has no text.
  Result unknown;
  unknown.type = getScalarType(value.getType());
  unknown.isAnything = true;
  return unknown;
}

/// Results begin with what is in their place.
void Evaluator::addResults(linalg::GenericOp generic, int64_t start) {
  for (auto [result, init] :
       llvm::zip_equal(generic.getResults(), generic.getDpsInits())) {
    int64_t size = cast<RankedTensorType>(init.getType()).getNumElements();
    AcceptedElements before;
    for (int64_t i = 0; i < size; ++i)
      before.push_back(addTo(getTable(init).get(i), start));
    addTable(result).computed = std::move(before);
  }
}

/// Whether the nth point of an operation's loops is in a row that counts.
bool Evaluator::isEvaluated(int64_t number, int64_t points) {
  if (fault.rows.empty())
    return true;
  int64_t rows = op.getRows();
  return llvm::is_contained(fault.rows,
                            number / std::max<int64_t>(points / rows, 1));
}

llvm::Error Evaluator::evaluate(linalg::GenericOp generic) {
  ScalarProgram::Outside outside;
  outside.getElement = [&](Value tensor, int64_t offset) {
    return getTable(tensor).get(offset);
  };
  outside.getNumber = getNumber;
  auto program = ScalarProgram::create(generic, outside);
  if (!program)
    return program.takeError();
  bool isReduction = generic.getNumReductionLoops() != 0;
  bool isWrong =
      isAlongColumns(op, generic) && numReductions++ == fault.reduction;
  int64_t start = isWrong ? fault.start : 0;
  addResults(generic, start);
  std::vector<std::vector<Terms>> sums;
  for (Value result : generic.getResults())
    sums.emplace_back(
        isReduction ? cast<RankedTensorType>(result.getType()).getNumElements()
                    : 0);
  unsigned firstInit = generic.getNumDpsInputs();
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  SmallVector<int64_t> loops(sizes.size(), 0);
  std::vector<Result> values, terms;
  std::vector<int64_t> offsets(maps.size());
  auto evaluatePoint = [&] {
    values.clear();
    for (auto [number, operand] : llvm::enumerate(generic->getOperands())) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      offsets[number] = type ? getOffset(type, maps[number].compose(loops)) : 0;
      values.push_back(number >= firstInit
                           ? tables[generic.getResult(number - firstInit)]
                                 .computed[offsets[number]]
                       : type ? getTable(operand).get(offsets[number])
                              : getNumber(operand));
    }
    program->run(loops, values, terms);
    for (auto [number, value] : llvm::enumerate(values)) {
      int64_t offset = offsets[firstInit + number];
      tables[generic.getResult(number)].computed[offset] = value;
      if (isReduction)
        sums[number][offset].add(terms[number]);
    }
  };
  int64_t points = 1, point = 0;
  for (int64_t size : sizes)
    points *= size;
  do {
    int64_t count = isWrong && fault.count ? fault.count(loops.back()) : 1;
    for (int64_t i = 0; i < count && isEvaluated(point, points); ++i)
      evaluatePoint();
    ++point;
  } while (advance(loops, sizes));
  if (isReduction)
    allowAnyOrder(generic, *program, start, sums);
  return llvm::Error::success();
}

void Evaluator::allowAnyOrder(linalg::GenericOp generic,
                              const ScalarProgram &program, int64_t start,
                              MutableArrayRef<std::vector<Terms>> sums) {
  for (auto [number, terms] : llvm::enumerate(sums)) {
    Value result = generic.getResult(number);
    Value init = generic.getDpsInits()[number];
    for (auto [offset, all] : llvm::enumerate(terms)) {
      Result &sum = tables[result].computed[offset];
      all.add(addTo(getTable(init).get(offset), start));
      autotune::allowAnyOrder(sum, program.getOrder(number), all,
                              getElementTypeOrSelf(result.getType()));
    }
  }
}

llvm::Error Evaluator::evaluate(problem::ScanOp scan) {
  auto program =
      ScalarProgram::create(scan.getCombiner().front(),
                            ValueRange(scan.getSoFar()), {nullptr, getNumber});
  if (!program)
    return program.takeError();
  bool isWrong = numReductions++ == fault.reduction;
  ScannedRow row(*program, getElementTypeOrSelf(scan.getInput().getType()),
                 scan.getInclusive(), isWrong ? fault : RowsFault());
  auto type = cast<RankedTensorType>(scan.getInput().getType());
  int64_t columns = type.getShape().back();
  int64_t rows = type.getNumElements() / columns;
  addTable(scan.getRunning());
  addTable(scan.getLast());
  for (int64_t i = 0; i < rows; ++i) {
    if (!isEvaluated(i, rows))
      continue;
    std::vector<Result> elements;
    for (int64_t column = 0; column < columns; ++column)
      elements.push_back(getTable(scan.getInput()).get(i * columns + column));
    std::optional<Result> start;
    if (scan.readsStart())
      start = getTable(scan.getStart()).get(i);
    std::vector<Result> running = row.scan(elements, start);
    tables[scan.getLast()].computed[i] = row.getLast();
    llvm::copy(running,
               tables[scan.getRunning()].computed.begin() + i * columns);
  }
  return llvm::Error::success();
}

llvm::Error Evaluator::evaluate(Operation *inner) {
  if (auto generic = dyn_cast<linalg::GenericOp>(inner))
    return evaluate(generic);
  if (auto scan = dyn_cast<problem::ScanOp>(inner))
    return evaluate(scan);
  if (auto fill = dyn_cast<linalg::FillOp>(inner)) {
    Result value = getNumber(fill.getInputs().front());
    AcceptedElements &elements = addTable(fill.getResult(0)).computed;
    std::fill(elements.begin(), elements.end(), value);
    return llvm::Error::success();
  }
  if (auto empty = dyn_cast<tensor::EmptyOp>(inner))
    addTable(empty.getResult());
  else if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                arith::ConstantOp>(inner))
    return llvm::createStringError("there is no reference for '" +
                                   inner->getName().getStringRef() + "'");
  return llvm::Error::success();
}

llvm::Error Evaluator::run() {
  for (Operation &inner : op.getBody().front().without_terminator())
    if (llvm::Error error = evaluate(&inner))
      return error;
  return llvm::Error::success();
}

std::vector<AcceptedElements> Evaluator::takeResults() {
  std::vector<AcceptedElements> results;
  for (Value value : op.getBody().front().getTerminator()->getOperands())
    results.push_back(getTable(value).computed);
  return results;
}

bool autotune::isAlongColumns(problem::RowsOp op, linalg::GenericOp generic) {
  uint64_t points = 1;
  for (int64_t size : generic.getStaticLoopRanges())
    points *= uint64_t(size);
  return generic.getNumReductionLoops() == 1 &&
         points == op.getRows() * op.getColumns();
}

llvm::Expected<std::vector<AcceptedElements>>
autotune::evaluateRows(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
                       const RowsFault &fault) {
  Evaluator evaluator(op, inputs, fault);
  if (llvm::Error error = evaluator.run())
    return error;
  return evaluator.takeResults();
}
