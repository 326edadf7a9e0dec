//===- BuildStage.h - From an input to a bundle -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `build` does, and `tune` begins with.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_BUILDSTAGE_H
#define MLIR_AUTOTUNE_TUNE_BUILDSTAGE_H

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tuning/Builder.h"

#include <optional>
#include <string>

namespace mlir::autotune::tune {

/// One config for one problem, as a record has it.
struct GivenPick {
  /// ProblemFact::getText(), or getKey().
  std::string problem;
  std::string config;
};

/// The options of a build, whatever the command that has them.
struct BuildStageOptions {
  /// One of the four is given: a module, a file of shapes, one of cases, or
  /// picks, and where these are from.
  std::string input, shapes, cases;
  std::vector<GivenPick> picks;
  std::string picksPlace;
  /// A name as parseTarget() takes it; empty for the one of the module, or of
  /// the device.
  std::string target;
  /// Texts as inside of #autotune.config<...>.
  std::vector<std::string> configs;
  std::vector<std::string> heuristics, disabled;
  /// Whose best estimates follow the heuristics' configs: quick, default,
  /// exhaustive, none.
  std::string space = "quick";
  /// The most candidates of each distinct matmul; 0 is no limit. The default is
  /// enough for the seeds and the best estimates, and a minute or so of a GPU.
  unsigned trials = 24;
  /// ProposeOptions::numSampled.
  unsigned sampled = 0;
  /// A lookup table's file; empty for none.
  std::string table;
  bool strictTable = false;
  /// CandidateOptions::extend.
  bool extend = false;
  /// Kernels that are compiled at once; 0 is one for each core.
  unsigned jobs = 0;
  /// Of the kernel cache; empty is the default one.
  std::string cacheFolder;
  bool noCache = false;
  /// No progress.
  bool quiet = false;
  /// Takes operations of unknown dialects as they are.
  bool allowUnregistered = false;
  /// Each candidate a second time, with dependent launch.
  bool dependentLaunch = false;
  /// Whether other ways to do what matmuls are part of are built beside those
  /// that are served, where estimates are close (FusionChoices.h).
  bool measuresFusion = true;
  /// CandidateOptions::seedsOnly.
  bool seedsOnly = false;
  /// Lines of the estimate's table for each problem.
  unsigned top = 0;
};

/// What a build leaves behind for the stages after it.
struct BuildStage {
  /// Null where no module was given.
  std::unique_ptr<InputModule> module;
  TargetInfo target;
  std::vector<TuningProblem> problems;
};

/// Reads the input and chooses its candidates. `target`, when given, stands in
/// for one that is not among the options.
llvm::Expected<BuildStage>
readBuildInput(const BuildStageOptions &options,
               const std::optional<TargetInfo> &target,
               const Messages &messages);

/// Each candidate a second time with dependent launch, behind all others, whose
/// ranks stay as they are. Nobody proposed them.
void addDependentLaunches(TuningProblem &problem);

KernelCache openKernelCache(const BuildStageOptions &options);

/// Builds all candidates, writes the bundle and prints the summary to `tables`.
/// `target`, when given, stands in for one that is not among the options. Fails
/// where not one kernel could be built; no bundle is written then.
llvm::Expected<BuildStage> buildBundle(const BuildStageOptions &options,
                                       const std::optional<TargetInfo> &target,
                                       StringRef bundle, raw_ostream &tables,
                                       const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_BUILDSTAGE_H
