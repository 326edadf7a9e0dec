//===- LaunchWindows.h - Windows of a launch --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that loads windows numbers them over all images. The launch tells it
// how many are in a row and in a column of an image.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHWINDOWS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHWINDOWS_H

#include "LaunchChecks.h"

namespace mlir::autotune::tile {

/// The operand that has the images; -1 if the kernel loads no windows.
int64_t getImagesOperand(const KernelABI &abi);

/// What the types tell: whether the launch has windows if the kernel needs
/// them, and whether the output has a row for each.
LogicalResult checkWindows(LaunchOp op, const KernelABI &abi);

/// The windows along rows (dimension 0) or columns (1) of an image, an index.
Value createWindowPlaces(ImplicitLocOpBuilder &b, const cuda::Window &window,
                         int dim, const Matrix &images);

/// The windows of all images.
Value createWindowCount(ImplicitLocOpBuilder &b, const cuda::Window &window,
                        const Matrix &images);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHWINDOWS_H
