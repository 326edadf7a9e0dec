//===- Reduction.h - Smaller problems for a kernel --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_REDUCTION_H
#define MLIR_AUTOTUNE_SIMULATION_REDUCTION_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// Returns a problem that a CPU multiplies in a fraction of a second, for the
/// kernel that `config` gives for `fact`. Kernels take sizes at run time, so it
/// is the same kernel.
///
/// Properties that decide the kernel's path do not change: the last tile's part
/// along M, N and K, and whether rows start at multiples of 128 elements or
/// less. Repetitions are cut. Along M and N, two clusters' tiles and the last
/// one's part remain, or so many that each cluster of a persistent kernel on
/// one multiprocessor gets three. Along K, two rings of stages and one more
/// step remain for each CTA that shares it. A smaller problem does not change.
/// The cut may hide the order of tiles beyond the first group of a raster.
///
/// A kernel of a problem of rows is made for its sizes. Its problem keeps the
/// columns, and loses rows: two full CTAs stay, and the last one's part. The
/// reduced problem has a kernel of its own (differInSizesOnly). The rows stay
/// where they are few, or tied to something else by the operation.
///
/// A kernel of an attention takes its sizes at run time. It loses heads,
/// queries and keys (reduceAttention says how many remain).
///
/// `abi` is that of the kernel, built from `fact`, whose sizes are known.
/// Problems of rows and attentions need none.
ProblemFact reduceForSimulation(const ProblemFact &fact, const Config &config,
                                const tile::KernelABI &abi);

/// Whether two kernels have the same operations in the same order, apart from
/// integers, names, and what launches them: they do the same for other sizes.
bool differInSizesOnly(Operation *a, Operation *b);

/// Returns a number of multiprocessors on which each cluster of a persistent
/// kernel gets at least three tiles of a problem, if the problem has enough
/// tiles for the clusters that one multiprocessor holds. Turns, and rings that
/// continue from one tile to the next, are then simulated too. For other
/// kernels, any number is right.
int64_t getMultiprocessorsForSimulation(const ProblemFact &fact,
                                        const tile::KernelABI &abi);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_REDUCTION_H
