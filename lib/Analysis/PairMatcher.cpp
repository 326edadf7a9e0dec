//===- PairMatcher.cpp - Two matmuls whose results become one -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// silu(A x B) * (A x B2), and whatever else is computed of both: the other
// matmul is looked for among what the element-wise operations behind the first
// one read. Where both matrices are one, [B | B2], there is one product, whose
// halves are taken apart.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"

#include "mlir-autotune/Analysis/GroupMatcher.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/Knobs.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

/// How many operations are looked at, either way.
static constexpr size_t kMaxVisited = 64;

/// The matmuls of the block whose results reach `op` through element-wise
/// operations, or what these read.
static void addProducts(Operation *op, Block *block,
                        llvm::SetVector<Operation *> &visited,
                        llvm::SetVector<Operation *> &products) {
  for (Value operand : op->getOperands()) {
    Operation *defining = operand.getDefiningOp();
    if (!defining || defining->getBlock() != block ||
        visited.size() == kMaxVisited)
      continue;
    if (isa<linalg::MatmulOp, linalg::BatchMatmulOp>(defining))
      products.insert(defining);
    else if (isElementwise(defining) && visited.insert(defining))
      addProducts(defining, block, visited, products);
  }
}

/// A matmul of the same A behind `matmul`, with which its result becomes one;
/// null for none.
static linalg::LinalgOp findGate(linalg::LinalgOp matmul) {
  Block *block = matmul->getBlock();
  llvm::SetVector<Operation *> behind, before, products;
  behind.insert(matmul);
  for (size_t i = 0; i < behind.size() && behind.size() < kMaxVisited; ++i)
    for (Operation *user : behind[i]->getUsers())
      if (user->getBlock() == block && isElementwise(user))
        behind.insert(user);
  for (Operation *op : llvm::drop_begin(behind))
    addProducts(op, block, before, products);
  Value a = matmul.getDpsInputs()[0];
  for (Operation *op : products) {
    auto other = cast<linalg::LinalgOp>(op);
    if (matmul->isBeforeInBlock(op) && other.getDpsInputs()[0] == a)
      return other;
  }
  return nullptr;
}

/// Why a kernel can't have the sums of both.
static std::string findWhyNot(const MatmulPattern &first,
                              const MatmulPattern &second) {
  const MatmulFact &x = first.fact, &y = second.fact;
  linalg::LinalgOp left = first.matmul, right = second.matmul;
  if (right->hasAttr(kConfigAttrName) || hasKnobs(right))
    return "it has a config of its own";
  if (x.init != InitKind::Zero || y.init != InitKind::Zero)
    return "one of them adds to a C";
  if (left.getDpsInputs()[1].getType() != right.getDpsInputs()[1].getType() ||
      left.getDpsInits()[0].getType() != right.getDpsInits()[0].getType() ||
      x.b.element != y.b.element || x.zeroExtend != y.zeroExtend)
    return "their types differ";
  if (x.a.transposed != y.a.transposed || x.b.transposed != y.b.transposed)
    return "their operands lie differently";
  return "";
}

SmallVector<Value, 2> MatmulPattern::getProducts() const {
  SmallVector<Value, 2> products;
  for (tensor::ExtractSliceOp half : halves)
    products.push_back(half.getResult());
  if (!products.empty())
    return products;
  linalg::LinalgOp first = matmul, second = other;
  if (fact.isSum())
    return {second->getResult(0)};
  products.push_back(first->getResult(0));
  if (second)
    products.push_back(second->getResult(0));
  return products;
}

/// The slices that take apart the left and the right half of the columns of a
/// value that nobody else reads, in this order; empty if it isn't so.
static SmallVector<tensor::ExtractSliceOp, 2> findHalves(Value result) {
  auto type = cast<RankedTensorType>(result.getType());
  if (!type.hasStaticShape() || type.getShape().back() % 2 ||
      !llvm::hasNItems(result.getUsers(), 2))
    return {};
  SmallVector<int64_t> shape(type.getShape());
  int64_t columns = shape.back() /= 2;
  SmallVector<tensor::ExtractSliceOp, 2> halves(2);
  for (Operation *user : result.getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || slice.getType().getShape() != ArrayRef(shape) ||
        !slice.hasUnitStride() ||
        slice->getBlock() != result.getDefiningOp()->getBlock())
      return {};
    ArrayRef<int64_t> offsets = slice.getStaticOffsets();
    if (!llvm::all_of(offsets.drop_back(),
                      [](int64_t offset) { return offset == 0; }) ||
        (offsets.back() != 0 && offsets.back() != columns))
      return {};
    halves[offsets.back() == 0 ? 0 : 1] = slice;
  }
  if (!halves[0] || !halves[1])
    return {};
  return halves;
}

/// Makes the fact of [B | B2] that of B and B2, which lie in one matrix.
static void takeHalves(MatmulFact &fact) {
  fact.n /= 2;
  fact.isPair = true;
  int64_t apart = getElementBytes(fact.b.element);
  if (!fact.b.transposed)
    apart *= fact.n;
  else if (!ShapedType::isDynamic(fact.b.rowStride))
    apart *= fact.n * fact.b.rowStride;
  fact.b.alignment = std::min(fact.b.alignment, apart & -apart);
  fact.c.rowStride = fact.n;
  fact.c.batchStride =
      getDenseBatchStride(fact.batch, fact.m, fact.c.rowStride);
}

/// Makes the pattern that of a pair, where an epilogue makes one result of both
/// products. Else says why not, behind `beginning`.
static bool becomePair(MatmulPattern &pattern, MatmulPattern pair,
                       StringRef beginning) {
  matchEpilogue(pair);
  if (pair.fact.epilogue.isNone()) {
    pattern.whyNotTogether =
        (beginning + (pair.whyNotFused.empty()
                          ? "no element-wise operations make one of both"
                          : StringRef(pair.whyNotFused)))
            .str();
    return false;
  }
  pattern = std::move(pair);
  return true;
}

static bool fuseHalves(MatmulPattern &pattern) {
  MatmulPattern pair = pattern;
  pair.halves = findHalves(pattern.matmul->getResult(0));
  if (pair.halves.empty())
    return false;
  constexpr StringLiteral whyNot = "its halves are no pair: ";
  if (pattern.fact.init != InitKind::Zero) {
    pattern.whyNotTogether = (whyNot + "it adds to a C").str();
    return false;
  }
  takeHalves(pair.fact);
  return becomePair(pattern, std::move(pair), whyNot);
}

bool autotune::matchPair(MatmulPattern &pattern, bool findsPrologue) {
  if (!pattern.matmul.hasPureTensorSemantics() || pattern.takesStored())
    return false;
  if (fuseHalves(pattern))
    return true;
  linalg::LinalgOp other = findGate(pattern.matmul);
  if (!other)
    return false;
  FailureOr<MatmulPattern> gate =
      matchProduct(other, /*whyNot=*/nullptr, findsPrologue);
  if (failed(gate))
    return false;
  constexpr StringLiteral whyNot = "makes no pair with the other matmul of its "
                                   "A whose result is read with its own: ";
  if (std::string why = findWhyNot(pattern, *gate); !why.empty()) {
    pattern.whyNotTogether = (whyNot + why).str();
    return false;
  }
  MatmulPattern pair = pattern;
  pair.other = other;
  pair.otherFill = gate->fill;
  pair.fact.isPair = true;
  pair.fact.b.alignment =
      std::min(pair.fact.b.alignment, gate->fact.b.alignment);
  return becomePair(pattern, std::move(pair), whyNot);
}
