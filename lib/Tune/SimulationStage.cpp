//===- SimulationStage.cpp - Check a bundle in the simulator --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/SimulationStage.h"

#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Measure/Progress.h"
#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Simulation/ProblemData.h"
#include "mlir-autotune/Simulation/Reduction.h"
#include "mlir-autotune/Simulation/Simulation.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Tune/RecordsTable.h"
#include "mlir-autotune/Tuning/KernelCache.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

namespace {
/// A kernel of the bundle, which several candidates may share: problems that
/// differ in sizes alone do, and are often cut down to the same.
struct SharedKernel {
  std::once_flag once;
  std::unique_ptr<HostKernel> kernel;
  /// Why there is none.
  std::string error;
  /// Outcome and detail by the key of the problem that it ran on; guarded by
  /// the checker's mutex.
  std::map<std::string, std::pair<Outcome, std::string>> verdicts;
};

/// Hands out candidates to threads; each record is written by one of them.
class Checker {
public:
  Checker(const measure::Manifest &manifest,
          const SimulationStageOptions &options);

  /// One record a candidate that was asked for, in the manifest's order.
  /// Progress goes to `os`.
  std::vector<Record> run(llvm::raw_ostream &os);

private:
  void work(measure::Progress &progress);
  void check(MLIRContext &context, const measure::Candidate &candidate,
             Record &record);
  /// The kernel that a legal config makes, on a reduced problem.
  void checkKernel(MLIRContext &context, const measure::Candidate &candidate,
                   const Config &config, Record &record);
  /// The kernel's run in every schedule.
  void check(const HostKernel &kernel, const ProblemFact &reduced,
             Record &record);
  void checkOnce(SharedKernel &shared, const ProblemFact &reduced,
                 Record &record);

  const measure::Manifest &manifest;
  const SimulationStageOptions &options;
  DialectRegistry registry;
  std::vector<const measure::Candidate *> candidates;
  std::vector<Record> records;
  /// As the manifest's.
  std::vector<SharedKernel> kernels;
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  size_t done = 0;
};
} // namespace

Checker::Checker(const measure::Manifest &manifest,
                 const SimulationStageOptions &options)
    : manifest(manifest), options(options), kernels(manifest.kernels.size()) {
  registerKernelCompilerDialects(registry);
  for (const measure::Candidate &candidate : manifest.candidates)
    if (options.only.empty() ||
        llvm::is_contained(options.only, candidate.id) ||
        llvm::is_contained(options.only,
                           manifest.problems[candidate.problem].id))
      candidates.push_back(&candidate);
}

static void fail(Record &record, Outcome outcome, const Twine &detail) {
  record.outcome = outcome;
  record.detail = detail.str();
}

/// Why no target of the chip takes the config, or empty.
static std::string getWhyIllegal(const ProblemFact &fact, const Config &config,
                                 StringRef chip) {
  const KernelTemplate *kernelTemplate =
      lookupKernelTemplate(config.getTemplateName());
  std::string why = ("there is no target with the chip '" + chip + "'").str();
  for (const TargetInfo &target : getKnownTargets()) {
    if (target.chip != chip)
      continue;
    std::optional<Violation> violation =
        kernelTemplate->check(fact, target, config);
    if (!violation)
      return "";
    why = (violation->constraint + ": " + violation->message).str();
  }
  return why;
}

static Outcome getOutcome(const SimulationVerdict &verdict) {
  if (!verdict.refusal.empty())
    return Outcome::LaunchFailure;
  if (!verdict.report.ok())
    return Outcome::Finding;
  return verdict.wrongElements ? Outcome::WrongResult : Outcome::GuardTouched;
}

/// The key of a problem of rows is long, and only the rows are others.
static std::string describeRows(const RowsFact &fact, const RowsFact &reduced) {
  std::string all = std::to_string(fact.rows) + " rows";
  return reduced.rows == fact.rows
             ? "on all " + all
             : "on " + std::to_string(reduced.rows) + " of " + all;
}

