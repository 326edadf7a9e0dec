//===- Comparison.h - How picks stand against a baseline --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures that `compare` prints and draws, computed from records.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_COMPARISON_H
#define MLIR_AUTOTUNE_TUNE_COMPARISON_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Tune/RecordsFile.h"
#include "mlir-autotune/Tune/ShapeClasses.h"

#include <map>
#include <optional>

namespace mlir::autotune::tune {

/// A measured shape, with its best record.
struct ComparedShape {
  ProblemFact fact;
  measure::Record best;
  /// The best record of each other measured library, by the library's name.
  std::map<std::string, measure::Record> others;
};

struct ClassSummary {
  const ShapeClass *shapeClass = nullptr;
  /// The number of measured shapes, of those with a baseline, and of those
  /// that are not slower than it.
  size_t shapes = 0, compared = 0, wins = 0;
  /// The geometric mean of the ratios to the baseline; 0 without any.
  double geometricMean = 0;
  const ComparedShape *worst = nullptr;
  /// For a class whose time is spent reading: the least and largest share of
  /// the device's memory bandwidth; 0 if the target is not known.
  double leastBandwidth = 0, mostBandwidth = 0;
};

struct Comparison {
  std::vector<ComparedShape> shapes;
  /// Shapes without a time, with the reason.
  std::vector<std::string> unmeasured;
  /// How many candidates failed, by outcome.
  std::map<measure::Outcome, size_t> failures;
  /// A line on candidates with dependent launch, which appear nowhere else;
  /// empty if there are none.
  std::string dependent;
  /// The device's figures. Without them no shares of peak rates are shown.
  std::optional<TargetInfo> target;

  /// Compares the best records of all keys in `keys` or, if it is empty, of
  /// all records. Only records of `device` that are ok count. `others` are
  /// records of other libraries.
  static Comparison create(const RecordsByKey &records,
                           const RecordsByKey &others,
                           llvm::ArrayRef<std::string> keys,
                           llvm::StringRef device);

  /// Summaries of all classes that have a shape.
  std::vector<ClassSummary> summarize() const;
  /// The baseline's name; empty if there is none.
  std::string getBaseline() const;
};

/// The classes that the shape is in, as indices of getShapeClasses(): "0 2 5".
std::string getClassNumbers(const ComparedShape &shape);

/// A table. The first row is the head, and the first `leftColumns` columns are
/// text. A narrow terminal loses the `optional` columns, in this order.
struct ComparisonTable {
  std::vector<std::vector<std::string>> rows;
  size_t leftColumns = 0;
  std::vector<size_t> optional;
};

/// One line for each shape: pick, time, rates, the baseline's time, the ratio,
/// the spread, and for each other library its time and, if ours was timed in
/// the same rounds, its time over ours, or else its ratio to its own baseline.
ComparisonTable getShapeTable(const Comparison &comparison);
/// One line for each class.
ComparisonTable getClassTable(const Comparison &comparison);
/// The facts that no table shows: shapes without a time, failed candidates,
/// dependent launches.
std::vector<std::string> getNotes(const Comparison &comparison);
/// The two tables and the notes, for a terminal.
std::string formatComparison(const Comparison &comparison);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_COMPARISON_H
