//===- RowsDiagnosis.h - Why a result of rows is wrong ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ROWSDIAGNOSIS_H
#define AUTOTUNE_LIB_SIMULATION_ROWSDIAGNOSIS_H

#include "RowsEvaluation.h"

namespace mlir::autotune {

/// Wrong elements of an output of a problem of rows.
struct WrongRows {
  /// The number among the outputs.
  size_t output = 0;
  int64_t columns = 1;
  /// The offsets of all wrong elements, in order, and the bits there.
  std::vector<int64_t> offsets;
  std::vector<uint64_t> bits;
};

/// Looks for one fault of a reduction or scan that explains the wrong elements:
/// columns that it leaves out or counts several times, or another number that
/// it begins with. The problem is evaluated anew with each guess, for the first
/// rows with wrong elements. A guess counts if a dozen elements agree, and nine
/// of ten.
///
/// Returns a line that begins with "wrong-result:" if a cause was found, or
/// with "unexplained:" if not.
std::string diagnoseRows(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
                         const WrongRows &wrong);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ROWSDIAGNOSIS_H
