//===- TuneFlags.h - The command line of a tuner ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_TUNEFLAGS_H
#define AUTOTUNE_BENCH_TUNEFLAGS_H

#include "BuildFlags.h"
#include "MeasureFlags.h"

#include "mlir-autotune/Tune/TuneSession.h"

namespace mlir::autotune::bench {

/// All that is on the command line of `tune`, but for the output.
class TuneFlags {
public:
  /// They write `options`, which outlive them.
  TuneFlags(llvm::cl::SubCommand &command, tune::TuneOptions &options);

  /// Whether there is one input, and an output where it needs one.
  llvm::Error checkInput() const;
  /// What else is wrong with them, alone or together.
  llvm::Error check() const;
  /// Writes what several flags together say, once check() has succeeded.
  void finish();

private:
  tune::EffortPreset getPreset() const;
  bool isSimulated() const;
  bool isReplayed() const;

  tune::TuneOptions &options;
  BuildFlags build;
  MeasureFlags measuring;
  Flag<std::string> shapes, search;
  llvm::cl::opt<std::string> effort;
  Flag<std::string> database, deviceName;
  Flag<uint64_t> seed;
  Flag<unsigned> workers, planConfigs;
  LibrariesFlag libraries;
  Flag<bool> rows, requireComplete, explain;
};

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_TUNEFLAGS_H
