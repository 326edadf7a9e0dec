//===- RowSums.h - Sums whose order is not known ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ROWSUMS_H
#define AUTOTUNE_LIB_SIMULATION_ROWSUMS_H

#include "RowsEvaluation.h"
#include "ScalarProgram.h"

#include <cmath>
#include <optional>

namespace mlir::autotune {

/// The terms of a sum or product, for what their order may change.
struct Terms {
  /// The sum of the lowest and of the highest of each.
  double low = 0, high = 0;
  /// The sum of their sizes, and a power of two that divides all of them.
  double size = 0, unit = INFINITY;
  int64_t count = 0;

  void add(const reference::Result &term);
  void allowAnyOrder(reference::Result &sum, unsigned precision) const;
};

/// Widens what a body has come to, from the first term to the last.
void allowAnyOrder(reference::Result &result, ScalarProgram::Order order,
                   const Terms &terms, Type type);

/// Scans rows of elements of a type, one after the other.
class ScannedRow {
public:
  ScannedRow(ScalarProgram &combiner, Type type, bool isInclusive,
             const RowsFault &fault)
      : combiner(combiner), type(type), isInclusive(isInclusive), fault(fault) {
  }

  /// The running values of a row. A scan that is not inclusive has a start.
  std::vector<reference::Result> scan(ArrayRef<reference::Result> elements,
                                      std::optional<reference::Result> start);
  /// The last one of the row that was scanned last.
  const reference::Result &getLast() const { return last; }

private:
  using Value = std::optional<reference::Result>;

  Value combine(const Value &before, const Value &element);
  Value getWithFault(ArrayRef<reference::Result> elements, int64_t column,
                     const Value &before);

  ScalarProgram &combiner;
  Type type;
  bool isInclusive;
  RowsFault fault;
  reference::Result last;
  /// With a fault: what the chunk begins with, and what its part or the
  /// column's vector has come to.
  Value ofChunk, ofPart;
};

/// A number plus a whole one.
reference::Result addTo(reference::Result number, int64_t offset);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ROWSUMS_H
