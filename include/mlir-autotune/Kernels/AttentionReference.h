//===- AttentionReference.h - What an attention must come to ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ATTENTIONREFERENCE_H
#define MLIR_AUTOTUNE_KERNELS_ATTENTIONREFERENCE_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::autotune {

/// Threads of a CTA of the reference kernel.
inline constexpr int64_t kAttentionReferenceThreads = 128;

/// CTAs of the reference kernel: one for each query of each head. The sizes
/// must be static.
int64_t getAttentionReferenceCtas(problem::AttentionOp op);

/// Builds, at the builder's insertion point in a gpu.module, the kernel that
/// candidates for the problem are compared with. Its parameters are the
/// addresses of the problem's operands, in the order of getKernelOrder(). It
/// shares no rewriting with candidates: products are summed in f64 from the
/// first to the last, the score function runs as it stands, and weights are not
/// rounded. Fails, with an error at the operation, if no kernel computes the
/// score function.
FailureOr<gpu::GPUFuncOp> createAttentionReference(OpBuilder &b, StringRef name,
                                                   problem::AttentionOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ATTENTIONREFERENCE_H
