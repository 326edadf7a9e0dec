//===- ContractConvolution.h - Convolutions as products ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution is a product of a matrix of windows with the filter. What the
// matrix is made of depends on the images: see ConvolutionForm.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_CONTRACTCONVOLUTION_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_CONTRACTCONVOLUTION_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/IR/PatternMatch.h"

#include <string>

namespace mlir::autotune {

/// What the factors of the product are, by the first one.
enum class ConvolutionForm {
  /// The filter. Each image is a second factor: a row for each channel, as in
  /// NCHW, of which windows are single pixels, one behind the other.
  Planes,
  /// The images as they are: windows are single pixels, one behind the other.
  Pixels,
  /// The images, with a row of a patch as one pixel: windows do not overlap.
  Patches,
  /// The images, of which a kernel loads windows. Each product of a batch has a
  /// few groups, whose channels are whole steps along K.
  Groups,
  /// The images, of which a kernel loads windows.
  Windows,
  /// A copy in which each pixel holds a row of a window, or some rows: for
  /// images of few channels.
  Lines,
  /// A copy of all windows. It has all elements that are multiplied.
  Copy,
};

/// "lines", as it is written in remarks.
StringRef stringifyConvolutionForm(ConvolutionForm form);

/// Whether a pixel has so few bytes that a kernel does not load windows of the
/// images themselves.
bool hasFewChannels(problem::ConvolutionOp convolution);

/// Whether each channel is a group of its own, with one small filter, so that a
/// thread loads each element once for several windows, in any layout.
bool isSmallDepthwise(problem::ConvolutionOp convolution);

/// Whether windows are single pixels, one behind the other.
bool isOfPixels(problem::ConvolutionOp convolution);

/// Why no kernel computes a product, as a clause, or empty.
using WhyNotContract =
    llvm::function_ref<std::string(problem::ContractOp contract)>;

/// Replaces a convolution on tensors by a product, in the first form that fits
/// it and that `getWhyNot` has no objection to. Reshapes and transposes around
/// it give images, filter and result the product's layout. Returns nothing,
/// and says why in `whyNot`, if no form fits; the convolution is then as it
/// was. Only batches may have an unknown size.
std::optional<ConvolutionForm>
contractConvolution(RewriterBase &rewriter, problem::ConvolutionOp convolution,
                    WhyNotContract getWhyNot, std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_CONTRACTCONVOLUTION_H
