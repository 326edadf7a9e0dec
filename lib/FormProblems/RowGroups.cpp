//===- RowGroups.cpp - Which operations see the same rows -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroups.h"

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class GroupFinder {
public:
  explicit GroupFinder(Block &block) : block(block) {}
  SmallVector<RowGroup> find();

private:
  void add(DestinationStyleOpInterface op, const RowView &view);
  SmallVector<int64_t> getCandidates(DestinationStyleOpInterface op);
  bool canMerge(const RowGroup &from, const RowGroup &into);
  void addReader(DestinationStyleOpInterface op, int64_t number);
  void join(DestinationStyleOpInterface op, const RowView &view,
            int64_t number);
  void merge(int64_t from, int64_t into);
  bool canJoin(DestinationStyleOpInterface op, const RowView &view,
               const RowGroup &group);
  bool dependsOn(Value value, int64_t group);

  Block &block;
  SmallVector<RowGroup> groups;
  llvm::DenseMap<Operation *, int64_t> groupOf;
  /// Groups before this one are closed: an operation with effects follows.
  int64_t firstOpen = 0;
  /// The groups that read a value.
  llvm::DenseMap<Value, llvm::SmallSetVector<int64_t, 4>> readers;
};
} // namespace

static bool isScan(Operation *op) { return isa<problem::ScanOp>(op); }

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
      for (DestinationStyleOpInterface member : groups[it->second].ops)
        addOperands(member);
  }
  return false;
}

/// Whether the operation sees the group's rows. Elements of other operands than
/// those in order would lie far apart.
static bool seesRowsOf(const RowGroup &group, Operation *op,
                       const RowView &view) {
  bool isSame = view.rows == group.rows && view.columns == group.columns;
  return fitsRows(op, group.rows, group.columns) &&
         (isSame || view.rows * view.columns == group.rows || readsInOrder(op));
}

/// Whether the group can have the rows that the operation sees.
static bool canSeeRowsOf(const RowGroup &group, const RowView &view) {
  int64_t elements = group.rows * group.columns;
  return group.isInOrder && view.rows * view.columns == elements &&
         elements <= INT32_MAX;
}

bool GroupFinder::canJoin(DestinationStyleOpInterface op, const RowView &view,
                          const RowGroup &group) {
  if (!seesRowsOf(group, op, view) && !canSeeRowsOf(group, view))
    return false;
  if (isScan(op) && group.scans == kMostRowScans)
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
    if (op.isDpsInit(&operand) && readsElements(op, operand))
      return false;
    if (!op.isDpsInit(&operand) && !readsInPlace(op, operand))
      return false;
  }
  // A gather from the group's values reads anywhere.
  bool gathers = false;
  Region &body = op->getRegion(0);
  body.walk([&](Operation *inner) {
    for (Value value : inner->getOperands())
      if (value.getParentRegion() != &body)
        gathers |= isMember(value) || dependsOn(value, number);
  });
  return !gathers;
}

/// The groups that share a value with the operation, the latest first: it has
/// done most.
SmallVector<int64_t>
GroupFinder::getCandidates(DestinationStyleOpInterface op) {
  llvm::SmallSetVector<int64_t, 4> candidates;
  auto add = [&](Operation *source) {
    auto it = source ? groupOf.find(source) : groupOf.end();
    if (it != groupOf.end())
      candidates.insert(it->second);
  };
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value source = getReshaped(input->get());
    add(source.getDefiningOp());
    // Others that read the same.
    if (isa<RankedTensorType>(source.getType()))
      for (int64_t number : readers.lookup(source))
        candidates.insert(number);
  }
  SmallVector<int64_t> sorted = candidates.takeVector();
  llvm::erase_if(sorted, [&](int64_t number) { return number < firstOpen; });
  llvm::sort(sorted, std::greater<>());
  return sorted;
}

