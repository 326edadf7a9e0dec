//===- CropPads.cpp - Pads with negative numbers --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNECROPPADS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static bool isNegative(OpFoldResult value) {
  std::optional<int64_t> constant = getConstantIntValue(value);
  return constant && *constant < 0;
}

namespace {
/// A dimension of a pad's source: what of it remains, and what is put before
/// and behind that.
struct Cropped {
  OpFoldResult offset, size, low, high;
};
} // namespace

static OpFoldResult compute(OpBuilder &b, Location loc, AffineExpr expr,
                            ArrayRef<OpFoldResult> operands) {
  return affine::makeComposedFoldedAffineApply(b, loc, expr, operands);
}

/// Of a known size. It may be that nothing remains.
static Cropped cropKnown(OpBuilder &b, int64_t size, int64_t low,
                         int64_t high) {
  int64_t first = std::clamp<int64_t>(-low, 0, size);
  int64_t end = std::clamp<int64_t>(size + high, first, size);
  int64_t all = std::max<int64_t>(size + low + high, 0);
  int64_t before = end > first ? std::max<int64_t>(low, 0) : 0;
  return {b.getIndexAttr(first), b.getIndexAttr(end - first),
          b.getIndexAttr(before), b.getIndexAttr(all - before - (end - first))};
}

/// Elements remain, as the source must have all that are cropped.
static Cropped cropUnknown(OpBuilder &b, Location loc, OpFoldResult size,
                           OpFoldResult low, OpFoldResult high) {
  OpFoldResult zero = b.getIndexAttr(0);
  AffineExpr x = b.getAffineSymbolExpr(0), y = b.getAffineSymbolExpr(1);
  Cropped cropped = {zero, size, low, high};
  if (isNegative(low)) {
    cropped.offset = b.getIndexAttr(-*getConstantIntValue(low));
    cropped.size = compute(b, loc, x + y, {cropped.size, low});
    cropped.low = zero;
  }
  if (isNegative(high)) {
    cropped.size = compute(b, loc, x + y, {cropped.size, high});
    cropped.high = zero;
  }
  return cropped;
}

/// A slice, and a pad of it with what is above 0.
static void crop(tensor::PadOp pad) {
  OpBuilder b(pad);
  Location loc = pad.getLoc();
  SmallVector<OpFoldResult> offsets, sizes, low, high;
  for (auto [dim, before, behind] :
       llvm::enumerate(pad.getMixedLowPad(), pad.getMixedHighPad())) {
    OpFoldResult size = tensor::getMixedSize(b, loc, pad.getSource(), dim);
    std::optional<int64_t> known[] = {getConstantIntValue(size),
                                      getConstantIntValue(before),
                                      getConstantIntValue(behind)};
    Cropped cropped = known[0] && known[1] && known[2]
                          ? cropKnown(b, *known[0], *known[1], *known[2])
                          : cropUnknown(b, loc, size, before, behind);
    offsets.push_back(cropped.offset);
    sizes.push_back(cropped.size);
    low.push_back(cropped.low);
    high.push_back(cropped.high);
  }
  SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
  Value rest = tensor::ExtractSliceOp::create(b, loc, pad.getSource(), offsets,
                                              sizes, strides);
  auto isNone = [](OpFoldResult amount) { return isZeroInteger(amount); };
  if (rest.getType() == pad.getType() && llvm::all_of(low, isNone) &&
      llvm::all_of(high, isNone)) {
    pad.replaceAllUsesWith(rest);
    pad.erase();
    return;
  }
  auto rebuilt = tensor::PadOp::create(b, loc, pad.getResultType(), rest, low,
                                       high, pad.getNofold());
  rebuilt.getRegion().takeBody(pad.getRegion());
  rebuilt->setDiscardableAttrs(pad->getDiscardableAttrDictionary());
  pad.replaceAllUsesWith(rebuilt.getResult());
  pad.erase();
}

namespace {
struct CropPads : public autotune::impl::AutotuneCropPadsBase<CropPads> {
  void runOnOperation() override {
    SmallVector<tensor::PadOp> pads;
    getOperation()->walk([&](tensor::PadOp pad) {
      if (llvm::any_of(pad.getMixedLowPad(), isNegative) ||
          llvm::any_of(pad.getMixedHighPad(), isNegative))
        pads.push_back(pad);
    });
    for (tensor::PadOp pad : pads)
      crop(pad);
    numCropped += pads.size();
  }
};
} // namespace
