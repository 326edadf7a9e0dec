//===- CanonicalizeContractions.cpp - Contractions as matmuls -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "BroadcastParts.h"
#include "ContractionViews.h"
#include "Dequantization.h"
#include "ExportedForms.h"
#include "FoldSums.h"
#include "HoistTransposes.h"
#include "MatmulParts.h"
#include "NarrowProducts.h"
#include "Remarks.h"
#include "SinkReshapes.h"
#include "ZeroPoints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNECANONICALIZECONTRACTIONS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

namespace {
class CanonicalizeContractions
    : public autotune::impl::AutotuneCanonicalizeContractionsBase<
          CanonicalizeContractions> {
public:
  using AutotuneCanonicalizeContractionsBase::
      AutotuneCanonicalizeContractionsBase;

  void runOnOperation() override;

private:
  /// Matches and plans an operation.
  FailureOr<ContractionPlan> plan(linalg::LinalgOp op, Contraction &contraction,
                                  std::string &whyNot);
  /// Returns what stands in its place: itself if it is left as it is.
  linalg::LinalgOp visit(linalg::LinalgOp op);
  linalg::LinalgOp rewrite(const Contraction &contraction,
                           const ContractionPlan &plan);
  /// Narrows products; puts those that came in their places there.
  void narrow(MutableArrayRef<linalg::LinalgOp> products);
  void foldWeights(linalg::LinalgOp matmul);
};
} // namespace

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kPassName = "CanonicalizeContractions";

/// Whether `map` is (d0, d1, d2) -> (first, second), or the other way round.
static bool isMatrix(AffineMap map, unsigned first, unsigned second) {
  MLIRContext *context = map.getContext();
  auto target = [&](unsigned row, unsigned column) {
    return AffineMap::getMultiDimMapWithTargets(3, {row, column}, context);
  };
  return map == target(first, second) || map == target(second, first);
}

/// A linalg.matmul of matrices is what others become. With one row or column it
/// could be written in more ways, and none is better.
static bool isCanonicalMatmul(linalg::LinalgOp op) {
  if (!isa<linalg::MatmulOp>(op))
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return isMatrix(maps[0], 0, 2) && isMatrix(maps[1], 2, 1) &&
         maps[2] ==
             AffineMap::getMultiDimMapWithTargets(3, {0, 1}, op.getContext());
}

/// Whether the plan is to compute `op` by what it is.
static bool isPlanned(linalg::LinalgOp op, const ContractionPlan &plan) {
  bool isOfForm = plan.form == MatmulForm::Batched
                      ? isa<linalg::BatchMatmulOp>(op)
                      : plan.form == MatmulForm::Reduced &&
                            isa<linalg::BatchReduceMatmulOp>(op);
  if (!isOfForm || plan.isSwapped)
    return false;
  return llvm::all_of(llvm::zip(op.getIndexingMapsArray(), plan.views),
                      [](auto pair) {
                        auto &[map, view] = pair;
                        return view.isIdentity() && view.map == map;
                      });
}

//===----------------------------------------------------------------------===//
// What is rewritten
//===----------------------------------------------------------------------===//

/// M of the contraction is N of the matmul, and the other way round.
static void swapSizes(Operation *matmul) {
  auto sizes = matmul->getAttrOfType<SizesAttr>(kSizesAttrName);
  if (!sizes)
    return;
  ExpectedSizes expected = sizes.getExpected();
  expected.exchange(SizeDim::M, SizeDim::N);
  // Ranges of all sizes say nothing, and are no attribute.
  if (auto swapped = SizesAttr::get(matmul->getContext(), expected))
    matmul->setAttr(kSizesAttrName, swapped);
  else
    matmul->removeAttr(kSizesAttrName);
}

