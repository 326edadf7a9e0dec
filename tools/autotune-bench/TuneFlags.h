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

#include "mlir-autotune/Tune/MatmulTuner.h"

namespace mlir::autotune::tune {

/// How much `tune` may spend, before flags that say more.
enum class EffortPreset { None, Quick, Full };

/// All that is on the command line of `tune`, but for the output.
class TuneFlags {
public:
  explicit TuneFlags(llvm::cl::SubCommand &command);

  /// What is wrong with them, alone or together.
  llvm::Error check() const;

  EffortPreset getPreset() const;
  BuildStageOptions getBuild() const;
  MeasureOptions getMeasuring() const { return measuring.get(); }
  /// Needs check() to have succeeded.
  TuneSettings getSettings() const;
  /// A file, "none", or empty for the default.
  StringRef getDatabase() const { return database; }
  unsigned getNumWorkers() const { return workers; }
  bool isCompleteRequired() const { return requireComplete; }
  StringRef getDeviceName() const { return deviceName; }
  bool isSimulated() const;
  /// The files of --device=replay:FILE,...; nothing for another device.
  std::optional<std::vector<std::string>> getReplayed() const;
  bool isExplained() const { return explain; }

private:
  template <typename T> using Opt = llvm::cl::opt<T>;

  BuildFlags build;
  MeasureFlags measuring;
  Opt<std::string> shapes, search, effort, database, deviceName;
  Opt<uint64_t> seed;
  Opt<unsigned> workers;
  Opt<bool> requireComplete, explain;
};

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_BENCH_TUNEFLAGS_H
