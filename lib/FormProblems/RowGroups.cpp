//===- RowGroups.cpp - Which operations see the same rows -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroups.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/SetVector.h"

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

static bool hasPlainBody(linalg::GenericOp op) {
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (!isa<arith::ArithDialect, math::MathDialect>(inner.getDialect()) &&
        !isa<linalg::IndexOp, tensor::ExtractOp, cf::AssertOp>(inner))
      return false;
    auto isPlain = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor ? tensor.hasStaticShape() &&
                          isRegister(tensor.getElementType())
                    : isRegister(type);
    };
    if (!llvm::all_of(inner.getOperandTypes(), isPlain) ||
        !llvm::all_of(inner.getResultTypes(), isPlain))
      return false;
  }
  return true;
}

/// Whether the sums of threads can be combined, beginning with nothing.
static bool isCombined(linalg::GenericOp op) {
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), i, combiners) ||
        combiners.size() != 1 || !arith::getNeutralElement(combiners.front()))
      return false;
  }
  return true;
}

/// The map of `loops` loops to the first `kept` of them.
static AffineMap getLeadingMap(unsigned loops, unsigned kept,
                               MLIRContext *context) {
  return AffineMap::get(
      loops, 0, AffineMap::getMultiDimIdentityMap(kept, context).getResults(),
      context);
}

std::optional<RowView> autotune::getRowView(linalg::GenericOp op) {
  unsigned loops = op.getNumLoops();
  if (loops == 0 || op.getNumResults() == 0 || !op.hasPureTensorSemantics() ||
      !hasPlainBody(op))
    return std::nullopt;
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor
               ? tensor.hasStaticShape() && isRegister(tensor.getElementType())
               : isRegister(type);
  };
  if (!llvm::all_of(op->getOperandTypes(), isKnown))
    return std::nullopt;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (llvm::is_contained(sizes, 0))
    return std::nullopt;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  RowView view;
  view.isReduction = iterators.back() == utils::IteratorType::reduction;
  for (unsigned i = 0; i + 1 < loops; ++i)
    if (iterators[i] != utils::IteratorType::parallel)
      return std::nullopt;
  unsigned kept = loops - view.isReduction;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (map != getLeadingMap(loops, kept, op.getContext()))
      return std::nullopt;
    // An element-wise operation that reads what it overwrites.
    if (!view.isReduction && !op.getMatchingBlockArgument(&init).use_empty())
      return std::nullopt;
  }
  if (view.isReduction && (sizes.back() > kMostRowColumns || !isCombined(op)))
    return std::nullopt;
  view.columns = sizes.back();
  view.rows = 1;
  for (int64_t size : ArrayRef(sizes).drop_back())
    view.rows *= size;
  // Numbers of rows and columns have 32 bits.
  if (view.rows > INT32_MAX / 2 || view.columns > INT32_MAX / 2)
    return std::nullopt;
  return view;
}

Value autotune::getReshaped(Value value) {
  while (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

namespace {
class GroupFinder {
public:
  explicit GroupFinder(Block &block) : block(block) {}
  SmallVector<RowGroup> find();

private:
  void add(linalg::GenericOp op, const RowView &view);
  SmallVector<int64_t> getCandidates(linalg::GenericOp op);
  bool canMerge(const RowGroup &from, const RowGroup &into);
  void join(linalg::GenericOp op, const RowView &view, int64_t number);
  void merge(int64_t from, int64_t into);
  bool canJoin(linalg::GenericOp op, const RowView &view,
               const RowGroup &group);
  bool readsInPlace(linalg::GenericOp op, OpOperand &operand,
                    const RowGroup &group);
  bool dependsOn(Value value, int64_t group);

  Block &block;
  SmallVector<RowGroup> groups;
  llvm::DenseMap<Operation *, int64_t> groupOf;
  /// The groups that read a value.
  llvm::DenseMap<Value, llvm::SmallSetVector<int64_t, 4>> readers;
};
} // namespace

/// Whether what the operation reads of a group's value is at its own row and
/// column.
bool GroupFinder::readsInPlace(linalg::GenericOp op, OpOperand &operand,
                               const RowGroup &group) {
  int64_t read =
      cast<RankedTensorType>(operand.get().getType()).getNumElements();
  int64_t seen = 1;
  for (int64_t size : op.getStaticLoopRanges())
    seen *= size;
  unsigned loops = op.getNumLoops();
  // Of one element for each row, an operation with a loop over columns reads
  // the same one in all of them.
  unsigned kept = read == seen ? loops : loops - 1;
  return op.getMatchingIndexingMap(&operand) ==
         getLeadingMap(loops, kept, op.getContext());
}

/// Whether a value depends on the group through an operation outside of it. The
/// operations of another group run at once, so the value depends on whatever
/// any of them depends on.
bool GroupFinder::dependsOn(Value value, int64_t group) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Operation *> seen;
  llvm::DenseSet<int64_t> seenGroups;
  auto addOperands = [&](Operation *op) {
    if (!seen.insert(op).second)
      return;
    op->walk([&](Operation *inner) {
      llvm::append_range(worklist, inner->getOperands());
    });
  };
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    op = op ? block.findAncestorOpInBlock(*op) : nullptr;
    if (!op)
      continue;
    auto it = groupOf.find(op);
    if (it == groupOf.end()) {
      addOperands(op);
      continue;
    }
    if (it->second == group)
      return true;
    if (seenGroups.insert(it->second).second)
      for (linalg::GenericOp member : groups[it->second].ops)
        addOperands(member);
  }
  return false;
}