linalg::LinalgOp
CanonicalizeContractions::rewrite(const Contraction &contraction,
                                  const ContractionPlan &plan) {
  linalg::LinalgOp op = contraction.op;
  Location loc = op.getLoc();
  OpBuilder builder(op);
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  std::array<ZeroPoint, 2> zeroPoints = contraction.zeroPoints;
  std::array<Value, 3> values = contraction.operands;
  for (unsigned i : {0, 1})
    values[i] = createRepeated(builder, contraction, i);
  Value whole = values[2];
  if (!contraction.broadcast.empty())
    values[2] = createOnceInit(builder, contraction);
  Value init = values[2];
  for (auto [value, type, view] :
       llvm::zip(values, contraction.types, plan.views)) {
    bool isInit = operands.size() == 2;
    operands.push_back(isInit ? createInitView(builder, loc, value, type, view)
                              : createView(builder, loc, value, type, view));
    maps.push_back(view.map);
    numCopies += view.isCopied;
  }
  if (plan.isSwapped) {
    std::swap(operands[0], operands[1]);
    std::swap(maps[0], maps[1]);
    std::swap(zeroPoints[0], zeroPoints[1]);
  }

  ZeroPointCorrection correction(zeroPoints, contraction.cast);
  if (correction.isNeeded())
    correction.createSums(builder, loc, operands, maps);
  linalg::LinalgOp matmul =
      createMatmul(builder, loc, operands, maps, contraction.cast, plan.form);
  copyAttributes(op, matmul);
  if (plan.isSwapped)
    swapSizes(matmul);
  bool isTensor = op.hasPureTensorSemantics();
  Value product = isTensor ? matmul->getResult(0) : operands[2];
  if (correction.isNeeded())
    product = correction.apply(builder, loc, product, maps[2]);

  SmallVector<Value> unused(op->getOperands());
  if (isTensor) {
    ShapedType type = contraction.types[2];
    Value result = createResult(builder, loc, product, init, init.getType(),
                                type, plan.views[2]);
    if (whole != init)
      result = createBroadcast(builder, contraction, result);
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  } else {
    op->erase();
  }
  eraseIfDead(unused);
  ++(plan.form == MatmulForm::Batched   ? numBatchMatmuls
     : plan.form == MatmulForm::Reduced ? numBatchReduceMatmuls
                                        : numMatmuls);
  return matmul;
}

/// Takes what an input (A or B) is a transpose of in its place.
static bool foldTranspose(Contraction &contraction, unsigned operand) {
  Value &value = contraction.operands[operand];
  auto transpose = value.getDefiningOp<linalg::TransposeOp>();
  if (!transpose || !transpose.hasPureTensorSemantics() ||
      cast<RankedTensorType>(transpose.getInput().getType()).getEncoding())
    return false;
  SmallVector<int64_t> inverse =
      invertPermutationVector(transpose.getPermutation());
  ShapedType &type = contraction.types[operand];
  type = type.clone(applyPermutation(type.getShape(), inverse));
  SmallVector<int64_t> &loops = contraction.loops[operand];
  loops = applyPermutation(loops, inverse);
  value = transpose.getInput();
  return true;
}

/// Plans a contraction with as many transposes folded as its views can show,
/// and leaves these folded.
static FailureOr<ContractionPlan> planFolded(Contraction &contraction) {
  for (auto [a, b] : {std::pair(true, true), std::pair(false, true),
                      std::pair(true, false)}) {
    Contraction folded = contraction;
    if ((a && !foldTranspose(folded, 0)) || (b && !foldTranspose(folded, 1)))
      continue;
    FailureOr<ContractionPlan> plan =
        planContraction(folded, /*allowCopies=*/false);
    if (failed(plan))
      continue;
    contraction = folded;
    return plan;
  }
  return failure();
}

FailureOr<ContractionPlan>
CanonicalizeContractions::plan(linalg::LinalgOp op, Contraction &contraction,
                               std::string &whyNot) {
  FailureOr<Contraction> found = matchContraction(op, &whyNot);
  if (failed(found))
    return failure();
  bool hasSums = ZeroPointCorrection(found->zeroPoints, found->cast).isNeeded();
  if (hasSums && op.hasPureBufferSemantics() && !allowCopies) {
    whyNot = "its zero points need sums of rows or columns, which need extra "
             "buffers on memrefs (allow-copies)";
    return failure();
  }
  whyNot = "its inputs are broadcast, and no strided view of them has the "
           "dimensions of the result";
  for (Contraction &way : getWithoutBroadcast(*found)) {
    contraction = std::move(way);
    FailureOr<ContractionPlan> planned = failure();
    if (foldTransposes)
      planned = planFolded(contraction);
    if (failed(planned))
      planned = planContraction(contraction, allowCopies, &whyNot);
    if (succeeded(planned))
      return planned;
  }
  return failure();
}

