//===- LibraryPicks.h - A library in place of the best kernel ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_LIBRARYPICKS_H
#define AUTOTUNE_LIB_TUNE_LIBRARYPICKS_H

#include "mlir-autotune/Tune/RecordsFile.h"

namespace mlir::autotune::tune {

/// The least share by which a library must be faster than the best kernel. Two
/// runs of one config differ by up to half of it (measure::kTieLag), and what
/// is gained must be worth the dependency.
inline constexpr double kLeastLibraryGain = 0.01;

/// The fastest of a library's records that is faster than the kernel's by more
/// than the noise: kLeastLibraryGain, or the larger of both spreads if that is
/// more. Only times of the same kind are compared. Null if there is none.
const measure::Record *findFasterLibrary(const measure::Record &kernel,
                                         ArrayRef<measure::Record> libraries);

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_LIBRARYPICKS_H
