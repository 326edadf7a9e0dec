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

/// The tiles of CTAs along an output's M and N.
struct OutputTiles {
  /// The elements of a tile; 0 if unknown.
  std::array<int64_t, 2> sizes = {0, 0};
  /// Whether the last tiles begin so early that they fit.
  std::array<bool, 2> fit = {false, false};
};

/// Looks for one cause of all or most wrong elements of an output: products
/// that are missing or counted twice, values that belong elsewhere, or an
/// operand that is read elsewhere or in another layout. Factors are known
/// integers, so a guess about the kernel predicts each wrong element to the
/// bit. A guess counts if a dozen elements agree, more than chance could give.
/// Elements that are 0, or that hold the old value of C, fit many guesses and
/// prove none. They are reported as such, unless the guess that fits the others
/// predicts them too.
///
/// Returns a line that begins with "wrong-result:" if a cause was found, or
/// with "unexplained:" if not, and the places of wrong elements; empty if no
/// element is wrong. `output` is laid out as the problem's C. Takes a second or
/// two at most: it stops guessing when sums are long, and says so, and does not
/// begin if A and B have more than 2^25 elements.
std::string diagnoseOutput(const ProblemData &problem,
                           const unsigned char *output,
                           const OutputTiles &tiles = {});

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_DIAGNOSIS_H
