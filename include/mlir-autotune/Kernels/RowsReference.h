//===- RowsReference.h - What a problem of rows must come to ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ROWSREFERENCE_H
#define MLIR_AUTOTUNE_KERNELS_ROWSREFERENCE_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::autotune {

/// Threads of a CTA of the reference kernel.
inline constexpr int64_t kRowsReferenceThreads = 128;

/// CTAs of the reference kernel: a thread has a row, or one element if nothing
/// is reduced.
int64_t getRowsReferenceCtas(problem::RowsOp op);

/// Builds, at the builder's insertion point in a gpu.module, the kernel that
/// candidates for the problem are compared with. Its parameters are as
/// createRowKernel's. It shares no rewriting with that: a thread computes each
/// element alone and in order, with f32 as f64 except in functions, and adds up
/// a row from the first column to the last. Fails, with an error at the
/// operation, as createRowKernel does.
FailureOr<gpu::GPUFuncOp> createRowsReference(OpBuilder &b, StringRef name,
                                              problem::RowsOp op);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ROWSREFERENCE_H
