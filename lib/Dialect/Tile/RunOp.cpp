//===- RunOp.cpp - Kernels that take addresses ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostOperands.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

LogicalResult RunOp::verify() {
  if (getAlignments().size() != getNumOperands())
    return emitOpError("needs an alignment for each of its ")
           << getNumOperands() << " operands, not " << getAlignments().size();
  for (int64_t alignment : getAlignments())
    if (alignment < 1 || !llvm::isPowerOf2_64(alignment))
      return emitOpError("needs alignments that are powers of two, not ")
             << alignment;
  return success();
}

void RunOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addBufferEffects(
      *this, [&](OpOperand *operand) { return isDpsInit(operand); }, effects);
}
