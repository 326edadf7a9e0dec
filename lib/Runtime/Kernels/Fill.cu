//===- Fill.cu - Inputs, poison and guard zones ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer's content is a function of its seed and the element's index, so that
// whether a kernel wrote to its inputs can be seen without keeping a copy.
//
//===----------------------------------------------------------------------===//

#include "Prelude.h"

using namespace mlir::autotune::support;

namespace {

/// What an element is filled with.
AUTOTUNE_DEVICE u64 getBits(const FillParams &p, int kind, u64 seed,
                            u64 index) {
  return p.limit && p.mode == kFillRandom
             ? randomBits(seed, index) % p.limit
             : filledBits(kind, p.mode, seed, index);
}

struct Fill {
  const FillParams &p;
  AUTOTUNE_DEVICE void operator()(int kind) const {
    for (u64 i = globalThread(); i < p.sets * p.count; i += globalThreads()) {
      // One buffer needs no division, which costs more than all else.
      u64 set = p.sets > 1 ? i / p.count : 0, index = i - set * p.count;
      storeBits(kind, (unsigned char *)p.base + set * p.setStride, index,
                getBits(p, kind, p.seed + set * p.seedStep, index));
    }
  }
};

struct Verify {
  const FillParams &p;
  AUTOTUNE_DEVICE void operator()(int kind) const {
    u64 different = 0;
    for (u64 i = globalThread(); i < p.count; i += globalThreads())
      different += loadBits(kind, p.base, i) != getBits(p, kind, p.seed, i);
    if (different)
      atomicAdd(p.mismatches, different);
  }
};

} // namespace

AUTOTUNE_KERNEL(256) void autotune_fill(FillParams p) {
  runForKind(p.kind, Fill{p});
}

AUTOTUNE_KERNEL(256) void autotune_verify(FillParams p) {
  runForKind(p.kind, Verify{p});
}

AUTOTUNE_KERNEL(256) void autotune_guard(GuardParams p) {
  u64 different = 0;
  for (u64 i = globalThread(); i < p.sets * p.bytes; i += globalThreads()) {
    unsigned char *byte =
        (unsigned char *)p.base + i / p.bytes * p.setStride + i % p.bytes;
    if (!p.mismatches)
      *byte = kGuardByte;
    else
      different += *byte != kGuardByte;
  }
  if (different)
    atomicAdd(p.mismatches, different);
}
