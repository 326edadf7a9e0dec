//===- ElementwiseKernel.h - A thread for each element ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that are no matmuls: what these are compared with, or checked
// against, and what runs behind a library's product.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_KERNELS_ELEMENTWISEKERNEL_H
#define MLIR_AUTOTUNE_LIB_KERNELS_ELEMENTWISEKERNEL_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// Any number of matrices, wherever their elements lie; those of a row side by
/// side if `isAdjacent`. One matrix, of two dimensions, if not `isBatch`.
Type getBatchType(Type element, bool isAdjacent = false, bool isBatch = true);

/// What a thread does: `body` has the kernel's arguments, `place` says where in
/// its matrix the thread's first element is (number of the matrix, row,
/// column). The number is null if the results are one matrix.
using ElementwiseBody =
    llvm::function_ref<void(Block &body, ArrayRef<Value> place)>;

/// A kernel of arguments of `types`, of which number `results` is the batch or
/// the matrix whose elements are counted. A CTA has 256 threads, four rows by
/// 64 threads (docs/reference/bundle.md), and each thread `width` elements of a
/// row, which must be whole where there are any. What follows it stands in its
/// innermost region.
tile::KernelOp createElementwiseKernel(ImplicitLocOpBuilder &b, StringRef name,
                                       ArrayRef<Type> types, unsigned results,
                                       int64_t width,
                                       ElementwiseBody createBody);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_KERNELS_ELEMENTWISEKERNEL_H
