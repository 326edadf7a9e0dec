//===- FusedFunctions.h - Kernels of a fact's functions alone - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel of a matmul computes around its product, without the product:
// for references that check it, and for what follows a library's products.
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
/// For a pair of floats, the result is the most for all combinations of sums
/// that are off, or the least if the error is negative.
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

/// Elements of a row that a thread of the kernel of buildPairCombination has.
int64_t getPairVector(const MatmulFact &fact);
/// Builds the kernel that a pair takes where a library computes both products:
/// of these, in C's type, and of what the epilogue reads it makes C. Its
/// arguments are memrefs of three dimensions as those of the reference: C, the
/// products, and what is read. Threads read and write vectors where alignments
/// and sizes allow, which is for who launches to see to: products and C are
/// dense then, and start at multiples of 16 bytes.
FailureOr<tile::KernelOp> buildPairCombination(OpBuilder &builder, Location loc,
                                               StringRef name,
                                               const MatmulFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_FUSEDFUNCTIONS_H
