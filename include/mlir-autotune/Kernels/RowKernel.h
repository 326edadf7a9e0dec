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

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::autotune {

/// How the threads of a CTA share rows. A thread has the columns
/// `(chunk * threadsPerRow + thread) * vector` and the next `vector - 1` of
/// each chunk.
struct RowConfig {
  /// Threads of a row: a power of two, up to 1024.
  int64_t threadsPerRow = 32;
  /// Rows of a CTA; the product of both is 32 at least, and 1024 at most.
  int64_t rowsPerCta = 8;
  /// Adjacent columns of a thread, loaded and stored at once.
  int64_t vector = 1;
  /// Chunks of a thread.
  int64_t chunks = 1;
  /// CTAs along the columns; more than one only without reductions.
  int64_t columnCtas = 1;

  int64_t getThreads() const { return threadsPerRow * rowsPerCta; }
};

/// A config without a measurement: as many bytes at once as the columns allow,
/// and enough CTAs for all of `sms` multiprocessors.
RowConfig chooseRowConfig(problem::RowsOp op, int64_t sms);

/// The config that the problem has, or else chooseRowConfig's. An error at the
/// operation if its config is not legal.
FailureOr<RowConfig> getRowConfig(problem::RowsOp op, int64_t sms);

/// The number of CTAs.
int64_t getRowCtas(problem::RowsOp op, const RowConfig &config);

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
                                     const RowConfig &config);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ROWKERNEL_H
