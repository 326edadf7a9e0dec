//===- RunCases.cpp - Every case in every schedule ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCases.h"

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simtool;

namespace {
using Clock = std::chrono::steady_clock;

double getSeconds(Clock::time_point since) {
  return std::chrono::duration<double>(Clock::now() - since).count();
}

/// What one case prints, and how it counts.
struct CaseResult {
  std::string text;
  Tally tally;
  bool isDone = false;
};

/// Prints results in the order of the cases, as soon as they are there.
class Printer {
public:
  explicit Printer(size_t count) : results(count) {}

  void finish(size_t index, CaseResult result) {
    std::lock_guard<std::mutex> lock(mutex);
    results[index] = std::move(result);
    results[index].isDone = true;
    for (; next < results.size() && results[next].isDone; ++next) {
      llvm::outs() << results[next].text;
      llvm::outs().flush();
      total.right += results[next].tally.right;
      total.wrong += results[next].tally.wrong;
      results[next].text.clear();
    }
  }
  Tally getTotal() const { return total; }

private:
  std::mutex mutex;
  std::vector<CaseResult> results;
  size_t next = 0;
  Tally total;
};
} // namespace

/// "random, seed 3": what replays a run.
static std::string describe(const Run &run) {
  std::string text = sim::stringify(run.schedule);
  if (run.schedule != sim::Schedule::RoundRobin)
    text += ", seed " + std::to_string(run.seed);
  return text;
}

static void print(CaseResult &result, const std::string &name, const Run &run,
                  const SimulationVerdict &verdict, StringRef program,
                  double seconds, const RunOptions &options) {
  bool isRight = verdict.isRight();
  ++(isRight ? result.tally.right : result.tally.wrong);
  if (isRight && options.quiet)
    return;
  llvm::raw_string_ostream os(result.text);
  os << (isRight ? "ok   " : "FAIL ") << name << " | " << describe(run);
  if (options.time)
    os << llvm::format(" | %.2f s, ", seconds) << verdict.report.steps
       << " steps";
  os << '\n';
  SmallVector<StringRef> lines;
  std::string text = verdict.str(program);
  StringRef(text).trim('\n').split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    os << "  " << line << '\n';
}

static void runAll(CaseResult &result, const std::string &name,
                   const HostKernel &kernel, const SimulatedProblem &problem,
                   ArrayRef<Run> runs, const RunOptions &options) {
  DiagnosisMemo memo;
  for (const Run &run : runs) {
    SimulationOptions simulation = options.simulation;
    simulation.simulator.schedule = run.schedule;
    simulation.simulator.seed = run.seed;
    auto start = Clock::now();
    SimulationVerdict verdict = simulate(kernel, problem, simulation, &memo);
    print(result, name, run, verdict, kernel.getProgram(), getSeconds(start),
          options);
  }
}

/// Those of a kernel's nth case of so many.
static ArrayRef<Run> getRuns(const RunOptions &options, size_t n,
                             size_t cases) {
  ArrayRef<Run> runs = options.runs;
  if (!options.takeTurns)
    return runs;
  return n + 1 == cases && cases < runs.size() ? runs.drop_front(n)
                                               : runs.slice(n % runs.size(), 1);
}

/// The cases of one kernel, by index: compiles it, runs them.
static void runGroup(ArrayRef<Case> cases, ArrayRef<size_t> indices,
                     StringRef chip, MLIRContext &context,
                     const RunOptions &options, Printer &printer) {
  const Case &first = cases[indices.front()];
  auto start = Clock::now();
  auto kernel = HostKernel::create(context, first.fact, first.config, chip);
  double compile = getSeconds(start);
  std::string error;
  if (!kernel)
    error = llvm::toString(kernel.takeError());
  for (auto [n, index] : llvm::enumerate(indices)) {
    const Case &one = cases[index];
    CaseResult result;
    // Other texts have the whole operation.
    std::string name =
        (one.fact.isMatmul() ? one.fact.getText() : one.fact.getKey()) + " | " +
        getBrief(one.config);
    if (options.time && index == indices.front() && error.empty()) {
      llvm::raw_string_ostream(result.text)
          << "     compiled " << (*kernel)->getName()
          << llvm::format(" in %.2f s\n", compile);
    }
    if (error.empty()) {
      auto problem = SimulatedProblem::create(one.fact, options.seed);
      if (problem)
        runAll(result, name, **kernel, **problem,
               getRuns(options, n, indices.size()), options);
      else
        error = llvm::toString(problem.takeError());
    }
    if (!error.empty()) {
      ++result.tally.wrong;
      result.text += "FAIL " + name + "\n  " + error + "\n";
    }
    printer.finish(index, std::move(result));
  }
}

