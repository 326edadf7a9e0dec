//===- RowsEvaluation.h - What a problem of rows must come to ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ROWSEVALUATION_H
#define AUTOTUNE_LIB_SIMULATION_ROWSEVALUATION_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Reference/Function.h"
#include "mlir-autotune/Simulation/SimulatedProblem.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Support/LLVM.h"

#include <functional>

namespace mlir::autotune {

/// The values that each element of a tensor may have, in the order of memory.
using AcceptedElements = std::vector<reference::Result>;

/// A fault that a kernel may have, for guesses at what is wrong with a result.
struct RowsFault {
  /// The rows that are evaluated; empty for all.
  std::vector<int64_t> rows;
  /// The number of the reduction or scan that is wrong, or -1.
  int64_t reduction = -1;
  /// How often it takes the elements of a column; null for once.
  std::function<int64_t(int64_t column)> count;
  /// Is added to the number that it begins with.
  int64_t start = 0;
  /// Of a scan, whose columns form chunks and parts of so many: a running value
  /// takes of its own chunk only its own part. 0 for all columns before it.
  int64_t chunk = 0, part = 0;
  /// Of a scan: a running value takes the elements of its own vector, of so
  /// many columns, once more. 0 for none.
  int64_t again = 0;
};

/// Whether an operation of the problem reduces its columns, so that elements of
/// a row may have been left out, or counted twice.
bool isAlongColumns(problem::RowsOp op, linalg::GenericOp generic);

/// Evaluates the body of a problem of rows and returns what its results may be.
/// `inputs` are the operands in memory.
///
/// It shares nothing with the kernels, nor with what decides about them. Each
/// operation is evaluated for all points of its loops, in the order in which
/// linalg defines them, into a tensor of its own. Functions are the host's
/// (lib/Reference). A sum of floats may be in any order: its terms are added in
/// double, and the result may be off by the roundings of as many additions. If
/// no partial sum can lose a bit, there is one right result. A running value of
/// a scan is a sum of the elements up to it.
///
/// Fails where an operation has no reference.
llvm::Expected<std::vector<AcceptedElements>>
evaluateRows(problem::RowsOp op, ArrayRef<StoredMatrix> inputs,
             const RowsFault &fault = {});

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ROWSEVALUATION_H
