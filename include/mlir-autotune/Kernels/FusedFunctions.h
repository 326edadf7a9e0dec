//===- FusedFunctions.h - Kernels of a fact's functions alone - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Kernels that compute only what a matmul's kernel fuses with its product.
// They serve as references for checks, and run behind the products of a
// library.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_FUSEDFUNCTIONS_H
#define MLIR_AUTOTUNE_KERNELS_FUSEDFUNCTIONS_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/MatmulFact.h"

namespace mlir::autotune {

/// Builds the kernel that computes the fact's epilogue from sums, at that place
/// and in the same context. It computes C, or output number `output`. Matrices
/// are batches with any sizes and strides, as memrefs of three dimensions. The
/// arguments come in this order:
///
/// 1. The sums, in f64 or i64.
/// 2. The results, of that output's type. Their sizes count.
/// 3. A factor for the sums, of their type.
/// 4. Two f64. They are the absolute and the relative error that float sums
///    get.
/// 5. The sums of the other product of a pair.
/// 6. The matrices that the epilogue reads. Strides are 0 where they are
///    broadcast.
///
/// For a pair of floats, the result is the largest over all combinations of
/// sums that are off by the error, or the smallest if the error is negative.
FailureOr<tile::KernelOp> buildEpilogueReference(OpBuilder &builder,
                                                 Location loc, StringRef name,
                                                 const MatmulFact &fact,
                                                 size_t output = 0);

/// Builds the kernel that computes the fact's prologue from stored elements.
/// Its arguments are batches of matrices with any sizes and strides, as memrefs
/// of three dimensions. Rows run along the output and columns along K. The
/// arguments come in this order:
///
/// 1. The elements. 4-bit integers are bytes of two.
/// 2. The results. Their sizes count.
/// 3. The matrices that the prologue reads. Their strides are those of rows and
///    groups, or 0 where they do not vary.
FailureOr<tile::KernelOp> buildPrologueReference(OpBuilder &builder,
                                                 Location loc, StringRef name,
                                                 const MatmulFact &fact);

/// How many elements of a row each thread of the two kernels below computes.
int64_t getLibraryEpilogueVector(const MatmulFact &fact);

/// Builds the kernel that completes a pair whose two products a library has
/// computed. It makes C from the products, which have C's type, and from the
/// matrices that the epilogue reads. The arguments are C, the products, and
/// these matrices, as memrefs of three dimensions like the reference's.
/// Threads read and write vectors where alignments and sizes allow. The
/// launcher must then see to it that the products and C are dense and start at
/// multiples of 16 bytes.
FailureOr<tile::KernelOp> buildPairCombination(OpBuilder &builder, Location loc,
                                               StringRef name,
                                               const MatmulFact &fact);

/// Builds the kernel that computes the epilogue of a fact whose product a
/// library has computed. The fact is no pair. The arguments are memrefs with
/// any strides. In a batch, what has a matrix for each product has three
/// dimensions. They come in this order:
///
/// 1. The sums, in the fact's type of sums. They are not added to C yet.
/// 2. C, which is read if the fact accumulates, and the further outputs.
/// 3. The matrices that the epilogue reads, with one row, column or matrix
///    where they are broadcast.
///
/// With `takesBatches`, all have three dimensions, like the reference's.
///
/// Vectors and their alignment are as in buildPairCombination. The kernel's ABI
/// says which alignments it needs.
FailureOr<tile::KernelOp> buildLibraryEpilogue(OpBuilder &builder, Location loc,
                                               StringRef name,
                                               const MatmulFact &fact,
                                               bool takesBatches = false);

/// Builds the kernel that reorders integers of 4 bits
/// (cuda::getReorderedPlace). Its arguments are the source and the result,
/// matrices of bytes of two.
tile::KernelOp buildReorder(OpBuilder &builder, Location loc, StringRef name);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_FUSEDFUNCTIONS_H
