//===- Comparison.h - How picks stand against a baseline --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `compare` prints and draws, taken from records.
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

/// One shape that was measured, with the best of its records.
struct ComparedShape {
  ProblemFact fact;
  measure::Record best;
  /// The best of each other library that was measured for itself, by name.
  std::map<std::string, measure::Record> others;
};

struct ClassSummary {
  const ShapeClass *shapeClass = nullptr;
  /// Shapes that were measured; those of them that have a baseline, and those
  /// that are not slower.
  size_t shapes = 0, compared = 0, wins = 0;
  /// Of the ratios, over those that have a baseline; 0 without any.
  double geometricMean = 0;
  const ComparedShape *worst = nullptr;
  /// Least and most of the device's memory bandwidth, for a class whose time is
  /// made of reading; 0 where the target is not known.
  double leastBandwidth = 0, mostBandwidth = 0;
};

struct Comparison {
  std::vector<ComparedShape> shapes;
  /// Shapes without a time, and why there is none.
  std::vector<std::string> unmeasured;
  /// How many candidates failed, by outcome.
  std::map<measure::Outcome, size_t> failures;
  /// A line on those with dependent launch, which are nowhere else; or empty.
  std::string dependent;
  /// The device's figures: without them there are no shares and no roof.
  std::optional<TargetInfo> target;

  /// The best of every key in `keys`, or, when that is empty, of all records.
  /// Records that are ok count on one device only, whose name is `device`.
  /// `others` are records of other libraries.
  static Comparison create(const RecordsByKey &records,
                           const RecordsByKey &others,
                           llvm::ArrayRef<std::string> keys,
                           llvm::StringRef device);

  /// Of the classes that have a shape.
  std::vector<ClassSummary> summarize() const;
  /// The baseline's name, or empty.
  std::string getBaseline() const;
};

/// The classes that the shape is in, as indices of getShapeClasses(): "0 2 5".
std::string getClassNumbers(const ComparedShape &shape);

/// A table; the first row is its head, and so many columns are text. A narrow
/// terminal does without the `optional` columns, in this order.
struct ComparisonTable {
  std::vector<std::vector<std::string>> rows;
  size_t leftColumns = 0;
  std::vector<size_t> optional;
};

/// One line a shape: pick, time, rates, the baseline's time, the ratio, the
/// spread, and for each other library its time and its ratio to its own
/// baseline.
ComparisonTable getShapeTable(const Comparison &comparison);
/// One line a class.
ComparisonTable getClassTable(const Comparison &comparison);
/// What no table has: shapes without a time, failed candidates, dependent
/// launches.
std::vector<std::string> getNotes(const Comparison &comparison);
/// The two tables and the notes, for a terminal.
std::string formatComparison(const Comparison &comparison);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_COMPARISON_H
