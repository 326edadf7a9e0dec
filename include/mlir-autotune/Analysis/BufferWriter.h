//===- BufferWriter.h - What has written a memref ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_BUFFERWRITER_H
#define MLIR_AUTOTUNE_ANALYSIS_BUFFERWRITER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// The linalg operation that has written all elements of `buffer`, a memref,
/// from its inputs alone, before `reader` in the same block. Nothing in between
/// writes the buffer or what the operation has read, so that `reader` may read
/// that in its place. Null where there is none, or it isn't seen to be so.
linalg::LinalgOp findBufferWriter(Value buffer, Operation *reader);

/// Whether `buffer` is an allocation that nobody uses but `writer`, which
/// writes it, `reader`, if that is given, and what frees it.
bool isUnreadAllocation(Value buffer, Operation *writer,
                        Operation *reader = nullptr);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_BUFFERWRITER_H
