//===- RowKernel.h - The kernel of a problem of rows ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ROWKERNEL_H
#define MLIR_AUTOTUNE_KERNELS_ROWKERNEL_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/RowsFact.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::autotune {

/// How the threads of a CTA share rows. A thread has the columns
/// `(chunk * threadsPerRow + thread) * vector` and the next `vector - 1` of
/// each chunk.
struct RowLayout {
  /// For a problem of these sizes. `vector` divides the columns; chunks and
  /// CTAs follow from the rest.
  RowLayout(int64_t threadsPerRow, int64_t rowsPerCta, int64_t vector,
            const RowsFact &fact);

  /// Threads of a row: a power of two, up to 1024.
  int64_t threadsPerRow;
  /// Rows of a CTA; the product of both is 32 at least, and 1024 at most.
  int64_t rowsPerCta;
  /// Adjacent columns of a thread, loaded and stored at once.
  int64_t vector;
  /// Chunks of a thread.
  int64_t chunks;
  /// CTAs along the columns; more than one only if threads combine nothing.
  int64_t columnCtas;
  /// CTAs of the grid.
  int64_t ctas;

  int64_t getThreads() const { return threadsPerRow * rowsPerCta; }
};

/// A layout without a measurement: as many bytes at once as the columns allow,
/// and enough CTAs for all of `sms` multiprocessors. Of the fact, only sizes
/// and types count.
RowLayout chooseRowLayout(const RowsFact &fact, int64_t sms);

struct RowKernel {
  gpu::GPUFuncOp function;
  /// The alignment in bytes that the kernel relies on, for each operand.
  SmallVector<int64_t> alignments;
};

/// Builds the kernel at the builder's insertion point, in a gpu.module. Its
/// parameters are an address for each tensor, and a value for each number, in
/// the order of the problem's operands. Fails, with an error at the operation,
/// if the body has something that no kernel computes.
FailureOr<RowKernel> createRowKernel(OpBuilder &b, StringRef name,
                                     problem::RowsOp op,
                                     const RowLayout &layout);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ROWKERNEL_H
