//===- WideningWalk.h - The way back from a widened input -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_WIDENINGWALK_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_WIDENINGWALK_H

#include "mlir-autotune/Analysis/Widening.h"

namespace mlir::autotune {

/// All values that may replace an input of `product`: the input itself, then
/// the values that it was widened from exactly, the widest first. `written` is
/// the product's C, and `sign` says how the product reads integers that it
/// widens itself.
SmallVector<WidenedInput> getWidened(Value input, Operation *product,
                                     Value written,
                                     std::optional<linalg::TypeFn> sign);

/// Whether a type holds all values of another one exactly. `sign` says how
/// integers are read.
bool holdsExactly(Type wide, Type narrow, std::optional<linalg::TypeFn> sign);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_WIDENINGWALK_H
