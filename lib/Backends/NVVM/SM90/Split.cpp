//===- Split.cpp - What tf32 drops of a slot ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both slots lie alike, swizzled or not: threads go over their bytes in order,
// 16 at a time, whatever element is in them. Of an f32 wgmma truncates the
// lower 13 bits (PTX ISA, wgmma.mma_async). What they come to, which the
// subtraction has exactly, is rounded to as many bits as it leaves.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Of an f32, those that a product of tf32 takes.
static constexpr int64_t kTf32Bits = 0xFFFFE000;
/// Bytes that a thread loads at once, and how many times so many are on their
/// way together.
static constexpr int64_t kLoadBytes = 16;
static constexpr int64_t kLoadsInFlight = 4;

/// What tf32 drops of an f32.
static Value getLowPart(Emitter &e, Value element) {
  Value bits = arith::BitcastOp::create(e, e.getI32Type(), element);
  Value high = arith::BitcastOp::create(e, e.getF32Type(),
                                        e.bitAnd(bits, e.i32(kTf32Bits)));
  Value low = arith::SubFOp::create(e, element, high);
  // A float's bits all the same.
  Value rounded = NVVM::ConvertFloatToTF32Op::create(e, e.getI32Type(), low,
                                                     NVVM::FPRoundingMode::RNA);
  return arith::BitcastOp::create(e, e.getF32Type(), rounded);
}

/// The bytes from `begin` to `end` behind this thread's first ones, `step`
/// apart. All are loaded before one is stored.
static void splitBytes(Emitter &e, Value source, Value dest, int64_t begin,
                       int64_t end, int64_t step) {
  int64_t elements = kLoadBytes / 4;
  auto type = VectorType::get(elements, e.getF32Type());
  SmallVector<Value> loaded;
  for (int64_t at = begin; at < end; at += step)
    loaded.push_back(LLVM::LoadOp::create(
        e, type, e.sharedPtr(e.add(source, at)), kLoadBytes));
  for (auto [i, vector] : llvm::enumerate(loaded)) {
    SmallVector<Value> low;
    for (int64_t j = 0; j < elements; ++j)
      low.push_back(
          getLowPart(e, LLVM::ExtractElementOp::create(e, vector, e.i32(j))));
    LLVM::StoreOp::create(e, e.packVector(low),
                          e.sharedPtr(e.add(dest, begin + int64_t(i) * step)),
                          kLoadBytes);
  }
}

static void lowerSplit(SplitOp op, SplitOp::Adaptor adaptor, Emitter &e,
                       KernelContext &context) {
  const RingLayout &from =
      context.layout.getRing(op.getSlot().getDefiningOp<WaitOp>().getRing());
  const RingLayout &to =
      context.layout.getRing(op.getLow().getDefiningOp<AcquireOp>().getRing());
  const RoleLayout &role = *context.getRole(op);
  Value thread = e.add(context.threadId, -role.firstWarp * kWarpThreads);
  Value first = e.mul(thread, kLoadBytes);
  auto getStart = [&](const RingLayout &ring, Value slot) {
    Value start = e.add(context.getSlotOffset(e, ring, slot),
                        context.shared(e, ring.offset));
    return e.add(start, first);
  };
  Value source = getStart(from, adaptor.getSlot());
  Value dest = getStart(to, adaptor.getLow());
  int64_t together = role.warps * kWarpThreads * kLoadBytes;
  int64_t whole = from.slotBytes / together * together;
  for (int64_t at = 0; at < whole; at += kLoadsInFlight * together)
    splitBytes(e, source, dest, at,
               std::min(at + kLoadsInFlight * together, whole), together);
  if (whole < from.slotBytes)
    e.ifThen(e.less(first, from.slotBytes - whole), [&] {
      splitBytes(e, source, dest, whole, from.slotBytes, together);
    });
}

void tile::populateSplitPatterns(KernelPatterns &patterns) {
  patterns.add(lowerSplit);
}
