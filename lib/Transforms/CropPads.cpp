//===- CropPads.cpp - Pads with negative numbers --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNECROPPADS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// Beyond all sizes, nothing is computed.
static constexpr int64_t kMostCropped = int64_t(1) << 40;

static bool isNegative(OpFoldResult value) {
  std::optional<int64_t> constant = getConstantIntValue(value);
  return constant && *constant < 0 && *constant > -kMostCropped;
}

namespace {
/// A dimension of a pad's source: what of it remains, and what is put before
/// and behind that.
struct Cropped {
  OpFoldResult offset, size, low, high;
};

/// Arithmetic on sizes, which folds.
class Sizes {
public:
  Sizes(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  OpFoldResult add(OpFoldResult x, OpFoldResult y) {
    return affine::makeComposedFoldedAffineApply(b, loc, first() + second(),
                                                 {x, y});
  }
  OpFoldResult subtract(OpFoldResult x, OpFoldResult y) {
    return affine::makeComposedFoldedAffineApply(b, loc, first() - second(),
                                                 {x, y});
  }
  OpFoldResult min(OpFoldResult x, OpFoldResult y) {
    return affine::makeComposedFoldedAffineMin(b, loc, getBoth(), {x, y});
  }
  OpFoldResult max(OpFoldResult x, OpFoldResult y) {
    return affine::makeComposedFoldedAffineMax(b, loc, getBoth(), {x, y});
  }

private:
  AffineExpr first() { return b.getAffineSymbolExpr(0); }
  AffineExpr second() { return b.getAffineSymbolExpr(1); }
  AffineMap getBoth() {
    return AffineMap::get(0, 2, {first(), second()}, b.getContext());
  }

  OpBuilder &b;
  Location loc;
};
} // namespace

/// It may be that nothing remains, and all of the result is padding.
static Cropped cropDim(OpBuilder &b, Location loc, OpFoldResult size,
                       OpFoldResult low, OpFoldResult high) {
  OpFoldResult zero = b.getIndexAttr(0);
  if (!isNegative(low) && !isNegative(high))
    return {zero, size, low, high};
  Sizes sizes(b, loc);
  auto crop = [&](OpFoldResult amount) {
    return isNegative(amount) ? sizes.subtract(zero, amount) : zero;
  };
  OpFoldResult all = sizes.add(sizes.add(size, low), high);
  OpFoldResult first = sizes.min(crop(low), size);
  OpFoldResult end = sizes.max(sizes.subtract(size, crop(high)), first);
  OpFoldResult rest = sizes.subtract(end, first);
  OpFoldResult before = isNegative(low) ? zero : sizes.min(low, all);
  return {first, rest, before,
          sizes.subtract(sizes.subtract(all, before), rest)};
}

/// A tensor of nothing but padding.
static Value createPadding(OpBuilder &b, tensor::PadOp pad) {
  SmallVector<Value> dynamic;
  for (auto [dim, size] : llvm::enumerate(pad.getResultType().getShape())) {
    if (!ShapedType::isDynamic(size))
      continue;
    Sizes sizes(b, pad.getLoc());
    OpFoldResult all = sizes.add(
        sizes.add(tensor::getMixedSize(b, pad.getLoc(), pad.getSource(), dim),
                  pad.getMixedLowPad()[dim]),
        pad.getMixedHighPad()[dim]);
    dynamic.push_back(getValueOrCreateConstantIndexOp(b, pad.getLoc(), all));
  }
  auto generated =
      tensor::GenerateOp::create(b, pad.getLoc(), pad.getResultType(), dynamic);
  generated.getRegion().takeBody(pad.getRegion());
  return generated;
}

/// A slice, and a pad of it with what is above 0.
static void crop(tensor::PadOp pad) {
  OpBuilder b(pad);
  Location loc = pad.getLoc();
  SmallVector<OpFoldResult> offsets, sizes, low, high;
  bool remains = true;
  for (auto [dim, before, behind] :
       llvm::enumerate(pad.getMixedLowPad(), pad.getMixedHighPad())) {
    OpFoldResult size = tensor::getMixedSize(b, loc, pad.getSource(), dim);
    Cropped cropped = cropDim(b, loc, size, before, behind);
    remains &= !isZeroInteger(cropped.size);
    offsets.push_back(cropped.offset);
    sizes.push_back(cropped.size);
    low.push_back(cropped.low);
    high.push_back(cropped.high);
  }
  Value result;
  if (remains) {
    SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
    result = tensor::ExtractSliceOp::create(b, loc, pad.getSource(), offsets,
                                            sizes, strides);
    if (!llvm::all_of(low, isZeroInteger) ||
        !llvm::all_of(high, isZeroInteger)) {
      auto rest = tensor::PadOp::create(b, loc, /*result=*/Type(), result, low,
                                        high, pad.getNofold());
      rest.getRegion().takeBody(pad.getRegion());
      rest->setDiscardableAttrs(pad->getDiscardableAttrDictionary());
      result = rest;
    }
    // Constants of operands are sizes of the new type.
    if (result.getType() != pad.getType())
      result = tensor::CastOp::create(b, loc, pad.getType(), result);
  } else {
    result = createPadding(b, pad);
  }
  pad.replaceAllUsesWith(result);
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
