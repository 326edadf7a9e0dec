//===- KernelFile.h - A kernel from a file ----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_SIM_KERNELFILE_H
#define AUTOTUNE_SIM_KERNELFILE_H

#include "mlir-autotune/Simulation/HostKernel.h"

namespace mlir::autotune::simtool {

/// What is found around kernels when they are printed.
void registerKernelFileDialects(DialectRegistry &registry);

/// Reads a module with a kernel in a gpu.module and compiles it: in the tile
/// dialect, lowered to NVVM, or a kernel of rows with its launch. Locations are
/// those of the file. Diagnostics go to the standard error output; `name`
/// chooses one of several.
llvm::Expected<std::unique_ptr<HostKernel>>
readKernel(MLIRContext &context, StringRef path, StringRef name);

/// Reads a module and returns its different problems of rows: those that it
/// has, and those that autotune-compile forms for the target. Fails if there is
/// none, or one has no text.
llvm::Expected<std::vector<ProblemFact>>
readRows(MLIRContext &context, StringRef path, StringRef target);

} // namespace mlir::autotune::simtool

#endif // AUTOTUNE_SIM_KERNELFILE_H
