//===- RowsEvaluation.cpp - What a problem of rows must come to -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsEvaluation.h"
#include "ProblemMatrices.h"
#include "ScalarProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

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

/// The terms of a sum or product, for what their order may change.
struct Terms {
  /// The sum of the lowest and of the highest of each.
  double low = 0, high = 0;
  /// The sum of their sizes, and a power of two that divides all of them.
  double size = 0, unit = INFINITY;
  int64_t count = 0;

  void add(const Result &term);
  void allowAnyOrder(Result &sum, unsigned precision) const;
};

class Evaluator {
public:
  Evaluator(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
            const RowsFault &fault);

  llvm::Error run();
  std::vector<AcceptedElements> takeResults();

private:
  llvm::Error evaluate(linalg::GenericOp op);
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
  /// How many reductions were evaluated.
  int64_t numReductions = 0;
  llvm::DenseMap<Value, Table> tables;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sums in any order
//===----------------------------------------------------------------------===//

/// The largest power of two that divides a number; 0 if there is none.
static double getUnit(double value) {
  if (!std::isfinite(value))
    return 0;
  int exponent = 0;
  double significand = std::frexp(std::fabs(value), &exponent);
  if (significand == 0)
    return INFINITY;
  constexpr int kBits = 53;
  auto bits = uint64_t(std::ldexp(significand, kBits));
  return std::ldexp(double(bits & -bits), exponent - kBits);
}

void Terms::add(const Result &term) {
  ++count;
  low += term.low;
  high += term.high;
  size += std::max(std::fabs(term.low), std::fabs(term.high));
  unit = std::min(unit, term.low == term.high ? getUnit(term.low) : 0);
}

static double roundTo(ElementType type, double value) {
  return reference::decode(type, reference::encode(type, value));
}

/// The largest error of a result, as a share of the sizes of its terms. With a
/// larger one, a kernel could leave many terms out unseen.
static constexpr double kMostError = 1.0 / 16;

/// Widens a sum that was computed from the first term to the last. Each of
/// `count` additions rounds a partial sum, which is no larger than `size`.
void Terms::allowAnyOrder(Result &sum, unsigned precision) const {
  double roundoff = std::ldexp(1.0, -int(precision));
  if (sum.isAnything || !std::isfinite(size) || size * roundoff <= unit)
    return;
  double error = double(count) * roundoff;
  if (error > kMostError) {
    sum.isAnything = true;
    return;
  }
  double slack = size * error / (1 - error);
  sum.low = std::min(sum.low, roundTo(sum.type, low - slack));
  sum.high = std::max(sum.high, roundTo(sum.type, high + slack));
}

/// The same of a product, whose error is a share of it.
static void allowAnyOrder(Result &product, int64_t count, unsigned precision) {
  double error = 2 * double(count) * std::ldexp(1.0, -int(precision));
  product.isAnything |= error > kMostError;
  if (product.isAnything)
    return;
  product.low =
      roundTo(product.type, product.low - std::fabs(product.low) * error);
  product.high =
      roundTo(product.type, product.high + std::fabs(product.high) * error);
}

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

/// A number plus a whole one.
static Result addTo(Result number, int64_t offset) {
  if (offset == 0 || number.isAnything)
    return number;
  if (!number.type.isFloat())
    return reference::getExactly(number.type, number.bits + uint64_t(offset));
  double sum = reference::decode(number.type, number.bits) + double(offset);
  return reference::getExactly(number.type,
                               reference::encode(number.type, sum));
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
  bool isWrong = isAlongColumns(generic) && numReductions++ == fault.reduction;
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
    auto order = program.getOrder(number);
    if (order == ScalarProgram::Order::Any)
      continue;
    Value result = generic.getResult(number);
    Value init = generic.getDpsInits()[number];
    unsigned precision = cast<FloatType>(getElementTypeOrSelf(result.getType()))
                             .getFPMantissaWidth();
    for (auto [offset, all] : llvm::enumerate(terms)) {
      Result &sum = tables[result].computed[offset];
      all.add(addTo(getTable(init).get(offset), start));
      if (order == ScalarProgram::Order::Sum)
        all.allowAnyOrder(sum, precision);
      else
        ::allowAnyOrder(sum, all.count, precision);
    }
  }
}

llvm::Error Evaluator::evaluate(Operation *inner) {
  if (auto generic = dyn_cast<linalg::GenericOp>(inner))
    return evaluate(generic);
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

bool autotune::isAlongColumns(linalg::GenericOp op) {
  return op.getNumReductionLoops() == 1;
}

llvm::Expected<std::vector<AcceptedElements>>
autotune::evaluateRows(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
                       const RowsFault &fault) {
  Evaluator evaluator(op, inputs, fault);
  if (llvm::Error error = evaluator.run())
    return error;
  return evaluator.takeResults();
}
