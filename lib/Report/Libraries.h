//===- Libraries.h - What ours is compared with -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For pages of results, where a matmul has the times of several libraries.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_REPORT_LIBRARIES_H
#define AUTOTUNE_LIB_REPORT_LIBRARIES_H

#include "mlir-autotune/Report/ResultsPage.h"

namespace mlir::autotune::report {

struct Library {
  std::string name;
  /// Whether it was timed in the same rounds as the record of ours.
  bool isBaseline = false;
  /// For another one, what it was timed with in a run of its own.
  std::string itsBaseline;
  /// For another one, whether that run timed ours again in the same rounds.
  bool isBesideOurs = false;

  /// Its time in its own run, or 0.
  double getTime(const tune::ComparedShape &shape) const;
  /// The time of its baseline over its own, or 0; both are of one run.
  double getRatioToItsBaseline(const tune::ComparedShape &shape) const;
  /// Its time over ours, or 0; both are of the same rounds. For a library of a
  /// run without ours, whose times can't be compared with ours, this is the
  /// quotient of two ratios: of ours to our baseline, and of its own to its
  /// baseline.
  double getRatio(const tune::ComparedShape &shape) const;
  /// Our time in the rounds of getTime(); 0 if ours had no part in them.
  double getOurTime(const tune::ComparedShape &shape) const;
  /// As its users write it.
  std::string getTitle() const;
};

/// The libraries that any of the shapes was compared with, the baseline first,
/// then those of PyTorch.
std::vector<Library>
getLibraries(llvm::ArrayRef<const tune::ComparedShape *> shapes);

/// All shapes of a list.
std::vector<const tune::ComparedShape *> getShapes(const ResultsList &list);
/// The products of all lists with nothing before or behind them, each once.
std::vector<const tune::ComparedShape *> getPlain(const Results &results);

/// How ours stands against a library.
struct Standing {
  size_t compared = 0, wins = 0;
  double logSum = 0, worst = 0;
  const tune::ComparedShape *worstShape = nullptr;

  Standing(llvm::ArrayRef<const tune::ComparedShape *> shapes,
           const Library &library);
  /// The geometric mean of the ratios; 0 without any.
  double getMean() const;
  /// "3 of 4", or "-".
  std::string getWins() const;
};

} // namespace mlir::autotune::report

#endif // AUTOTUNE_LIB_REPORT_LIBRARIES_H
