//===- RowsReduction.h - Problems with fewer rows ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ROWSREDUCTION_H
#define AUTOTUNE_LIB_SIMULATION_ROWSREDUCTION_H

#include "mlir-autotune/Problem/RowsFact.h"

namespace mlir::autotune {

/// The problem with fewer rows, for a kernel whose CTAs have `rowsPerCta` rows:
/// two CTAs are full, or one if rows are very long, and the last one has as
/// many rows as before. The columns stay. Small problems stay as they are. The
/// result may have more rows than that, or be `fact` itself, if the operation
/// ties the rows to something else.
///
/// The loops over the rows become shorter one after the other, the outermost
/// first, each with the tensors' dimensions that it runs over. What is read at
/// computed indices stays as large as it is.
RowsFact reduceRows(const RowsFact &fact, int64_t rowsPerCta);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ROWSREDUCTION_H
