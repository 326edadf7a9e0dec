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

/// The attention with fewer heads, queries and keys, for the kernel that
/// `config` gives: two of the first dimension of the batch and of the heads,
/// two tiles of queries and the last one's part, and the last part of the keys
/// behind so many blocks that each CTA fills its ring twice and once more. If a
/// mask hides keys, there are so many tiles of queries that they see all of
/// these blocks. Heads that are the rows of one tile stay.
AttentionFact reduceAttention(const AttentionFact &fact, const Config &config);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ATTENTIONREDUCTION_H
