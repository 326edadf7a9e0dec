//===- ContractionPlan.cpp - As which matmul a contraction is computed ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are few ways to lay a contraction out: which dimensions of C are the
// batch, which operand is A, in what order K is collapsed, and how much of it
// goes from matrix to matrix. All are tried, and the one that costs least is
// the plan.
//
//===----------------------------------------------------------------------===//

#include "ContractionCost.h"

#include "mlir-autotune/Analysis/Contraction.h"

#include "mlir-autotune/Analysis/MatmulOps.h"
#include "mlir-autotune/Analysis/OperandLayout.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::autotune;

bool OperandView::collapses() const {
  return llvm::any_of(groups, [](auto &group) { return group.size() > 1; });
}

bool OperandView::expands() const {
  return llvm::any_of(groups, [](auto &group) { return group.empty(); });
}

bool OperandView::isIdentity() const {
  return permutation.empty() && !collapses() && !expands();
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

/// Assigns the dimensions of an operand (`loops`, in the order of the view) to
/// those of the matrix (`wanted`, which has the same loops in the same order).
/// A unit dimension serves where a matrix dimension has no loop.
static SmallVector<ReassociationIndices> getGroups(ArrayRef<int64_t> loops,
                                                   ArrayRef<Loops> wanted) {
  SmallVector<ReassociationIndices> groups(wanted.size());
  int64_t next = 0, size = loops.size();
  auto isUnit = [&](int64_t dim) {
    return loops[dim] == Contraction::kUnitDim;
  };
  ReassociationIndices *last = nullptr;
  for (auto [group, dims] : llvm::zip(groups, wanted)) {
    if (dims.empty()) {
      if (next < size && isUnit(next))
        group.push_back(next++);
    } else {
      for (size_t found = 0; found < dims.size(); ++next) {
        found += !isUnit(next);
        group.push_back(next);
      }
    }
    if (!group.empty())
      last = &group;
  }
  while (last && next < size)
    last->push_back(next++);
  return groups;
}

/// The order of dimensions in which their loops are in that of `wanted`; empty
/// when they are already. Unit dimensions then come first.
static SmallVector<int64_t> getPermutation(ArrayRef<int64_t> loops,
                                           ArrayRef<int64_t> wanted) {
  SmallVector<int64_t> permutation;
  auto isUnit = [](int64_t loop) { return loop == Contraction::kUnitDim; };
  SmallVector<int64_t> present;
  llvm::copy_if(loops, std::back_inserter(present),
                [&](int64_t loop) { return !isUnit(loop); });
  if (ArrayRef<int64_t>(present) == wanted)
    return permutation;
  for (auto [dim, loop] : llvm::enumerate(loops))
    if (isUnit(loop))
      permutation.push_back(dim);
  for (int64_t loop : wanted)
    permutation.push_back(llvm::find(loops, loop) - loops.begin());
  return permutation;
}

/// Whether a memref can be viewed so without a copy.
static bool canView(MemRefType type, const OperandView &view) {
  if (view.isIdentity())
    return true;
  if (!type.isStrided())
    return false;
  if (!view.permutation.empty())
    type = tile::PermuteOp::permuteType(type, view.permutation);
  SmallVector<ReassociationIndices> collapsed;
  llvm::copy_if(view.groups, std::back_inserter(collapsed),
                [](auto &group) { return !group.empty(); });
  return !view.collapses() ||
         memref::CollapseShapeOp::isGuaranteedCollapsible(type, collapsed);
}

/// Whether a tensor can be viewed so where it is, in an order of dimensions
/// that leaves the elements of rows, or of columns, adjacent.
static bool canViewInPlace(Value tensor, RankedTensorType type,
                           const OperandView &view) {
  if (type.getEncoding() ||
      !MemRefType::isValidElementType(type.getElementType()))
    return false;
  MemRefType buffer = getViewType(tensor);
  if (!buffer)
    buffer = MemRefType::get(type.getShape(), type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(buffer.getStridesAndOffset(strides, offset)) ||
      strides.back() != 1)
    return false;
  // Two dimensions of a batch may have no stride in common.
  OperandView apart = view;
  if (view.groups.size() == 3 && view.groups.front().size() == 2) {
    ArrayRef<int64_t> batch = view.groups.front();
    apart.groups = {{batch[0]}, {batch[1]}, view.groups[1], view.groups[2]};
  }
  if (!canView(buffer, view) && !canView(buffer, apart))
    return false;
  auto innermost = llvm::find(view.permutation, type.getRank() - 1);
  int64_t position = innermost - view.permutation.begin();
  return llvm::any_of(ArrayRef(view.groups).take_back(2), [&](auto &group) {
    return !group.empty() && group.back() == position;
  });
}

/// Views an operand as a matrix (or a batch of them) whose dimensions are those
/// loops; nullopt where that takes more than a permutation.
static std::optional<OperandView> viewAs(const Contraction &contraction,
                                         unsigned operand,
                                         ArrayRef<Loops> wanted) {
  ArrayRef<int64_t> loops = contraction.loops[operand];
  SmallVector<int64_t> order;
  for (const Loops &group : wanted)
    llvm::append_range(order, group);
  auto isWanted = [&](int64_t loop) {
    return loop == Contraction::kUnitDim || llvm::is_contained(order, loop);
  };
  auto isPresent = [&](int64_t loop) {
    return llvm::is_contained(loops, loop);
  };
  if (!llvm::all_of(loops, isWanted) || !llvm::all_of(order, isPresent))
    return std::nullopt;

  OperandView view;
  view.permutation = getPermutation(loops, order);
  SmallVector<int64_t> permuted(loops);
  if (!view.permutation.empty())
    permuted = applyPermutation(loops, view.permutation);
  view.groups = getGroups(permuted, wanted);
  if (auto type = dyn_cast<MemRefType>(contraction.types[operand])) {
    if (!canView(type, view))
      return std::nullopt;
  } else if (!view.permutation.empty()) {
    // What C is viewed as would be written there, and read in the old order.
    view.isCopied =
        operand == 2 ||
        !canViewInPlace(contraction.operands[operand],
                        cast<RankedTensorType>(contraction.types[operand]),
                        view);
  }
  return view;
}

//===----------------------------------------------------------------------===//
// All three
//===----------------------------------------------------------------------===//

namespace {
/// The cheapest plan so far, and what stood in the way of one.
struct Search {
  const Contraction &contraction;
  ContractionPlan best;
  unsigned cost = ~0u;
  /// The operand that can't be viewed as the first layout wants it.
  std::optional<unsigned> obstacle;

  void attempt(const Layout &layout);
  std::optional<OperandView> viewFactor(unsigned operand, const Loops &outer,
                                        const Loops &row, const Loops &column,
                                        ArrayRef<unsigned> dims,
                                        bool mayTranspose);
};
} // namespace

/// Views A, B or C, `row` and `column` as the product sees it, in matrices
/// along the batch or the parts of K, `outer`; `dims` are these, row and column
/// among the matmul's loops.
std::optional<OperandView>
Search::viewFactor(unsigned operand, const Loops &outer, const Loops &row,
                   const Loops &column, ArrayRef<unsigned> dims,
                   bool mayTranspose) {
  MLIRContext *context = contraction.operands[0].getContext();
  bool hasMatrices =
      !outer.empty() &&
      llvm::is_contained(contraction.loops[operand], outer.front());
  // linalg.batch_matmul has no map for an operand without the batch that is
  // transposed.
  if (!outer.empty() && !hasMatrices)
    mayTranspose = false;
  std::optional<OperandView> best;
  for (bool transposed : {false, true}) {
    if (transposed && !mayTranspose)
      continue;
    SmallVector<Loops> wanted = {transposed ? column : row,
                                 transposed ? row : column};
    SmallVector<unsigned> targets = {dims[transposed ? 2 : 1],
                                     dims[transposed ? 1 : 2]};
    if (hasMatrices) {
      wanted.insert(wanted.begin(), outer);
      targets.insert(targets.begin(), dims[0]);
    }
    std::optional<OperandView> view = viewAs(contraction, operand, wanted);
    if (!view || (best && getCost(*best) <= getCost(*view)))
      continue;
    view->map = AffineMap::getMultiDimMapWithTargets(outer.empty() ? 3 : 4,
                                                     targets, context);
    best = std::move(view);
  }
  return best;
}

void Search::attempt(const Layout &layout) {
  MatmulForm form = layout.getForm();
  const Loops &outer =
      form == MatmulForm::Reduced ? layout.parts : layout.batch;
  unsigned m = outer.empty() ? 0 : 1, n = m + 1, k = n + 1;
  unsigned first = layout.isSwapped ? 1 : 0;
  ContractionPlan plan{form, layout.isSwapped, {}};
  std::array<std::optional<OperandView>, 3> views;
  views[first] = viewFactor(first, outer, layout.m, layout.k, {0, m, k},
                            /*mayTranspose=*/true);
  views[1 - first] = viewFactor(1 - first, outer, layout.k, layout.n, {0, k, n},
                                /*mayTranspose=*/true);
  views[2] = viewFactor(2, outer, layout.m, layout.n, {0, m, n},
                        /*mayTranspose=*/false);
  unsigned total = getCost(contraction, layout);
  for (auto [operand, view] : llvm::enumerate(views)) {
    if (!view) {
      if (!obstacle)
        obstacle = operand;
      return;
    }
    total += getCost(*view);
    plan.views[operand] = std::move(*view);
  }
  // A product with one column is one with one row when the operands change
  // places, which kernels for few rows serve.
  if (layout.n.empty() && !layout.m.empty())
    total += kOddCost;
  if (total >= cost)
    return;
  cost = total;
  best = std::move(plan);
}

/// The loops of a role in the order in which an operand has them.
static Loops getLoops(const Contraction &contraction, unsigned operand,
                      LoopRole role) {
  Loops loops;
  for (int64_t loop : contraction.loops[operand])
    if (loop != Contraction::kUnitDim && contraction.roles[loop] == role)
      loops.push_back(loop);
  return loops;
}

/// The batches to try: those that there are, and, where M or N can't be
/// collapsed, outer dimensions of C that one of the inputs doesn't have.
static SmallVector<Loops> getBatches(const Contraction &contraction) {
  Loops needed = getLoops(contraction, 2, LoopRole::Batch);
  SmallVector<Loops> batches = {needed};
  Loops outer;
  for (int64_t loop : contraction.loops[2]) {
    if (loop == Contraction::kUnitDim)
      continue;
    outer.push_back(loop);
    Loops batch;
    for (int64_t other : contraction.loops[2])
      if (llvm::is_contained(outer, other) || llvm::is_contained(needed, other))
        batch.push_back(other);
    if (batch.size() > needed.size())
      batches.push_back(batch);
  }
  return batches;
}

/// Whether K may go from matrix to matrix: what zero points add is worked out
/// of one matrix. And a linalg.batch_reduce_matmul that is printed is read as
/// one that widens integers by sign, though it says that it doesn't.
static bool mayBeReduced(const Contraction &contraction) {
  return contraction.cast == linalg::TypeFn::cast_signed &&
         !contraction.zeroPoints[0].value && !contraction.zeroPoints[1].value;
}

static std::string getReason(const Search &search) {
  static constexpr StringLiteral kNames[] = {"A", "B", "C"};
  if (search.cost == ~0u) {
    assert(search.obstacle && "some operand has refused the first layout");
    return ("no view of its " + kNames[*search.obstacle] +
            " operand is a matrix, or a matrix for each batch, over the "
            "dimensions that it shares with the other operands")
        .str();
  }
  for (auto [name, view] : llvm::zip(kNames, search.best.views))
    if (view.isCopied)
      return ("its " + name +
              " operand is a matrix only when it is transposed, which is a "
              "copy (allow-copies)")
          .str();
  return "";
}

FailureOr<ContractionPlan>
autotune::planContraction(const Contraction &contraction, bool allowCopies,
                          std::string *whyNot) {
  Search search{contraction, {}, ~0u, std::nullopt};
  for (const Loops &batch : getBatches(contraction)) {
    auto isBatch = [&](int64_t loop) {
      return llvm::is_contained(batch, loop);
    };
    Loops m = getLoops(contraction, 2, LoopRole::M);
    Loops n = getLoops(contraction, 2, LoopRole::N);
    llvm::erase_if(m, isBatch);
    llvm::erase_if(n, isBatch);
    for (unsigned kOrder : {0, 1}) {
      Loops k = getLoops(contraction, kOrder, LoopRole::K);
      search.attempt({batch, m, n, k, /*isSwapped=*/false});
      search.attempt({batch, n, m, k, /*isSwapped=*/true});
      if (!batch.empty() || !mayBeReduced(contraction))
        continue;
      for (size_t count = 1; count < k.size(); ++count) {
        Loops parts(k.begin(), k.begin() + count),
            rest(k.begin() + count, k.end());
        search.attempt({batch, m, n, rest, /*isSwapped=*/false, parts});
        search.attempt({batch, n, m, rest, /*isSwapped=*/true, parts});
      }
    }
  }
  std::string reason = getReason(search);
  bool isCopied = llvm::any_of(
      search.best.views, [](const OperandView &view) { return view.isCopied; });
  if (search.cost == ~0u || (isCopied && !allowCopies)) {
    if (whyNot)
      *whyNot = reason;
    return failure();
  }
  return search.best;
}
