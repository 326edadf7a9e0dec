//===- Destinations.h - What a problem writes to -------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_DESTINATIONS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_DESTINATIONS_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

namespace mlir::autotune {

/// What the problem of a pattern writes to: C, and the other outputs of its
/// epilogue.
SmallVector<Value> createDestinations(OpBuilder &builder,
                                      const MatmulPattern &pattern);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_DESTINATIONS_H
