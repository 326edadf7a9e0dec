//===- Alignment.cpp - What is known of an address ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Aliasing.h"
#include "mlir-autotune/Analysis/OperandLayout.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

/// Alignment of an allocation by the GPU's driver (CUDA C++ Programming Guide,
/// "Device Memory Accesses": at least 256 bytes).
static constexpr int64_t kAllocationAlignment = 256;

/// The largest power of two that divides `value`, a positive number.
static int64_t getPowerOfTwoFactor(int64_t value) {
  return int64_t(1) << std::min(llvm::countr_zero(uint64_t(value)), 62);
}

/// The alignment of what lies `offset` elements behind an aligned start.
static int64_t getOffsetAlignment(int64_t offset, int64_t elementBytes) {
  return std::min(getPowerOfTwoFactor(offset), kAllocationAlignment) *
         elementBytes;
}

/// The alignment of the memory that `base` starts at.
static int64_t getBaseAlignment(Value base) {
  std::optional<uint64_t> alignment;
  if (auto alloc = base.getDefiningOp<memref::AllocOp>())
    alignment = alloc.getAlignment();
  else if (auto alloca = base.getDefiningOp<memref::AllocaOp>())
    alignment = alloca.getAlignment();
  if (!alignment || *alignment == 0)
    return kAllocationAlignment;
  return getPowerOfTwoFactor(*alignment);
}

/// The alignment of what the offset of a memref type counts from: the start of
/// its allocation, through every subview and cast, be it one that sets the
/// offset anew; an assumption on the way speaks of that start too. A
/// memref.view is of another start, a number of bytes behind.
static int64_t getStartAlignment(Value value, int64_t elementBytes) {
  int64_t assumed = 1;
  while (Value viewed = getViewedBuffer(value)) {
    Operation *op = value.getDefiningOp();
    if (auto assume = dyn_cast<memref::AssumeAlignmentOp>(op))
      assumed = std::max(assumed, getPowerOfTwoFactor(assume.getAlignment()));
    value = viewed;
    auto view = dyn_cast<memref::ViewOp>(op);
    if (!view)
      continue;
    int64_t start = elementBytes;
    if (std::optional<int64_t> shift =
            getConstantIntValue(view.getByteShift())) {
      int64_t ofBytes = getStartAlignment(value, /*elementBytes=*/1);
      start = *shift == 0 ? ofBytes
                          : std::min(ofBytes, getPowerOfTwoFactor(*shift));
    }
    return std::max({assumed, start, elementBytes});
  }
  return std::max(assumed, getBaseAlignment(value));
}

/// What an offset keeps of the whole's alignment: one of whole rows, that of a
/// row's length.
static int64_t getPartAlignment(ArrayRef<int64_t> offsets,
                                ArrayRef<int64_t> strides,
                                int64_t elementBytes) {
  int64_t alignment = kAllocationAlignment;
  for (auto [start, stride] : llvm::zip_equal(offsets, strides))
    if (start != 0) {
      if (ShapedType::isDynamic(stride) || stride == 0)
        return elementBytes;
      auto getFactor = [](int64_t value) {
        return std::min(getPowerOfTwoFactor(value), kAllocationAlignment);
      };
      // Each factor is at most 256, so that their product fits.
      int64_t unit = getFactor(stride);
      if (!ShapedType::isDynamic(start))
        unit *= getFactor(start);
      alignment = std::min(alignment, unit * elementBytes);
    }
  return alignment;
}

/// That of a part at an offset that is not known.
static int64_t getPartAlignment(memref::SubViewOp view, int64_t elementBytes) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(view.getSourceType().getStridesAndOffset(strides, offset)))
    return elementBytes;
  return std::min(
      getKnownAlignment(view.getSource(), elementBytes),
      getPartAlignment(view.getStaticOffsets(), strides, elementBytes));
}

/// A tensor becomes an allocation, or a part of one.
static int64_t getTensorAlignment(Value tensor, int64_t elementBytes) {
  Value source = getViewedTensor(tensor);
  if (!source)
    return kAllocationAlignment;
  int64_t alignment = getTensorAlignment(source, elementBytes);
  auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice)
    return alignment;
  MemRefType buffer = getBufferType(source);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!buffer || failed(buffer.getStridesAndOffset(strides, offset)))
    return elementBytes;
  return std::min(alignment, getPartAlignment(slice.getStaticOffsets(), strides,
                                              elementBytes));
}

int64_t autotune::getKnownAlignment(Value value, int64_t elementBytes) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type)
    return getTensorAlignment(value, elementBytes);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return elementBytes;

  int64_t start = getStartAlignment(value, elementBytes);
  if (ShapedType::isDynamic(offset)) {
    auto part = value.getDefiningOp<memref::SubViewOp>();
    return part ? getPartAlignment(part, elementBytes) : elementBytes;
  }
  return offset == 0
             ? start
             : std::min(start, getOffsetAlignment(offset, elementBytes));
}
