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

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace mlir::autotune {

/// The tile program of one kernel, alone in a module of its own, and what the
/// kernel is called.
///
/// The name is the kernel's identity: it ends with a hash of the program, as
/// printed, and of the target that the program is for. Two kernels with one
/// name are one program, whatever matmuls they were built for, and whichever
/// pass, tool or thread built them. Nobody lists by hand what a kernel depends
/// on, so no list can be incomplete: whatever a builder reads of the fact and
/// writes into the program is in the name. Where the program does not exist
/// yet, the whole fact and the whole config stand for it.
class KernelProgram {
public:
  /// Builds the kernel of a complete config that is legal for the fact
  /// (KernelTemplate::check), in a gpu.module with `target`
  /// (Conversion/KernelTarget.h). Errors are emitted at `loc`.
  ///
  /// The kernel's arguments are A, B and C as stored, memrefs of two dimensions
  /// with any strides, and, of a batch, of three where an operand has a matrix
  /// for each product; what the epilogue writes beside C; of a pair the other
  /// B; what the epilogue reads, likewise, with sizes of 1 where it is
  /// broadcast; and last what the prologue reads. Sizes are run-time values.
  ///
  /// The context needs the dialects of epilogues (Analysis/Epilogue.h) loaded
  /// for a fact that has one, or a prologue.
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

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_KERNELBUILDER_H
