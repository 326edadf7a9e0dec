//===- KernelProgram.h - From fact and config to tile program - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_KERNELPROGRAM_H
#define MLIR_AUTOTUNE_PROVIDERS_KERNELPROGRAM_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/ProblemFact.h"

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
  /// The provider of the config's template builds the body; createKernel
  /// (Kernels/CreateKernel.h) has the kernel's arguments.
  ///
  /// For a fact with an epilogue or a prologue, the context needs the dialects
  /// of epilogues (Analysis/Epilogue.h) loaded.
  static FailureOr<KernelProgram> build(Location loc, const ProblemFact &fact,
                                        const Config &config, Attribute target);
  /// Builds the kernel that computes the fact's epilogue behind a library's
  /// product (buildLibraryEpilogue). The context is as for build().
  static FailureOr<KernelProgram>
  buildEpilogue(Location loc, const ProblemFact &fact, Attribute target);

  /// Builds the kernel that reorders integers of 4 bits (buildReorder).
  static FailureOr<KernelProgram> buildReorder(Location loc, Attribute target);

  /// The symbol of the kernel: "matmul_" and the template, or "epilogue",
  /// "combination" or "reorder", and
  /// 32 hexadecimal digits. It is the same in every process, because it depends
  /// only on the program: not on names of values, locations or printing
  /// options.
  StringRef getName() const { return name; }
  /// The name of a kernel together with the columns that a launch for the
  /// config chooses, if any (KernelProvider::getChosenColumns).
  static std::string getLaunchName(StringRef name, const Config &config);
  /// How many programs this process has built, for tests that count work.
  static uint64_t countBuilt();

  /// The text that is hashed. Two programs are equal if and only if their
  /// texts are.
  StringRef getText() const { return text; }

  ModuleOp getModule() { return *module; }
  gpu::GPUModuleOp getGPUModule();
  /// Moves the module, which contains only the gpu.module, out of this object.
  OwningOpRef<ModuleOp> takeModule() { return std::move(module); }
  /// Moves the kernel and its shared memory to the end of another gpu.module,
  /// which must have no kernel of that name.
  void moveInto(gpu::GPUModuleOp kernels);

private:
  KernelProgram() = default;
  using BuildKernel =
      llvm::function_ref<LogicalResult(OpBuilder &builder, StringRef name)>;
  static FailureOr<KernelProgram> build(Location loc, Attribute target,
                                        StringRef prefix,
                                        BuildKernel buildKernel);

  OwningOpRef<ModuleOp> module;
  std::string name, text;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_KERNELPROGRAM_H