void Checker::check(const HostKernel &kernel, const ProblemFact &reduced,
                    Record &record) {
  std::string key = reduced.getKey();
  auto data = SimulatedProblem::create(reduced, options.seed);
  if (!data)
    return fail(record, Outcome::Finding,
                kNotSimulated + llvm::toString(data.takeError()));
  for (sim::Schedule schedule : options.schedules) {
    SimulationOptions simulation;
    simulation.simulator.schedule = schedule;
    simulation.simulator.seed = options.seed;
    simulation.simulator.stepLimit = options.stepLimit;
    simulation.sms = getMultiprocessorsForSimulation(reduced, kernel.getABI());
    SimulationVerdict verdict = simulate(kernel, **data, simulation);
    if (!verdict.isRight())
      return fail(record, getOutcome(verdict),
                  key + ", " + sim::stringify(schedule) + ": " +
                      StringRef(verdict.str(kernel.getProgram())).rtrim());
  }
  record.outcome = Outcome::Checked;
  record.detail = "on " + key;
}

void Checker::check(MLIRContext &context, const measure::Candidate &candidate,
                    Record &record) {
  if (!candidate.kernel)
    return fail(record, Outcome::CompileFailure,
                candidate.failure + ": " + candidate.detail);
  record.estimateNs = candidate.estimateNs;
  const ProblemFact &fact = manifest.problems[candidate.problem].fact;
  std::string message = "it leaves parameters unset";
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  FailureOr<Config> config = Config::parse(record.config, &context);
  if (failed(config) || !config->isComplete())
    return fail(record, Outcome::Finding, "no config: " + message);
  std::string whyIllegal = getWhyIllegal(fact, *config, manifest.chip);
  if (!whyIllegal.empty())
    return fail(record, Outcome::Finding, "not legal: " + whyIllegal);
  checkKernel(context, candidate, *config, record);
}

void Checker::checkKernel(MLIRContext &context,
                          const measure::Candidate &candidate,
                          const Config &config, Record &record) {
  const ProblemFact &fact = manifest.problems[candidate.problem].fact;
  auto build = [&](const ProblemFact &of) {
    return buildKernelProgram(context, of, config, manifest.chip);
  };
  auto refuse = [&](const Twine &why) {
    fail(record, Outcome::Finding, kNotSimulated + why);
  };
  llvm::Expected<KernelProgram> program = build(fact);
  if (!program)
    return refuse(llvm::toString(program.takeError()));
  const std::string &function = manifest.kernels[*candidate.kernel].function;
  if (program->getName() != function)
    return fail(record, Outcome::Finding,
                "the manifest has the kernel " + function +
                    " for it, and the config makes " + program->getName());
  // A kernel of rows is made for its sizes.
  ProblemFact made = fact;
  if (fact.isRows()) {
    made = reduceForSimulation(fact, config, {});
    if (llvm::Error error = checkSimulable(made))
      return refuse(llvm::toString(std::move(error)));
  }
  SharedKernel &shared = kernels[*candidate.kernel];
  std::call_once(shared.once, [&] {
    auto kernel = HostKernel::create(context, made, config, manifest.chip);
    if (kernel)
      shared.kernel = std::move(*kernel);
    else
      shared.error = llvm::toString(kernel.takeError());
  });
  if (!shared.kernel)
    return refuse(shared.error);
  ProblemFact reduced =
      fact.isRows()
          ? made
          : reduceForSimulation(fact, config, shared.kernel->getABI());
  // What runs must be the kernel of what it runs on.
  llvm::Expected<KernelProgram> reducedProgram = build(reduced);
  if (!reducedProgram)
    return refuse(llvm::toString(reducedProgram.takeError()));
  if (reducedProgram->getName() != shared.kernel->getName() ||
      (fact.isRows() &&
       !differInSizesOnly(program->getModule(), reducedProgram->getModule())))
    return refuse(reduced.getKey() +
                  ", the reduced problem for the CPU, has another kernel");
  checkOnce(shared, reduced, record);
  if (fact.isRows() && record.outcome == Outcome::Checked)
    record.detail = describeRows(fact.getRows(), reduced.getRows());
}

/// Two threads may run the same at the same time, and come to the same.
void Checker::checkOnce(SharedKernel &shared, const ProblemFact &reduced,
                        Record &record) {
  std::string key = reduced.getKey();
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = shared.verdicts.find(key);
    if (found != shared.verdicts.end()) {
      std::tie(record.outcome, record.detail) = found->second;
      return;
    }
  }
  check(*shared.kernel, reduced, record);
  std::lock_guard<std::mutex> lock(mutex);
  shared.verdicts.emplace(key, std::pair(record.outcome, record.detail));
}

