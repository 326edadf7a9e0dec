//===- FinalRounds.cpp - The best few against each other ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemBench.h"
#include "Telemetry.h"

#include "mlir-autotune/Measure/Statistics.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;
using llvm::StringRef;

/// After a pause, the limit lowers the clock within the longest time. Times
/// then grow by 0 to 30 %, by kernel, until they settle.
static constexpr double kSettlingNs = 3e7, kLongestSettlingNs = 1.2e8;
/// In a turn of its own, a kernel gets the clock that its power allows within
/// this time (docs/notes/whole-models.md).
static constexpr double kTurnSettlingNs = 4e7;
/// For times that are no times.
static constexpr int64_t kMostWarmUps = 1000;

void ProblemBench::runFinals(llvm::ArrayRef<CandidateJob *> entries,
                             const FinalEffort &effort) {
  // The arguments of kernels that are loaded hold the workspace's address.
  int64_t workspaceBytes = 0;
  for (CandidateJob *entry : entries)
    if (!entry->isLibrary() || prepareLibrary(*entry))
      workspaceBytes = std::max(workspaceBytes, getWorkspaceBytes(*entry));
  Status reserved = buffers.reserveWorkspace(workspaceBytes);
  if (!reserved.failed())
    reserved = buffers.resetWorkspace(workspaceBytes);
  if (reserved.failed())
    return fail(reserved);
  std::vector<Finalist> finalists;
  for (CandidateJob *entry : entries) {
    if (int64_t(finalists.size()) == effort.finalists)
      break;
    // A library that was found to have no algorithm for it any more.
    if (entry->record->outcome != Outcome::Ok)
      continue;
    announce(*entry, "final");
    double firstNs = entry->record->timeNs;
    Finalist finalist;
    finalist.entry = entry;
    finalist.kernel = load(*entry);
    if (!finalist.kernel)
      continue;
    if (Status status = TimedGraph::create(
            *finalist.kernel, buffers.getRotation(), effort.replayNs, firstNs,
            device.timer, finalist.graph)) {
      concludeStep(*entry, status);
      continue;
    }
    finalists.push_back(std::move(finalist));
  }
  runRounds(finalists, effort);
}

/// `replay` gives the time of a launch, or 0 where it fails; then the turn is
/// over.
static void runTurn(const FinalTurn &turn, const TimedGraph &graph,
                    llvm::function_ref<double()> replay,
                    std::vector<double> &times) {
  double settledNs = 0;
  for (int64_t i = 0; i < kMostWarmUps && settledNs < turn.settleNs; ++i) {
    double ns = replay();
    if (ns <= 0)
      return;
    settledNs += graph.getReplayNs(ns);
  }
  for (int64_t i = 0; i < turn.times; ++i) {
    double sumNs = 0;
    for (int64_t j = 0; j < turn.replays; ++j) {
      double ns = replay();
      if (ns <= 0)
        return;
      sumNs += ns;
    }
    times.push_back(sumNs / double(turn.replays));
  }
}

void ProblemBench::runRounds(std::vector<Finalist> &finalists,
                             const FinalEffort &effort) {
  if (finalists.empty())
    return;
  std::optional<WarmUp> warm = warmUp(finalists, effort);
  if (!warm)
    return;
  for (Finalist &finalist : finalists)
    finalist.times.clear();
  std::vector<double> baselineTimes;
  bool inTurns = warm->isCapped && effort.turns > 0;
  int64_t turns =
      inTurns ? std::min(effort.turns, effort.rounds) : effort.rounds;
  for (int64_t i = 0; i < turns; ++i) {
    FinalTurn turn;
    if (inTurns) {
      turn.settleNs = kTurnSettlingNs;
      turn.times = effort.rounds * (i + 1) / turns - effort.rounds * i / turns;
      double timeNs = (effort.turnNs - turn.settleNs) / double(turn.times);
      turn.replays = std::max(int64_t(1), int64_t(timeNs / effort.replayNs));
    }
    runTurn(
        turn, besideFinals.graph,
        [&] {
          double ns = replayBaseline(besideFinals, effort.replayNs);
          return baseline ? std::max(ns, 1.0) : 0;
        },
        baselineTimes);
    if (!runRound(finalists, warm->rounds + i, turn))
      return;
  }
  checkAgain(finalists, baselineTimes);
}

