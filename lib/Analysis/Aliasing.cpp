//===- Aliasing.cpp - Which memrefs share memory --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Aliasing.h"

#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::autotune;

Value autotune::getViewedBuffer(Value buffer) {
  if (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    return view.getViewSource();
  // It is a view, though it does not say so by the interface.
  if (auto transpose = buffer.getDefiningOp<memref::TransposeOp>())
    return transpose.getIn();
  return nullptr;
}

Value autotune::getBaseBuffer(Value buffer) {
  while (Value viewed = getViewedBuffer(buffer))
    buffer = viewed;
  return buffer;
}

bool autotune::isAllocation(Value buffer) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(
      buffer.getDefiningOp());
}

bool autotune::areSameBuffer(Value first, Value second) {
  if (first == second)
    return true;
  auto firstGlobal = first.getDefiningOp<memref::GetGlobalOp>();
  auto secondGlobal = second.getDefiningOp<memref::GetGlobalOp>();
  return firstGlobal && secondGlobal &&
         firstGlobal.getNameAttr() == secondGlobal.getNameAttr();
}

/// Whether the memory of `buffer` was there before the function was entered, so
/// that no allocation in the function can be it.
static bool isOlderThanFunction(Value buffer) {
  if (buffer.getDefiningOp<memref::GetGlobalOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa_and_nonnull<FunctionOpInterface>(
             argument.getOwner()->getParentOp());
}

// Anything else, such as the result of a select, an iteration argument of a
// loop or the result of a call, may be the allocation itself.
bool autotune::areDistinctBuffers(Value first, Value second) {
  if (first == second)
    return false;
  // Globals of different names are.
  auto global = first.getDefiningOp<memref::GetGlobalOp>();
  auto other = second.getDefiningOp<memref::GetGlobalOp>();
  if (global && other)
    return global.getNameAttr() != other.getNameAttr();
  if (isAllocation(first))
    return isAllocation(second) || isOlderThanFunction(second);
  return isAllocation(second) && isOlderThanFunction(first);
}

static bool hasNoEffectOn(Operation *op, Value base, bool mayRead) {
  if (isMemoryEffectFree(op))
    return true;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects)
    return false;
  return llvm::all_of(*effects, [&](const MemoryEffects::EffectInstance &e) {
    if (isa<MemoryEffects::Allocate>(e.getEffect()) ||
        (mayRead && isa<MemoryEffects::Read>(e.getEffect())))
      return true;
    Value value = e.getValue();
    return value && areDistinctBuffers(getBaseBuffer(value), base);
  });
}

bool autotune::leavesAlone(Operation *op, Value base) {
  return hasNoEffectOn(op, base, /*mayRead=*/false);
}

bool autotune::leavesAsIs(Operation *op, Value base) {
  return hasNoEffectOn(op, base, /*mayRead=*/true);
}

//===----------------------------------------------------------------------===//
// Parts of buffers
//===----------------------------------------------------------------------===//

