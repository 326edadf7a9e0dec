//===- PadWeights.cpp - Rows of weights that kernels can load -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/FactName.h"
#include "mlir-autotune/Dialect/Autotune/OnceName.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEPADWEIGHTS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// TMA takes rows that are this far apart, or a multiple of it (CUDA driver
/// API, cuTensorMapEncodeTiled).
static constexpr int64_t kLoadBytes = 16;

/// The rows of a copy are whole lines of this size, as those of the copies that
/// kernels pack themselves. Narrower rows are no whole box of TMA.
static constexpr int64_t kLineBytes = 128;

/// The columns that the weight's rows are padded to; 0 if they stay.
static int64_t getPaddedColumns(RankedTensorType type) {
  Type element = type.getElementType();
  if (!type.hasStaticShape() || type.getRank() < 2 || type.getRank() > 3 ||
      type.getEncoding() || !element.isIntOrFloat())
    return 0;
  // Wider elements have no kernels with TMA by default.
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits != 8 && bits != 16)
    return 0;
  int64_t bytes = bits / 8, columns = type.getShape().back();
  if (type.getNumElements() == 0 || columns * bytes % kLoadBytes == 0 ||
      columns * bytes < kLineBytes)
    return 0;
  return llvm::alignTo(columns * bytes, kLineBytes) / bytes;
}

/// A slice of a padded copy, which has the weight's elements.
static Value createPadded(OpBuilder &b, Location loc, Value weight,
                          RankedTensorType padded) {
  auto type = cast<RankedTensorType>(weight.getType());
  Value zero =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(padded.getElementType()));
  SmallVector<OpFoldResult> zeros(type.getRank(), b.getIndexAttr(0)),
      ones(type.getRank(), b.getIndexAttr(1)),
      high = zeros,
      sizes = getAsIndexOpFoldResult(b.getContext(), type.getShape());
  high.back() =
      b.getIndexAttr(padded.getShape().back() - type.getShape().back());
  Value copy = tensor::PadOp::create(b, loc, padded, weight, zeros, high, zero);
  return tensor::ExtractSliceOp::create(b, loc, type, copy, zeros, sizes, ones);
}

/// A config that was attached is for the rows as they are.
static bool isPlainProduct(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && linalg::isaContractionOpInterface(op) &&
         !op->hasAttr(kConfigAttrName) && !op->hasAttr(kFactAttrName);
}

namespace {
struct PadWeights : public autotune::impl::AutotunePadWeightsBase<PadWeights> {
  using AutotunePadWeightsBase::AutotunePadWeightsBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    Block &entry = function.getBody().front();
    OpBuilder b = OpBuilder::atBlockBegin(&entry);
    int64_t bytesLeft = maxBytes;
    // Products that read one weight read one copy; null if there is none.
    llvm::DenseMap<Value, Value> copies;
    auto getCopy = [&](BlockArgument weight) {
      auto [it, isNew] = copies.try_emplace(weight);
      auto type = cast<RankedTensorType>(weight.getType());
      int64_t columns = isNew ? getPaddedColumns(type) : 0;
      if (!columns)
        return it->second;
      SmallVector<int64_t> shape(type.getShape());
      shape.back() = columns;
      RankedTensorType padded = type.clone(shape);
      int64_t bytes = padded.getNumElements() *
                      padded.getElementType().getIntOrFloatBitWidth() / 8;
      if (bytes > bytesLeft)
        return it->second;
      bytesLeft -= bytes;
      ++numPadded;
      paddedBytes += bytes;
      return it->second = createPadded(b, weight.getLoc(), weight, padded);
    };
    function.walk([&](linalg::LinalgOp op) {
      if (!isPlainProduct(op))
        return;
      for (OpOperand *input : op.getDpsInputOperands()) {
        auto weight = dyn_cast<BlockArgument>(input->get());
        if (!weight || weight.getOwner() != &entry ||
            !function.getArgAttr(weight.getArgNumber(), kFrozenAttrName))
          continue;
        if (Value copy = getCopy(weight))
          input->set(copy);
      }
    });
  }
};
} // namespace
