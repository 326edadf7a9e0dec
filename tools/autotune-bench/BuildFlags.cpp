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

SizeFlags::SizeFlags(cl::SubCommand &command, SizeHintOptions &options)
    : expect(command, options.expect, "expect", cl::value_desc("text"),
             cl::desc("The unknown sizes to expect where autotune.sizes of a "
                      "matmul does not say it, in the text of #autotune.sizes: "
                      "--expect='m from 1 to 8192 likely [1, 16]'")),
      profile(command, options.profile, "profile", cl::value_desc("file"),
              cl::desc("A profile of the unknown sizes that a program ran "
                       "with. Frequent sizes count more")) {}

BuildFlags::BuildFlags(cl::SubCommand &command, BuildStageOptions &options,
                       Input kind)
    : options(options),
      input(command, kind == Input::Module ? options.input : options.shapes,
            cl::Positional,
            cl::desc(kind == Input::Module ? "[in.mlir]" : "[shapes.txt]")),
      target(
          command, options.target, "target", cl::value_desc("name"),
          cl::desc(
              "The GPU to compile for: a product or a chip, optionally with "
              "figures that override its own, such as h200, sm_90a or "
              "h200,sms=114 (default: the module's target, else the device)")),
      space(command, options.space, "space", cl::value_desc("level"),
            cl::desc("The level of the config space whose best estimates are "
                     "added after the heuristics' proposals: quick, default, "
                     "exhaustive or none (default: quick; for tune: default)")),
      cacheFolder(command, options.cacheFolder, "cache-dir",
                  cl::value_desc("folder"),
                  cl::desc("The folder of compiled kernels (default: "
                           "$XDG_CACHE_HOME/mlir-autotune/kernels)")),
      table(command, options.table, "table", cl::value_desc("file"),
            cl::desc("A lookup table. Its configs for a matmul are the first "
                     "candidates. 'default' selects the tables that ship with "
                     "the project")),
      configs(command, options.configs, "config", cl::value_desc("text"),
              cl::desc("Build exactly this config, and no proposals. A partial "
                       "config is completed. Example: --config='<template>, "
                       "tile = [128, 256, 64]'. Can be repeated")),
      heuristics(command, options.heuristics, "heuristics",
                 cl::value_desc("name,..."), cl::CommaSeparated,
                 cl::desc("Use only these heuristics (default: all)")),
      disabled(command, options.disabled, "disable", cl::value_desc("name,..."),
               cl::CommaSeparated,
               cl::desc("Heuristics to leave out (default: none)")),
      trials(command, options.trials, "trials", cl::value_desc("N"),
             cl::desc("The most candidates of each distinct matmul; 0 means no "
                      "limit (default: 24)")),
      sampled(
          command, options.sampled, "sample", cl::value_desc("N"),
          cl::desc(
              "Add N more configs of --space, drawn by a hash of their text, "
              "so that the draw is always the same. Use this to collect "
              "records for training and scoring proposers (default: 0)")),
      jobs(command, options.jobs, "jobs", cl::value_desc("N"),
           cl::desc("How many kernels are compiled at once (default: one for "
                    "each core)")),
      strictTable(
          command, options.strictTable, "strict-table",
          cl::desc("Make a fault in the table an error instead of a warning")),
      dependentLaunch(
          command, options.dependentLaunch, "dependent-launch",
          cl::desc(
              "Also build each candidate with dependent_launch = true, if its "
              "template has this parameter. Such a kernel may start before the "
              "previous kernel has ended; its times are reported separately")),
      noCache(command, options.noCache, "no-cache",
              cl::desc("Neither read nor write the kernel cache")),
      quiet(command, options.quiet, "quiet", cl::desc("Print no progress")) {
  if (kind != Input::Module)
    return;
  allowUnregistered.emplace(
      command, options.allowUnregistered, "allow-unregistered-dialect",
      cl::desc(
          "Accept operations of unknown dialects, and leave them unchanged"));
  sizes.emplace(command, options.sizes);
  estimateFusion.emplace(
      "estimate-fusion",
      cl::desc("Choose by estimates which operations are fused into a kernel. "
               "By default, all choices are built and measured if their "
               "estimates are close"),
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