/// Whether all of another group can move into the group.
bool GroupFinder::canMerge(const RowGroup &from, const RowGroup &into) {
  bool isSame = from.rows == into.rows && from.columns == into.columns;
  bool isOther =
      from.isInOrder && from.rows * from.columns == into.rows * into.columns;
  if (from.ops.empty() || (!isSame && !isOther))
    return false;
  // The operation that joins both may be another scan.
  if (from.scans != 0 && from.scans + into.scans >= kMostRowScans)
    return false;
  int64_t number = &into - groups.data(), other = &from - groups.data();
  auto isApart = [&](const RowGroup &group, int64_t of) {
    return llvm::all_of(group.ops, [&](DestinationStyleOpInterface op) {
      bool isFree = true;
      op->walk([&](Operation *inner) {
        for (Value value : inner->getOperands()) {
          Operation *source = getReshaped(value).getDefiningOp();
          auto it = source ? groupOf.find(source) : groupOf.end();
          // It reads the other group's value elsewhere than in place.
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

void GroupFinder::addReader(DestinationStyleOpInterface op, int64_t number) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<RankedTensorType>(input->get().getType()))
      readers[getReshaped(input->get())].insert(number);
}

void GroupFinder::join(DestinationStyleOpInterface op, const RowView &view,
                       int64_t number) {
  groupOf[op] = number;
  RowGroup &group = groups[number];
  group.ops.push_back(op);
  group.scans += isScan(op);
  group.hasReduction |= view.isReduction;
  if (!seesRowsOf(group, op, view)) {
    group.rows = view.rows;
    group.columns = view.columns;
  }
  group.isInOrder &= readsInOrder(op) &&
                     view.rows * view.columns == group.rows * group.columns;
  addReader(op, number);
}

void GroupFinder::merge(int64_t from, int64_t into) {
  for (DestinationStyleOpInterface op : groups[from].ops) {
    groupOf[op] = into;
    groups[into].ops.push_back(op);
    addReader(op, into);
  }
  groups[into].hasReduction |= groups[from].hasReduction;
  groups[into].isInOrder &= groups[from].isInOrder;
  groups[into].scans += groups[from].scans;
  groups[from].ops.clear();
  llvm::sort(groups[into].ops,
             [](DestinationStyleOpInterface a, DestinationStyleOpInterface b) {
               return a->isBeforeInBlock(b);
             });
}

void GroupFinder::add(DestinationStyleOpInterface op, const RowView &view) {
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
  RowGroup group;
  group.rows = view.rows;
  group.columns = view.columns;
  groups.push_back(group);
  join(op, view, groups.size() - 1);
}

bool autotune::isOrdered(Operation *op) {
  // Assertions of elements have no order.
  return !isMemoryEffectFree(op) && !isa<linalg::LinalgOp, problem::RowsOp>(op);
}

/// The columns with which the first input that is as large as the results, and
/// is transposed, is read across rows; 0 for none.
static int64_t getColumnsAcross(const RowGroup &group) {
  int64_t elements = group.rows * group.columns;
  for (DestinationStyleOpInterface op : group.ops)
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto type = dyn_cast<RankedTensorType>(input->get().getType());
      if (!type || type.getNumElements() < elements)
        continue;
      if (int64_t columns =
              autotune::getColumnsAcross(cast<linalg::GenericOp>(*op), *input))
        return columns;
    }
  return 0;
}

/// The fewest columns of a group without reductions that are whole vectors, and
/// consist of its last dimensions: lines of 7 elements would be loaded and
/// stored one by one. Or those with which an input is read across rows.
static void widenColumns(RowGroup &group) {
  int64_t elements = group.rows * group.columns;
  if (group.hasReduction || elements > INT32_MAX / 2)
    return;
  constexpr int64_t kVectorBits = 128;
  int64_t bits = 64;
  for (DestinationStyleOpInterface op : group.ops)
    for (Type type : op->getOperandTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type);
          tensor && tensor.getNumElements() >= elements)
        bits = std::min<int64_t>(
            bits, tensor.getElementType().isIndex()
                      ? 64
                      : std::max(8u, tensor.getElementTypeBitWidth()));
  int64_t vector = kVectorBits / bits, columns = 1;
  // Without scans, all are operations of linalg.
  auto first = cast<linalg::GenericOp>(*group.ops.front());
  SmallVector<int64_t> sizes = first.getStaticLoopRanges();
  sizes.truncate(first.getNumParallelLoops());
  for (int64_t size : llvm::reverse(sizes)) {
    columns *= size;
    if (columns % vector == 0)
      break;
  }
  bool isBetter = group.columns % vector != 0 && columns % vector == 0;
  // A kernel has tiles of what is read across its rows.
  if (int64_t across = getColumnsAcross(group)) {
    columns = across;
    isBetter = columns != group.columns;
  }
  if (!isBetter ||
      !llvm::all_of(group.ops, [&](DestinationStyleOpInterface op) {
        RowView view = *getRowView(op);
        return view.rows * view.columns == elements;
      }))
    return;
  group.rows = elements / columns;
  group.columns = columns;
}

SmallVector<RowGroup> GroupFinder::find() {
  for (Operation &op : block) {
    if (isOrdered(&op))
      firstOpen = groups.size();
    if (std::optional<RowView> view = getRowView(&op))
      add(cast<DestinationStyleOpInterface>(op), *view);
  }
  llvm::erase_if(groups, [](RowGroup &group) { return group.ops.empty(); });
  llvm::for_each(groups, widenColumns);
  return std::move(groups);
}

SmallVector<RowGroup> autotune::findRowGroups(Block &block) {
  return GroupFinder(block).find();
}
