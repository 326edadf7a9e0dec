//===- FormConvolution.h - Problems of convolutions -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_FORMCONVOLUTION_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_FORMCONVOLUTION_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/IR/PatternMatch.h"

#include <string>

namespace mlir::autotune {

/// Why no kernel computes a convolution, as a clause, or empty.
using WhyNotConvolution =
    llvm::function_ref<std::string(problem::ConvolutionOp convolution)>;

/// What formConvolutions() tells of a convolution of linalg. `convolution`
/// takes its place, or is null if `whyNot`, a clause, stands in the way.
using TellConvolution = llvm::function_ref<void(
    Operation *op, problem::ConvolutionOp convolution, StringRef whyNot)>;

/// Replaces each convolution of linalg within `root` by a problem.convolution,
/// together with the padding, transposes and widenings in front of it, its
/// init, and the element-wise operations behind it. Returns how many it formed.
/// What `getWhyNot` has an objection to stays as it is.
int64_t formConvolutions(RewriterBase &rewriter, Operation *root,
                         WhyNotConvolution getWhyNot, TellConvolution tell);

/// Replaces a convolution on tensors by padding, a linalg.generic that sums
/// products, and one that computes the epilogue.
void decomposeConvolution(RewriterBase &rewriter,
                          problem::ConvolutionOp convolution);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_FORMCONVOLUTION_H
