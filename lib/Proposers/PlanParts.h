//===- PlanParts.h - Sizes that have configs of their own -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_PLANPARTS_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_PLANPARTS_H

#include "mlir-autotune/Proposers/Plans.h"

namespace mlir::autotune {

/// The unknown sizes of a problem that equal no other one.
SmallVector<SizeDim> getFreeSizes(const ProblemFact &fact,
                                  const ExpectedSizes &expected);

/// What all samples of a size are multiples of: its own unit, and those of the
/// sizes that equal it.
int64_t getCommonUnit(const SizeGuard &units, const SameSizes &sameAs,
                      SizeDim dim);

/// Whether a part has samples with this size.
bool mayHave(const ProblemFact &fact, const PlanPart &part,
             const SameSizes &sameAs, SizeDim dim, int64_t size);

/// The options of one of the parts of a plan, which share its configs and rows.
PlanOptions getOptionsOf(const PlanPart &part, bool isOnly,
                         const PlanOptions &options);

/// The rows of both parts, as one plan. Rows of the second one are empty if
/// there is no second part.
std::vector<PlanRow> joinParts(std::vector<PlanRow> rows,
                               ArrayRef<PlanRow> oddRows);

/// What the part of odd outputs has no multiples of; nullopt for the other
/// part, and for sizes that are not the length of an output's rows.
std::optional<int64_t> getOddUnit(const ProblemFact &fact, const PlanPart &part,
                                  const SameSizes &sameAs, SizeDim dim);

/// The measurements at sizes of a part.
std::vector<PlanMeasurement> selectPart(const ProblemFact &fact,
                                        const PlanOptions &options,
                                        const PlanPart &part,
                                        ArrayRef<PlanMeasurement> all);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_PLANPARTS_H
