//===- ArenaPlan.cpp - Where buffers are in an arena ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using namespace mlir::autotune;
using namespace mlir::autotune::offload;

int64_t offload::planArenaOffsets(llvm::MutableArrayRef<ArenaBuffer> buffers) {
  llvm::SmallVector<ArenaBuffer *> order, placed;
  for (ArenaBuffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::stable_sort(order, [](const ArenaBuffer *a, const ArenaBuffer *b) {
    return a->bytes > b->bytes;
  });
  int64_t bytes = 0;
  for (ArenaBuffer *buffer : order) {
    buffer->offset = 0;
    // `placed` is in the order of offsets.
    for (const ArenaBuffer *other : placed) {
      bool isTogether =
          other->first <= buffer->last && buffer->first <= other->last;
      if (!isTogether || other->offset + other->bytes <= buffer->offset)
        continue;
      if (buffer->offset + buffer->bytes <= other->offset)
        break;
      buffer->offset = other->offset + other->bytes;
    }
    bytes = std::max(bytes, buffer->offset + buffer->bytes);
    placed.insert(
        llvm::upper_bound(placed, buffer,
                          [](const ArenaBuffer *a, const ArenaBuffer *b) {
                            return a->offset < b->offset;
                          }),
        buffer);
  }
  return bytes;
}
