//===- MeasuredSearch.cpp - A module tuned by measured times --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredSearch.h"
#include "BuildReport.h"
#include "PlanPicks.h"
#include "RowsStage.h"

#include "mlir-autotune/Measure/Progress.h"
#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Tune/MeasuringPool.h"
#include "mlir-autotune/Tune/PickStage.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/ReplayService.h"
#include "mlir-autotune/Tune/RunnerProcess.h"
#include "mlir-autotune/Tune/Tuner.h"
#include "mlir-autotune/Tuning/Bundle.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

namespace {
/// What a run leaves behind.
struct TunedModule {
  std::vector<TuningProblem> problems;
  BuildResult built;
  RecordsByKey records, dependent, libraries;
  /// A table for each problem.
  std::string tables;
};

/// One run, from the services to the picks.
class MeasuredSearch {
public:
  MeasuredSearch(const TuneOptions &options, const Messages &messages)
      : options(options), building(options.build), messages(messages) {}

  llvm::Error run(raw_ostream &tables) {
    llvm::Error error = work(tables);
    return workspace.close(std::move(error));
  }

private:
  llvm::Error work(raw_ostream &tables);
  llvm::Error open();
  llvm::Expected<std::unique_ptr<MeasuringService>> openService();
  void note(StringRef text);
  using Tune = llvm::function_ref<llvm::Error(ArrayRef<TuningProblem>)>;
  using Strategy = llvm::function_ref<llvm::Error(TuneContext &, Tune)>;
  /// Tunes what `run` hands out, of `total` candidates.
  llvm::Error search(const TuneSettings &settings, size_t total, Strategy run);
  llvm::Error searchMatmuls();
  llvm::Error searchRows(bool hasMatmuls, raw_ostream &tables);
  void keep(TunedMatmul matmul);
  void report(raw_ostream &tables) const;
  llvm::Error keepBundle() const;

