//===- main.cpp - Checks kernels on the CPU -------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFile.h"
#include "RunCases.h"

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <thread>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simtool;
namespace cl = llvm::cl;

static constexpr const char *kOverview =
    "Runs kernels on the CPU, thread by thread, and reports races, deadlocks\n"
    "and wrong results.\n\n"
    "  autotune-sim --problem='256x192x128 bf16 B^T' \\\n"
    "      --config='<template>, tile = [128, 64, 64]'\n"
    "  autotune-sim --cases=matrix.cases --schedule=all\n"
    "  autotune-sim --sample=100 --seed=7\n"
    "  autotune-sim kernel.mlir --problem='256x192x128 bf16 B^T'\n"
    "  autotune-sim --rows=softmax.mlir --schedule=all\n\n"
    "Prints a line for each run, with the findings below it, and the number "
    "of\n"
    "right and wrong runs last. The exit status is 0 if all runs were right,\n"
    "else 1.\n";

/// Each is a run of every case, kept in a list.
static constexpr unsigned kMaxSeeds = 100000;

static cl::OptionCategory category("Options");

static cl::opt<std::string> input(cl::Positional, cl::value_desc("kernel.mlir"),
                                  cl::desc("[kernel.mlir]"), cl::cat(category));
static cl::list<std::string> problems(
    "problem", cl::value_desc("text"),
    cl::desc("A problem: [batch*]MxNxK type [A^T] [B^T] [-> type] [accumulate] "
             "[a(stride=, align=, batch=)], one of rows, or an attention; "
             "docs/reference/problem-text.md "
             "describes the rest. Can be repeated"),
    cl::cat(category));
static cl::list<std::string> rowsFiles(
    "rows", cl::value_desc("file"),
    cl::desc("A module whose problems of rows, and problem.attention, are "
             "simulated, as if each were a --problem. Can be repeated"),
    cl::cat(category));
static cl::list<std::string> configs(
    "config", cl::value_desc("text"),
    cl::desc("A config for the problems. A partial config is completed. "
             "Example: --config='<template>, tile = [128, 256, 64]'. Can be "
             "repeated (default: the heuristics' proposals)"),
    cl::cat(category));
static cl::list<std::string> caseFiles(
    "cases", cl::value_desc("file"),
    cl::desc("A file of lines 'problem; ... | config; ...'. Can be repeated"),
    cl::cat(category));
static cl::opt<unsigned> sample(
    "sample", cl::value_desc("N"), cl::init(0),
    cl::desc("Run N random cases, drawn from --seed: small problems of all "
             "types and layouts, with configs of the whole space (default: 0)"),
    cl::cat(category));
static cl::opt<bool>
    cover("cover",
          cl::desc("Run fewer combinations: each problem and each config of a "
                   "line occurs in some case, and each schedule runs with some "
                   "problem of each kernel"),
          cl::cat(category));
static cl::opt<bool> list(
    "list",
    cl::desc("Print the cases in the form that --cases reads, and run nothing"),
    cl::cat(category));
static cl::opt<bool>
    names("names",
          cl::desc("Print the kernel's name and the case for each case, and "
                   "run nothing. Kernels of one name are the same program"),
          cl::cat(category));
static cl::opt<std::string>
    targetName("target", cl::value_desc("name"), cl::init("h100-sxm"),
               cl::desc("The GPU whose limits apply (default: h100-sxm)"),
               cl::cat(category));
static cl::opt<std::string>
    kernelName("kernel", cl::value_desc("name"),
               cl::desc("The kernel to run, if kernel.mlir has several"),
               cl::cat(category));
static cl::list<std::string>
    schedules("schedule", cl::value_desc("name,..."), cl::CommaSeparated,
              cl::desc("The order in which threads run: round-robin, random, "
                       "adversarial or all (default: round-robin)"),
              cl::cat(category));
static cl::opt<uint64_t> seed(
    "seed", cl::value_desc("N"), cl::init(0),
    cl::desc(
        "The seed of the schedules and of the matrices' values (default: 0)"),
    cl::cat(category));
static cl::opt<unsigned>
    seeds("seeds", cl::value_desc("N"), cl::init(1),
          cl::desc("How many seeds each of the schedules random and "
                   "adversarial runs with, from --seed on (default: 1)"),
          cl::cat(category));
static cl::opt<unsigned> sms("sms", cl::value_desc("N"), cl::init(4),
                             cl::desc("How many multiprocessors persistent "
                                      "kernels are launched for (default: 4)"),
                             cl::cat(category));
static cl::opt<uint64_t> stepLimit(
    "step-limit", cl::value_desc("N"), cl::init(sim::Options().stepLimit),
    cl::desc("How many switches between a cluster's threads before the kernel "
             "counts as endless; 0 means no limit (default: 100000000)"),
    cl::cat(category));
static cl::opt<unsigned> jobs("jobs", cl::value_desc("N"), cl::init(0),
                              cl::desc("How many cores to use (default: all)"),
                              cl::cat(category));
static cl::opt<bool>
    showTime("time", cl::desc("Print the seconds and steps of each run"),
             cl::cat(category));
static cl::opt<bool> quiet("quiet", cl::desc("Print only wrong runs"),
                           cl::cat(category));

