//===- CollapseReductions.cpp - Several reduced loops as one --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormRows.h"
#include "mlir-autotune/Kernels/RowView.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::autotune;

/// The last loops, if there are several reduced ones, and no other is reduced.
static ReassociationIndices getReducedLoops(linalg::GenericOp op) {
  ReassociationIndices loops;
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::reduction)
      loops.push_back(int64_t(loop));
    else if (!loops.empty())
      return {};
  return loops;
}

/// Whether the loops together are the columns of a row that one kernel can
/// have.
static bool fitsRow(linalg::GenericOp op, ArrayRef<int64_t> loops) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t columns = 1;
  for (int64_t loop : loops) {
    if (ShapedType::isDynamic(sizes[loop]) || sizes[loop] == 0 ||
        sizes[loop] > kMostRowColumns / columns)
      return false;
    columns *= sizes[loop];
  }
  return true;
}

void autotune::collapseReductions(RewriterBase &rewriter, Block &block) {
  SmallVector<linalg::GenericOp> ops(block.getOps<linalg::GenericOp>());
  for (linalg::GenericOp op : ops) {
    ReassociationIndices loops = getReducedLoops(op);
    // Operands whose elements are not in the order of the loops would have to
    // be copied. Windows and broadcast elements have no such order.
    if (loops.size() < 2 || !op.hasPureTensorSemantics() ||
        !fitsRow(op, loops) ||
        !llvm::all_of(
            op.getIndexingMapsArray(),
            [](AffineMap map) { return map.isProjectedPermutation(); }) ||
        !linalg::areDimSequencesPreserved(op.getIndexingMapsArray(), loops))
      continue;
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::CollapseResult> collapsed =
        linalg::collapseOpIterationDims(op, loops, rewriter);
    if (succeeded(collapsed))
      rewriter.replaceOp(op, collapsed->results);
  }
}
