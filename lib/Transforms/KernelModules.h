//===- KernelModules.h - Where the kernels of matmuls are -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_KERNELMODULES_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_KERNELMODULES_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Providers/KernelProgram.h"

#include <unordered_map>

namespace mlir::autotune {

/// The gpu.modules of one pass, and the kernels in them: one kernel for all
/// matmuls whose kernels are the same program (KernelProgram).
class KernelModules {
public:
  /// The kernel of a matmul, beside the function that launches it. An error at
  /// the matmul where there can be none.
  FailureOr<SymbolRefAttr> getKernel(Operation *op, const ProblemFact &fact,
                                     const Config &config,
                                     const TargetInfo &target);

  /// The kernel that computes the epilogue of a matmul behind a library's
  /// product (KernelProgram::buildEpilogue).
  FailureOr<SymbolRefAttr> getEpilogueKernel(Operation *op,
                                             const ProblemFact &fact,
                                             const TargetInfo &target);

  /// The kernel that reorders weights (KernelProgram::buildReorder).
  FailureOr<SymbolRefAttr> getReorderKernel(Operation *op,
                                            const TargetInfo &target);

  /// The name that the kernel of a matmul has, which need not be there.
  FailureOr<std::string> getKernelName(Operation *op, const ProblemFact &fact,
                                       const Config &config,
                                       const TargetInfo &target);

  /// Kernels that were added, one for each program.
  unsigned getNumKernels() const { return numKernels; }

private:
  /// All that a program is built from: equal ones make equal programs.
  struct Source {
    ProblemFact fact;
    Config config;
    std::string chip;

    bool operator==(const Source &other) const {
      return chip == other.chip && config == other.config && fact == other.fact;
    }
  };
  struct SourceHash {
    size_t operator()(const Source &source) const {
      return llvm::hash_combine(source.fact, source.config, source.chip);
    }
  };

  void addKernel(gpu::GPUModuleOp kernels, KernelProgram &program,
                 bool isGrouped, const TargetInfo &target);
  FailureOr<SymbolRefAttr> getHelper(Operation *op,
                                     FailureOr<KernelProgram> program,
                                     const TargetInfo &target);

  /// What kernels are called, so that no program is built twice.
  std::unordered_map<Source, std::string, SourceHash> names;
  unsigned numKernels = 0;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_KERNELMODULES_H
