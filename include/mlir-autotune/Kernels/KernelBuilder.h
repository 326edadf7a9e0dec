//===- KernelBuilder.h - From fact and config to tile program ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is composed of three parts, each a class: a mainloop (how operands
// reach the tensor cores), an epilogue (what happens to the sums) and a tile
// scheduler (which CTA has which tile). A template selects the parts, and a
// config sets their parameters.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_KERNELBUILDER_H
#define MLIR_AUTOTUNE_KERNELS_KERNELBUILDER_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/MatmulFact.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace mlir::autotune {

/// The tile program of one kernel, alone in its own module, and the kernel's
/// name.
///
/// The name is the kernel's identity. It ends with a hash of the printed
/// program and of its target. Two kernels with one name are one program,
/// whatever matmuls they were built for, and whichever pass, tool or thread
/// built them. There is no list of what a kernel depends on that could be
/// incomplete: everything that a builder reads from the fact and writes into
/// the program is in the name. Before the program exists, the whole fact and
/// the whole config identify the kernel.
class KernelProgram {
public:
  /// Builds the kernel of a complete config that is legal for the fact
  /// (KernelTemplate::check), in a gpu.module with `target`
  /// (Backends/NVVM/KernelTarget.h). Errors are emitted at `loc`.
  ///
  /// The kernel's arguments are, in order: A, B and C as stored; further
  /// outputs of the epilogue; the other B of a pair; the matrices that the
  /// epilogue reads, with sizes of 1 where they are broadcast; and those that
  /// the prologue reads. They are memrefs of two dimensions with any strides,
  /// or of three dimensions for an operand of a batch that has a matrix for
  /// each product. Sizes are run-time values.
  ///
  /// For a fact with an epilogue or a prologue, the context needs the dialects
  /// of epilogues (Analysis/Epilogue.h) loaded.
  static FailureOr<KernelProgram> build(Location loc, const MatmulFact &fact,
                                        const Config &config, Attribute target);

  /// The symbol of the kernel: "matmul_", the template, and 32 hexadecimal
  /// digits. It is the same in every process, for it depends on the program
  /// alone: not on values' names, on locations or on what is printed how.
  StringRef getName() const { return name; }
  /// How many programs this process has built, for tests that count work.
  static uint64_t countBuilt();

  /// What is hashed. Programs differ exactly where their texts do.
  StringRef getText() const { return text; }

  ModuleOp getModule() { return *module; }
  gpu::GPUModuleOp getGPUModule();
  /// The module with nothing but the gpu.module.
  OwningOpRef<ModuleOp> takeModule() { return std::move(module); }
  /// Moves the kernel, and the memory that it shares, to the end of another
  /// gpu.module, which has none of that name.
  void moveInto(gpu::GPUModuleOp kernels);

private:
  KernelProgram() = default;

  OwningOpRef<ModuleOp> module;
  std::string name, text;
};

/// Builds the kernel that computes the fact's epilogue from sums, at that place
/// and in the same context: C, or output number `output`. Its arguments are
/// scalars, and batches of matrices with any sizes and strides as memrefs of
/// three dimensions. In order, they are:
///
/// - the sums, in f64 or i64;
/// - the results, of that output's type, whose sizes count;
/// - a factor for the sums, of their type;
/// - two f64: the absolute and the relative error that float sums get;
/// - the sums of the other product of a pair;
/// - the matrices that the epilogue reads; strides are 0 where they are
///   broadcast.
///
/// For a pair of floats, the result is the most for all combinations of sums
/// that are off, or the least if the error is negative.
FailureOr<tile::KernelOp> buildEpilogueReference(OpBuilder &builder,
                                                 Location loc, StringRef name,
                                                 const MatmulFact &fact,
                                                 size_t output = 0);

/// Builds the kernel that computes the fact's prologue from stored elements.
/// Its arguments are batches of matrices with any sizes and strides, as memrefs
/// of three dimensions. In order, they are: the elements (4-bit integers as
/// bytes of two); the results, whose sizes count; and the matrices that the
/// prologue reads. Rows run along the output and columns along K. Strides of
/// the last are those of rows and groups, or 0 where they do not vary.
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

#endif // MLIR_AUTOTUNE_KERNELS_KERNELBUILDER_H
