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
/// from its inputs alone, before `reader` in the same block. Nothing between
/// the two writes the buffer or the inputs, so `reader` may read the inputs
/// instead of the buffer. Null if there is no such operation, or if that can't
/// be proved.
linalg::LinalgOp findBufferWriter(Value buffer, Operation *reader);

/// Whether `buffer` is an allocation whose only users are `writer`, which
/// writes it, `reader` (if given), and the operation that frees it.
bool isUnreadAllocation(Value buffer, Operation *writer,
                        Operation *reader = nullptr);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_BUFFERWRITER_H