std::optional<ProblemBench::WarmUp>
ProblemBench::warmUp(std::vector<Finalist> &finalists,
                     const FinalEffort &effort) {
  bool isHot = llvm::any_of(finalists, [&](const Finalist &finalist) {
    return problem.getFlops() * 1e9 >
           FinalEffort::kCoolFlopsPerSecond * finalist.entry->record->timeNs;
  });
  WarmUp warm;
  // The time that all rounds together take by now, and when they will end.
  double sumNs = 0, endNs = isHot ? kLongestSettlingNs : 0;
  do {
    double baselineNs = replayBaseline(besideFinals, effort.replayNs);
    std::optional<double> ns = runRound(finalists, warm.rounds++, FinalTurn());
    if (!ns)
      return std::nullopt;
    sumNs += *ns + besideFinals.graph.getReplayNs(baselineNs);
    if (!warm.isCapped &&
        StringRef(device.telemetry->getThrottling()).contains(kPowerCap)) {
      warm.isCapped = true;
      // Turns wait for the clock themselves.
      endNs = effort.turns > 0 ? 0 : std::min(endNs, sumNs + kSettlingNs);
    }
  } while (sumNs < endNs && warm.rounds < kMostWarmUps);
  return warm;
}

std::optional<double> ProblemBench::runRound(std::vector<Finalist> &finalists,
                                             int64_t round,
                                             const FinalTurn &turn) {
  double sum = 0;
  // Each round starts one candidate further on, every other goes backwards, so
  // that none always follows the same one.
  size_t count = finalists.size();
  for (size_t i = 0; i < count; ++i) {
    size_t place = round % 2 ? count - 1 - i : i;
    Finalist &finalist = finalists[(place + size_t(round)) % count];
    announce(*finalist.entry, "final");
    StepResult step;
    auto replay = [&] {
      double ns = 0;
      step = finalist.graph.replay(device.timer, ns);
      return step.isOk() ? std::max(ns, 1.0) : 0;
    };
    runTurn(turn, finalist.graph, replay, finalist.times);
    if (!step.isOk()) {
      concludeStep(*finalist.entry, step);
      return std::nullopt;
    }
    // The clock recovers while somebody asks: only behind a turn of its own.
    if (turn.settleNs > 0)
      finalist.figures = device.telemetry->sample();
    sum += finalist.graph.getReplayNs(finalist.times.back());
  }
  return sum;
}

CheckResult ProblemBench::findDamage(Finalist &finalist) {
  Checker checker = makeChecker();
  StepResult step =
      buffers.resetWorkspace(finalist.kernel->getWorkspaceBytes());
  double ns = 0;
  if (step.isOk())
    step = finalist.graph.replay(device.timer, ns);
  if (step.isOk())
    return checker.checkDamage({0, buffers.getLastSet()});
  CheckResult result;
  result.outcome = getOutcome(step);
  result.detail = step.message;
  return result;
}

void ProblemBench::checkAgain(std::vector<Finalist> &finalists,
                              llvm::ArrayRef<double> baselineTimes) {
  DeviceFigures figures = device.telemetry->sample();
  Checker checker = makeChecker();
  // They ran by turns, and one that did damage must be found by itself: it is
  // whole again by now.
  bool isDamaged =
      checker.checkDamage({0, buffers.getLastSet()}).outcome != Outcome::Ok;
  for (Finalist &finalist : finalists) {
    CandidateJob &entry = *finalist.entry;
    announce(entry, "check again");
    CheckResult checked;
    if (isDamaged)
      checked = findDamage(finalist);
    if (checked.outcome == Outcome::Ok)
      checked = checker.check(*finalist.kernel, {0, buffers.getLastSet()});
    if (checked.outcome != Outcome::Ok) {
      conclude(entry, checked.outcome, "after timing: " + checked.detail);
      continue;
    }
    Record &record = *entry.record;
    // An earlier worker may have found another algorithm.
    if (entry.library)
      record.config = entry.library->getConfig();
    // It may have been of a single launch before.
    record.detail.clear();
    record.setTimes(finalist.times, problem.getFlops(), problem.getBytes());
    record.error = std::max(record.error, checked.error);
    record.final = true;
    record.device = finalist.figures.name.empty() ? figures : finalist.figures;
    record.date = getDate();
    if (baseline) {
      record.baseline = baselineFigures;
      record.baseline->bestNs = getMedian(baselineTimes);
      record.ratio = getRatio(baselineTimes, finalist.times);
    }
  }
}
