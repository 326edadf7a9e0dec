//===- ConvolutionEpilogue.h - What is done to sums -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONEPILOGUE_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONEPILOGUE_H

#include "ConvolutionElements.h"

namespace mlir::autotune {

/// Writes the epilogue into a block whose arguments are the sum and an element
/// of each tensor and scalar that is read. Returns the element of the output.
Value createConvolutionEpilogue(ImplicitLocOpBuilder &b,
                                const ConvolutionElements &elements,
                                Block &body);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONEPILOGUE_H