/// Runs `work` in so many threads, each with a context of its own.
static void runInThreads(unsigned threads,
                         llvm::function_ref<void(MLIRContext &)> work) {
  auto run = [&] {
    DialectRegistry registry;
    registerKernelCompilerDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    work(context);
  };
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < threads; ++i)
    helpers.emplace_back(run);
  run();
  for (std::thread &helper : helpers)
    helper.join();
}

static unsigned countThreads(unsigned jobs, size_t tasks) {
  return std::max<size_t>(1, std::min<size_t>(jobs, tasks));
}

std::vector<std::string>
simtool::getKernelNames(ArrayRef<Case> cases, StringRef chip, unsigned jobs) {
  std::vector<std::string> names(cases.size());
  std::atomic<size_t> next{0};
  runInThreads(countThreads(jobs, cases.size()), [&](MLIRContext &context) {
    for (size_t index; (index = next++) < cases.size();) {
      const Case &one = cases[index];
      llvm::Expected<KernelProgram> program =
          buildKernelProgram(context, one.fact, one.config, chip);
      if (program)
        names[index] = program->getName();
      else
        llvm::consumeError(program.takeError());
    }
  });
  return names;
}

/// The indices of the cases of each kernel, in the order of their first ones. A
/// case whose program can't be built is alone.
static std::vector<SmallVector<size_t>>
groupByKernel(ArrayRef<Case> cases, StringRef chip, unsigned jobs) {
  // One case has a kernel of its own, whatever that is called.
  std::vector<std::string> names(1);
  if (cases.size() != 1)
    names = getKernelNames(cases, chip, jobs);
  std::vector<SmallVector<size_t>> groups;
  std::map<std::string, size_t> numbers;
  for (auto [index, name] : llvm::enumerate(names)) {
    size_t number = groups.size();
    // A kernel whose launch chooses the columns of a tile runs once for each.
    if (!name.empty())
      number = numbers
                   .try_emplace(
                       KernelProgram::getLaunchName(name, cases[index].config),
                       number)
                   .first->second;
    if (number == groups.size())
      groups.emplace_back();
    groups[number].push_back(index);
  }
  return groups;
}

Tally simtool::runCases(ArrayRef<Case> cases, StringRef chip,
                        const RunOptions &options) {
  std::vector<SmallVector<size_t>> groups =
      groupByKernel(cases, chip, options.jobs);
  // Many cases run side by side; the clusters of few do.
  unsigned threads = countThreads(options.jobs, groups.size());
  RunOptions each = options;
  each.simulation.simulator.jobs = std::max(1u, options.jobs / threads);
  Printer printer(cases.size());
  std::atomic<size_t> next{0};
  runInThreads(threads, [&](MLIRContext &context) {
    for (size_t index; (index = next++) < groups.size();)
      runGroup(cases, groups[index], chip, context, each, printer);
  });
  return printer.getTotal();
}

Tally simtool::runKernel(const HostKernel &kernel,
                         const SimulatedProblem &problem,
                         const RunOptions &options) {
  RunOptions each = options;
  each.simulation.simulator.jobs = options.jobs;
  CaseResult result;
  runAll(result, problem.getKey() + " | @" + kernel.getName(), kernel, problem,
         each.runs, each);
  llvm::outs() << result.text;
  return result.tally;
}
