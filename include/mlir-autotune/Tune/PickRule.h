//===- PickRule.h - Which of those that are as fast is picked ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two runs do not measure the same to the last digit, and must pick the same.
// docs/design/tuning.md has the rule.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_PICKRULE_H
#define MLIR_AUTOTUNE_TUNE_PICKRULE_H

#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Measure/Statistics.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::autotune::tune {

/// By what share each takes longer than the fastest, which has 0: by rounds
/// where all were in final rounds, else by the ratios to a baseline where all
/// have one, else by their times. An error is known of rounds alone.
std::vector<measure::Lag>
getLagsOf(llvm::ArrayRef<const measure::Record *> records);

/// The pick among records of one matmul and device that are ok and whose times
/// may be compared; there is at least one.
const measure::Record *
applyPickRule(llvm::ArrayRef<const measure::Record *> records);

/// The first that a heuristic has proposed: its own choice. Null where there is
/// none.
const measure::Record *
findHeuristicChoice(llvm::ArrayRef<const measure::Record *> records);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_PICKRULE_H