void Checker::work(measure::Progress &progress) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  for (size_t index; (index = next++) < candidates.size();) {
    check(context, *candidates[index], records[index]);
    const Record &record = records[index];
    std::lock_guard<std::mutex> lock(mutex);
    progress.update(++done, record.key);
    if (record.outcome != Outcome::Checked &&
        record.outcome != Outcome::CompileFailure)
      progress.say(record.candidate + ": " +
                   stringifyOutcome(record.outcome).str() + ": " +
                   record.detail);
  }
}

std::vector<Record> Checker::run(llvm::raw_ostream &os) {
  for (const measure::Candidate *candidate : candidates) {
    records.push_back(makeRecord(manifest, *candidate));
    records.back().device.name = "simulator";
  }
  measure::Progress progress(os, candidates.size(), options.quiet);
  unsigned jobs = options.jobs;
  if (jobs == 0)
    jobs = llvm::hardware_concurrency().compute_thread_count();
  std::vector<std::thread> threads;
  for (size_t i = 0; i < std::min<size_t>(jobs, candidates.size()); ++i)
    threads.emplace_back([&] { work(progress); });
  for (std::thread &thread : threads)
    thread.join();
  return std::move(records);
}

static llvm::Error writeAll(ArrayRef<Record> records,
                            measure::RecordWriter &writer) {
  for (const Record &record : records)
    if (llvm::Error error = writer.write(record))
      return error;
  return writer.commit();
}

/// The kernels in the bundle are those that this program emits.
static llvm::Error checkBuild(const measure::Manifest &manifest,
                              StringRef bundle) {
  if (manifest.build == getBuildId())
    return llvm::Error::success();
  return llvm::createStringError(
      bundle + ": was built by " +
      (manifest.build.empty() ? "a program that does not say which it is"
                              : "build " + manifest.build) +
      "; this is build " + getBuildId() +
      ", which may build other kernels: build the bundle again");
}

llvm::Expected<std::vector<Record>>
tune::checkBundle(StringRef bundle, const SimulationStageOptions &options,
                  const Messages &messages) {
  llvm::Expected<measure::Manifest> manifest = measure::readManifest(bundle);
  if (!manifest)
    return manifest.takeError();
  if (llvm::Error error = checkBuild(*manifest, bundle))
    return error;
  // Damage is told before the work.
  for (const measure::Kernel &kernel : manifest->kernels)
    if (llvm::Error error = measure::readKernelFile(bundle, kernel).takeError())
      return error;
  std::vector<Record> records =
      Checker(*manifest, options).run(messages.getStream());
  if (records.empty())
    return llvm::createStringError(bundle + ": has no candidate to check");
  return records;
}

llvm::Error tune::writeRecords(StringRef path, ArrayRef<Record> records) {
  llvm::Expected<measure::RecordWriter> writer =
      measure::RecordWriter::create(path.str());
  if (!writer)
    return writer.takeError();
  return writeAll(records, *writer);
}

llvm::Error tune::simulateBundle(StringRef bundle, StringRef output,
                                 const SimulationStageOptions &options,
                                 raw_ostream &tables, const Messages &messages,
                                 std::vector<Record> *kept) {
  // So is a place that can't be written to.
  llvm::Expected<measure::RecordWriter> writer =
      measure::RecordWriter::create(output.str());
  if (!writer)
    return writer.takeError();
  llvm::Expected<std::vector<Record>> records =
      checkBundle(bundle, options, messages);
  if (!records)
    return records.takeError();
  if (llvm::Error error = writeAll(*records, *writer))
    return error;
  tables << formatChecked(*records, options.top);
  tables.flush();
  bool isAnyRight = llvm::any_of(*records, [](const Record &record) {
    return record.outcome == Outcome::Checked;
  });
  if (kept)
    *kept = std::move(*records);
  if (isAnyRight)
    return llvm::Error::success();
  return llvm::createStringError("no candidate was right; " + output +
                                 " says why");
}

llvm::Expected<std::vector<sim::Schedule>>
tune::parseSchedules(StringRef text) {
  if (text == "all")
    return SimulationStageOptions().schedules;
  if (std::optional<sim::Schedule> schedule = sim::parseSchedule(text.str()))
    return std::vector<sim::Schedule>{*schedule};
  return llvm::createStringError(
      "--schedule: unknown schedule '" + text +
      "'; known are round-robin, random, adversarial, all");
}
