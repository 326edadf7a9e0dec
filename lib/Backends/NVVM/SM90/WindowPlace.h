//===- WindowPlace.h - Where TMA finds windows ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_WINDOWPLACE_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_WINDOWPLACE_H

#include "NVVM/Common/KernelContext.h"

namespace mlir::autotune::tile {

/// The coordinates of TMA's im2col mode, without the channel.
struct WindowPlace {
  /// i32: the first pixel of the first window, and the number of its image.
  Value column, row, image;
  /// i16: how far the loaded pixels are from the first pixels of the windows.
  Value columnOffset, rowOffset;
};

/// The place of windows from number `first` on, with `slice` times `rows` more
/// if a slice is given. `pixel` is the row and the column in the windows.
WindowPlace getWindowPlace(const KernelContext &context, Emitter &e,
                           Value first, Value slice, int64_t rows,
                           ValueRange pixel);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_WINDOWPLACE_H
