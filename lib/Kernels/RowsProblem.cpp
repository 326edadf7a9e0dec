//===- RowsProblem.cpp - Problems of rows, and their facts ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/RowsProblem.h"
#include "ProblemModule.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <set>

using namespace mlir;
using namespace mlir::autotune;

static constexpr StringLiteral kFunctionName = "rows";

//===----------------------------------------------------------------------===//
// From an operation to a fact
//===----------------------------------------------------------------------===//

namespace {
/// Finds the inputs whose integers say where elements of others are.
class IndexLimits {
public:
  explicit IndexLimits(problem::RowsOp op) : limits(op.getInputs().size(), 0) {
    op.getBody().walk([&](tensor::ExtractOp extract) {
      auto type = cast<RankedTensorType>(extract.getTensor().getType());
      for (auto [size, index] :
           llvm::zip_equal(type.getShape(), extract.getIndices()))
        if (!ShapedType::isDynamic(size))
          limit(index, size, /*isChosen=*/false);
    });
  }
  int64_t get(unsigned input) const { return limits[input]; }
  /// Whether an index is computed from inputs, so that no limit of these keeps
  /// it within what it is the index of.
  bool isAnyComputed() const { return isComputed; }

private:
  void limit(Value index, int64_t size, bool isChosen);
  void limitTensor(Value tensor, int64_t size);
  static bool dependsOnInputs(Operation *op);

  std::vector<int64_t> limits;
  bool isComputed = false;
  std::set<std::tuple<void *, int64_t, bool>> visited;
};
} // namespace

/// An index is an input's element as it is: cast, or one of two. Where it is
/// one of two, the other may be made of it, as in `i < 0 ? i + n : i`.
void IndexLimits::limit(Value index, int64_t size, bool isChosen) {
  if (!visited.insert({index.getAsOpaquePointer(), size, isChosen}).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto generic =
        dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
    if (generic)
      limitTensor(generic->getOperand(argument.getArgNumber()), size);
    return;
  }
  Operation *op = index.getDefiningOp();
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return limitTensor(extract.getTensor(), size);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    limit(select.getTrueValue(), size, /*isChosen=*/true);
    limit(select.getFalseValue(), size, /*isChosen=*/true);
    return;
  }
  bool isCast =
      isa<arith::IndexCastOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          op);
  if (!isChosen && !isCast) {
    isComputed |= dependsOnInputs(op);
    return;
  }
  for (Value operand : op->getOperands())
    limit(operand, size, isChosen);
}

bool IndexLimits::dependsOnInputs(Operation *op) {
  SmallVector<Value> worklist(op->getOperands());
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    Operation *source = value.getDefiningOp();
    if (!source || isa<tensor::ExtractOp>(source))
      return true;
    llvm::append_range(worklist, source->getOperands());
  }
  return false;
}

void IndexLimits::limitTensor(Value tensor, int64_t size) {
  Value source = getReshaped(tensor);
  if (auto argument = dyn_cast<BlockArgument>(source)) {
    int64_t &known = limits[argument.getArgNumber()];
    known = known ? std::min(known, size) : size;
    return;
  }
  if (auto generic = source.getDefiningOp<linalg::GenericOp>())
    limit(generic.getBody()->getTerminator()->getOperand(
              cast<OpResult>(source).getResultNumber()),
          size, /*isChosen=*/false);
}

/// nullopt if a fact has no name for it.
static std::optional<TensorFact> getTensorFact(Type type, int64_t indexLimit) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getNumElements() == 0)
    return std::nullopt;
  TensorFact fact;
  fact.elements = tensor.getNumElements();
  Type element = tensor.getElementType();
  if (element.isIndex()) {
    fact.element = ElementKind::I64;
    fact.limit = indexLimit;
    return fact;
  }
  std::optional<ElementKind> kind = getReadKind(element);
  if (!kind)
    return std::nullopt;
  fact.element = *kind;
  if (!element.isInteger())
    return fact;
  // Non-negative numbers of the type.
  int64_t bits = std::max(element.getIntOrFloatBitWidth(), 2u) - 1;
  fact.limit = element.isInteger(1)
                   ? 2
                   : std::min(indexLimit, int64_t(llvm::maxUIntN(bits)));
  return fact;
}

RowsFact autotune::getRowsFact(problem::RowsOp op, std::string &whyNot) {
  RowsFact fact;
  fact.rows = op.getRows();
  fact.columns = op.getColumns();
  for (auto generic : op.getBody().getOps<linalg::GenericOp>())
    if (reducesRows(generic))
      fact.reductions += generic.getNumResults();
  for (auto generic : op.getBody().getOps<linalg::GenericOp>())
    for (OpOperand *input : generic.getDpsInputOperands())
      fact.crossed += readsAcross(generic, *input, fact.rows, fact.columns);
  fact.sliding = getSlidingRows(op);
  fact.scans = llvm::range_size(op.getBody().getOps<problem::ScanOp>());
  IndexLimits limits(op);
  if (limits.isAnyComputed())
    whyNot = "an index of a gather is computed from inputs";
  for (auto [number, type] : llvm::enumerate(op.getInputs().getTypes())) {
    std::optional<TensorFact> tensor = getTensorFact(type, limits.get(number));
    if (tensor)
      fact.inputs.push_back(*tensor);
    else
      llvm::raw_string_ostream(whyNot)
          << (whyNot.empty() ? "" : "; ") << "an operand is of type " << type;
  }
  for (Type type : op.getResultTypes())
    if (std::optional<TensorFact> tensor = getTensorFact(type, 0))
      fact.outputs.push_back(*tensor);
    else
      llvm::raw_string_ostream(whyNot)
          << (whyNot.empty() ? "" : "; ") << "a result is of type " << type;
  if (whyNot.empty())
    fact.body = getProblemLine(op, kFunctionName);
  return fact;
}

//===----------------------------------------------------------------------===//
// And back
//===----------------------------------------------------------------------===//

problem::RowsOp autotune::getRowsProblem(ModuleOp module) {
  return getProblem<problem::RowsOp>(module, kFunctionName);
}

OwningOpRef<ModuleOp> autotune::parseRowsProblem(MLIRContext *context,
                                                 const RowsFact &fact,
                                                 std::string &whyNot) {
  if (fact.isNamed()) {
    whyNot = "only the hash of its operation is known";
    return nullptr;
  }
  OwningOpRef<ModuleOp> module = parseProblemLine(context, fact.body, whyNot);
  problem::RowsOp op = module ? getRowsProblem(*module) : nullptr;
  // The fact's other members follow from the operation.
  std::string whyNoFact;
  if (op && getRowsFact(op, whyNoFact) == fact)
    return module;
  if (whyNot.empty())
    whyNot = "its text is not of the operation that it has";
  return nullptr;
}
