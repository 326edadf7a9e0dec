//===- ProblemBench.h - One problem, set up to be measured ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffers, reference and baseline of one problem, and the steps of the
// measuring protocol (docs/design/measuring.md) on them: to check a candidate
// and time it a first time; to time the best few and the baseline in
// interleaved rounds, and check those once more. Inside a worker: each step is
// announced before it is taken, and the process ends, after having said why,
// when a kernel hangs or faults.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_PROBLEMBENCH_H
#define AUTOTUNE_LIB_MEASURE_PROBLEMBENCH_H

#include "Baseline.h"
#include "Check.h"
#include "Device.h"

#include "mlir-autotune/Measure/Effort.h"

#include <functional>
#include <map>

namespace mlir::autotune::measure {

struct CandidateJob {
  /// What events call it.
  size_t index = 0;
  const Candidate *candidate = nullptr;
  /// Null for a library's.
  const Kernel *kernel = nullptr;
  /// From an earlier worker, or step, that checked and timed it.
  std::optional<Record> record;
  /// A library's algorithm; null until it is needed.
  std::shared_ptr<LibraryAlgorithms> library;

  bool isLibrary() const { return !candidate->library.empty(); }
};

/// Sends one event to the parent.
void emitEvent(llvm::json::Object event);

/// Ends the process where it cannot go on: while a kernel hangs, even to
/// release what it holds would wait for ever, and after a fault every call
/// fails. The parent starts another worker for the rest.
void exitIfLost(bool hangs);

/// One kernel runs alone: replays until `settleNs` have passed, and
/// then `times`, each the mean of so many replays.
struct FinalTurn {
  double settleNs = 0;
  int64_t times = 1, replays = 1;
};

class ProblemBench {
public:
  struct Setup {
    /// What events call the problem.
    size_t index = 0;
    bool useBaseline = true;
    /// The best algorithm as an earlier worker found it, or -1.
    int64_t baselineIndex = -1;
    /// As few buffer sets as there may be: for checking alone.
    bool isSmall = false;
    /// The image of a kernel.
    std::function<std::string(const Kernel &)> getImage;
  };

  /// `problem`, `device`, and the candidates and kernels of jobs must outlive
  /// it.
  ProblemBench(const MeasuredProblem &problem, Device &device, Setup setup);

  /// Makes the buffers, with a workspace for these candidates, and the
  /// reference. False after the failure has been told.
  bool prepare(llvm::ArrayRef<CandidateJob> candidates);
  /// Times and checks the baseline, if there is one, and tells.
  void prepareBaseline();

  /// Checks a candidate on the first set and the last, and once more on the
  /// first where it has a workspace, then times it. Ends in the event `quick`
  /// with a time, or in a record of what was wrong. Without `effort.check` the
  /// candidate must have a record with a time.
  void screen(CandidateJob &entry, const Effort &effort);
  /// Times candidates, which have a time, interleaved with each other and the
  /// baseline, and checks them again. What was wrong is told; records that are
  /// ok are the caller's to tell.
  void runFinals(llvm::ArrayRef<CandidateJob *> entries,
                 const FinalEffort &effort);

  void emitRecord(llvm::StringRef event, const CandidateJob &entry) const;
  /// First times of one problem that can be compared, in nanoseconds: at the
  /// pace that the device had while the baseline was chosen, where the record
  /// has a ratio to it. The clock of a device at its power limit moves by a
  /// tenth between one candidate and another.
  double getComparableNs(const Record &record) const;
  /// Fastest candidate so far, in nanoseconds; 0 if there is none.
  double getBest() const { return bestNs; }
  void noteBest(double ns);

private:
  struct Finalist {
    CandidateJob *entry = nullptr;
    std::shared_ptr<Launchable> kernel;
    TimedGraph graph;
    std::vector<double> times;
    /// At the end of its last turn; empty without turns.
    DeviceFigures figures;
  };
  struct WarmUp {
    int64_t rounds = 0;
    /// Whether the driver said that a power cap lowers the clock.
    bool isCapped = false;
  };
  /// Of the baseline, for one length of replays.
  struct BaselineGraph {
    TimedGraph graph;
    double replayNs = 0;
  };

  int64_t getWorkspaceBytes(const CandidateJob &entry) const;
  /// `launchesNs` and `error` are what its check found.
  void timeFirst(CandidateJob &entry, Launchable &kernel,
                 llvm::ArrayRef<double> launchesNs, double error,
                 const Effort &effort);
  /// Whether launches in the check are its first times. By problem and request
  /// alone, so that all candidates are timed in one way.
  bool areChecksEnough(const Effort &effort) const;
  /// Replays for first times, each after one of the baseline; false after what
  /// went wrong has been told.
  bool replayFirst(CandidateJob &entry, Launchable &kernel, double launchNs,
                   const Effort &effort, std::vector<double> &times,
                   std::vector<double> &baselineTimes);
  /// One replay of the baseline, in a graph of its own for that length. 0
  /// where there is no baseline, or no more.
  double replayBaseline(BaselineGraph &slot, double replayNs);
  /// Goes on without: no candidate is to blame for what the library does.
  void dropBaseline(const StepResult &step);
  void runRounds(std::vector<Finalist> &finalists, const FinalEffort &effort);
  /// One round, and more while a power limit may come to lower the clock;
  /// without turns, until it has settled. nullopt after a failure has been
  /// told.
  std::optional<WarmUp> warmUp(std::vector<Finalist> &finalists,
                               const FinalEffort &effort);
  /// A turn of each; the nanoseconds of a replay of all. nullopt after a
  /// failure has been told.
  std::optional<double> runRound(std::vector<Finalist> &finalists,
                                 int64_t round, const FinalTurn &turn);
  /// What a finalist that runs alone writes to that is not its output.
  CheckResult findDamage(Finalist &finalist);
  void checkAgain(std::vector<Finalist> &finalists,
                  llvm::ArrayRef<double> baselineTimes);
  /// Null, with the record set, when the driver refuses the candidate.
  std::shared_ptr<Launchable> load(CandidateJob &entry);
  /// Finds the library's algorithm (LibraryCandidate.cpp). False, with the
  /// record set, where there is none.
  bool prepareLibrary(CandidateJob &entry);
  StepResult findAlgorithm(const Candidate &candidate, llvm::StringRef config,
                           LibraryAlgorithms &found);

  Checker makeChecker();
  Record makeRecord(const CandidateJob &entry) const;
  /// Emits a record with this outcome.
  void conclude(CandidateJob &entry, Outcome outcome, std::string detail);
  void concludeStep(CandidateJob &entry, const StepResult &step);
  /// The same for a step that no candidate is to blame for.
  void fail(const StepResult &step);
  void announce(const CandidateJob &entry, llvm::StringRef step) const;

  const MeasuredProblem &problem;
  Device &device;
  Setup setup;

  Buffers buffers;
  Reference reference;
  std::unique_ptr<Baseline> baseline;
  BaselineFigures baselineFigures;
  BaselineGraph besideFinals, besideFirst;
  /// Algorithms for the whole problem, by the library and the config that was
  /// asked for; empty for the fastest.
  std::map<std::pair<std::string, std::string>,
           std::shared_ptr<LibraryAlgorithms>>
      libraries;
  double launchTimeout = 0;
  double bestNs = 0;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_PROBLEMBENCH_H
