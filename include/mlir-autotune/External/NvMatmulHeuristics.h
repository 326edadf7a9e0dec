//===- NvMatmulHeuristics.h - Kernels that NVIDIA suggests ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_EXTERNAL_NVMATMULHEURISTICS_H
#define MLIR_AUTOTUNE_EXTERNAL_NVMATMULHEURISTICS_H

namespace mlir::autotune {

/// Adds the heuristic `nv-matmul-heuristics` to the registry, unless it is
/// there. It proposes the configs that are like the kernels which NVIDIA's
/// library nvMatmulHeuristics suggests. The library is looked for when the
/// heuristic is first used. The heuristic is optional
/// (SeedHeuristic::isOptional).
void registerNvMatmulHeuristics();

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_EXTERNAL_NVMATMULHEURISTICS_H