static int reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "autotune-sim") << message << "\n";
  return 1;
}

/// The schedules that the option names, each with its seeds.
static bool getRuns(std::vector<Run> &runs) {
  static constexpr sim::Schedule kAll[] = {sim::Schedule::RoundRobin,
                                           sim::Schedule::Random,
                                           sim::Schedule::Adversarial};
  SmallVector<sim::Schedule> chosen;
  for (const std::string &name : schedules) {
    if (name == "all") {
      chosen.append(std::begin(kAll), std::end(kAll));
      continue;
    }
    std::optional<sim::Schedule> schedule = sim::parseSchedule(name);
    if (!schedule) {
      reportError("--schedule: there is no '" + name +
                  "'; there are round-robin, random, adversarial, all");
      return false;
    }
    chosen.push_back(*schedule);
  }
  if (chosen.empty())
    chosen.push_back(sim::Schedule::RoundRobin);
  for (sim::Schedule schedule : chosen)
    for (uint64_t i = 0; i < seeds; ++i)
      // There is one interleaving of all in turn.
      if (schedule != sim::Schedule::RoundRobin || i == 0)
        runs.push_back({schedule, seed + i});
  return true;
}

static int finish(Tally tally) {
  llvm::outs() << tally.right << " right, " << tally.wrong << " wrong\n";
  return tally.wrong ? 1 : 0;
}

/// Adds the problems of modules to those that were given as text.
static bool readRowsFiles(MLIRContext &context) {
  for (const std::string &file : rowsFiles) {
    auto facts = readRows(context, file, targetName);
    if (!facts) {
      reportError(file + ": " + llvm::toString(facts.takeError()));
      return false;
    }
    for (const ProblemFact &fact : *facts)
      problems.push_back(fact.getText());
  }
  return true;
}

static int runFile(MLIRContext &context, const RunOptions &options) {
  if (problems.size() != 1 || !configs.empty() || !caseFiles.empty() ||
      sample != 0 || list || names)
    return reportError("a kernel needs exactly one --problem, and takes no "
                       "other cases: it has its config already");
  llvm::Expected<ProblemFact> fact = parseProblem(problems.front());
  if (!fact)
    return reportError("--problem: '" + problems.front() +
                       "' is no problem: " + llvm::toString(fact.takeError()));
  auto problem = SimulatedProblem::create(*fact, options.seed);
  if (!problem)
    return reportError("--problem: " + llvm::toString(problem.takeError()));
  auto kernel = readKernel(context, input, kernelName);
  if (!kernel)
    return reportError(input + ": " + llvm::toString(kernel.takeError()));
  return finish(runKernel(**kernel, **problem, options));
}

static int runTexts(MLIRContext &context, const RunOptions &options) {
  if (problems.empty() && !configs.empty())
    return reportError("--config needs a --problem");
  if (problems.empty() && caseFiles.empty() && sample == 0)
    return reportError("nothing to simulate: give a kernel, --problem, --rows, "
                       "--cases or --sample");
  if (!kernelName.empty())
    return reportError("--kernel needs a kernel.mlir");
  std::string whyNot;
  FailureOr<TargetInfo> target = parseTarget(targetName, whyNot);
  if (failed(target))
    return reportError("--target: " + whyNot);
  CaseReader reader(
      context, *target,
      [](const llvm::Twine &message) { reportError(message); }, cover);
  if (!problems.empty())
    reader.add(llvm::to_vector_of<StringRef>(problems),
               llvm::to_vector_of<StringRef>(configs), "");
  for (const std::string &file : caseFiles)
    reader.addFile(file);
  if (reader.hasFailed())
    return 1;
  std::vector<Case> cases = reader.getCases();
  llvm::append_range(cases, sampleCases(*target, sample, seed));
  if (!list && !names)
    return finish(runCases(cases, target->chip, options));
  std::vector<std::string> kernels;
  if (names)
    kernels = getKernelNames(cases, target->chip, options.jobs);
  for (auto [index, each] : llvm::enumerate(cases)) {
    if (names)
      llvm::outs() << (kernels[index].empty() ? "no kernel" : kernels[index])
                   << " | ";
    llvm::outs() << each.fact.getText() << " | " << getBrief(each.config)
                 << "\n";
  }
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  if (seeds == 0 || sms == 0 || seeds > kMaxSeeds)
    return reportError("--sms must be at least 1, and --seeds from 1 to " +
                       llvm::Twine(kMaxSeeds));
  RunOptions options;
  if (!getRuns(options.runs))
    return 1;
  options.simulation.simulator.stepLimit = stepLimit;
  options.simulation.sms = sms;
  options.seed = seed;
  options.jobs =
      jobs ? unsigned(jobs) : std::max(1u, std::thread::hardware_concurrency());
  options.takeTurns = cover;
  options.time = showTime;
  options.quiet = quiet;
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  registerKernelFileDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  if (!readRowsFiles(context))
    return 1;
  int code =
      input.empty() ? runTexts(context, options) : runFile(context, options);
  if (llvm::Error error = flushStandardOutput())
    return reportError(llvm::toString(std::move(error)));
  return code;
}
