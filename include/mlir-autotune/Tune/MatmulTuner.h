//===- MatmulTuner.h - The search for one matmul's config -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks a strategy for batches of candidates and has them built and measured.
// The best candidates are then measured longer and together
// (docs/design/tuning.md).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_MATMULTUNER_H
#define MLIR_AUTOTUNE_TUNE_MATMULTUNER_H

#include "mlir-autotune/Proposers/SearchStrategy.h"
#include "mlir-autotune/Tune/BuildAhead.h"
#include "mlir-autotune/Tune/MeasuringService.h"
#include "mlir-autotune/Tune/TuneStore.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <chrono>
#include <cmath>
#include <list>

namespace mlir::autotune::tune {

/// How many candidates of a matmul are measured, and for how long.
struct TuneEffort {
  /// The most candidates; 0 is no limit. Named configs are always among them.
  size_t trials = 24;
  /// If the fastest known time of a matmul is above this after a batch, no
  /// further batch is measured. The rule uses records, not a clock, so a run
  /// with stored records takes the same decisions.
  double slowestNs = INFINITY;
  /// Whether a batch is chosen and compiled while the previous one is
  /// measured. The choice then ignores the previous batch's results.
  bool proposeAhead = true;
  bool useBaseline = true;
  /// `first` is for all candidates. If more remain than enter the final
  /// rounds, the better half is measured again with `longer`.
  measure::Effort first;
  std::optional<measure::Effort> longer;
  /// For the best few candidates, measured together.
  measure::FinalEffort finals;
  /// The most repetitions of the final rounds. Each loads kernels and
  /// allocates memory anew.
  size_t maxPasses = 1;
};

/// The effort for a sample of a plan: all candidates in brief final rounds. The
/// clock falls while a kernel runs at the power limit, and times compare only
/// at one clock.
TuneEffort getSampleEffort(const TuneEffort &effort);

struct TuneSettings {
  TuneEffort effort;
  /// One of getSearchStrategyNames(), and the strategy's seed.
  std::string search = "surrogate";
  uint64_t seed = 0;
  /// The level of the space that is searched beside the proposals; nullopt for
  /// none.
  std::optional<SpaceLevel> space;
  /// ProposeOptions::numSampled.
  size_t numSampled = 0;
  bool dependentLaunch = false;
  /// The libraries whose fastest algorithm takes part in the final rounds, if
  /// the library computes the whole matmul (measure::getMeasuredLibraries()).
  std::vector<std::string> allowedLibraries;
  /// Seconds of the run, builds included; 0 is no limit.
  double budget = 0;
};

/// Tells the seconds since it was made.
class Stopwatch {
public:
  double getSeconds() const {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now();
};

/// State that all matmuls of a run share.
struct TuneContext {
  TuneSettings settings;
  TargetInfo target;
  MeasuringService &service;
  /// Null if the service needs no kernels.
  BuildAhead *builder;
  TuneStore &store;
  /// Called with a number of candidates when these have records.
  std::function<void(size_t)> progress;
  /// These number the matmuls and the candidates.
  size_t numMatmuls = 0, numCandidates = 0;
  /// Made when the run began.
  Stopwatch watch = {};
};

class MatmulTuner {
public:
  /// `problem` must outlive this.
  MatmulTuner(TuneContext &context, const TuningProblem &problem,
              size_t number);
  /// Not copied: the strategy calls back for predictions.
  MatmulTuner(const MatmulTuner &) = delete;
  MatmulTuner &operator=(const MatmulTuner &) = delete;

  /// Measures with this service from now on, not with the context's.
  void use(MeasuringService &other) { service = &other; }
  /// Starts building the next batch, unless there is none or one is being
  /// built.
  void buildNext();
  bool isBuilding() const { return building.valid(); }
  /// Touches nothing that matmuls share.
  void waitForBuild() const { building.wait(); }
  /// Waits for the batch that is being built, calls `buildAhead`, and measures
  /// the batch. If the run has taken more than `endSeconds`, drops the batch
  /// unless it is the first.
  llvm::Error measureNext(double endSeconds,
                          llvm::function_ref<void()> buildAhead);
  /// Measures the best candidates longer, then in final rounds. If the run has
  /// taken more than `searchEndSeconds`, skips the longer measurements; after
  /// `endSeconds`, repeats no final rounds.
  llvm::Error finish(double searchEndSeconds, double endSeconds);

