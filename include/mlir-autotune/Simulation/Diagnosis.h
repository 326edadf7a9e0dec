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
/// out; it counts if a dozen elements agree, more than chance could have. What
/// many a guess would give proves none: elements that are 0, or that hold what
/// C held before, are told apart unless the guess that fits the others gives
/// them too.
///
/// A line that begins with "wrong-result:", if there is such a thing, with
/// "unexplained:" if there is none, and where wrong elements lie; empty if no
/// element is wrong. `output` is laid out as the problem's C. `tile` is that of
/// a CTA along the problem's M and N, each 0 if unknown. Takes a second or two
/// at most: it stops guessing when sums are long, and says so, and does not
/// begin if A and B have more than 2^25 elements.
std::string diagnoseOutput(const ProblemData &problem,
                           const unsigned char *output,
                           std::array<int64_t, 2> tile = {0, 0});

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_DIAGNOSIS_H
