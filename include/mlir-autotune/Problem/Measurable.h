//===- Measurable.h - Which problems can be measured ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_MEASURABLE_H
#define MLIR_AUTOTUNE_PROBLEM_MEASURABLE_H

#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// Why the problem can't be measured, as a clause; empty if it can. A
/// measurable problem has known sizes and strides, rows without gaps between
/// their elements, and types that the runner can check.
std::string getWhyNotMeasurable(const ProblemFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_MEASURABLE_H
