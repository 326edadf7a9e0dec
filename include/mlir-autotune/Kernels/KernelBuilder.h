//===- KernelBuilder.h - From fact and config to tile program ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is composed of three parts, each a class of its own: a mainloop
// (how operands reach the tensor cores), an epilogue (what happens to the sums)
// and a tile scheduler (which CTA has which tile). A template chooses the parts
// and a config their parameters.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_KERNELBUILDER_H
#define MLIR_AUTOTUNE_KERNELS_KERNELBUILDER_H

#include "mlir-autotune/Analysis/MatmulFact.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune {

/// Builds the kernel of a complete config that is legal for the fact
/// (KernelTemplate::check), at the builder's insertion point: in a gpu.module.
/// Its arguments are A, B and C as stored, memrefs of two dimensions with any
/// strides, and, of a batch, of three where an operand has a matrix for each
/// product; what the epilogue writes beside C; of a pair the other B; and then
/// what the epilogue reads, likewise, with sizes of 1 where it is broadcast;
/// sizes are run-time values. The kernel depends on the fact's types, layouts,
/// alignment, init, prologue and epilogue, not on its sizes (see getKernelKey).
/// What the prologue reads comes last. The context needs the dialects of
/// epilogues (Analysis/Epilogue.h) loaded for a fact that has one, or a
/// prologue.
FailureOr<tile::KernelOp> buildKernel(OpBuilder &builder, Location loc,
                                      StringRef name, const MatmulFact &fact,
                                      const Config &config);

/// Builds the kernel that computes what the fact's epilogue makes of sums,
/// there and for the same context: C, or, of several outputs, number `output`.
/// Its arguments are memrefs of three dimensions, a batch of matrices with any
/// sizes and strides, and scalars: the sums, in f64 or i64; the results, of
/// that output's type, whose sizes count; by what the sums are to be
/// multiplied, of their type; what floats are then off by, two f64, the second
/// as a share of the sum's size; of a pair the sums of the other product; and
/// what the epilogue reads, with strides of 0 where it is broadcast. Of a pair
/// of floats the result is the most that comes of sums that are off either way,
/// or, where what they are off by is below 0, the least.
FailureOr<tile::KernelOp> buildEpilogueReference(OpBuilder &builder,
                                                 Location loc, StringRef name,
                                                 const MatmulFact &fact,
                                                 size_t output = 0);

/// Builds the kernel that computes what the fact's prologue makes of integers.
/// Its arguments are memrefs of three dimensions, a batch of matrices with any
/// sizes and strides: the integers, of 4 bits bytes of two; the results, whose
/// sizes count, rows along the output and columns along K as of the integers;
/// and what the prologue reads, with strides of rows and groups, of 0 where it
/// doesn't vary.
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

/// Two matmuls with the same key and config run the same kernel. One line, as
/// in "bf16 x bf16^T -> f32 -> bf16, C aligned".
std::string getKernelKey(const MatmulFact &fact);

/// A name for the kernel, the same for the same key and config: the template
/// and a hash of both.
std::string getKernelName(const MatmulFact &fact, const Config &config);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_KERNELBUILDER_H
