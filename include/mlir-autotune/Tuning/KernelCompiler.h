//===- KernelCompiler.h - From a fact and a config to a cubin - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_KERNELCOMPILER_H
#define MLIR_AUTOTUNE_TUNING_KERNELCOMPILER_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Providers/KernelProgram.h"
#include "mlir-autotune/Tuning/Ptxas.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::autotune {

/// Why a candidate is not worth running. Reports use these names.
enum class CompileFailure {
  /// The kernel can't be built or lowered.
  Lowering,
  /// ptxas rejects it.
  Assembly,
  /// The kernel keeps registers in memory, uses a stack, or waits for each
  /// wgmma. It is right, but slow for a reason that is not the config's own.
  Spill,
  Stack,
  SerializedWgmma
};
StringRef stringifyCompileFailure(CompileFailure failure);

struct CompiledKernel {
  /// KernelProgram::getName(); empty if the program can't be built.
  std::string name;
  /// The name of the kernel with what its launch chooses, as a build has it
  /// (TuningCandidate::kernelName).
  std::string launchName = "";
  /// After a build, with the columns that the launch chooses.
  tile::KernelABI abi;
  SmallVector<char, 0> cubin;
  PtxasReport report;
  /// Set if the kernel must not be run; `detail` gives the reason.
  std::optional<CompileFailure> failure;
  std::string detail;
};

/// Registers the dialects, interfaces and translations that compileKernel
/// needs.
void registerKernelCompilerDialects(DialectRegistry &registry);

/// Builds the kernel's tile program, which has the kernel's name. Diagnostics
/// become the error.
///
/// `context` must be made from a registry with registerKernelCompilerDialects,
/// and its dialects must be loaded: call loadAllAvailableDialects() once,
/// before the first kernel. No pass runs before a kernel is built that could
/// load dialects, and building an operation of an unloaded dialect ends the
/// process. A context serves one thread at a time; buildKernels() makes one
/// for each of its threads.
llvm::Expected<KernelProgram> buildKernelProgram(MLIRContext &context,
                                                 const ProblemFact &fact,
                                                 const Config &config,
                                                 StringRef chip);

/// Returns a module that has a gpu.module for the chip with the lowered
/// kernel: an llvm.func of scf, arith, llvm and nvvm operations, before
/// operations become assembly. `abi` is set from its `tile.abi`. Diagnostics
/// become the error.
///
/// If `program` is given, it gets the kernel's text in the tile dialect, and
/// operations' locations are lines of that text; otherwise locations are
/// unknown. `context` is as for buildKernelProgram().
llvm::Expected<OwningOpRef<ModuleOp>>
emitKernelModule(MLIRContext &context, const ProblemFact &fact,
                 const Config &config, StringRef chip, tile::KernelABI &abi,
                 std::string *program = nullptr);

/// The reference kernel for the fact's epilogue (Kernels/FusedFunctions.h),
/// for C or another output, as PTX for all chips. The kernel has this name.
/// `context` is as for buildKernelProgram().
inline constexpr StringLiteral kEpilogueReferenceName = "autotune_epilogue";
llvm::Expected<std::string> emitEpilogueReference(MLIRContext &context,
                                                  const ProblemFact &fact,
                                                  size_t output = 0);
/// Likewise the reference kernel for the prologue (buildPrologueReference).
inline constexpr StringLiteral kPrologueReferenceName = "autotune_prologue";
llvm::Expected<std::string> emitPrologueReference(MLIRContext &context,
                                                  const ProblemFact &fact);
/// Likewise the kernel that makes C from both products of a pair
/// (buildPairCombination).
inline constexpr StringLiteral kPairCombinationName = "autotune_pair";
llvm::Expected<std::string> emitPairCombination(MLIRContext &context,
                                                const ProblemFact &fact);
/// Likewise the kernel that computes the epilogue behind a library's product
/// (buildLibraryEpilogue).
inline constexpr StringLiteral kLibraryEpilogueName = "autotune_separate";
llvm::Expected<std::string> emitLibraryEpilogue(MLIRContext &context,
                                                const ProblemFact &fact);

/// The reference kernel for a problem of rows (Kernels/RowsReference.h).
struct RowsReference {
  std::string ptx;
  /// CTAs of kRowsReferenceThreads threads.
  int64_t ctas = 0;
};
inline constexpr StringLiteral kRowsReferenceName = "autotune_rows_reference";
llvm::Expected<RowsReference> emitRowsReference(MLIRContext &context,
                                                const ProblemFact &fact);
/// Likewise that for an attention (Kernels/AttentionReference.h), whose CTAs
/// have kAttentionReferenceThreads threads.
llvm::Expected<RowsReference> emitAttentionReference(MLIRContext &context,
                                                     const ProblemFact &fact);

/// Compiles a config to machine code, in the calling thread. A fault of the
/// kernel is in the result. An error is the machine's and says nothing about
/// the kernel (Ptxas::assemble). `context` is as for buildKernelProgram().
llvm::Expected<CompiledKernel>
compileKernel(MLIRContext &context, const Ptxas &ptxas, const ProblemFact &fact,
              const Config &config, StringRef chip);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_KERNELCOMPILER_H
