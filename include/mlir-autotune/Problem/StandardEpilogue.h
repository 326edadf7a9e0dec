//===- StandardEpilogue.h - Epilogues that libraries have ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_STANDARDEPILOGUE_H
#define MLIR_AUTOTUNE_PROBLEM_STANDARDEPILOGUE_H

#include "mlir-autotune/Problem/ProblemFact.h"

#include <optional>

namespace mlir::autotune {

/// f(sum), or f(sum + bias), in f32, rounded once to C's type.
struct StandardEpilogue {
  enum class Activation {
    None,
    /// max(x, 0). Of a NaN, the epilogue's function may say another result.
    Relu,
    /// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
    Gelu
  };
  Activation activation = Activation::None;
  /// Whether a value for each column of C is added first. It is the only
  /// operand, has C's type, and all products of a batch share it.
  bool hasBias = false;
};

/// An epilogue of sums of type `sum` that writes a C of type `output`, as far
/// as its text shows that it is one of these. No epilogue is one, too.
std::optional<StandardEpilogue>
getStandardEpilogue(const EpilogueFact &epilogue, ElementKind sum,
                    ElementKind output);

inline bool isStandardEpilogue(const EpilogueFact &epilogue, ElementKind sum,
                               ElementKind output) {
  return getStandardEpilogue(epilogue, sum, output).has_value();
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_STANDARDEPILOGUE_H