/// Memory of its own, as kernels' operands are taken to be.
static bool isIdentified(Value base) {
  if (isAllocation(base) || base.getDefiningOp<memref::GetGlobalOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(base);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa_and_nonnull<FunctionOpInterface>(
             argument.getOwner()->getParentOp());
}

/// Whether a value is a size, which is not negative.
static bool isSize(Value value) {
  return value.getDefiningOp<memref::DimOp>() ||
         llvm::any_of(value.getUses(), [](OpOperand &use) {
           auto view = dyn_cast<memref::SubViewOp>(use.getOwner());
           return view && llvm::is_contained(view.getSizes(), use.get());
         });
}

/// Whether `value` is surely `offset` + `size`, or more.
static bool isBehind(OpFoldResult value, OpFoldResult offset,
                     OpFoldResult size) {
  std::optional<int64_t> number = getConstantIntValue(value),
                         first = getConstantIntValue(offset),
                         count = getConstantIntValue(size);
  if (number && first && count)
    return *number >= *first + *count;
  // As many additions as a long list of problems has.
  constexpr int kMaxSums = 256;
  bool startsAtZero = first == 0;
  for (int i = 0; i < kMaxSums; ++i) {
    if (startsAtZero && value == size)
      return true;
    auto sum = dyn_cast<Value>(value);
    auto add = sum ? sum.getDefiningOp<arith::AddIOp>() : nullptr;
    if (!add)
      return false;
    auto is = [&](Value left, Value right) {
      return getAsOpFoldResult(left) == offset &&
             getAsOpFoldResult(right) == size;
    };
    if (is(add.getLhs(), add.getRhs()) || is(add.getRhs(), add.getLhs()))
      return true;
    if (!isSize(add.getRhs()))
      return false;
    value = getAsOpFoldResult(add.getLhs());
  }
  return false;
}

std::optional<bool> autotune::hasOwnPlaces(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (type.getLayout().isIdentity() || llvm::is_contained(type.getShape(), 0))
    return true;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  bool isKnown = true;
  SmallVector<std::pair<uint64_t, int64_t>> steps;
  for (auto [stride, size] : llvm::zip_equal(strides, type.getShape())) {
    if (size == 1)
      continue;
    if (ShapedType::isDynamic(stride))
      isKnown = false;
    else
      steps.push_back({stride < 0 ? -uint64_t(stride) : stride, size});
  }
  // From the first element to the last along the dimensions before.
  uint64_t extent = 0;
  llvm::sort(steps);
  for (auto [index, step] : llvm::enumerate(steps)) {
    auto [stride, size] = step;
    if (stride <= extent)
      return false;
    if (!ShapedType::isDynamic(size))
      extent = llvm::SaturatingMultiplyAdd<uint64_t>(size - 1, stride, extent);
    else if (index + 1 < steps.size())
      isKnown = false;
  }
  return isKnown ? std::optional(true) : std::nullopt;
}

/// Whether two parts of one memref have no index in common.
static bool areApart(memref::SubViewOp first, memref::SubViewOp second) {
  auto hasUnitSteps = [](memref::SubViewOp view) {
    return llvm::all_of(view.getMixedStrides(), [](OpFoldResult stride) {
      return getConstantIntValue(stride) == 1;
    });
  };
  if (first.getSource() != second.getSource() || !hasUnitSteps(first) ||
      !hasUnitSteps(second))
    return false;
  for (auto [offset, size, otherOffset, otherSize] :
       llvm::zip_equal(first.getMixedOffsets(), first.getMixedSizes(),
                       second.getMixedOffsets(), second.getMixedSizes()))
    if (isBehind(otherOffset, offset, size) ||
        isBehind(offset, otherOffset, otherSize))
      return true;
  return false;
}

/// Of what views of one buffer are of, the parts may be apart. Where strides
/// are not known, elements have places of their own if `isAssumed`.
static bool havePartsApart(Value first, Value second, bool isAssumed) {
  // A view by its metadata may leave the part that it is made of.
  auto getNext = [](Value part) -> Value {
    if (isa_and_nonnull<memref::ReinterpretCastOp,
                        memref::ExtractStridedMetadataOp>(part.getDefiningOp()))
      return {};
    return getViewedBuffer(part);
  };
  for (Value a = first; a; a = getNext(a))
    for (Value b = second; b; b = getNext(b)) {
      auto view = a.getDefiningOp<memref::SubViewOp>();
      auto otherView = b.getDefiningOp<memref::SubViewOp>();
      if (view && otherView && areApart(view, otherView) &&
          hasOwnPlaces(view.getSourceType()).value_or(isAssumed))
        return true;
    }
  return false;
}

bool autotune::shareNoMemory(Value first, Value second) {
  Value base = getBaseBuffer(first), other = getBaseBuffer(second);
  if (!areSameBuffer(base, other))
    return isIdentified(base) && isIdentified(other);
  return havePartsApart(first, second, /*isAssumed=*/true);
}

bool autotune::areKnownApart(Value first, Value second) {
  Value base = getBaseBuffer(first), other = getBaseBuffer(second);
  if (!areSameBuffer(base, other))
    return areDistinctBuffers(base, other);
  return havePartsApart(first, second, /*isAssumed=*/false);
}
