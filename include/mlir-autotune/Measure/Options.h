//===- Options.h - How a bundle is measured ---------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_OPTIONS_H
#define MLIR_AUTOTUNE_MEASURE_OPTIONS_H

#include <string>
#include <vector>

namespace mlir::autotune::measure {

/// How a bundle is measured, or, but for what is of bundles, what requests ask
/// for.
struct Options {
  /// The bundle's folder, and the file of records; "-" is the standard output.
  std::string bundle, output;
  /// The ordinal of the GPU.
  int device = 0;
  bool useBaseline = true;
  /// The libraries whose fastest algorithm is a candidate of each problem whose
  /// whole result they compute: names of getMeasuredLibraries().
  std::vector<std::string> libraries;
  /// Nothing is timed but one launch of each candidate that is right.
  bool checkOnly = false;
  /// Ids of candidates or problems; empty means all.
  std::vector<std::string> only;
  /// Replays of each candidate; the protocol asks for 7 at least.
  int rounds = 9;
  /// Candidates that go into the interleaved rounds, and lines of the table.
  int finalists = 8, top = 10;
  /// Seconds for everything; 0 is no limit.
  double budget = 0;
  /// Seconds without a word after which a worker is taken for stuck.
  double silence = 300;
  /// Neither progress nor tables.
  bool quiet = false;
};

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_OPTIONS_H
