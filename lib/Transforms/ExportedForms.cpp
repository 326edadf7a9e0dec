//===- ExportedForms.cpp - As front ends write it -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportedForms.h"

#include "BroadcastInits.h"
#include "FactorParts.h"
#include "MatmulParts.h"
#include "Remarks.h"
#include "SumsOfProducts.h"
#include "TensorReads.h"
#include "WidenedResults.h"

#include "mlir-autotune/Analysis/Contraction.h"
#include "mlir-autotune/Analysis/MatmulOps.h"

using namespace mlir;
using namespace mlir::autotune;

/// Makes a linalg.transpose of what moves the elements of a tensor in another
/// order.
static void specializeTranspose(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || !movesElements(op) ||
      !isa<RankedTensorType>(op.getDpsInputs()[0].getType()) ||
      getElementTypeOrSelf(op.getDpsInputs()[0]) !=
          getElementTypeOrSelf(op->getResult(0)))
    return;
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  ElementRead read = getRead(op, identity);
  if (!read.value || !read.map.isPermutation() || read.map.isIdentity())
    return;
  SmallVector<int64_t> permutation;
  for (AffineExpr expr : inversePermutation(read.map).getResults())
    permutation.push_back(cast<AffineDimExpr>(expr).getPosition());
  OpBuilder builder(op);
  auto transpose = linalg::TransposeOp::create(
      builder, op.getLoc(), read.value, op.getDpsInits()[0], permutation);
  copyAttributes(op, transpose);
  op->getResult(0).replaceAllUsesWith(transpose->getResult(0));
  op->erase();
}

/// The operations that may be of a kind, so that they can be changed.
template <typename OpT>
static SmallVector<OpT> collect(Operation *root,
                                llvm::function_ref<bool(OpT)> isOfKind) {
  SmallVector<OpT> ops;
  root->walk([&](OpT op) {
    if (isOfKind(op))
      ops.push_back(op);
  });
  return ops;
}

/// Calls `change` with each operation, and with which operations it may erase:
/// none that it is still to be called with.
static void
forEach(ArrayRef<linalg::LinalgOp> ops,
        llvm::function_ref<void(linalg::LinalgOp,
                                llvm::function_ref<bool(Operation *)>)>
            change) {
  llvm::SmallPtrSet<Operation *, 16> pending(ops.begin(), ops.end());
  for (linalg::LinalgOp op : ops) {
    pending.erase(op);
    change(op, [&](Operation *other) { return !pending.contains(other); });
  }
}

void autotune::normalizeForms(Operation *root, StringRef pass) {
  auto sums = collect<linalg::LinalgOp>(root, [](linalg::LinalgOp op) {
    return op.getNumReductionLoops() && op.getNumDpsInputs() == 1;
  });
  forEach(sums, [&](linalg::LinalgOp op, auto mayErase) {
    std::string whyNot;
    Location loc = op.getLoc();
    remark::RemarkOpts options = getRemarkOptions(op, pass);
    bool isHeard = areRemarksOn(op);
    if (failed(foldProduct(op, whyNot, mayErase)) && isHeard && !whyNot.empty())
      remark::missed(loc, options) << "no matmul: " + whyNot;
  });
  SmallVector<linalg::LinalgOp> contractions =
      collect<linalg::LinalgOp>(root, [](linalg::LinalgOp op) {
        return isLikeContraction(op) || mayHaveFactors(op);
      });
  if (contractions.empty())
    return;
  for (linalg::GenericOp op :
       collect<linalg::GenericOp>(root, [](linalg::GenericOp op) {
         return op.getNumDpsInputs() == 1 && op->getNumResults() == 1;
       }))
    specializeTranspose(op);
  for (linalg::LinalgOp &op : contractions)
    if (FailureOr<linalg::LinalgOp> separated = separateFactors(op);
        succeeded(separated))
      op = *separated;
  for (linalg::GenericOp op : collect<linalg::GenericOp>(
           root, [](linalg::GenericOp op) { return op->getNumResults() > 0; }))
    separateWidenings(op);
  forEach(contractions, [](linalg::LinalgOp op, auto mayErase) {
    FailureOr<linalg::LinalgOp> folded = foldBroadcasts(op, mayErase);
    splitInit(succeeded(folded) ? *folded : op);
  });
  llvm::SmallPtrSet<Block *, 4> blocks;
  root->walk([&](linalg::LinalgOp op) {
    if (isLikeContraction(op))
      blocks.insert(op->getBlock());
  });
  for (linalg::LinalgOp op :
       collect<linalg::LinalgOp>(root, [&](linalg::LinalgOp op) {
         return op.hasPureBufferSemantics() && blocks.contains(op->getBlock());
       }))
    foldBroadcastBuffers(op);
}
