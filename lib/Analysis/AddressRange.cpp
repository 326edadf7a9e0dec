//===- AddressRange.cpp - Whether memory can hold what a type says --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A type may have any sizes, strides and offset of 64 bits. The matchers refuse
// a type that no address space can hold, so that no later product of sizes,
// strides and bytes overflows.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static uint64_t getMagnitude(int64_t value) {
  return value < 0 ? -uint64_t(value) : uint64_t(value);
}

/// The bytes from the first element to the last one, saturating; or, where that
/// is more, those of a step along one dimension. Unknown sizes and strides
/// count as 1: they are checked when they are known.
static uint64_t getReach(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides,
                         int64_t offset, uint64_t bytes) {
  auto scale = [](uint64_t x, uint64_t y) {
    return llvm::SaturatingMultiply(x, y);
  };
  uint64_t most = 1;
  uint64_t whole = ShapedType::isDynamic(offset) ? 0 : getMagnitude(offset);
  for (auto [size, stride] : llvm::zip_equal(shape, strides)) {
    uint64_t step = ShapedType::isDynamic(stride) ? 1 : getMagnitude(stride);
    uint64_t count = ShapedType::isDynamic(size) ? 1 : size;
    most = std::max({most, step, count});
    whole = llvm::SaturatingMultiplyAdd(count, step, whole);
  }
  return scale(std::max(most, whole), bytes);
}

bool autotune::isAddressable(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank() || !shaped.getElementType().isIntOrFloat())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  auto memref = dyn_cast<MemRefType>(type);
  if (memref && failed(memref.getStridesAndOffset(strides, offset)))
    return true;
  if (!memref) {
    // As the buffer that a tensor becomes. Its strides are unknown where a size
    // is.
    strides.assign(shaped.getRank(), 1);
    uint64_t step = 1;
    for (int64_t dim = shaped.getRank() - 1; dim >= 0; --dim) {
      strides[dim] = int64_t(std::min<uint64_t>(step, INT64_MAX));
      if (!shaped.isDynamicDim(dim))
        step = llvm::SaturatingMultiply(step, uint64_t(shaped.getDimSize(dim)));
    }
  }
  uint64_t bytes = llvm::divideCeil(shaped.getElementTypeBitWidth(), 8);
  return getReach(shaped.getShape(), strides, offset, bytes) <
         uint64_t(kMaxAddressableBytes);
}
