//===- KernelCompiler.h - From a fact and a config to a cubin - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_KERNELCOMPILER_H
#define MLIR_AUTOTUNE_TUNING_KERNELCOMPILER_H

#include "mlir-autotune/Backends/NVVM/KernelABI.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Providers/KernelProgram.h"
#include "mlir-autotune/Tuning/Ptxas.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::autotune {

/// Why a candidate is not worth running. The names are those of reports.
enum class CompileFailure {
  /// The kernel can't be built or lowered.
  Lowering,
  /// ptxas rejects it.
  Assembly,
  /// It keeps registers in memory, uses a stack, or waits for each wgmma: right
  /// but slow for a reason that is not the config's own.
  Spill,
  Stack,
  SerializedWgmma
};
StringRef stringifyCompileFailure(CompileFailure failure);

struct CompiledKernel {
  /// KernelProgram::getName(); empty where the program can't be built.
  std::string name;
  tile::KernelABI abi;
  SmallVector<char, 0> cubin;
  PtxasReport report;
  /// Set when the kernel is not to be run, with the reason in words.
  std::optional<CompileFailure> failure;
  std::string detail;
};

/// Dialects, interfaces and translations that compileKernel needs.
void registerKernelCompilerDialects(DialectRegistry &registry);

/// The kernel's tile program, and with it the kernel's name. Diagnostics become
/// the error.
///
/// `context` must be made of a registry with registerKernelCompilerDialects,
/// and its dialects must be loaded: call loadAllAvailableDialects() once,
/// before the first kernel. Kernels are built before any pass could load what
/// it depends on, and building an operation of a dialect that is not loaded
/// ends the process. A context serves one thread at a time; buildKernels()
/// makes one for each of its threads.
llvm::Expected<KernelProgram> buildKernelProgram(MLIRContext &context,
                                                 const ProblemFact &fact,
                                                 const Config &config,
                                                 StringRef chip);

/// A module with a gpu.module for the chip with the kernel, lowered: an
/// llvm.func of scf, arith, llvm and nvvm operations, in which nothing is
/// assembly yet that has an operation, and how it is launched (its `tile.abi`,
/// read). Diagnostics become the error.
///
/// With `program` operations' locations are lines of the kernel's text in the
/// tile dialect, which is stored there; without they are unknown. `context` is
/// as buildKernelProgram() needs it.
llvm::Expected<OwningOpRef<ModuleOp>>
emitKernelModule(MLIRContext &context, const ProblemFact &fact,
                 const Config &config, StringRef chip, tile::KernelABI &abi,
                 std::string *program = nullptr);

/// PTX, for all chips, of the kernel that says what the fact's epilogue must
/// come to (Kernels/FusedFunctions.h) for C, or for another output, under this
/// name. `context` likewise.
inline constexpr StringLiteral kEpilogueReferenceName = "autotune_epilogue";
llvm::Expected<std::string> emitEpilogueReference(MLIRContext &context,
                                                  const ProblemFact &fact,
                                                  size_t output = 0);
/// The same of what the prologue must make of integers
/// (buildPrologueReference).
inline constexpr StringLiteral kPrologueReferenceName = "autotune_prologue";
llvm::Expected<std::string> emitPrologueReference(MLIRContext &context,
                                                  const ProblemFact &fact);
/// The same of what makes C of both products of a pair (buildPairCombination).
inline constexpr StringLiteral kPairCombinationName = "autotune_pair";
llvm::Expected<std::string> emitPairCombination(MLIRContext &context,
                                                const ProblemFact &fact);

/// Everything from the config to machine code, in the calling thread. What is
/// wrong with the kernel is in the result; an error is the machine's, and says
/// nothing of the kernel (Ptxas::assemble). `context` is as
/// buildKernelProgram() needs it.
llvm::Expected<CompiledKernel>
compileKernel(MLIRContext &context, const Ptxas &ptxas, const ProblemFact &fact,
              const Config &config, StringRef chip);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_KERNELCOMPILER_H
