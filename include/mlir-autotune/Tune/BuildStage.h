//===- BuildStage.h - From an input to a bundle -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work of `build`, and the first stage of `tune`.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_BUILDSTAGE_H
#define MLIR_AUTOTUNE_TUNE_BUILDSTAGE_H

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tuning/Builder.h"

#include <optional>
#include <string>

namespace mlir::autotune::tune {

/// The config of one problem, as a record states it.
struct GivenPick {
  /// ProblemFact::getText(), or getKey().
  std::string problem;
  std::string config;
};

/// The options of a build, for every command that builds.
struct BuildStageOptions {
  /// Exactly one source is given: a module, a file of shapes, a file of cases,
  /// or picks. `picksPlace` names where the picks are from.
  std::string input, shapes, cases;
  std::vector<GivenPick> picks;
  std::string picksPlace;
  /// A name as parseTarget() takes it; empty for the module's or the device's
  /// target.
  std::string target;
  /// Texts as between the angle brackets of #autotune.config<...>.
  std::vector<std::string> configs;
  std::vector<std::string> heuristics, disabled;
  /// The level of the space whose best predictions follow the heuristics'
  /// configs, or come first if they are predicted to be faster: quick, default,
  /// exhaustive, none.
  std::string space = "quick";
  /// The most candidates of each distinct matmul; 0 is no limit. The default
  /// covers the seeds and the best estimates, and takes a minute or so of a
  /// GPU.
  unsigned trials = 24;
  /// ProposeOptions::numSampled.
  unsigned sampled = 0;
  /// A lookup table's file; empty for none.
  std::string table;
  bool strictTable = false;
  /// CandidateOptions::extend.
  bool extend = false;
  /// How many kernels are compiled at once; 0 is one for each core.
  unsigned jobs = 0;
  /// The folder of the kernel cache; empty for the default one.
  std::string cacheFolder;
  bool noCache = false;
  /// Shows no progress.
  bool quiet = false;
  /// Accepts operations of unregistered dialects.
  bool allowUnregistered = false;
  /// Adds each candidate a second time, with dependent launch.
  bool dependentLaunch = false;
  /// Whether alternative fusions are also built if their estimates are close
  /// (FusionChoices.h).
  bool measuresFusion = true;
  /// Whether a module without a matmul is no error.
  bool mayLackMatmuls = false;
  /// CandidateOptions::seedsOnly.
  bool seedsOnly = false;
  /// CandidateOptions::plans.
  std::optional<PlanOptions> plans;
  SizeHintOptions sizes;
  /// The number of lines in each problem's table of estimates.
  unsigned top = 0;
};

/// The results of a build that later stages use.
struct BuildStage {
  /// Null if the input was not a module.
  std::unique_ptr<InputModule> module;
  TargetInfo target;
  std::vector<TuningProblem> problems;
  /// Problems that get plans, and how their samples are chosen (makeSamples).
  std::vector<PlannedProblem> planned;
  CandidateOptions candidates;
};

/// Reads the input and chooses its candidates. `target` is used if the options
/// name none.
llvm::Expected<BuildStage>
readBuildInput(const BuildStageOptions &options,
               const std::optional<TargetInfo> &target,
               const Messages &messages);

/// Adds each candidate a second time, with dependent launch, behind all
/// others. The others keep their ranks. The copies have no heuristics.
void addDependentLaunches(TuningProblem &problem);

KernelCache openKernelCache(const BuildStageOptions &options);

/// Builds the candidates of problems. A cache that can't be written is a
/// warning.
llvm::Expected<BuildResult> buildProblems(std::vector<TuningProblem> &problems,
                                          const TargetInfo &target,
                                          const BuildStageOptions &options,
                                          const Messages &messages);

/// Adds the kernels of further problems behind those of `whole`.
void appendBuild(BuildResult &whole, BuildResult built,
                 MutableArrayRef<TuningProblem> problems);

/// Builds all candidates of a stage, writes the bundle and prints the summary
/// to `tables`. Fails, without writing a bundle, if no kernel could be built.
llvm::Expected<BuildResult> writeStage(BuildStage &stage,
                                       const BuildStageOptions &options,
                                       StringRef bundle, raw_ostream &tables,
                                       const Messages &messages);

/// Reads the input, and does what writeStage() does. `target` is used if the
/// options name none.
llvm::Expected<BuildStage> buildBundle(const BuildStageOptions &options,
                                       const std::optional<TargetInfo> &target,
                                       StringRef bundle, raw_ostream &tables,
                                       const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_BUILDSTAGE_H
