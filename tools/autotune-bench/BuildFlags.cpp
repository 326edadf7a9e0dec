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

/// Enough for the seeds and the best estimates, and a minute or so of a GPU.
static constexpr unsigned kDefaultTrials = 24;

BuildFlags::BuildFlags(cl::SubCommand &command, Input kind)
    : kind(kind),
      input(cl::Positional,
            cl::desc(kind == Input::Module ? "[in.mlir]" : "[shapes.txt]"),
            cl::sub(command), cl::cat(getCategory())),
      target(
          "target", cl::value_desc("name"),
          cl::desc("The GPU: a product or chip, and figures that replace its "
                   "own (h200; sm_90a; h200,sms=114). By default what the "
                   "module names, or the device is"),
          cl::sub(command), cl::cat(getCategory())),
      space("space", cl::value_desc("level"), cl::init("quick"),
            cl::desc("Whose best estimates follow the heuristics' configs: "
                     "quick (the default), default, exhaustive, none"),
            cl::sub(command), cl::cat(getCategory())),
      cacheFolder("cache-dir", cl::value_desc("folder"),
                  cl::desc("Where compiled kernels are kept (default "
                           "$XDG_CACHE_HOME/mlir-autotune/kernels)"),
                  cl::sub(command), cl::cat(getCategory())),
      table("table", cl::value_desc("file"),
            cl::desc("A lookup table: what it has for a matmul is always among "
                     "the candidates, before all others; default is those "
                     "that come with the project"),
            cl::sub(command), cl::cat(getCategory())),
      configs("config", cl::value_desc("text"),
              cl::desc("Build this config, as in --config='<template>, tile "
                       "= [128, 256, 64]', and no proposals; partial ones are "
                       "completed. Can be repeated"),
              cl::sub(command), cl::cat(getCategory())),
      heuristics("heuristics", cl::value_desc("name,..."), cl::CommaSeparated,
                 cl::desc("Only these heuristics"), cl::sub(command),
                 cl::cat(getCategory())),
      disabled("disable", cl::value_desc("name,..."), cl::CommaSeparated,
               cl::desc("Heuristics to leave out"), cl::sub(command),
               cl::cat(getCategory())),
      trials("trials", cl::value_desc("N"), cl::init(kDefaultTrials),
             cl::desc("The most candidates of each distinct matmul (default "
                      "24); 0 is no limit"),
             cl::sub(command), cl::cat(getCategory())),
      sampled("sample", cl::value_desc("N"), cl::init(0),
              cl::desc("So many more of --space, behind those and drawn by "
                       "chance, the same each time: for records that proposers "
                       "are trained on and scored with"),
              cl::sub(command), cl::cat(getCategory())),
      jobs("jobs", cl::value_desc("N"), cl::init(0),
           cl::desc("Compile so many kernels at once (default: one for each "
                    "core)"),
           cl::sub(command), cl::cat(getCategory())),
      strictTable("strict-table",
                  cl::desc("What is wrong with the table is an error, and not "
                           "a warning"),
                  cl::sub(command), cl::cat(getCategory())),
      dependentLaunch(
          "dependent-launch",
          cl::desc("Build each candidate that can be a second time, to be "
                   "launched before the kernel before it has ended; what is "
                   "measured so is reported apart"),
          cl::sub(command), cl::cat(getCategory())),
      noCache("no-cache", cl::desc("Neither use nor fill the kernel cache"),
              cl::sub(command), cl::cat(getCategory())),
      quiet("quiet", cl::desc("No progress"), cl::sub(command),
            cl::cat(getCategory())) {
  if (kind != Input::Module)
    return;
  allowUnregistered.emplace(
      "allow-unregistered-dialect",
      cl::desc("Take operations of unknown dialects as they are"),
      cl::sub(command), cl::cat(getCategory()));
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

BuildStageOptions BuildFlags::get() const {
  BuildStageOptions options;
  (kind == Input::Module ? options.input : options.shapes) = input;
  options.target = target;
  options.space = space;
  options.cacheFolder = cacheFolder;
  options.configs.assign(configs.begin(), configs.end());
  options.heuristics.assign(heuristics.begin(), heuristics.end());
  options.disabled.assign(disabled.begin(), disabled.end());
  options.trials = trials;
  options.sampled = sampled;
  options.extend = trials.getNumOccurrences() || space.getNumOccurrences() ||
                   sampled.getNumOccurrences() ||
                   heuristics.getNumOccurrences() || table.getNumOccurrences();
  options.table = table;
  options.strictTable = strictTable;
  options.jobs = jobs;
  options.dependentLaunch = dependentLaunch;
  options.noCache = noCache;
  options.quiet = quiet;
  options.measuresFusion = estimateFusion && !*estimateFusion;
  options.allowUnregistered = allowUnregistered && *allowUnregistered;
  return options;
}
