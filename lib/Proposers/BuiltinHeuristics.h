//===- BuiltinHeuristics.h - The heuristics that the registry starts with -===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each is in the file of its name and registered in SeedHeuristic.cpp: a static
// archive drops objects that only register themselves.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_BUILTINHEURISTICS_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_BUILTINHEURISTICS_H

#include "mlir-autotune/Proposers/SeedHeuristic.h"

namespace mlir::autotune {

std::unique_ptr<SeedHeuristic> createStreamRowsHeuristic();
std::unique_ptr<SeedHeuristic> createSkinnyGemmHeuristic();
std::unique_ptr<SeedHeuristic> createClusterM2Heuristic();
std::unique_ptr<SeedHeuristic> createOneWaveHeuristic();
std::unique_ptr<SeedHeuristic> createSplitKHeuristic();
std::unique_ptr<SeedHeuristic> createWaveFillHeuristic();
std::unique_ptr<SeedHeuristic> createAmpereDefaultHeuristic();
std::unique_ptr<SeedHeuristic> createSimtDefaultHeuristic();

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_BUILTINHEURISTICS_H
