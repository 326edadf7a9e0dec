//===- ResultsPage.h - All results of a device as a page --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/results/<device>.md, written from records. A list is a file of shapes
// with the records of the same name: shapes.txt, shapes.jsonl.zst (this
// project's kernels), shapes.peers.jsonl.zst (other libraries').
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_REPORT_RESULTSPAGE_H
#define MLIR_AUTOTUNE_REPORT_RESULTSPAGE_H

#include "mlir-autotune/Tune/Comparison.h"

namespace mlir::autotune::report {

struct ResultsList {
  /// The files' name up to the first dot.
  std::string name;
  /// The path of the shapes; empty without them.
  std::string shapes;
  /// The comment at the head of the shapes.
  std::string description;
  /// The comments behind shapes, by key: names for epilogues and prologues, of
  /// which keys have hashes.
  llvm::StringMap<std::string> labels;
  tune::Comparison comparison;
};

struct Results {
  std::string device;
  std::vector<ResultsList> lists;
};

/// Reads the records, one list for each name, and the shapes that belong to
/// them. Fails where a file can't be read, no record is ok, or the records are
/// of several devices.
llvm::Expected<Results>
readResults(llvm::ArrayRef<std::string> records,
            llvm::ArrayRef<std::string> shapes,
            llvm::function_ref<void(const llvm::Twine &)> warn);

/// The page, as Markdown; `chart` is the name of the chart's file beside it.
/// The same results give the same bytes.
void writeResultsPage(const Results &results, llvm::StringRef chart,
                      llvm::raw_ostream &os);
/// The ratio of each matmul to the baseline, as an SVG file.
void writeResultsChart(const Results &results, llvm::raw_ostream &os);

/// Returns the text with a table by class, for each library, between the two
/// lines that mark its place. `page` is the target of its link. Fails if the
/// lines are not there.
llvm::Expected<std::string> replaceResultsSummary(const Results &results,
                                                  llvm::StringRef page,
                                                  llvm::StringRef text);

} // namespace mlir::autotune::report

#endif // MLIR_AUTOTUNE_REPORT_RESULTSPAGE_H
