//===- TuneCommand.cpp - autotune-bench tune ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildReport.h"
#include "Commands.h"
#include "TuneFlags.h"

#include "mlir-autotune/Measure/Progress.h"
#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Tune/DatabasePicks.h"
#include "mlir-autotune/Tune/MeasuringPool.h"
#include "mlir-autotune/Tune/PickStage.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/ReplayService.h"
#include "mlir-autotune/Tune/RunnerProcess.h"
#include "mlir-autotune/Tune/SimulationStage.h"
#include "mlir-autotune/Tune/Tuner.h"
#include "mlir-autotune/Tune/UnmeasuredPicks.h"
#include "mlir-autotune/Tuning/Bundle.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand
    tuneCommand("tune", "Build, run and pick: a tuned module from a module");
cl::SubCommand &tune::getTuneCommand() { return tuneCommand; }

static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("The tuned module; - is the standard output"),
           cl::sub(tuneCommand), cl::cat(getCategory()));
static TuneFlags flags(tuneCommand);

/// Lines of each matmul's table: the one at the end has the best.
static constexpr size_t kTop = 3;

/// What can be known to fail at the end, after all of the work, is told at the
/// beginning.
static llvm::Error checkArguments(const MeasureOptions &options) {
  if (llvm::Error error = flags.check())
    return error;
  bool isReplayed = flags.getReplayed().has_value();
  if (!flags.isSimulated() && !isReplayed)
    if (llvm::Error error = checkMeasuring(options))
      return error;
  if (!options.records.empty())
    if (llvm::Error error =
            checkRecordsPlace(options.records, output, "-o", "tune"))
      return error;
  if (!options.keepBundle.empty() && isReplayed)
    return llvm::createStringError(
        "--keep-bundle keeps kernels, and --device=replay builds none");
  if (!options.keepBundle.empty() && !flags.isSimulated())
    if (llvm::Error error = checkBundlePlace(options.keepBundle))
      return error;
  return output.empty() ? llvm::Error::success() : checkOutputFile(output);
}

//===----------------------------------------------------------------------===//
// Without measuring
//===----------------------------------------------------------------------===//

/// --require-complete: what the database has, for every matmul.
static int pickComplete(const BuildStageOptions &options) {
  PickOptions picking;
  picking.device = flags.getDeviceName().str();
  picking.requireComplete = true;
  std::optional<TargetInfo> target;
  if (!options.target.empty()) {
    llvm::Expected<TargetInfo> parsed = parseTargetOption(options.target);
    if (!parsed)
      return reportError(parsed.takeError());
    picking.target = &target.emplace(*parsed);
  }
  InputModule module(options.allowUnregistered);
  if (failed(module.parse(options.input)))
    return 1;
  return failed(pickFromDatabase(module, flags.getDatabase(), picking, output));
}

/// --effort=none.
static int tuneUnmeasured(BuildStageOptions options) {
  options.seedsOnly = true;
  options.measuresFusion = false;
  FailureOr<BuildStage> stage = readBuildInput(options, std::nullopt);
  if (failed(stage))
    return 1;
  return failed(writeUnmeasuredPicks(*stage, symbolizeSpaceLevel(options.space),
                                     output, flags.isExplained(),
                                     getTableStream(output)));
}

//===----------------------------------------------------------------------===//
// In the simulator
//===----------------------------------------------------------------------===//

/// Checks all candidates, and picks by their estimates.
static int tuneSimulated(BuildStageOptions options,
                         const MeasureOptions &measuring) {
  options.measuresFusion = false;
  Workspace workspace;
  if (llvm::Error error = workspace.create(measuring))
    return reportError(std::move(error));
  raw_ostream &tables = getTableStream(output);
  FailureOr<BuildStage> stage =
      buildBundle(options, std::nullopt, workspace.getBundle(), tables);
  SimulationStageOptions simulation;
  simulation.quiet = options.quiet;
  simulation.top = kTop;
  if (failed(stage) ||
      failed(simulateBundle(workspace.getBundle(), workspace.getRecords(),
                            simulation, tables)))
    return 1;
  RecordsByKey dependent;
  llvm::Expected<RecordsByKey> records = readRecords(
      workspace.getRecords(), reportWarning, /*others=*/nullptr, &dependent);
  if (!records)
    return reportError(records.takeError());
  PickOptions picking;
  picking.target = &stage->target;
  if (stage->module &&
      failed(pickBest(*stage->module, *records, dependent, picking, output)))
    return 1;
  workspace.setDone();
  return 0;
}

