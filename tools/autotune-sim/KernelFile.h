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

/// Reads a module with a kernel in a gpu.module, in the tile dialect or lowered
/// to NVVM, and compiles it. Locations are those of the file. Diagnostics go to
/// the standard error output; `name` chooses one of several.
llvm::Expected<std::unique_ptr<HostKernel>>
readKernel(MLIRContext &context, StringRef path, StringRef name);

} // namespace mlir::autotune::simtool

#endif // AUTOTUNE_SIM_KERNELFILE_H
