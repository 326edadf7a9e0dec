//===- BuildFlags.h - The command line of a build ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_BUILDFLAGS_H
#define AUTOTUNE_BENCH_BUILDFLAGS_H

#include "Commands.h"

#include "mlir-autotune/Tune/BuildStage.h"

namespace mlir::autotune::bench {

/// The options that `build`, `tune` and `compare` have in common, for one of
/// them.
class BuildFlags {
public:
  enum class Input { Module, Shapes };
  /// They write `options`, which outlive them.
  BuildFlags(llvm::cl::SubCommand &command, tune::BuildStageOptions &options,
             Input input = Input::Module);

  /// Of those that choose the candidates, --target not counted, one that is
  /// on the command line; null when there is none.
  const char *findChoosing() const;
  bool hasTrials() const { return trials.getNumOccurrences() > 0; }
  /// Whether sizes to expect are on the command line, which only modules have.
  bool hasSizes() const { return sizes && sizes->areGiven(); }

  /// Writes what several flags together say, once all have been parsed.
  void finish();

private:
  tune::BuildStageOptions &options;
  Flag<std::string> input, target, space, cacheFolder, table;
  ListFlag configs, heuristics, disabled;
  Flag<unsigned> trials, sampled, jobs;
  Flag<bool> strictTable, dependentLaunch, noCache, quiet;
  /// Where modules are read.
  std::optional<Flag<bool>> allowUnregistered;
  std::optional<SizeFlags> sizes;
  std::optional<llvm::cl::opt<bool>> estimateFusion;
};

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_BUILDFLAGS_H