//===----------------------------------------------------------------------===//
// On a device, or on what one has told
//===----------------------------------------------------------------------===//

namespace {
/// What a run leaves behind.
struct TunedModule {
  std::vector<TuningProblem> problems;
  BuildResult built;
  RecordsByKey records, dependent;
  /// One a matmul.
  std::string tables;
};
} // namespace

static llvm::Error writeRecords(StringRef path,
                                ArrayRef<std::vector<measure::Record>> all) {
  llvm::Expected<measure::RecordWriter> writer =
      measure::RecordWriter::create(path.str());
  if (!writer)
    return writer.takeError();
  for (const std::vector<measure::Record> &records : all)
    for (const measure::Record &record : records)
      if (llvm::Error error = writer->write(record))
        return error;
  return writer->commit();
}

/// How many candidates the progress is of.
static size_t countTrials(ArrayRef<TuningProblem> problems, size_t trials) {
  size_t total = 0;
  for (const TuningProblem &problem : problems)
    total += problem.isClosed || trials == 0
                 ? problem.candidates.size()
                 : std::max(trials, problem.numNamed);
  return total;
}

/// Measures all that the settings ask for. What came of it is in `tuned`, as
/// far as it came, and the records are in the workspace.
static LogicalResult search(const BuildStageOptions &options,
                            const BuildStage &stage, TuneStore &store,
                            MeasuringService &service,
                            measure::Progress *&shown,
                            const Workspace &workspace, TunedModule &tuned) {
  std::optional<BuildAhead> builder;
  if (service.needsKernels()) {
    llvm::Expected<Ptxas> ptxas = Ptxas::find();
    if (!ptxas)
      return reportError(ptxas.takeError()), failure();
    const llvm::json::Object &device = service.getDeviceInfo();
    store.begin({device.getString("name").value_or("").str(),
                 device.getString("driver").value_or("").str(),
                 stage.target.name,
                 ("LLVM " LLVM_VERSION_STRING "; ptxas " + ptxas->getIdentity())
                     .str()});
    builder.emplace(stage.target, *ptxas, openKernelCache(options),
                    options.jobs);
  }
  TuneContext context{flags.getSettings(),           stage.target, service,
                      builder ? &*builder : nullptr, store,        {}};
  size_t done = 0,
         total = countTrials(stage.problems, context.settings.effort.trials);
  measure::Progress progress(total, options.quiet);
  shown = &progress;
  context.progress = [&](size_t count) {
    done = std::min(done + count, total);
    progress.update(done, "measured");
  };
  std::vector<std::vector<measure::Record>> all;
  auto keep = [&](TunedMatmul matmul) {
    std::string key = matmul.problem.fact.getKey();
    if (!options.quiet)
      tuned.tables +=
          measure::formatTable(key, matmul.records, kTop, getBriefName) + "\n";
    for (const measure::Record &record : matmul.records)
      addRecord(
          (hasDependentLaunch(record) ? tuned.dependent : tuned.records)[key],
          record);
    all.push_back(std::move(matmul.records));
    tuned.problems.push_back(std::move(matmul.problem));
  };
  llvm::Error error =
      tuneAll(context, stage.problems, keep,
              [&](const Twine &line) { progress.say(line.str()); });
  shown = nullptr;
  if (builder)
    tuned.built = builder->finish();
  // An error is told last, and costs no record.
  llvm::Error written = writeRecords(workspace.getRecords(), all);
  if (error || written)
    return reportError(llvm::joinErrors(std::move(error), std::move(written))),
           failure();
  return success();
}

