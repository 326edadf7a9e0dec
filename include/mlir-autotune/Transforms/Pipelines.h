//===- Pipelines.h - Named pipelines -------------------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_PIPELINES_H
#define MLIR_AUTOTUNE_TRANSFORMS_PIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace mlir::autotune {

/// On a module: its tile kernels become LLVM functions in their gpu.modules,
/// ready for gpu-module-to-binary. What is outside of gpu.modules stays.
void buildKernelPipeline(OpPassManager &pm);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TRANSFORMS_PIPELINES_H
