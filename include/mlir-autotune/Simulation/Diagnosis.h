//===- Diagnosis.h - Why a result is wrong ----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_DIAGNOSIS_H
#define MLIR_AUTOTUNE_SIMULATION_DIAGNOSIS_H

#include "mlir-autotune/Simulation/ProblemData.h"

namespace mlir::autotune {

/// Looks for one thing that went wrong in all wrong elements of an output, or
/// most of them: products that are missing or counted twice, values that belong
/// elsewhere, operands read elsewhere or in another layout. Factors are known
/// integers, so that a guess about the kernel says to the bit what must come
/// out; it counts if enough elements agree that chance is ruled out.
///
/// A line that begins with "wrong-result:", if there is such a thing, with
/// "unexplained:" if there is none, and where wrong elements lie; empty if no
/// element is wrong. `output` is laid out as the problem's C. `tile` is that of
/// a CTA along M and N, each 0 if unknown. Takes a fraction of a second.
std::string diagnoseOutput(const ProblemData &problem,
                           const unsigned char *output,
                           std::array<int64_t, 2> tile = {0, 0});

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_DIAGNOSIS_H
