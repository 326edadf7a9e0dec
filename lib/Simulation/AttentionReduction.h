//===- AttentionReduction.h - Attentions with fewer rows --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ATTENTIONREDUCTION_H
#define AUTOTUNE_LIB_SIMULATION_ATTENTIONREDUCTION_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/AttentionFact.h"

namespace mlir::autotune {

/// A smaller attention for the kernel of `config`, so that the simulator runs
/// it in seconds:
/// - The first dimensions of the batch and of the heads have size 2. Heads that
///   are rows of one tile all stay.
/// - The queries are two whole tiles, and the part of a tile that comes last.
///   If a mask hides keys, there are more tiles, so that each key is seen.
/// - The keys fill the ring of each CTA twice, and one stage more. A last block
///   that was not full still isn't.
AttentionFact reduceAttention(const AttentionFact &fact, const Config &config);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ATTENTIONREDUCTION_H
