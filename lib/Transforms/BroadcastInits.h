//===- BroadcastInits.h - What a product is added to ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_BROADCASTINITS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_BROADCASTINITS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// Makes a contraction that adds to a bias, broadcast to the shape of its
/// result, one that adds to zeros, and adds the bias behind it. Whether there
/// was such a bias; the operation may be another one then.
bool splitInit(linalg::LinalgOp contraction);

/// Makes an element-wise operation on memrefs read what a buffer, which it
/// alone reads, was broadcast from. Whether there was such a buffer.
bool foldBroadcastBuffers(linalg::LinalgOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_BROADCASTINITS_H
