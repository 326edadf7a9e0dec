//===- BuildCommand.cpp - autotune-bench build ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildFlags.h"
#include "Commands.h"

#include "mlir-autotune/Tune/BuildStage.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand
    buildCommand("build", "Compile candidates into a bundle, without a GPU");
cl::SubCommand &bench::getBuildCommand() { return buildCommand; }

static BuildStageOptions options;
static BuildFlags flags(buildCommand, options);
static Flag<std::string>
    shapes(buildCommand, options.shapes, "shapes", cl::value_desc("file"),
           cl::desc("Read problems from a file instead of a module. A line has "
                    "the form 'bf16 tn M N K': tn means that B is stored N x "
                    "K, nn K x N; batch*M is a batch"));
static Flag<std::string>
    cases(buildCommand, options.cases, "cases", cl::value_desc("file"),
          cl::desc("Read lines 'problem | config' from a file instead of a "
                   "module, as autotune-sim does"));
static cl::opt<std::string>
    output("o", cl::value_desc("bundle"),
           cl::desc("The folder to write. An existing bundle is replaced"),
           cl::sub(buildCommand), cl::cat(getCategory()));
static Flag<unsigned> top(
    buildCommand, options.top, "top", cl::value_desc("N"), cl::init(5),
    cl::desc(
        "Lines of each table of estimates; 0 prints no table (default: 5)"));

static unsigned planConfigs = 1;
static Flag<unsigned> planFlag(
    buildCommand, planConfigs, "plan-configs", cl::value_desc("N"),
    cl::desc("The most kernels of the plan that pick makes for a matmul of "
             "unknown sizes. Its kernels are built for sample sizes. 1 leaves "
             "such matmuls alone (default: 1)"));

int bench::runBuild() {
  flags.finish();
  if (planConfigs < 1 || planConfigs > PlanAttr::kMostRows)
    return reportError("--plan-configs: from 1 to " +
                       llvm::Twine(PlanAttr::kMostRows));
  if (flags.hasSizes() && planConfigs == 1)
    return reportError("--expect and --profile are for plans, which need "
                       "--plan-configs=N with N above 1");
  if (planConfigs > 1)
    options.plans.emplace().maxConfigs = planConfigs;
  if (options.input.empty() + options.shapes.empty() + options.cases.empty() !=
      2)
    return reportError("build takes one of a module, --shapes=FILE and "
                       "--cases=FILE; see autotune-bench build --help");
  if (!options.cases.empty() &&
      (options.extend || !options.configs.empty() || !options.disabled.empty()))
    return reportError(
        "--cases has the configs: --config, --heuristics, --disable, --space "
        "and --trials can't be given with it");
  if (output.empty())
    return reportError("no output given: -o BUNDLE");
  return toExitCode(
      buildBundle(options, std::nullopt, output, llvm::outs(), getMessages())
          .takeError());
}
