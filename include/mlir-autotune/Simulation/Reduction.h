//===- Reduction.h - Smaller problems for a kernel --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_REDUCTION_H
#define MLIR_AUTOTUNE_SIMULATION_REDUCTION_H

#include "mlir-autotune/Analysis/MatmulFact.h"
#include "mlir-autotune/Conversion/KernelABI.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"

namespace mlir::autotune {

/// A problem that a CPU multiplies in a fraction of a second, for the kernel
/// that `config` is on `fact`: sizes are taken at run time, so it is the same
/// kernel. What decides its path stays as it was: the
/// last tile's part along M, N and K, and whether rows start at multiples of
/// 128 elements or less. What only repeats is cut: along M and N to two
/// clusters' tiles and the last one's part, or to so many that each cluster of
/// a persistent kernel on one multiprocessor gets three; along K to two rings
/// of stages and one step more for each CTA that shares it. A problem that is
/// smaller stays as it is.
/// What the cut may hide is the order of tiles beyond the first group of a
/// raster.
///
/// `abi` is that of the kernel, built from `fact`, whose sizes are known.
MatmulFact reduceForSimulation(const MatmulFact &fact, const Config &config,
                               const tile::KernelABI &abi);

/// Multiprocessors on which each cluster of a persistent kernel gets three
/// tiles or more of a problem, if it has so many for all of them that one
/// multiprocessor holds: turns and rings that go on from one tile to the next
/// do so here as well. Any number does for other kernels.
int64_t getMultiprocessorsForSimulation(const MatmulFact &fact,
                                        const tile::KernelABI &abi);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_REDUCTION_H
