//===- RowKernel.h - The kernel of a problem of rows ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ROWKERNEL_H
#define MLIR_AUTOTUNE_KERNELS_ROWKERNEL_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/RowsFact.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::autotune {

/// How the threads of a CTA share rows. A thread has the columns
/// `(chunk * threadsPerRow + thread) * vector` and the next `vector - 1` of
/// each chunk.
struct RowLayout {
  /// For a problem of these sizes. `vector` divides the columns; chunks, steps
  /// and CTAs follow from the rest.
  RowLayout(int64_t threadsPerRow, int64_t rowsPerCta, int64_t vector,
            const RowsFact &fact, Passes passes = Passes::Registers,
            int64_t rowsPerThread = 1);

  /// Threads of a row: a power of two, up to 1024.
  int64_t threadsPerRow;
  /// Rows of a CTA, or of its first threads, if each thread has several; the
  /// product of both is 32 at least, and 1024 at most.
  int64_t rowsPerCta;
  /// Adjacent rows of a thread. They divide those of a line of windows.
  int64_t rowsPerThread;
  /// Adjacent columns of a thread, loaded and stored at once.
  int64_t vector;
  /// Where a row is between passes over it.
  Passes passes;
  /// Chunks that a thread has at a time: all of a row, or those of a step.
  int64_t chunks;
  /// Chunks of a row, if it takes several passes.
  int64_t chunksOfRow;
  /// CTAs along the columns; more than one only if threads combine nothing.
  int64_t columnCtas;
  /// CTAs of the grid.
  int64_t ctas;

  int64_t getThreads() const { return threadsPerRow * rowsPerCta; }
};

/// A layout without a measurement: as many bytes at once as the columns allow,
/// and enough CTAs for all multiprocessors. A row is in registers if it fits
/// them, and else in shared memory if it fits that. Of the fact, only sizes,
/// types and counts matter.
RowLayout chooseRowLayout(const RowsFact &fact, const TargetInfo &target);

struct RowKernel {
  gpu::GPUFuncOp function;
  /// The alignment in bytes that the kernel relies on, for each operand.
  SmallVector<int64_t> alignments;
  /// Dynamic shared memory of a CTA, in bytes.
  int64_t sharedMemory = 0;
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
