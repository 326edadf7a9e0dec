//===- ReferenceKernel.h - One element a thread --------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_KERNELS_REFERENCEKERNEL_H
#define MLIR_AUTOTUNE_LIB_KERNELS_REFERENCEKERNEL_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// Any number of matrices, wherever their elements lie.
Type getReferenceType(Type element);

/// A kernel with these arguments that computes one element of `results`, one of
/// them, in each thread: `create` makes what the thread at a place (the number
/// of a matrix, row and column) does.
tile::KernelOp
createReference(ImplicitLocOpBuilder &b, StringRef name, ArrayRef<Type> types,
                unsigned results,
                llvm::function_ref<void(Block &, ValueRange)> create);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_KERNELS_REFERENCEKERNEL_H
