//===- Aliasing.h - Which memrefs share memory ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two questions are asked of a pair of bases: are they surely the same buffer,
// and are they surely distinct? If neither is proved, the two may share
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_ALIASING_H
#define MLIR_AUTOTUNE_ANALYSIS_ALIASING_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::autotune {

/// The number of operations before a buffer's reader that are searched for its
/// writer. A writer made by bufferization is one or two operations away; the
/// bound keeps the search linear in blocks with many readers.
constexpr unsigned kLookBack = 64;

/// The memref that `buffer` is directly a view of; null when it is no view.
Value getViewedBuffer(Value buffer);

/// The memref that `buffer` is a view of, through any number of views; `buffer`
/// itself when it is none.
Value getBaseBuffer(Value buffer);

/// Whether `buffer` is the result of an operation that allocates it.
bool isAllocation(Value buffer);

/// Whether two bases are surely the same buffer.
bool areSameBuffer(Value first, Value second);

/// Whether two bases surely share no memory.
bool areDistinctBuffers(Value first, Value second);

/// Whether elements of different indices lie at different places. nullopt if
/// the type does not tell.
std::optional<bool> hasOwnPlaces(MemRefType type);

/// Whether `op` surely neither reads nor writes memory of the base `base`.
bool leavesAlone(Operation *op, Value base);

/// Whether `op` surely neither writes nor frees memory of the base `base`.
bool leavesAsIs(Operation *op, Value base);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_ALIASING_H
