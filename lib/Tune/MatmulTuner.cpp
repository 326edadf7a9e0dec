//===- MatmulTuner.cpp - The search for one matmul's config ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/MatmulTuner.h"

#include "EarlyStop.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/Estimate.h"
#include "mlir-autotune/Tune/BuildStage.h"
#include "mlir-autotune/Tune/RecordsFile.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

/// Candidates that are proposed, built and measured at a time: as many as the
/// runner measures between two looks at its yardstick.
static constexpr size_t kBatch = 8;
/// Of the trials, the seeds' part where they are more than half of them. It
/// costs nothing where the model is right, and finds what it thinks too little
/// of: 1000 x 1000 x 1000 by clusters of four.
static constexpr size_t kSeedsPart = 4;

static bool isGood(const std::optional<Record> &record) {
  return record && record->outcome == Outcome::Ok && record->timeNs > 0;
}

TuneEffort tune::getSampleEffort(const TuneEffort &effort) {
  TuneEffort brief = effort;
  brief.useBaseline = false;
  brief.first.replays = 2;
  brief.first.replayNs = 5e5;
  brief.longer.reset();
  brief.finals.finalists = INT64_MAX;
  brief.finals.rounds = measure::FinalEffort::kMinRounds;
  brief.finals.replayNs = 1e6;
  brief.finals.turns = 0;
  brief.maxPasses = 1;
  return brief;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

MatmulTuner::MatmulTuner(TuneContext &context, const TuningProblem &problem,
                         size_t number)
    : context(context), service(&context.service), problem(problem),
      effort(problem.isSample ? getSampleEffort(context.settings.effort)
                              : context.settings.effort),
      id("p" + std::to_string(number)), limit(problem.candidates.size()) {
  const TuneSettings &settings = context.settings;
  addLibraries();
  if (problem.isClosed)
    return;
  limit =
      effort.trials == 0 ? SIZE_MAX : std::max(effort.trials, problem.numNamed);
  if (settings.space)
    space = getSearchSpace(problem.fact, context.target, *settings.space);
  SearchProblem search{problem.fact, context.target, {}, space};
  for (const TuningCandidate &candidate : problem.candidates) {
    ProposedConfig &seed =
        search.seeds.emplace_back(ProposedConfig{candidate.config, {}});
    for (const std::string &name : candidate.heuristics)
      seed.heuristics.push_back(name);
  }
  search.numNamed = problem.numNamed;
  trust = CostModel::get().getTrust(problem.fact, context.target);
  search.trustsPredictions = trust > 0;
  search.predict = [this](ArrayRef<Config> configs) {
    return predict(configs);
  };
  if (limit != SIZE_MAX)
    search.maxProposals = limit;
  // All seeds are measured where that leaves half of the trials to the search.
  if (limit < 2 * search.seeds.size())
    search.numKept = limit / kSeedsPart;
  strategy =
      createSearchStrategy(settings.search, std::move(search), settings.seed);
  if (settings.numSampled == 0 || !settings.space)
    return;
  ProposeOptions options;
  options.space = settings.space;
  // The first is a heuristic's, and no draw of the model's.
  options.maxCandidates = 1;
  options.predictsSeeds = false;
  options.numSampled = settings.numSampled;
  for (const ProposedConfig &drawn :
       propose(problem.fact, context.target, options).candidates)
    if (drawn.heuristics.empty())
      sampled.push_back(drawn.config);
}

TuningCandidate MatmulTuner::makeCandidate(const Config &config) const {
  auto seed = llvm::find_if(problem.candidates, [&](const auto &candidate) {
    return candidate.config == config;
  });
  if (seed != problem.candidates.end())
    return *seed;
  TuningCandidate candidate{config, {}, "", 0, std::nullopt};
  candidate.estimateNs = estimateTime(problem.fact, context.target, config);
  return candidate;
}

std::vector<TuningCandidate> MatmulTuner::proposeBatch() {
  TuningProblem batch{problem.fact, 1, {}};
  size_t count = std::min(kBatch, limit - numProposed);
  if (!isFirst && isSlow())
    count = 0;
  if (!strategy) {
    // Few, and asked for: all at once.
    if (numProposed == 0)
      batch.candidates = problem.candidates;
  } else if (count > 0) {
    isSearchOver |= !isGainLeft();
    if (!isSearchOver)
      for (const Config &config : strategy->propose(count)) {
        proposed.insert(config);
        batch.candidates.push_back(makeCandidate(config));
      }
    else
      // The model may know better than to go on, but no seed is dropped.
      for (const TuningCandidate &seed : problem.candidates)
        if (batch.candidates.size() < count &&
            proposed.insert(seed.config).second)
          batch.candidates.push_back(seed);
  }
  numProposed += batch.candidates.size();
  // Who wants samples wants them whatever gain they bring.
  areSamples = batch.candidates.empty();
  if (areSamples) {
    for (; nextSampled < sampled.size() && batch.candidates.size() < kBatch;
         ++nextSampled)
      if (proposed.insert(sampled[nextSampled]).second)
        batch.candidates.push_back(makeCandidate(sampled[nextSampled]));
  }
  if (context.settings.dependentLaunch)
    addDependentLaunches(batch);
  return std::move(batch.candidates);
}

bool MatmulTuner::isSlow() const {
  double fastestNs = 0;
  for (const Entry &entry : entries)
    if (isGood(entry.record) &&
        (fastestNs == 0 || entry.record->timeNs < fastestNs))
      fastestNs = entry.record->timeNs;
  return fastestNs > effort.slowestNs;
}

void MatmulTuner::buildNext() {
  if (isBuilding() || isOver)
    return;
  std::vector<TuningCandidate> batch = proposeBatch();
  if (batch.empty())
    return;
  building = context.builder
                 ? context.builder->submit(problem.fact, std::move(batch))
                 : BuildAhead::submitUnbuilt(std::move(batch));
}

bool MatmulTuner::isGainLeft() {
  // Who wants all of the space measured gets it.
  if (context.settings.search == "exhaustive" || space.empty() ||
      entries.size() < problem.numNamed)
    return true;
  DenseSet<Config> seen;
  std::vector<TimedPrediction> measured;
  for (const Entry &entry : entries) {
    const Config &config = entry.candidate.config;
    seen.insert(config);
    if (isGood(entry.record))
      measured.push_back({getComparableNs(*entry.record), entry.record->spread,
                          predict(config).front()});
  }
  // To predict a space takes a while, and few times say nothing.
  if (measured.size() < kMinToStop)
    return true;
  if (ordered.empty()) {
    ordered = space;
    for (const TuningCandidate &seed : problem.candidates)
      if (seed.whyIllegal.empty())
        ordered.push_back(seed.config);
    predict(ordered);
    llvm::sort(ordered, [&](const Config &a, const Config &b) {
      return predicted.lookup(a) < predicted.lookup(b);
    });
  }
  auto left = llvm::find_if(
      ordered, [&](const Config &config) { return !seen.contains(config); });
  return left == ordered.end() ||
         tune::isGainLeft(measured, predicted.lookup(*left));
}

SmallVector<double> MatmulTuner::predict(ArrayRef<Config> configs) {
  std::vector<Config> unknown;
  for (const Config &config : configs)
    if (!predicted.contains(config))
      unknown.push_back(config);
  for (auto [config, prediction] : llvm::zip_equal(
           unknown, CostModel::get().predict(problem.fact, context.target,
                                             unknown, trust)))
    predicted[config] = prediction.timeNs;
  SmallVector<double> times;
  for (const Config &config : configs)
    times.push_back(predicted.lookup(config));
  return times;
}

StoredCandidate MatmulTuner::getStored(const Entry &entry) const {
  return {&problem.fact, &entry.candidate.config,
          entry.kernel ? StringRef(entry.kernel->checksum) : StringRef(),
          entry.kernel ? StringRef(entry.kernel->kernel.name) : StringRef()};
}

void MatmulTuner::fail(Entry &entry, Outcome outcome,
                       const llvm::Twine &detail) {
  Record record;
  record.outcome = outcome;
  record.detail = detail.str();
  record.date = measure::getDate();
  const llvm::json::Object &device = service->getDeviceInfo();
  record.device.name = device.getString("name").value_or("").str();
  record.device.driver = device.getString("driver").value_or("").str();
  adopt(entry, std::move(record), /*isFinal=*/false);
}

/// What an earlier run, or another candidate, called otherwise.
void MatmulTuner::adopt(Entry &entry, Record record, bool isFinal) {
  record.candidate = entry.id;
  record.problem = id;
  record.key = problem.fact.getKey();
  record.config = entry.candidate.config.str();
  record.heuristics.assign(entry.candidate.heuristics.begin(),
                           entry.candidate.heuristics.end());
  record.rank = entry.rank;
  record.final = isFinal && record.outcome == Outcome::Ok;
  if (baselineNs == 0 && record.baseline)
    baselineNs = record.baseline->bestNs;
  entry.record = std::move(record);
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

/// Drops what is none, and no twin of one.
void MatmulTuner::keepSeeds(BuiltBatch &batch) {
  BuiltBatch kept;
  for (auto [candidate, kernel] :
       llvm::zip_equal(batch.candidates, batch.kernels)) {
    Config config = candidate.config;
    bool isCounted = proposed.contains(config);
    if (!isCounted && failed(config.set("dependent_launch", 0)))
      config = candidate.config;
    if (llvm::any_of(problem.candidates,
                     [&](const auto &seed) { return seed.config == config; })) {
      kept.candidates.push_back(std::move(candidate));
      kept.kernels.push_back(std::move(kernel));
      continue;
    }
    ++numDropped;
    numProposed -= isCounted;
  }
  batch = std::move(kept);
}

llvm::Error MatmulTuner::measureNext(double endSeconds,
                                     llvm::function_ref<void()> buildAhead) {
  BuildAhead::Result built = building.get();
  if (!built)
    return built.takeError();
  bool isSearched = strategy && !areSamples;
  bool canDrop = !std::exchange(isFirst, false);
  if (canDrop && context.watch.getSeconds() > endSeconds) {
    numDropped += built->candidates.size();
    isOver = true;
    return llvm::Error::success();
  }
  if (canDrop && isSearched && !isSearchOver && !isGainLeft()) {
    isSearchOver = true;
    keepSeeds(*built);
    if (built->candidates.empty()) {
      buildNext();
      return llvm::Error::success();
    }
  }
  std::vector<Entry *> batch;
  for (auto [candidate, kernel] :
       llvm::zip_equal(built->candidates, built->kernels)) {
    entries.push_back({std::move(candidate), std::move(kernel),
                       "c" + std::to_string(context.numCandidates++),
                       static_cast<int64_t>(entries.size()), std::nullopt});
    batch.push_back(&entries.back());
  }
  if (effort.proposeAhead)
    buildNext();
  buildAhead();
  if (llvm::Error error = measure(batch, effort.first))
    return error;
  observe(batch);
  context.progress(batch.size());
  // None was built ahead, or the strategy had nothing more to say until it knew
  // of these.
  buildNext();
  return llvm::Error::success();
}

void MatmulTuner::observe(ArrayRef<Entry *> batch) {
  std::vector<Trial> trials;
  for (const Entry *entry : batch)
    // The strategy knows nothing of twins, whose times are of another kind.
    if (entry->record && !hasDependentLaunch(*entry->record))
      trials.push_back(
          {entry->candidate.config,
           isGood(entry->record) ? getComparableNs(*entry->record) : 0,
           entry->record->spread});
  if (strategy)
    strategy->observe(trials);
}

//===----------------------------------------------------------------------===//
// What came of it
//===----------------------------------------------------------------------===//

std::vector<Record> MatmulTuner::getRecords() const {
  std::vector<Record> records;
  for (const Entry &entry : entries)
    if (entry.record)
      records.push_back(*entry.record);
  for (const Library &library : libraries)
    if (library.record)
      records.push_back(*library.record);
  return records;
}

TuningProblem MatmulTuner::getBuilt() const {
  TuningProblem built{problem.fact, problem.occurrences, {}};
  built.isSample = problem.isSample;
  for (const Entry &entry : entries)
    built.candidates.push_back(entry.candidate);
  return built;
}
