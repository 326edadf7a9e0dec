//===- MeasureFlags.h - The command line of measuring --------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_MEASUREFLAGS_H
#define AUTOTUNE_BENCH_MEASUREFLAGS_H

#include "Commands.h"

#include "mlir-autotune/Measure/FlagParsers.h"
#include "mlir-autotune/Tune/MeasureStage.h"

namespace mlir::autotune::bench {

/// The flags that set MeasureOptions, but for --rounds and --quiet.
class MeasureFlags {
public:
  /// They write `options`, which outlive them.
  MeasureFlags(llvm::cl::SubCommand &command, tune::MeasureOptions &options,
               const char *deviceText,
               const char *runnerText =
                   "The path of autotune-runner (default: the one "
                   "beside this program, else on PATH)");

  /// Whether the command line has one that only a device can follow.
  bool hasDeviceOnly() const;
  bool hasBaseline() const { return baseline.getNumOccurrences() > 0; }

private:
  Flag<std::string> device;
  Flag<bool, measure::LibraryParser> baseline;
  Flag<double, measure::SecondsParser> budget;
  Flag<std::string> keepBundle, records;
  ListFlag runners;
};

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_MEASUREFLAGS_H