  const TuneOptions &options;
  Stopwatch watch;
  BuildStageOptions building;
  const Messages &messages;
  Workspace workspace;
  std::optional<TuneStore> store;
  std::unique_ptr<MeasuringService> service;
  std::optional<BuildStage> stage;
  TunedModule tuned;
  /// The records of each problem, as they are written.
  std::vector<std::vector<measure::Record>> all;
  /// Problems and candidates so far.
  size_t numTuned = 0, numCandidates = 0;
  /// While there is one, notes go around it.
  measure::Progress *progress = nullptr;
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

/// Rounds of measurements for one plan, so that a fault can't make them
/// endless.
static constexpr size_t kMostRounds = 8;
/// Of the budget, what is for matmuls if problems of rows are tuned, too.
static constexpr double kMatmulsShare = 0.75;
/// Candidates of a problem of rows, and the seconds that more than few take.
static constexpr size_t kRowCandidates = 24, kFewRowCandidates = 8;
static constexpr double kRowSeconds = 1.2;

static bool isTimeOver(const TuneContext &context) {
  double budget = context.settings.budget;
  return budget > 0 && context.watch.getSeconds() >= budget;
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

void MeasuredSearch::note(StringRef text) {
  if (progress)
    progress->say(text);
  else if (!building.quiet)
    messages.getStream() << text << "\n";
}

/// What answers, by the device.
llvm::Expected<std::unique_ptr<MeasuringService>>
MeasuredSearch::openService() {
  if (auto files = parseReplayDevice(options.measuring.device))
    return createReplayService(*files, options.deviceName,
                               [&](const Twine &text) { messages.warn(text); });
  return openMeasuringService(options.measuring, options.numWorkers,
                              [this](StringRef text) { note(text); });
}

/// All that is needed before something is measured.
llvm::Error MeasuredSearch::open() {
  // What is replayed is no measurement of this day.
  bool isReplayed = parseReplayDevice(options.measuring.device).has_value();
  llvm::Expected<TuneStore> opened = TuneStore::open(
      isReplayed ? "none" : StringRef(options.database),
      [messages = messages](const Twine &text) { messages.warn(text); });
  if (!opened)
    return opened.takeError();
  store.emplace(std::move(*opened));
  llvm::Expected<std::unique_ptr<MeasuringService>> answering = openService();
  if (!answering)
    return answering.takeError();
  service = std::move(*answering);
  llvm::Expected<TargetInfo> target =
      building.target.empty() ? readDeviceTarget(service->getDeviceInfo())
                              : parseTargetOption(building.target);
  if (!target)
    return llvm::createStringError("can't identify " +
                                   options.measuring.device + ": " +
                                   llvm::toString(target.takeError()));
  if (llvm::Error error = workspace.create(options.measuring))
    return error;
  building.seedsOnly = true;
  building.mayLackMatmuls = options.tunesRows;
  if (options.planConfigs > 1)
    building.plans.emplace().maxConfigs = options.planConfigs;
  llvm::Expected<BuildStage> read = readBuildInput(building, *target, messages);
  if (!read)
    return read.takeError();
  stage.emplace(std::move(*read));
  return llvm::Error::success();
}

/// Measures all that the settings ask for. What came of it is in `tuned`, as
/// far as it came, and the records are in the workspace.
llvm::Error MeasuredSearch::search(const TuneSettings &settings, size_t total,
                                   Strategy run) {
  std::optional<BuildAhead> builder;
  if (service->needsKernels()) {
    llvm::Expected<Ptxas> ptxas = Ptxas::find();
    if (!ptxas)
      return ptxas.takeError();
    const llvm::json::Object &device = service->getDeviceInfo();
    store->begin(
        {device.getString("name").value_or("").str(),
         device.getString("driver").value_or("").str(), stage->target.name,
         ("LLVM " LLVM_VERSION_STRING "; ptxas " + ptxas->getIdentity())
             .str()});
    builder.emplace(stage->target, *ptxas, openKernelCache(building),
                    building.jobs);
  }
  TuneContext context{settings, stage->target,
                      *service, builder ? &*builder : nullptr,
                      *store,   {},
                      numTuned, numCandidates,
                      watch};
  size_t done = 0;
  measure::Progress shown(messages.getStream(), total, building.quiet);
  progress = &shown;
  context.progress = [&](size_t count) {
    done = std::min(done + count, total);
    shown.update(done, "measured");
  };
  auto tune = [&](ArrayRef<TuningProblem> problems) {
    for (const TuningProblem &sample : problems)
      if (sample.isSample) {
        total += sample.candidates.size();
        shown.addToTotal(sample.candidates.size());
      }
    return tuneAll(
        context, problems, [&](TunedMatmul matmul) { keep(std::move(matmul)); },
        [&](const Twine &line) { shown.say(line.str()); });
  };
  size_t numBefore = tuned.problems.size();
  llvm::Error error = run(context, tune);
  progress = nullptr;
  numTuned = context.numMatmuls;
  numCandidates = context.numCandidates;
  if (builder)
    appendBuild(tuned.built, builder->finish(),
                MutableArrayRef(tuned.problems).drop_front(numBefore));
  // An error is told last, and costs no record.
  return llvm::joinErrors(std::move(error),
                          writeRecords(workspace.getRecords(), all));
}

void MeasuredSearch::keep(TunedMatmul matmul) {
  std::string key = matmul.problem.fact.getKey();
  if (!building.quiet)
    tuned.tables +=
        measure::formatTable(key, matmul.records, kTuneTop, getBriefName) +
        "\n";
  for (const measure::Record &record : matmul.records) {
    RecordsByKey &into = !record.library.empty()      ? tuned.libraries
                         : hasDependentLaunch(record) ? tuned.dependent
                                                      : tuned.records;
    addRecord(into[key], record);
  }
  all.push_back(std::move(matmul.records));
  // Another round for a sample adds candidates to it.
  auto same = llvm::find_if(tuned.problems, [&](const auto &problem) {
    return problem.isSample && problem.fact == matmul.problem.fact;
  });
  if (same == tuned.problems.end())
    tuned.problems.push_back(std::move(matmul.problem));
  else
    llvm::append_range(same->candidates, matmul.problem.candidates);
}

llvm::Error MeasuredSearch::searchMatmuls() {
  TuneSettings settings = options.settings;
  if (options.tunesRows)
    settings.budget *= kMatmulsShare;
  StringRef device = service->getDeviceInfo().getString("name").value_or("");
  auto run = [&](TuneContext &context, Tune tune) -> llvm::Error {
    llvm::Error error = tune(stage->problems);
    for (PlannedProblem &planned : stage->planned) {
      std::vector<TuningProblem> samples = std::move(planned.first);
      // One sample is measured in any case.
      for (size_t round = 0; round < kMostRounds && !samples.empty() && !error;
           ++round) {
        if (round > 0 && isTimeOver(context))
          break;
        error = tune(samples);
        samples =
            makeSamples(planned, stage->target, stage->candidates,
                        getPlanMeasurements(planned.fact, planned.expected,
                                            tuned.records, device));
      }
    }
    return error;
  };
  return search(settings, countTrials(stage->problems, settings.effort.trials),
                run);
}

/// Of the module with the picks of its matmuls.
llvm::Error MeasuredSearch::searchRows(bool hasMatmuls, raw_ostream &tables) {
  bool isQuick = options.preset == EffortPreset::Quick;
  llvm::Expected<std::vector<TuningProblem>> rows =
      findRows(stage->module->getModule(), stage->target,
               isQuick ? SpaceLevel::Quick : SpaceLevel::Default,
               isQuick ? kFewRowCandidates : kRowCandidates);
  if (!rows)
    return rows.takeError();
  TuneSettings settings = options.settings;
  double left = settings.budget - watch.getSeconds();
  if (settings.budget > 0 && left < kRowSeconds * double(rows->size())) {
    keepFirstCandidates(*rows, kFewRowCandidates);
    settings.effort = getEffort(EffortPreset::Quick);
  }
  if (rows->empty() && hasMatmuls)
    return llvm::Error::success();
  if (rows->empty())
    return makeNothingToTune(building.input);
  settings.effort.useBaseline = false;
  size_t total = 0;
  for (const TuningProblem &problem : *rows)
    total += problem.candidates.size();
  tuned.tables.clear();
  llvm::Error error = search(
      settings, total, [&](TuneContext &, Tune tune) { return tune(*rows); });
  tables << tuned.tables;
  if (error)
    return error;
  size_t count = applyRowPicks(stage->module->getModule(), stage->target, *rows,
                               tuned.records);
  if (llvm::Error error = stage->module->write(options.output))
    return error;
  tables << options.output << ": " << count << " of " << rows->size()
         << " problems of rows have a measured config\n";
  tables.flush();
  return llvm::Error::success();
}

void MeasuredSearch::report(raw_ostream &tables) const {
  if (!tuned.built.cacheError.empty())
    messages.warn("kernels are not kept in the cache: " +
                  tuned.built.cacheError);
  if (!tuned.built.kernels.empty())
    tables << formatSummary(tuned.problems, tuned.built, stage->target,
                            !options.measuring.keepBundle.empty()
                                ? StringRef(options.measuring.keepBundle)
                            : stage->module ? StringRef(building.input)
                                            : StringRef(building.shapes));
  tables << tuned.tables;
  tables.flush();
}

llvm::Error MeasuredSearch::keepBundle() const {
  bool hasKernel = llvm::any_of(
      tuned.built.kernels, [](const auto &kernel) { return !kernel.failure; });
  if (!hasKernel || options.measuring.keepBundle.empty())
    return llvm::Error::success();
  return writeBundle(options.measuring.keepBundle, tuned.problems,
                     tuned.built.kernels, stage->target);
}

llvm::Error MeasuredSearch::work(raw_ostream &tables) {
  if (llvm::Error error = open())
    return error;
  bool hasMatmuls = !stage->problems.empty() || !stage->planned.empty();
  llvm::Error error = hasMatmuls ? searchMatmuls() : llvm::Error::success();
  report(tables);
  if (error)
    return error;
  if (llvm::Error error = keepBundle())
    return error;
  PickOptions picking;
  picking.target = &stage->target;
  picking.plans.maxConfigs = options.planConfigs;
  picking.sizes = options.build.sizes;
  picking.libraries = &tuned.libraries;
  picking.allowedLibraries = options.settings.allowedLibraries;
  if (!stage->module)
    return llvm::Error::success();
  if (hasMatmuls)
    if (llvm::Error error =
            pickBest(*stage->module, tuned.records, tuned.dependent, picking,
                     options.output, tables, messages))
      return error;
  return options.tunesRows ? searchRows(hasMatmuls, tables)
                           : llvm::Error::success();
}

llvm::Error tune::tuneMeasured(const TuneOptions &options, raw_ostream &tables,
                               const Messages &messages) {
  return MeasuredSearch(options, messages).run(tables);
}
