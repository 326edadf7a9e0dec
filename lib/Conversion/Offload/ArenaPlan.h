//===- ArenaPlan.h - Where buffers are in an arena --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_ARENAPLAN_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_ARENAPLAN_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace mlir::autotune::offload {

struct ArenaBuffer {
  int64_t bytes = 0;
  /// The first and the last time at which the buffer is needed. A buffer that
  /// is never needed has a `last` before its `first`.
  int64_t first = 0, last = 0;
  /// Where it is in the arena, in bytes.
  int64_t offset = 0;
};

/// Sets the offsets, so that buffers that are needed at the same time share no
/// byte. Returns the bytes of the arena. Large buffers are placed first, each
/// as low as it can be. Offsets are sums of sizes, so they are multiples of
/// whatever all sizes are multiples of.
int64_t planArenaOffsets(llvm::MutableArrayRef<ArenaBuffer> buffers);

} // namespace mlir::autotune::offload

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_OFFLOAD_ARENAPLAN_H
