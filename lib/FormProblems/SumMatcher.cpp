//===- SumMatcher.cpp - Two products that are summed ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A x B + A2 x B2: a matmul whose init is what another one has computed. The
// sums of the first never leave registers. Longer chains are taken two by two:
// the third matmul adds to what both before it have left in memory.
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"
#include "MatmulOperands.h"
#include "mlir-autotune/Analysis/Aliasing.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/Knobs.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"

using namespace mlir;
using namespace mlir::autotune;

static bool isSummand(Operation *op) {
  return isa<linalg::MatmulOp, linalg::BatchMatmulOp>(op);
}

/// The matmul of the block that adds to the result of `matmul`, which nobody
/// else reads; null for none.
static linalg::LinalgOp findAddingTensor(linalg::LinalgOp matmul) {
  Value result = matmul->getResult(0);
  if (!result.hasOneUse())
    return nullptr;
  OpOperand &use = *result.use_begin();
  auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!user || user->getBlock() != matmul->getBlock() || !isSummand(user) ||
      !user.isDpsInit(&use))
    return nullptr;
  return user;
}

/// On memrefs, the next one that has the same C. Both are to be computed where
/// it stands: `whyNot` says what there is between that forbids it.
static linalg::LinalgOp findAddingBuffer(linalg::LinalgOp matmul,
                                         std::string &whyNot) {
  Value c = matmul.getDpsInits()[0], base = getBaseBuffer(c);
  SmallVector<Value, 2> reads;
  for (Value input : matmul.getDpsInputs())
    reads.push_back(getBaseBuffer(input));
  size_t left = kMaxEpilogueOperations;
  for (Operation *next = matmul->getNextNode(); next && left--;
       next = next->getNextNode()) {
    auto op = dyn_cast<linalg::LinalgOp>(next);
    bool isOfC = op && op.hasPureBufferSemantics() &&
                 op.getNumDpsInits() == 1 && op.getDpsInits()[0] == c;
    if (isOfC && isSummand(op))
      return op;
    // Another product begins.
    if (isOfC && isa<linalg::FillOp>(next))
      return nullptr;
    if (!whyNot.empty())
      continue;
    StringRef name = next->getName().getStringRef();
    if (!leavesAlone(next, base))
      whyNot = (name + " between may read or write C").str();
    else if (!llvm::all_of(reads,
                           [&](Value read) { return leavesAsIs(next, read); }))
      whyNot =
          (name + " between may write memory that the first one reads").str();
  }
  return nullptr;
}

/// Why one kernel can't sum both.
static std::string findWhyNotAdded(const MatmulPattern &first,
                                   const MatmulPattern &second) {
  const MatmulFact &x = first.fact, &y = second.fact;
  if (first.takesStored() || second.takesStored())
    return "an operand is computed in the kernel";
  linalg::LinalgOp adding = second.matmul;
  if (adding->hasAttr(kConfigAttrName) || hasKnobs(adding))
    return "it has a config of its own";
  if (x.a.element != y.a.element || x.b.element != y.b.element ||
      x.zeroExtend != y.zeroExtend)
    return "their types differ";
  if (x.accumulator != y.accumulator)
    return "only one of them allows sums of f16";
  if (x.a.transposed != y.a.transposed || x.b.transposed != y.b.transposed)
    return "the layouts of their operands differ";
  if (x.c.element != x.accumulator)
    return "the first product is rounded before the second is added";
  // One launch is for both, and with a K of 0 there is none.
  for (int64_t k : {x.k, y.k})
    if (ShapedType::isDynamic(k) || k == 0)
      return "a K is 0, or known at run time only";
  return "";
}

bool autotune::matchSum(MatmulPattern &pattern, bool findsPrologue) {
  bool isTensor = pattern.matmul.hasPureTensorSemantics();
  std::string why;
  linalg::LinalgOp adding = isTensor ? findAddingTensor(pattern.matmul)
                                     : findAddingBuffer(pattern.matmul, why);
  if (!adding)
    return false;
  FailureOr<MatmulPattern> second =
      matchProduct(adding, /*whyNot=*/nullptr, /*findsPrologue=*/findsPrologue);
  // On memrefs a fill may stand between, of a view with another shape.
  if (failed(second) || second->fact.init != InitKind::Accumulate)
    return false;
  if (why.empty())
    why = findWhyNotAdded(pattern, *second);
  if (!why.empty()) {
    pattern.whyNotTogether =
        "makes no sum with the matmul that adds to its result: " + why;
    return false;
  }
  MatmulFact &fact = pattern.fact;
  const MatmulFact &other = second->fact;
  pattern.other = adding;
  fact.added = AddedProduct{other.k, other.a, other.b};
  // The init shows all sizes to one of them, and to the other none.
  for (auto [size, known] :
       {std::pair(&fact.m, other.m), std::pair(&fact.n, other.n),
        std::pair(&fact.batch, other.batch)})
    if (ShapedType::isDynamic(*size))
      *size = known;
  if (isTensor && fact.init == InitKind::Zero &&
      fact.c.element == ElementKind::F32)
    pattern.cast = matchCast(adding->getResult(0), fact.c.element);
  if (isTensor)
    takeSizes(pattern.cast ? pattern.cast->getResult(0) : adding->getResult(0),
              fact);
  return true;
}