linalg::LinalgOp CanonicalizeContractions::visit(linalg::LinalgOp op) {
  if (foldTransposes)
    moveTransposesToInputs(op);
  std::string whyNot;
  Contraction contraction;
  FailureOr<ContractionPlan> found = plan(op, contraction, whyNot);
  bool isFolded =
      succeeded(found) && (contraction.operands[0] != op.getDpsInputs()[0] ||
                           contraction.operands[1] != op.getDpsInputs()[1]);
  if (isCanonicalMatmul(op) && !isFolded)
    return op;
  if (failed(found)) {
    ++numLeft;
    if (areRemarksOn(op))
      remark::missed(op->getLoc(), getRemarkOptions(op, kPassName))
          << "no matmul: " + whyNot;
    return op;
  }
  if (isFolded || !isPlanned(op, *found))
    return rewrite(contraction, *found);
  return op;
}

void CanonicalizeContractions::narrow(
    MutableArrayRef<linalg::LinalgOp> products) {
  ProductNarrower narrower(foldScales);
  for (linalg::LinalgOp &op : products)
    op = narrower.narrow(op, [&](linalg::LinalgOp narrow) {
      std::string whyNot;
      Contraction contraction;
      return succeeded(plan(narrow, contraction, whyNot));
    });
  narrower.eraseUnused();
  numNarrowed += narrower.getNumNarrowed();
}

void CanonicalizeContractions::foldWeights(linalg::LinalgOp matmul) {
  std::string whyNot;
  Location loc = matmul.getLoc();
  remark::RemarkOpts options = getRemarkOptions(matmul, kPassName);
  bool isHeard = areRemarksOn(matmul);
  if (succeeded(foldDequantization(matmul, whyNot)))
    ++numDequantized;
  else if (isHeard && !whyNot.empty())
    remark::missed(loc, options) << "not multiplied as integers: " + whyNot;
}

void CanonicalizeContractions::runOnOperation() {
  eraseUnreachableBlocks(getOperation());
  normalizeForms(getOperation(), kPassName);
  SmallVector<linalg::LinalgOp> contractions;
  getOperation()->walk([&](linalg::LinalgOp op) {
    // What is no host code is another compiler's.
    if (isLikeContraction(op) &&
        (narrowProducts || foldTransposes || !isCanonicalMatmul(op)) &&
        getWhyNotOnHost(op).empty())
      contractions.push_back(op);
  });
  if (narrowProducts)
    narrow(contractions);
  // Sums to i64 without zero points may fit i32.
  SmallVector<linalg::LinalgOp> wide;
  for (linalg::LinalgOp op : contractions) {
    bool mayHaveZeroPoints = op.getNumDpsInputs() > 2;
    op = visit(op);
    if (mayHaveZeroPoints &&
        getElementTypeOrSelf(op.getDpsInits()[0]).isInteger(64))
      wide.push_back(op);
  }
  if (narrowProducts) {
    narrow(wide);
    for (linalg::LinalgOp op : wide)
      visit(op);
  }
  sinkReshapes(getOperation());
  if (foldDequantizations) {
    SmallVector<linalg::LinalgOp> matmuls;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isa<linalg::MatmulOp, linalg::BatchMatmulOp>(op.getOperation()))
        matmuls.push_back(op);
    });
    for (linalg::LinalgOp op : matmuls)
      foldWeights(op);
  }
  if (foldSums)
    getOperation()->walk(
        [&](Operation *op) { numSums += succeeded(foldSum(op)); });
}