bool GroupFinder::canJoin(linalg::GenericOp op, const RowView &view,
                          const RowGroup &group) {
  bool isSame = view.rows == group.rows && view.columns == group.columns;
  // One element for each row.
  bool isOfRows = !view.isReduction && group.columns != 1 &&
                  view.rows * view.columns == group.rows;
  if (!isSame && !isOfRows)
    return false;
  int64_t number = &group - groups.data();
  auto isMember = [&](Value value) {
    Operation *source = getReshaped(value).getDefiningOp();
    auto it = source ? groupOf.find(source) : groupOf.end();
    return it != groupOf.end() && it->second == number;
  };
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isMember(operand.get())) {
      if (dependsOn(operand.get(), number))
        return false;
      continue;
    }
    // It adds to the group's value.
    if (op.isDpsInit(&operand) && view.isReduction)
      return false;
    if (!op.isDpsInit(&operand) && !readsInPlace(op, operand, group))
      return false;
  }
  // A gather from the group's values reads anywhere.
  bool gathers = false;
  op.getBody()->walk([&](Operation *inner) {
    for (Value value : inner->getOperands())
      if (value.getParentRegion() != &op.getRegion())
        gathers |= isa<TensorType>(value.getType()) &&
                   (isMember(value) || dependsOn(value, number));
  });
  return !gathers;
}

/// The groups that share a value with the operation, the latest first: it has
/// done most.
SmallVector<int64_t> GroupFinder::getCandidates(linalg::GenericOp op) {
  llvm::SmallSetVector<int64_t, 4> candidates;
  auto add = [&](Operation *source) {
    auto it = source ? groupOf.find(source) : groupOf.end();
    if (it != groupOf.end())
      candidates.insert(it->second);
  };
  for (Value value : op.getInputs()) {
    Value source = getReshaped(value);
    add(source.getDefiningOp());
    // Others that read the same.
    if (isa<RankedTensorType>(source.getType()))
      for (int64_t number : readers.lookup(source))
        candidates.insert(number);
  }
  SmallVector<int64_t> sorted = candidates.takeVector();
  llvm::sort(sorted, std::greater<>());
  return sorted;
}

/// Whether all of another group can move into the group.
bool GroupFinder::canMerge(const RowGroup &from, const RowGroup &into) {
  if (from.ops.empty() || from.rows != into.rows ||
      from.columns != into.columns)
    return false;
  int64_t number = &into - groups.data(), other = &from - groups.data();
  auto isApart = [&](const RowGroup &group, int64_t of) {
    return llvm::all_of(group.ops, [&](linalg::GenericOp op) {
      bool isFree = true;
      op->walk([&](Operation *inner) {
        for (Value value : inner->getOperands()) {
          Operation *source = getReshaped(value).getDefiningOp();
          auto it = source ? groupOf.find(source) : groupOf.end();
          // What it reads of the other group was not in place.
          if (it != groupOf.end() && it->second == of)
            isFree = false;
          else if (isFree && dependsOn(value, of))
            isFree = false;
        }
      });
      return isFree;
    });
  };
  return isApart(from, number) && isApart(into, other);
}

void GroupFinder::join(linalg::GenericOp op, const RowView &view,
                       int64_t number) {
  groupOf[op] = number;
  groups[number].ops.push_back(op);
  groups[number].hasReduction |= view.isReduction;
  for (Value value : op.getInputs())
    if (isa<RankedTensorType>(value.getType()))
      readers[getReshaped(value)].insert(number);
}

void GroupFinder::merge(int64_t from, int64_t into) {
  for (linalg::GenericOp op : groups[from].ops) {
    groupOf[op] = into;
    groups[into].ops.push_back(op);
    for (Value value : op.getInputs())
      if (isa<RankedTensorType>(value.getType()))
        readers[getReshaped(value)].insert(into);
  }
  groups[into].hasReduction |= groups[from].hasReduction;
  groups[from].ops.clear();
  llvm::sort(groups[into].ops, [](linalg::GenericOp a, linalg::GenericOp b) {
    return a->isBeforeInBlock(b);
  });
}

void GroupFinder::add(linalg::GenericOp op, const RowView &view) {
  SmallVector<int64_t> candidates = getCandidates(op);
  for (auto [index, number] : llvm::enumerate(candidates)) {
    if (groups[number].ops.empty() || !canJoin(op, view, groups[number]))
      continue;
    // Others that the operation could have joined.
    for (int64_t other : ArrayRef(candidates).drop_front(index + 1))
      if (!groups[other].ops.empty() && canJoin(op, view, groups[other]) &&
          canMerge(groups[other], groups[number]))
        merge(other, number);
    return join(op, view, number);
  }
  groups.push_back({view.rows, view.columns, false, {}});
  join(op, view, groups.size() - 1);
}

SmallVector<RowGroup> GroupFinder::find() {
  for (auto op : block.getOps<linalg::GenericOp>())
    if (std::optional<RowView> view = getRowView(op))
      add(op, *view);
  llvm::erase_if(groups, [](RowGroup &group) { return group.ops.empty(); });
  return std::move(groups);
}

SmallVector<RowGroup> autotune::findRowGroups(Block &block) {
  return GroupFinder(block).find();
}