/// What answers, by --device.
static llvm::Expected<std::unique_ptr<MeasuringService>>
openService(const MeasureOptions &measuring,
            std::function<void(StringRef)> note) {
  if (std::optional<std::vector<std::string>> files = flags.getReplayed())
    return createReplayService(*files, flags.getDeviceName(), reportWarning);
  return openMeasuringService(measuring, flags.getNumWorkers(),
                              std::move(note));
}

static int tuneMeasured(BuildStageOptions options,
                        const MeasureOptions &measuring) {
  // What is replayed is no measurement of this day.
  llvm::Expected<TuneStore> store = TuneStore::open(
      flags.getReplayed() ? "none" : flags.getDatabase(), reportWarning);
  if (!store)
    return reportError(store.takeError());
  // While there is one, notes go around it.
  measure::Progress *progress = nullptr;
  auto note = [&](StringRef text) {
    if (progress)
      progress->say(text);
    else if (!options.quiet)
      llvm::errs() << text << "\n";
  };
  llvm::Expected<std::unique_ptr<MeasuringService>> service =
      openService(measuring, note);
  if (!service)
    return reportError(service.takeError());
  llvm::Expected<TargetInfo> target =
      options.target.empty() ? readDeviceTarget((*service)->getDeviceInfo())
                             : parseTargetOption(options.target);
  if (!target)
    return reportError("can't tell what " + measuring.device +
                       " is: " + llvm::toString(target.takeError()));
  Workspace workspace;
  if (llvm::Error error = workspace.create(measuring))
    return reportError(std::move(error));
  options.seedsOnly = true;
  FailureOr<BuildStage> stage = readBuildInput(options, *target);
  TunedModule tuned;
  if (failed(stage))
    return 1;
  LogicalResult searched =
      search(options, *stage, *store, **service, progress, workspace, tuned);
  raw_ostream &tables = getTableStream(output);
  if (!tuned.built.cacheError.empty())
    reportWarning("kernels are not kept in the cache: " +
                  tuned.built.cacheError);
  if (!tuned.built.kernels.empty())
    tables << formatSummary(tuned.problems, tuned.built, stage->target,
                            !measuring.keepBundle.empty()
                                ? StringRef(measuring.keepBundle)
                            : stage->module ? StringRef(options.input)
                                            : StringRef(options.shapes));
  tables << tuned.tables;
  tables.flush();
  if (failed(searched))
    return 1;
  bool hasKernel = llvm::any_of(
      tuned.built.kernels, [](const auto &kernel) { return !kernel.failure; });
  if (hasKernel && !measuring.keepBundle.empty())
    if (llvm::Error error = writeBundle(measuring.keepBundle, tuned.problems,
                                        tuned.built.kernels, stage->target))
      return reportError(std::move(error));
  PickOptions picking;
  picking.target = &stage->target;
  if (stage->module && failed(pickBest(*stage->module, tuned.records,
                                       tuned.dependent, picking, output)))
    return 1;
  workspace.setDone();
  return 0;
}

int tune::runTune() {
  BuildStageOptions options = flags.getBuild();
  MeasureOptions measuring = flags.getMeasuring();
  measuring.quiet = options.quiet;
  if (options.input.empty() == options.shapes.empty())
    return reportError("tune takes a module or --shapes=FILE; see "
                       "autotune-bench tune --help");
  if (output.empty() == options.shapes.empty())
    return reportError(output.empty() ? "no output given: -o FILE"
                                      : "--shapes=FILE has no module that -o "
                                        "could be");
  if (llvm::Error error = checkArguments(measuring))
    return reportError(std::move(error));
  if (flags.isCompleteRequired())
    return pickComplete(options);
  if (flags.isSimulated())
    return tuneSimulated(options, measuring);
  if (flags.getPreset() == EffortPreset::None)
    return tuneUnmeasured(std::move(options));
  return tuneMeasured(std::move(options), measuring);
}
