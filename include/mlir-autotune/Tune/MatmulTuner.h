//===- MatmulTuner.h - The search for one matmul's config -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks a strategy for batches of candidates, has them built and measured, and
// the best of them measured longer and together (docs/design/tuning.md).
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

/// How much is measured of a matmul, and how long.
struct TuneEffort {
  /// The most candidates; 0 is no limit. What was named is always among them.
  size_t trials = 24;
  /// A matmul of which nothing faster is known after a batch gets no further
  /// one. (By its records, not by a clock: what has been measured goes the way
  /// that it went.)
  double slowestNs = INFINITY;
  /// Whether a batch is chosen and compiled while the one before is measured.
  /// It then knows nothing of that one.
  bool proposeAhead = true;
  bool useBaseline = true;
  /// All candidates; and, where more are left than go to the final rounds, the
  /// better half of them again.
  measure::Effort first;
  std::optional<measure::Effort> longer;
  /// The best few, together.
  measure::FinalEffort finals;
  /// How often final rounds are run at most, each time with kernels loaded and
  /// memory allocated anew.
  size_t maxPasses = 1;
};

struct TuneSettings {
  TuneEffort effort;
  /// One of getSearchStrategyNames(), and its seed.
  std::string search = "surrogate";
  uint64_t seed = 0;
  /// What is searched beside what was proposed; nothing without it.
  std::optional<SpaceLevel> space;
  /// ProposeOptions::numSampled.
  size_t numSampled = 0;
  bool dependentLaunch = false;
  /// Seconds of measuring in all; 0 is no limit.
  double budget = 0;
};

/// Adds the seconds of its life to a sum.
class Stopwatch {
public:
  explicit Stopwatch(double &sum) : sum(sum) {}
  ~Stopwatch() { add(); }
  /// Those since the last time.
  void add() {
    Clock::time_point now = Clock::now();
    sum += std::chrono::duration<double>(now - last).count();
    last = now;
  }

private:
  using Clock = std::chrono::steady_clock;
  double &sum;
  Clock::time_point last = Clock::now();
};

/// What all matmuls of a run share.
struct TuneContext {
  TuneSettings settings;
  TargetInfo target;
  MeasuringService &service;
  /// Null where the service needs no kernels.
  BuildAhead *builder;
  TuneStore &store;
  /// Called when candidates have a record.
  std::function<void(size_t)> progress;
  /// Names candidates, and the seconds that measuring took.
  size_t numCandidates = 0;
  double seconds = 0;
};

class MatmulTuner {
public:
  /// `problem` must outlive this.
  MatmulTuner(TuneContext &context, const TuningProblem &problem,
              size_t number);
  /// The strategy asks it for predictions.
  MatmulTuner(const MatmulTuner &) = delete;
  MatmulTuner &operator=(const MatmulTuner &) = delete;

  /// Has the next batch built, if there is one and none is being built.
  void buildNext();
  bool isBuilding() const { return building.valid(); }
  /// Waits for the batch that is being built, calls `buildAhead`, and measures
  /// the batch. After `seconds` in all a batch is dropped, but for the first.
  llvm::Error measureNext(double seconds,
                          llvm::function_ref<void()> buildAhead);
  /// The longer times and the final rounds of the best: no longer times after
  /// `searchSeconds` in all, and no further passes after `seconds`.
  llvm::Error finish(double searchSeconds, double seconds);

  /// In the order of ranks: one for each candidate that was not dropped.
  std::vector<measure::Record> getRecords() const;
  /// The problem with these candidates, as built.
  TuningProblem getBuilt() const;
  /// Why no candidate could be measured, empty where they could.
  StringRef getWhyRefused() const { return whyRefused; }
  size_t getNumDropped() const { return numDropped; }

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
  /// TuneEffort::slowestNs.
  bool isSlow() const;
  /// What the cost model predicts, in nanoseconds; each config is asked for
  /// once.
  SmallVector<double> predict(ArrayRef<Config> configs);
  StoredCandidate getStored(const Entry &entry) const;
  void fail(Entry &entry, measure::Outcome outcome, const llvm::Twine &detail);
  void adopt(Entry &entry, measure::Record record, bool isFinal);

  static llvm::Error takeRefusal(llvm::Error error, std::string &reason);
  llvm::Error addProblem(bool useBaseline);
  llvm::Error setUp(ArrayRef<Entry *> entries);
  llvm::Error measure(ArrayRef<Entry *> entries, const measure::Effort &effort);
  llvm::Error measureFinals(ArrayRef<Entry *> finalists, double seconds);
  std::vector<Entry *> getContenders(ArrayRef<Entry *> finalists,
                                     size_t passes) const;
  void addPass(measure::Record &known, const measure::Record &pass) const;
  /// Final rounds of the contenders again, while it is open who ties with the
  /// fastest, and for so many seconds in all.
  llvm::Error runPasses(ArrayRef<Entry *> finalists, double seconds,
                        Stopwatch &watch);
  std::vector<Entry *> chooseFinalists(ArrayRef<Entry *> ranked) const;
  std::vector<MeasuredCandidate> getAsked(ArrayRef<Entry *> entries) const;
  /// Those that are right and worth timing, the fastest first.
  std::vector<Entry *> getRanked();
  void observe(ArrayRef<Entry *> entries);
  /// Nanoseconds that compare with those of other candidates.
  double getComparableNs(const measure::Record &record) const;

  TuneContext &context;
  const TuningProblem &problem;
  std::string id;
  std::vector<Config> space;
  /// Null where nothing is searched.
  std::unique_ptr<SearchStrategy> strategy;
  /// Behind all that is searched.
  std::vector<Config> sampled;
  /// By the strategy, or as a seed or a sample.
  DenseSet<Config> proposed;
  size_t limit, numProposed = 0, nextSampled = 0;
  bool isFirst = true, isOver = false, isSearchOver = false;
  /// Of the batch that is being built.
  bool areSamples = false;
  /// By the cost model, and how far it is to be trusted.
  DenseMap<Config, double> predicted;
  double trust = 0;
  /// All that could be proposed, by prediction, once they are asked for.
  std::vector<Config> ordered;
  /// What ratios are of: the first that was measured; 0 until then.
  double baselineNs = 0;

  std::future<BuildAhead::Result> building;
  std::list<Entry> entries;
  /// What the service knows.
  bool isKnown = false;
  llvm::StringMap<bool> sentKernels;
  std::string whyRefused;
  size_t numDropped = 0;
  /// TuneContext::seconds as this matmul began.
  double begin = 0;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MATMULTUNER_H
