//===- RecordsTable.h - The best of each matmul, as a table -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_RECORDSTABLE_H
#define AUTOTUNE_BENCH_RECORDSTABLE_H

#include "RecordsFile.h"

namespace mlir::autotune::bench {

/// One line a matmul: its best config, time, TFLOP/s, GB/s, ratio to the
/// baseline, and the heuristics that proposed it. Below, how many are faster
/// than the baseline and how many slower, with the geometric mean of the ratios
/// and the worst, and what was wrong with how many candidates.
std::string formatBest(const RecordsByKey &records);

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_RECORDSTABLE_H
