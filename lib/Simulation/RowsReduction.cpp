//===- RowsReduction.cpp - Problems with fewer rows -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsReduction.h"
#include "ParsedProblem.h"
#include "RowsData.h"

#include "mlir-autotune/Kernels/RowView.h"
#include "mlir-autotune/Kernels/RowsProblem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"

#include "llvm/ADT/SetVector.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;

/// Rows times columns that are simulated in a moment, in each schedule.
static constexpr int64_t kFewElements = int64_t(1) << 14;
/// Full CTAs that stay, and steps of each loop: one behind the other, so that
/// numbers are not always 0. For very long rows, one must do.
static constexpr int64_t kRepetitions = 2;

namespace {
/// The dimensions and loops that become shorter together with one loop.
class Shortening {
public:
  explicit Shortening(problem::RowsOp op) : op(op) {}

  /// Begins with a dimension of a result. Whether it can become shorter.
  bool collect(Value result, unsigned dim);
  /// A number that divides the sizes of all.
  int64_t getSteps() const;
  /// Gives all of them `kept` of so many steps.
  void shorten(int64_t kept, int64_t steps);

private:
  using Dim = std::pair<Value, unsigned>;
  using Loop = std::pair<Operation *, unsigned>;
  void add(Value value, unsigned dim) { dims.insert({value, dim}); }
  void addUses(Dim dim);
  void addOperand(linalg::GenericOp generic, OpOperand &operand, unsigned dim);
  void addLoop(Loop loop);
  void addScan(problem::ScanOp scan, unsigned dim);
  void addReshaped(Operation *reshape, bool isSource, unsigned dim);
  bool isOfRows(Loop loop);
  bool readsWithin(tensor::ExtractOp extract) const;

  problem::RowsOp op;
  llvm::SetVector<Dim> dims;
  llvm::SetVector<Loop> loops;
  bool isPossible = true;
};
} // namespace

/// The loops over the rows: the first ones. nullopt if the rows end within a
/// loop.
static std::optional<unsigned> countRowLoops(linalg::GenericOp generic,
                                             int64_t rows) {
  unsigned count = 0;
  for (int64_t size : generic.getStaticLoopRanges()) {
    if (rows == 1 && size != 1)
      break;
    if (rows % size)
      return std::nullopt;
    rows /= size;
    ++count;
  }
  if (rows != 1)
    return std::nullopt;
  return count;
}

bool Shortening::isOfRows(Loop loop) {
  auto generic = cast<linalg::GenericOp>(loop.first);
  std::optional<unsigned> count = countRowLoops(generic, int64_t(op.getRows()));
  return count && loop.second < *count &&
         generic.getIteratorTypesArray()[loop.second] ==
             utils::IteratorType::parallel;
}

void Shortening::addLoop(Loop loop) {
  isPossible &= isOfRows(loop);
  auto generic = cast<linalg::GenericOp>(loop.first);
  AffineExpr expr = getAffineDimExpr(loop.second, op.getContext());
  for (OpOperand &operand : generic->getOpOperands())
    for (auto [dim, index] :
         llvm::enumerate(generic.getMatchingIndexingMap(&operand).getResults()))
      if (index == expr)
        add(operand.get(), dim);
  for (OpResult result : generic.getResults())
    for (auto [dim, index] : llvm::enumerate(
             generic.getIndexingMapMatchingResult(result).getResults()))
      if (index == expr)
        add(result, dim);
}

void Shortening::addOperand(linalg::GenericOp generic, OpOperand &operand,
                            unsigned dim) {
  AffineExpr index = generic.getMatchingIndexingMap(&operand).getResult(dim);
  if (auto loop = dyn_cast<AffineDimExpr>(index))
    loops.insert({generic, loop.getPosition()});
  else
    isPossible = false;
}

/// The results and the last out have no columns.
void Shortening::addScan(problem::ScanOp scan, unsigned dim) {
  auto type = cast<RankedTensorType>(scan.getInput().getType());
  isPossible &= dim + 1 < type.getRank();
  for (Value value : {scan.getInput(), scan.getInit(), scan.getStart(),
                      scan.getRunning(), scan.getLast()})
    if (isPossible)
      add(value, dim);
}