  /// The records in the order of ranks: one for each candidate that was not
  /// dropped. Then those of libraries' algorithms, if there are any.
  std::vector<measure::Record> getRecords() const;
  /// The problem with its candidates as they were built.
  TuningProblem getBuilt() const;
  /// Why no candidate could be measured; empty if some could.
  StringRef getWhyRefused() const { return whyRefused; }
  size_t getNumDropped() const { return numDropped; }
  /// A library that was asked for.
  struct Library {
    StringRef name;
    /// Of its fastest algorithm.
    std::optional<measure::Record> record = std::nullopt;
    /// Why it is no candidate; else empty.
    std::string whyNot = {};
  };
  ArrayRef<Library> getLibraries() const { return libraries; }

private:
  struct Entry {
    TuningCandidate candidate;
    std::shared_ptr<const BuiltKernel> kernel;
    std::string id;
    int64_t rank = 0;
    std::optional<measure::Record> record;
  };

  std::vector<TuningCandidate> proposeBatch();
  void keepSeeds(BuiltBatch &batch);
  TuningCandidate makeCandidate(const Config &config) const;
  bool isGainLeft();
  /// Whether TuneEffort::slowestNs ends the search.
  bool isSlow() const;
  /// The cost model's predictions in nanoseconds; each is computed once.
  SmallVector<double> predict(ArrayRef<Config> configs);
  StoredCandidate getStored(const Entry &entry) const;
  void fail(Entry &entry, measure::Outcome outcome, const llvm::Twine &detail);
  void adopt(Entry &entry, measure::Record record, bool isFinal);

  static llvm::Error takeRefusal(llvm::Error error, std::string &reason);
  llvm::Error addProblem(bool useBaseline);
  llvm::Error setUp(ArrayRef<Entry *> entries);
  llvm::Error measure(ArrayRef<Entry *> entries, const measure::Effort &each);
  llvm::Error measureFinals(ArrayRef<Entry *> finalists, double endSeconds);
  /// How many finalists, of those of the effort, have all their turns before
  /// the run has taken `endSeconds`; a few in any case.
  size_t countAffordable(ArrayRef<Entry *> ranked, double endSeconds) const;
  /// How many turns of `count` candidates end before the run has taken
  /// `endSeconds`: from one to those of the effort.
  int64_t getAffordableTurns(size_t count, double endSeconds) const;
  /// Takes the stored final records of all finalists, if there are any.
  bool adoptStoredFinals(ArrayRef<Entry *> finalists);

  // MatmulLibrary.cpp: a library's algorithm in the final rounds.
  void addLibraries();
  /// Those of which a record is asked for.
  SmallVector<Library *> getWantedLibraries();
  /// Takes the stored failures of libraries.
  void adoptStoredLibraries();
  StoredCandidate getStored(const Library &library) const;
  MeasuredCandidate getAsked(const Library &library) const;
  void adopt(Library &library, measure::Record record);
  /// Those that take part in another pass.
  SmallVector<Library *> getLibrariesInPasses(size_t passes);
  void addPass(Library &library, const measure::Record &pass, bool isCalm);
  std::vector<Entry *> getContenders(ArrayRef<Entry *> finalists,
                                     size_t passes) const;
  void addPass(measure::Record &known, const measure::Record &pass) const;
  /// Repeats the final rounds of the contenders while it is open which of them
  /// tie with the fastest, and until the run has taken `endSeconds`.
  llvm::Error runPasses(ArrayRef<Entry *> finalists, double endSeconds);
  std::vector<Entry *> chooseFinalists(ArrayRef<Entry *> ranked,
                                       size_t count) const;
  std::vector<MeasuredCandidate> getAsked(ArrayRef<Entry *> entries) const;
  /// The candidates that are right and worth timing, the fastest first.
  std::vector<Entry *> getRanked();
  void observe(ArrayRef<Entry *> entries);
  /// A time in nanoseconds that compares with other candidates' times.
  double getComparableNs(const measure::Record &record) const;

  TuneContext &context;
  MeasuringService *service;
  const TuningProblem &problem;
  TuneEffort effort;
  std::string id;
  std::vector<Config> space;
  /// Null if nothing is searched.
  std::unique_ptr<SearchStrategy> strategy;
  /// Random configs that follow everything that is searched.
  std::vector<Config> sampled;
  /// Configs that were proposed by the strategy, or as a seed or a sample.
  DenseSet<Config> proposed;
  size_t limit, numProposed = 0, nextSampled = 0;
  bool isFirst = true, isOver = false, isSearchOver = false;
  /// Whether the batch that is being built has samples.
  bool areSamples = false;
  /// Predictions of the cost model, and its trust in them.
  DenseMap<Config, double> predicted;
  double trust = 0;
  /// All configs that could be proposed, by prediction; filled on first use.
  std::vector<Config> ordered;
  /// The baseline's first measured time, to which ratios refer; 0 until then.
  double baselineNs = 0;

  std::future<BuildAhead::Result> building;
  std::list<Entry> entries;
  /// What the service has been sent: the problem, and kernels by id.
  bool isKnown = false;
  llvm::StringMap<bool> sentKernels;
  std::string whyRefused;
  size_t numDropped = 0;
  std::vector<Library> libraries;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MATMULTUNER_H
