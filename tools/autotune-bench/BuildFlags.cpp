//===- BuildFlags.cpp - The command line of a build -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildFlags.h"

using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

BuildFlags::BuildFlags(cl::SubCommand &command, BuildStageOptions &options,
                       Input kind)
    : options(options),
      input(command, kind == Input::Module ? options.input : options.shapes,
            cl::Positional,
            cl::desc(kind == Input::Module ? "[in.mlir]" : "[shapes.txt]")),
      target(
          command, options.target, "target", cl::value_desc("name"),
          cl::desc("The GPU: a product or chip, and figures that replace its "
                   "own (h200; sm_90a; h200,sms=114). By default what the "
                   "module names, or the device is")),
      space(command, options.space, "space", cl::value_desc("level"),
            cl::desc("Whose best estimates follow the heuristics' configs: "
                     "quick (the default), default, exhaustive, none")),
      cacheFolder(command, options.cacheFolder, "cache-dir",
                  cl::value_desc("folder"),
                  cl::desc("Where compiled kernels are kept (default "
                           "$XDG_CACHE_HOME/mlir-autotune/kernels)")),
      table(command, options.table, "table", cl::value_desc("file"),
            cl::desc("A lookup table: what it has for a matmul is always among "
                     "the candidates, before all others; default is those "
                     "that come with the project")),
      configs(command, options.configs, "config", cl::value_desc("text"),
              cl::desc("Build this config, as in --config='<template>, tile "
                       "= [128, 256, 64]', and no proposals; partial ones are "
                       "completed. Can be repeated")),
      heuristics(command, options.heuristics, "heuristics",
                 cl::value_desc("name,..."), cl::CommaSeparated,
                 cl::desc("Only these heuristics")),
      disabled(command, options.disabled, "disable", cl::value_desc("name,..."),
               cl::CommaSeparated, cl::desc("Heuristics to leave out")),
      trials(command, options.trials, "trials", cl::value_desc("N"),
             cl::desc("The most candidates of each distinct matmul (default "
                      "24); 0 is no limit")),
      sampled(command, options.sampled, "sample", cl::value_desc("N"),
              cl::desc("So many more of --space, behind those and drawn by "
                       "chance, the same each time: for records that proposers "
                       "are trained on and scored with")),
      jobs(command, options.jobs, "jobs", cl::value_desc("N"),
           cl::desc("Compile so many kernels at once (default: one for each "
                    "core)")),
      strictTable(command, options.strictTable, "strict-table",
                  cl::desc("What is wrong with the table is an error, and not "
                           "a warning")),
      dependentLaunch(
          command, options.dependentLaunch, "dependent-launch",
          cl::desc("Build each candidate that can be a second time, to be "
                   "launched before the kernel before it has ended; what is "
                   "measured so is reported apart")),
      noCache(command, options.noCache, "no-cache",
              cl::desc("Neither use nor fill the kernel cache")),
      quiet(command, options.quiet, "quiet", cl::desc("No progress")) {
  if (kind != Input::Module)
    return;
  allowUnregistered.emplace(
      command, options.allowUnregistered, "allow-unregistered-dialect",
      cl::desc("Take operations of unknown dialects as they are"));
  estimateFusion.emplace(
      "estimate-fusion",
      cl::desc("Leave it to estimates whether one kernel is to do what several "
               "and passes over memory could, also where these are close; by "
               "default both are measured then"),
      cl::sub(command), cl::cat(getCategory()));
}

const char *BuildFlags::findChoosing() const {
  if (configs.getNumOccurrences())
    return "--config";
  if (heuristics.getNumOccurrences())
    return "--heuristics";
  if (disabled.getNumOccurrences())
    return "--disable";
  if (space.getNumOccurrences())
    return "--space";
  if (sampled.getNumOccurrences())
    return "--sample";
  if (table.getNumOccurrences())
    return "--table";
  return trials.getNumOccurrences() ? "--trials" : nullptr;
}

void BuildFlags::finish() {
  options.extend = trials.getNumOccurrences() || space.getNumOccurrences() ||
                   sampled.getNumOccurrences() ||
                   heuristics.getNumOccurrences() || table.getNumOccurrences();
  options.measuresFusion = estimateFusion && !*estimateFusion;
}
