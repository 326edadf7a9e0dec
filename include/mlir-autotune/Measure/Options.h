//===- Options.h - The command line -----------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_OPTIONS_H
#define MLIR_AUTOTUNE_MEASURE_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::autotune::measure {

struct Options {
  std::string bundle, output;
  int device = 0;
  bool useBaseline = true;
  /// Nothing is timed but one launch of each candidate that is right.
  bool checkOnly = false;
  /// Ids of candidates or problems; empty means all.
  std::vector<std::string> only;
  /// Replays of each candidate; the protocol asks for 7 at least.
  int64_t rounds = 9;
  /// Candidates that go into the interleaved rounds, and lines of the table.
  int64_t finalists = 8, top = 10;
  /// Seconds for everything; 0 is no limit.
  double budget = 0;
  /// Seconds without a word after which a worker is taken for stuck.
  double silence = 300;
  bool quiet = false, deviceInfo = false, worker = false, help = false;
  /// Requests come from stdin; there is no bundle.
  bool serve = false;
};

extern const char kUsage[];

llvm::Expected<Options> parseOptions(llvm::ArrayRef<std::string> arguments);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_OPTIONS_H
