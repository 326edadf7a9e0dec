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
  explicit TuneFlags(llvm::cl::SubCommand &command);

  /// Whether there is one input, and an output where it needs one.
  llvm::Error checkInput(bool hasOutput) const;
  /// What else is wrong with them, alone or together.
  llvm::Error check() const;
  /// Needs check() to have succeeded.
  tune::TuneOptions get() const;

private:
  tune::EffortPreset getPreset() const;
  tune::BuildStageOptions getBuild() const;
  tune::TuneSettings getSettings() const;
  bool isSimulated() const;
  bool isReplayed() const;

  template <typename T> using Opt = llvm::cl::opt<T>;

  BuildFlags build;
  MeasureFlags measuring;
  Opt<std::string> shapes, search, effort, database, deviceName;
  Opt<uint64_t> seed;
  Opt<unsigned> workers;
  Opt<bool> requireComplete, explain;
};

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_TUNEFLAGS_H