/// Of dimensions that are one in another tensor, the first that is longer than
/// 1 counts.
void Shortening::addReshaped(Operation *reshape, bool isSource, unsigned dim) {
  auto expand = dyn_cast<tensor::ExpandShapeOp>(reshape);
  SmallVector<ReassociationIndices> groups =
      expand ? expand.getReassociationIndices()
             : cast<tensor::CollapseShapeOp>(reshape).getReassociationIndices();
  Value source = reshape->getOperand(0), result = reshape->getResult(0);
  Value many = expand ? result : source, one = expand ? source : result;
  auto type = cast<RankedTensorType>(many.getType());
  bool isOne = isSource == bool(expand);
  for (auto [number, group] : llvm::enumerate(groups)) {
    if (!isOne && llvm::is_contained(group, int64_t(dim)))
      add(one, number);
    if (!isOne || number != dim || llvm::any_of(group, [&](int64_t each) {
          return dims.contains({many, unsigned(each)});
        }))
      continue;
    auto first = llvm::find_if(
        group, [&](int64_t each) { return type.getDimSize(each) != 1; });
    add(many, first == group.end() ? group.front() : *first);
  }
}

void Shortening::addUses(Dim dim) {
  auto [value, number] = dim;
  Operation *writer = value.getDefiningOp();
  if (auto generic = dyn_cast_if_present<linalg::GenericOp>(writer))
    addOperand(generic, *generic.getTiedOpOperand(cast<OpResult>(value)),
               number);
  else if (auto scan = dyn_cast_if_present<problem::ScanOp>(writer))
    addScan(scan, number);
  else if (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
               writer))
    addReshaped(writer, /*isSource=*/false, number);
  else if (auto fill = dyn_cast_if_present<linalg::FillOp>(writer))
    add(fill.getOutputs().front(), number);
  for (OpOperand &use : value.getUses()) {
    Operation *reader = use.getOwner();
    if (auto generic = dyn_cast<linalg::GenericOp>(reader))
      addOperand(generic, use, number);
    else if (auto scan = dyn_cast<problem::ScanOp>(reader))
      addScan(scan, number);
    else if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(reader))
      addReshaped(reader, /*isSource=*/true, number);
    else if (auto fill = dyn_cast<linalg::FillOp>(reader))
      add(fill.getResult(0), number);
  }
}

/// Whether each index along a dimension that becomes shorter is the number of a
/// loop that does.
bool Shortening::readsWithin(tensor::ExtractOp extract) const {
  Operation *generic = extract->getParentOfType<linalg::GenericOp>();
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    if (!dims.contains({extract.getTensor(), unsigned(dim)}))
      continue;
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    if (!loop || !loops.contains({generic, unsigned(loop.getDim())}))
      return false;
  }
  return true;
}

bool Shortening::collect(Value result, unsigned dim) {
  add(result, dim);
  for (size_t nextLoop = 0, nextDim = 0;
       isPossible && (nextLoop < loops.size() || nextDim < dims.size());) {
    if (nextLoop < loops.size())
      addLoop(loops[nextLoop++]);
    else
      addUses(dims[nextDim++]);
  }
  op.getBody().walk(
      [&](tensor::ExtractOp extract) { isPossible &= readsWithin(extract); });
  return isPossible;
}

int64_t Shortening::getSteps() const {
  int64_t steps = 0;
  for (auto [value, dim] : dims)
    steps = std::gcd(steps,
                     cast<RankedTensorType>(value.getType()).getDimSize(dim));
  return steps;
}

void Shortening::shorten(int64_t kept, int64_t steps) {
  for (auto [value, dim] : dims) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> sizes(type.getShape());
    sizes[dim] = sizes[dim] / steps * kept;
    value.setType(type.clone(sizes));
  }
  op.getBody().walk([](tensor::ExpandShapeOp expand) {
    expand.setStaticOutputShape(expand.getResultType().getShape());
  });
  op.setRows(op.getRows() / steps * kept);
  // What is outside has the types of what is inside.
  auto function = op->getParentOfType<func::FuncOp>();
  for (auto [outer, inner] :
       llvm::zip_equal(op.getInputs(), op.getBody().getArguments()))
    outer.setType(inner.getType());
  Operation *terminator = op.getBody().front().getTerminator();
  for (auto [init, result, inner] : llvm::zip_equal(
           op.getInits(), op.getResults(), terminator->getOperands())) {
    init.setType(inner.getType());
    result.setType(inner.getType());
  }
  function.setType(FunctionType::get(op.getContext(),
                                     function.getBody().getArgumentTypes(),
                                     op->getResultTypes()));
}

