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

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/Knobs.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
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
static linalg::LinalgOp findTensorGate(linalg::LinalgOp matmul) {
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

/// The same on memrefs, where what is behind an operation is whatever reads a
/// buffer that it writes.
static linalg::LinalgOp findBufferGate(linalg::LinalgOp matmul) {
  Block *block = matmul->getBlock();
  auto getUsers = [&](Value buffer, bool isWritten) {
    SmallVector<linalg::LinalgOp> users;
    for (OpOperand &use : buffer.getUses()) {
      auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
      if (op && op->getBlock() == block && op.hasPureBufferSemantics() &&
          matmul->isBeforeInBlock(op) && (!isWritten || op.isDpsInit(&use)))
        users.push_back(op);
    }
    return users;
  };
  llvm::SetVector<Value> written;
  // With who reads them.
  llvm::SetVector<std::pair<Value, Operation *>> read;
  auto addReads = [&](Operation *op) {
    for (Value operand : op->getOperands())
      read.insert({operand, op});
  };
  written.insert(matmul.getDpsInits()[0]);
  for (size_t i = 0; i < written.size() && written.size() < kMaxVisited; ++i)
    for (linalg::LinalgOp op : getUsers(written[i], /*isWritten=*/false))
      if (isElementwise(op)) {
        written.insert_range(op.getDpsInits());
        addReads(op);
      }
  for (size_t i = 0; i < read.size() && read.size() < kMaxVisited; ++i) {
    auto [buffer, reader] = read[i];
    for (linalg::LinalgOp op : getUsers(buffer, /*isWritten=*/true)) {
      if (!op->isBeforeInBlock(reader))
        continue;
      if (isElementwise(op))
        addReads(op);
      else if (isa<linalg::MatmulOp, linalg::BatchMatmulOp>(op) &&
               op.getDpsInputs()[0] == matmul.getDpsInputs()[0] &&
               op.getDpsInits()[0] != matmul.getDpsInits()[0])
        return op;
    }
  }
  return nullptr;
}

static bool haveOneShape(Value first, Value second) {
  auto x = cast<ShapedType>(first.getType());
  auto y = cast<ShapedType>(second.getType());
  return x.getElementType() == y.getElementType() &&
         x.getShape() == y.getShape();
}

/// Whether two matrices lie alike but for where they start.
static bool lieAlike(OperandFact x, const OperandFact &y) {
  x.alignment = y.alignment;
  return x == y;
}

/// The same of two matrices of scales, which are of equal blocks.
static bool lieAlike(PrologueOperand x, const PrologueOperand &y) {
  x.matrix.alignment = y.matrix.alignment;
  return x == y;
}

/// Why a kernel can't have the sums of both.
static std::string findWhyNotPaired(const MatmulPattern &first,
                                    const MatmulPattern &second) {
  const MatmulFact &x = first.fact, &y = second.fact;
  linalg::LinalgOp left = first.matmul, right = second.matmul;
  if (right->hasAttr(kConfigAttrName) || hasKnobs(right))
    return "it has a config of its own";
  if (x.init != InitKind::Zero || y.init != InitKind::Zero)
    return "one of them adds to a C";
  if (x.isScaled() != y.isScaled())
    return "only one of them multiplies 8-bit floats with scales";
  if (!haveOneShape(left.getDpsInputs()[1], right.getDpsInputs()[1]) ||
      !haveOneShape(left.getDpsInits()[0], right.getDpsInits()[0]) ||
      x.b.element != y.b.element || x.zeroExtend != y.zeroExtend)
    return "their types differ";
  if (x.accumulator != y.accumulator)
    return "only one of them allows sums of f16";
  if (x.a.transposed != y.a.transposed || !lieAlike(x.b, y.b))
    return "the layouts of their operands differ";
  if (x.scales &&
      !(x.scales->a == y.scales->a && lieAlike(x.scales->b, y.scales->b)))
    return "the blocks or layouts of their scales differ";
  return "";
}

SmallVector<Value, 2> MatmulPattern::getProducts() const {
  SmallVector<Value, 2> products;
  for (Operation *half : halves)
    products.push_back(half->getResult(0));
  if (!products.empty())
    return products;
  auto getProduct = [](linalg::LinalgOp op) {
    return op->getNumResults() ? Value(op->getResult(0)) : op.getDpsInits()[0];
  };
  if (fact.isSum())
    return {getProduct(other)};
  products.push_back(getProduct(matmul));
  if (other)
    products.push_back(getProduct(other));
  return products;
}

/// The slices that take apart the left and the right half of the columns of a
/// product that nobody else reads, in this order; empty if it isn't so.
static SmallVector<Operation *, 2> findHalves(const MatmulPattern &pattern) {
  linalg::LinalgOp matmul = pattern.matmul;
  Value result = pattern.getProducts().front();
  auto type = cast<ShapedType>(result.getType());
  if (!type.hasStaticShape() || type.getShape().back() % 2)
    return {};
  SmallVector<int64_t> shape(type.getShape());
  int64_t columns = shape.back() /= 2;
  SmallVector<Operation *, 2> halves(2);
  bool isBuffer = matmul.hasPureBufferSemantics();
  for (Operation *user : result.getUsers()) {
    // What writes a buffer, or frees it.
    if (isBuffer && (user == matmul || user == pattern.fill ||
                     hasSingleEffect<MemoryEffects::Free>(user)))
      continue;
    auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(user);
    if (!isa<tensor::ExtractSliceOp, memref::SubViewOp>(user) ||
        cast<ShapedType>(user->getResult(0).getType()).getShape() !=
            ArrayRef(shape) ||
        !slice.hasUnitStride() || user->getBlock() != matmul->getBlock())
      return {};
    ArrayRef<int64_t> offsets = slice.getStaticOffsets();
    if (!llvm::all_of(offsets.drop_back(),
                      [](int64_t offset) { return offset == 0; }) ||
        (offsets.back() != 0 && offsets.back() != columns))
      return {};
    Operation *&half = halves[offsets.back() == 0 ? 0 : 1];
    if (half)
      return {};
    half = user;
  }
  if (!halves[0] || !halves[1])
    return {};
  return halves;
}

/// What is known of the alignment of both halves of a matrix, the second of
/// which begins with row number `at`, or with that column where these `areRows`
/// is not set.
static void alignHalves(OperandFact &matrix, int64_t at, bool areRows) {
  int64_t apart = getElementBytes(matrix.element);
  if (!areRows)
    apart *= at;
  else if (!ShapedType::isDynamic(matrix.rowStride))
    apart *= at * matrix.rowStride;
  matrix.alignment = std::min(matrix.alignment, apart & -apart);
}

/// Makes the fact of [B | B2] that of B and B2, which lie in one matrix.
static void takeHalves(MatmulFact &fact) {
  fact.n /= 2;
  fact.isPair = true;
  alignHalves(fact.b, fact.n, /*areRows=*/fact.b.transposed);
  if (fact.scales && fact.scales->b.overOutput) {
    OperandFact &scales = fact.scales->b.matrix;
    int64_t blocks = fact.scales->b.getRows(fact.n);
    alignHalves(scales, blocks, /*areRows=*/!scales.transposed);
    // A tensor counts as contiguous.
    if (scales.transposed)
      scales.rowStride = blocks;
  }
  fact.c.rowStride = fact.n;
  fact.c.batchStride =
      getDenseBatchStride(fact.batch, fact.m, fact.c.rowStride);
  fact.c.setDense();
}

/// Makes the pattern that of a pair, where an epilogue makes one result of both
/// products. Else says why not, behind `beginning`.
static bool becomePair(MatmulPattern &pattern, MatmulPattern pair,
                       StringRef beginning, const TakenOperations *taken) {
  matchEpilogue(pair, taken);
  if (pair.fact.epilogue.isNone()) {
    pattern.whyNotTogether =
        (beginning + (pair.whyNotFused.empty()
                          ? "no element-wise operations combine the two results"
                          : StringRef(pair.whyNotFused)))
            .str();
    return false;
  }
  pattern = std::move(pair);
  return true;
}

static bool fuseHalves(MatmulPattern &pattern, const TakenOperations *taken) {
  MatmulPattern pair = pattern;
  pair.halves = findHalves(pattern);
  if (pair.halves.empty())
    return false;
  constexpr StringLiteral whyNot = "its halves are no pair: ";
  if (pattern.fact.init != InitKind::Zero) {
    pattern.whyNotTogether = (whyNot + "it adds to a C").str();
    return false;
  }
  int64_t n = pattern.fact.n / 2;
  if (const auto &scales = pattern.fact.scales;
      scales && scales->b.overOutput && n % scales->b.rowGroup != 0) {
    pattern.whyNotTogether =
        (whyNot + "they meet at column " + Twine(n) + ", within a block of " +
         Twine(scales->b.rowGroup) + " columns that share a scale")
            .str();
    return false;
  }
  takeHalves(pair.fact);
  return becomePair(pattern, std::move(pair), whyNot, taken);
}

bool autotune::matchPair(MatmulPattern &pattern, bool findsPrologue,
                         const TakenOperations *taken) {
  if (pattern.prologue)
    return false;
  if (fuseHalves(pattern, taken))
    return true;
  linalg::LinalgOp other = pattern.matmul.hasPureTensorSemantics()
                               ? findTensorGate(pattern.matmul)
                               : findBufferGate(pattern.matmul);
  if (!other)
    return false;
  FailureOr<MatmulPattern> gate =
      matchProduct(other, /*whyNot=*/nullptr, findsPrologue);
  if (failed(gate))
    return false;
  constexpr StringLiteral whyNot =
      "makes no pair with the other matmul of its A, though one operation "
      "reads both results: ";
  if (std::string why = findWhyNotPaired(pattern, *gate); !why.empty()) {
    pattern.whyNotTogether = (whyNot + why).str();
    return false;
  }
  MatmulPattern pair = pattern;
  pair.other = other;
  pair.otherFill = gate->fill;
  pair.fact.isPair = true;
  auto takeAlignment = [](OperandFact &matrix, const OperandFact &other) {
    matrix.alignment = std::min(matrix.alignment, other.alignment);
  };
  takeAlignment(pair.fact.b, gate->fact.b);
  if (pair.scaled) {
    takeAlignment(pair.fact.scales->b.matrix, gate->fact.scales->b.matrix);
    pair.scaled->factors.push_back(gate->scaled->factors[1]);
    pair.scaled->scales.push_back(gate->scaled->scales[1]);
  }
  return becomePair(pattern, std::move(pair), whyNot, taken);
}
