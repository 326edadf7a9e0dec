//===- PickRule.h - Which of those that are as fast is picked ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two runs never measure exactly the same times, but should pick the same
// config. docs/design/tuning.md defines the rule.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_PICKRULE_H
#define MLIR_AUTOTUNE_TUNE_PICKRULE_H

#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Measure/Statistics.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::autotune::tune {

/// The lag of each record: the fraction by which it takes longer than the
/// fastest, which has 0. Lags use rounds if all records were in final rounds,
/// else the ratios to a baseline if all have one, else the times. Only rounds
/// give an error.
std::vector<measure::Lag>
getLagsOf(llvm::ArrayRef<const measure::Record *> records);

/// Returns the pick among records of one matmul and device. All must be ok and
/// have comparable times; there must be at least one.
const measure::Record *
applyPickRule(llvm::ArrayRef<const measure::Record *> records);

/// The first record whose config a heuristic proposed; null if there is none.
const measure::Record *
findHeuristicChoice(llvm::ArrayRef<const measure::Record *> records);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_PICKRULE_H
