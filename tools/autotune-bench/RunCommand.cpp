//===- RunCommand.cpp - autotune-bench run --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Tune/RunnerProcess.h"
#include "mlir-autotune/Tune/SimulationStage.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand
    runCommand("run",
               "Check and time a bundle on a GPU, with the options of "
               "autotune-runner; with --device=sim, check it in the simulator");
cl::SubCommand &bench::getRunCommand() { return runCommand; }

static SimulationStageOptions options;
static cl::opt<std::string> bundle(cl::Positional, cl::desc("bundle"),
                                   cl::sub(runCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("The file to write records to; - is the standard output"),
           cl::sub(runCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    device("device", cl::value_desc("sim"),
           cl::desc("Check in the simulator instead of on a GPU. The other "
                    "options listed here then apply"),
           cl::sub(runCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    schedule("schedule", cl::value_desc("name"), cl::init("all"),
             cl::desc("The order in which threads run: round-robin, random, "
                      "adversarial or all (default: all)"),
             cl::sub(runCommand), cl::cat(getCategory()));
static Flag<uint64_t> seed(
    runCommand, options.seed, "seed", cl::value_desc("N"),
    cl::desc(
        "The seed of the schedules and of the matrices' values (default: 0)"));
static Flag<uint64_t>
    stepLimit(runCommand, options.stepLimit, "step-limit", cl::value_desc("N"),
              cl::desc("How many switches between a cluster's threads before "
                       "the kernel counts as endless"));
static ListFlag
    only(runCommand, options.only, "only", cl::value_desc("id,..."),
         cl::CommaSeparated,
         cl::desc("Check only these candidates or problems (default: all)"));
static Flag<unsigned> jobs(runCommand, options.jobs, "jobs",
                           cl::value_desc("N"),
                           cl::desc("How many candidates are checked at once "
                                    "(default: one for each core)"));
static Flag<unsigned>
    top(runCommand, options.top, "top", cl::value_desc("N"),
        cl::desc("Lines of each matmul's table (default: 10)"));
static Flag<bool> quiet(runCommand, options.quiet, "quiet",
                        cl::desc("Print no progress"));

bool bench::isSimulated(llvm::ArrayRef<StringRef> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    argument.consume_front("-");
    if (!argument.consume_front("-device"))
      continue;
    if (argument.consume_front("=")
            ? argument == kSimulatorName
            : i + 1 < arguments.size() && arguments[i + 1] == kSimulatorName)
      return true;
  }
  return false;
}

int bench::runSimulated() {
  if (bundle.empty() || output.empty())
    return reportError("run takes a bundle and -o FILE");
  llvm::Expected<std::vector<sim::Schedule>> schedules =
      parseSchedules(schedule);
  if (!schedules)
    return reportError(schedules.takeError());
  options.schedules = std::move(*schedules);
  return toExitCode(simulateBundle(bundle, output, options,
                                   getTableStream(output), getMessages()));
}

int bench::runRun(llvm::ArrayRef<StringRef> arguments) {
  std::string path;
  std::vector<std::string> forwarded;
  for (StringRef argument : arguments)
    if (argument.consume_front("--runner="))
      path = argument.str();
    else
      forwarded.push_back(argument.str());
  llvm::Expected<std::string> runner = findRunner(path);
  if (!runner)
    return reportError(runner.takeError());
  llvm::Expected<int> code = spawnRunner(*runner, forwarded);
  if (!code)
    return reportError(code.takeError());
  if (llvm::is_contained(forwarded, "--help"))
    llvm::outs() << "\nWith --device=sim, in the simulator: --schedule=NAME, "
                    "--seed=N, --step-limit=N,\n--only, --jobs=N, --top=N, "
                    "--quiet (--device=sim --help describes them)\n";
  return *code;
}
