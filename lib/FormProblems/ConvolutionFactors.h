//===- ConvolutionFactors.h - What is in front of a convolution -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONFACTORS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONFACTORS_H

#include "ConvolutionMatcher.h"

namespace mlir::autotune {

/// An input of a convolution, without what the problem can express: padding
/// with zeros, transposes, and with `narrows` exact widenings of elements.
ConvolutionFactor peelFactor(linalg::LinalgOp op, unsigned number,
                             bool narrows);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CONVOLUTIONFACTORS_H
