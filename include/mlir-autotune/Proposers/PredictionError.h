//===- PredictionError.h - How far off predictions are ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trainer tabulates the errors of predictions for matmuls that the trees
// had not seen. The interval of a predicted time comes from that table.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_PREDICTIONERROR_H
#define MLIR_AUTOTUNE_PROPOSERS_PREDICTIONERROR_H

#include "mlir-autotune/Proposers/CostModel.h"

#include <optional>
#include <string>

namespace mlir::autotune {

/// The class of a matmul by which errors are tabulated, such as "8-bit floats"
/// or "odd strides".
StringRef getErrorClass(const ProblemFact &fact);

/// Names what two matmuls must have in common for one to be the other's
/// neighbor (CostModel::findNeighbor): the chip, types and layouts. For the
/// trainer, which measures distances too.
std::string getFamily(const ProblemFact &fact, const TargetInfo &target);

/// Nine of ten measured times are in this interval, if the matmul is like those
/// that trained the model.
struct TimeInterval {
  double lowNs = 0, highNs = 0;
};

/// The interval of a prediction of predict(); nullopt on chips without records,
/// where no error is known.
std::optional<TimeInterval>
getInterval(const ProblemFact &fact, const TargetInfo &target,
            const Config &config, const CostModel::Prediction &prediction);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_PREDICTIONERROR_H
