//===- BoundKeys.cpp - The keys that queries see, as data says ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of different lengths can lie one behind the other in one tensor. A
// mask then compares numbers of sequences, which only the data have. Whether a
// key is seen costs a few operations, and is the same for all heads. So the
// first and the last key of each query are found before, and the attention's
// kernel leaves out the blocks of keys that no query of a tile sees.
//
//===----------------------------------------------------------------------===//

#include "KeySearch.h"
#include "Remarks.h"

#include "mlir-autotune/Kernels/ScoreFunction.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEBOUNDKEYS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

// Estimates for a large GPU: products a second, masks a second, and the seconds
// that the search's kernels take to start. The search may take a part of the
// attention's time.
static constexpr double kProductRate = 3e14, kMaskRate = 2e12;
static constexpr double kSearchKernels = 1e-5;
static constexpr double kLargestPart = 0.125;
/// Numbers of keys are elements of i32.
static constexpr int64_t kMostKeys = int64_t(1) << 29;

namespace {
/// Finds the keys of one attention, and adds them to it.
class KeyBounder {
public:
  explicit KeyBounder(problem::AttentionOp op)
      : op(op), m(op.getDimM()), n(op.getDimN()) {}

  /// Why it is left as it is; empty if not. With `all`, whatever it costs.
  std::string bound(bool all);

private:
  bool needsOnlyPlaces(Value value, llvm::SmallBitVector &elements,
                       llvm::SmallPtrSetImpl<Operation *> &done) const;
  void findMasks(const ScoreFunction &function);
  bool isWorthwhile() const;
  void addRange(ArrayRef<Value> range);

  mutable problem::AttentionOp op;
  unsigned m, n;
  KeyMasks masks;
};
} // namespace

/// Whether a value is computed from places of queries and keys, and elements.
bool KeyBounder::needsOnlyPlaces(
    Value value, llvm::SmallBitVector &elements,
    llvm::SmallPtrSetImpl<Operation *> &done) const {
  if (value == op.getScoreIndex(m) || value == op.getScoreIndex(n))
    return true;
  for (auto [number, element] : llvm::enumerate(op.getScoreElements()))
    if (element == value) {
      elements.set(unsigned(number));
      return true;
    }
  Operation *source = value.getDefiningOp();
  if (source && !done.insert(source).second)
    return true;
  return source && source->getNumRegions() == 0 &&
         isa<arith::ArithDialect, math::MathDialect>(source->getDialect()) &&
         llvm::all_of(source->getOperands(), [&](Value operand) {
           return needsOnlyPlaces(operand, elements, done);
         });
}

void KeyBounder::findMasks(const ScoreFunction &function) {
  llvm::SmallBitVector all(unsigned(op.getScoreInputs().size()));
  for (auto [condition, isSeen] : function.getConditions()) {
    llvm::SmallBitVector elements(all.size());
    llvm::SmallPtrSet<Operation *, 8> done;
    if (!needsOnlyPlaces(condition, elements, done))
      continue;
    masks.conditions.push_back({condition, isSeen});
    all |= elements;
  }
  for (unsigned number : all.set_bits())
    masks.inputs.push_back(3 + number);
  for (unsigned dim = 0; dim <= n; ++dim)
    if (dim >= m || llvm::any_of(masks.inputs, [&](unsigned input) {
          return op.getMap(input).isFunctionOfDim(dim);
        }))
      masks.loops.push_back(dim);
}

bool KeyBounder::isWorthwhile() const {
  double heads = 1, maskedHeads = 1;
  for (unsigned dim = 0; dim < m; ++dim)
    heads *= double(op.getSize(dim));
  for (unsigned dim : ArrayRef(masks.loops).drop_back(2))
    maskedHeads *= double(op.getSize(dim));
  double pairs = double(op.getSize(m)) * double(op.getSize(n));
  double products = double(op.getSize(op.getDimD()) + op.getSize(op.getDimE()));
  double attention = heads * pairs * products / kProductRate;
  return maskedHeads * pairs / kMaskRate + kSearchKernels <
         kLargestPart * attention;
}

void KeyBounder::addRange(ArrayRef<Value> range) {
  Builder b(op.getContext());
  unsigned numInputs = unsigned(op.getInputs().size());
  unsigned numAdded = unsigned(range.size());
  SmallVector<AffineExpr> results;
  for (unsigned dim : ArrayRef(masks.loops).drop_back())
    results.push_back(b.getAffineDimExpr(dim));
  auto map = AffineMapAttr::get(
      AffineMap::get(op.getNumDims(), 0, results, op.getContext()));
  SmallVector<Attribute> maps(op.getIndexingMaps().getValue());
  maps.insert(maps.begin() + numInputs, numAdded, map);
  unsigned place = cast<BlockArgument>(op.getScoreIndex(0)).getArgNumber();
  SmallVector<int64_t> numbers;
  for (unsigned i = 0; i < numAdded; ++i) {
    op.getScoreBody().insertArgument(place, b.getI32Type(), op.getLoc());
    numbers.push_back(numInputs + i);
  }
  op.getInputsMutable().append(range);
  op.setIndexingMapsAttr(b.getArrayAttr(maps));
  op.setKeyRange(numbers);
}

std::string KeyBounder::bound(bool all) {
  ScoreFunction function(op);
  if (!function.getSeenKeys().hasOthers)
    return "";
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim)
    if (ShapedType::isDynamic(op.getSize(dim)))
      return "a size is not known when compiling";
    else if (op.getSize(dim) == 0)
      return "a size is 0";
  if (op.getSize(n) > kMostKeys)
    return "it has too many keys";
  if (op.getSize(m) <= problem::AttentionOp::kGroupQueries)
    return "it has few queries";
  findMasks(function);
  if (masks.conditions.size() != function.getConditions().size())
    return "a mask depends on the products, or on the place in the batch";
  if (op.getScoreInputs().size() + 4 > kMostTensors)
    return "its score function reads too many inputs";
  if (!all && !isWorthwhile())
    return "finding the keys could take longer than it saves";
  addRange(createKeySearch(op, masks));
  return "";
}

namespace {
class BoundKeys : public autotune::impl::AutotuneBoundKeysBase<BoundKeys> {
public:
  using AutotuneBoundKeysBase::AutotuneBoundKeysBase;
  void runOnOperation() override;
};
} // namespace

void BoundKeys::runOnOperation() {
  SmallVector<problem::AttentionOp> ops;
  getOperation()->walk([&](problem::AttentionOp op) {
    if (op.hasTensors() && !op.getKeyRange())
      ops.push_back(op);
  });
  for (problem::AttentionOp op : ops) {
    std::string whyNot = KeyBounder(op).bound(all);
    numBounded += op.getKeyRange().has_value();
    if (!areRemarksOn(op))
      continue;
    remark::RemarkOpts options = getRemarkOptions(op, "BoundKeys");
    if (op.getKeyRange())
      remark::passed(op.getLoc(), options)
          << "the keys that queries see are found before the attention";
    else if (!whyNot.empty())
      remark::missed(op.getLoc(), options)
          << ("no block of keys is left out by its data: " + whyNot);
  }
}