/// The fewest steps that leave the last CTA as it is, and enough rows before
/// it.
static int64_t chooseSteps(int64_t steps, int64_t rows, int64_t rowsPerCta,
                           int64_t repetitions) {
  int64_t ofStep = rows / steps;
  int64_t wanted = repetitions * rowsPerCta + rows % rowsPerCta;
  for (int64_t kept = std::min(repetitions, steps); kept < steps; ++kept)
    if (ofStep * kept >= wanted &&
        (ofStep * kept) % rowsPerCta == rows % rowsPerCta)
      return kept;
  return steps;
}

/// A result of the operation that divides the rows into most dimensions, and
/// their number; 0 if the rows of an operation end within a loop.
static std::pair<Value, unsigned> findFinest(problem::RowsOp op) {
  std::pair<Value, unsigned> finest;
  auto consider = [&](Value result, unsigned dims) {
    if (dims > finest.second)
      finest = {result, dims};
  };
  for (auto generic : op.getBody().getOps<linalg::GenericOp>()) {
    std::optional<unsigned> loops =
        countRowLoops(generic, int64_t(op.getRows()));
    if (!loops)
      return {};
    consider(generic.getResult(0), *loops);
  }
  for (auto scan : op.getBody().getOps<problem::ScanOp>())
    consider(scan.getRunning(),
             cast<RankedTensorType>(scan.getRunning().getType()).getRank() - 1);
  return finest;
}

/// The module with one of the dimensions of its problem's rows shorter; null if
/// it can't be.
static OwningOpRef<ModuleOp> shortenOne(ModuleOp module, unsigned dim,
                                        int64_t rowsPerCta,
                                        int64_t repetitions) {
  OwningOpRef<ModuleOp> copy = module.clone();
  problem::RowsOp op = getRowsProblem(*copy);
  auto [result, count] = findFinest(op);
  Shortening shortening(op);
  if (dim >= count || !shortening.collect(result, dim))
    return nullptr;
  int64_t steps = shortening.getSteps();
  int64_t kept =
      chooseSteps(steps, int64_t(op.getRows()), rowsPerCta, repetitions);
  if (kept == steps)
    return nullptr;
  shortening.shorten(kept, steps);
  if (failed(verify(*copy)))
    return nullptr;
  bool fits = llvm::all_of(op.getBody().front(), [&](Operation &inner) {
    return !isRowOp(&inner) ||
           fitsRows(&inner, int64_t(op.getRows()), int64_t(op.getColumns()));
  });
  return fits ? std::move(copy) : nullptr;
}

/// The same of all dimensions, one after the other; null without any.
static OwningOpRef<ModuleOp> shortenAll(ModuleOp module, int64_t rowsPerCta,
                                        int64_t repetitions) {
  OwningOpRef<ModuleOp> shortest;
  unsigned count = findFinest(getRowsProblem(module)).second;
  for (unsigned dim = 0; dim < count; ++dim)
    if (OwningOpRef<ModuleOp> shorter = shortenOne(
            shortest ? *shortest : module, dim, rowsPerCta, repetitions))
      shortest = std::move(shorter);
  return shortest;
}

RowsFact autotune::reduceRows(const RowsFact &fact, int64_t rowsPerCta) {
  if (fact.isNamed() || fact.rows * fact.columns <= kFewElements)
    return fact;
  ParsedProblem parsed(fact);
  if (!parsed.module)
    return fact;
  ScopedDiagnosticHandler silent(&parsed.context,
                                 [](Diagnostic &) { return success(); });
  RowsFact reduced = fact;
  for (int64_t repetitions = kRepetitions; repetitions > 0; --repetitions) {
    OwningOpRef<ModuleOp> module =
        shortenAll(*parsed.module, rowsPerCta, repetitions);
    if (!module)
      continue;
    std::string whyNot;
    RowsFact shorter = getRowsFact(getRowsProblem(*module), whyNot);
    if (!whyNot.empty())
      continue;
    reduced = std::move(shorter);
    if (getWhyNotSimulable(reduced).empty())
      break;
  }
  return reduced;
}
