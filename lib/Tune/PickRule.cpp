//===- PickRule.cpp - Which of those that are as fast is picked -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/PickRule.h"

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Measure/Effort.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <tuple>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Record;

/// Multiprocessors of a device that is no known product: of most that the
/// kernels with workspaces are for.
static constexpr int64_t kAssumedSms = 132;

namespace {
/// What a tie goes by, the least first.
struct Preference {
  /// What can't be read comes last.
  std::optional<Config> config;
  int64_t workspace = 0, rank = 0;

  explicit Preference(const Record &record) : rank(record.rank) {
    llvm::Expected<ProblemFact> fact = parseProblem(record.key);
    std::string whyNot;
    auto read = readConfig(record.config, whyNot);
    if (fact && succeeded(read) &&
        getProvider(*read).getTemplate().computesKind(*fact))
      config = *read;
    std::optional<TargetInfo> target = findProduct(record.device.name);
    if (config)
      workspace = getProvider(*config).getWorkspaceBytes(
          *fact, target ? target->sms : kAssumedSms, *config);
    if (!fact)
      llvm::consumeError(fact.takeError());
  }

  bool operator<(const Preference &other) const {
    if (config && other.config) {
      if (workspace != other.workspace)
        return workspace < other.workspace;
      // All kernels add in one order, so none is preferred for that.
      if (*config != *other.config)
        return *config < *other.config;
    } else if (config || other.config) {
      return config.has_value();
    }
    return rank < other.rank;
  }
};
} // namespace

static bool isFromHeuristic(const Record *record) {
  return llvm::any_of(record->heuristics,
                      [](llvm::StringRef name) { return name != kTableName; });
}

const Record *
tune::findHeuristicChoice(llvm::ArrayRef<const Record *> records) {
  const Record *first = nullptr;
  for (const Record *record : records)
    if (isFromHeuristic(record) && (!first || record->rank < first->rank))
      first = record;
  return first;
}

static bool wereInRounds(llvm::ArrayRef<const Record *> records) {
  return llvm::all_of(records, [](const Record *record) {
    return record->final &&
           record->timesNs.size() >= size_t(measure::FinalEffort::kMinRounds);
  });
}

std::vector<measure::Lag>
tune::getLagsOf(llvm::ArrayRef<const Record *> records) {
  if (wereInRounds(records)) {
    std::vector<llvm::ArrayRef<double>> times;
    for (const Record *record : records)
      times.push_back(record->timesNs);
    return measure::getLags(times);
  }
  bool haveRatios = llvm::all_of(
      records, [](const Record *record) { return record->ratio > 0; });
  std::vector<double> times;
  for (const Record *record : records)
    times.push_back(haveRatios ? 1 / record->ratio : record->timeNs);
  double least = *llvm::min_element(times);
  std::vector<measure::Lag> lags;
  for (double time : times)
    lags.push_back({time / least - 1, 0});
  return lags;
}

const Record *tune::applyPickRule(llvm::ArrayRef<const Record *> records) {
  std::vector<measure::Lag> lags = getLagsOf(records);
  const Record &fastest = *records[measure::findFastest(lags)];
  bool areRounds = wereInRounds(records);
  std::vector<const Record *> ties;
  for (auto [record, lag] : llvm::zip_equal(records, lags))
    if (areRounds ? measure::isTie(lag)
                  : measure::isTie({1, fastest.spread, 0},
                                   {1 + lag.share, record->spread, 0}))
      ties.push_back(record);
  if (const Record *choice = findHeuristicChoice(ties))
    return choice;
  std::vector<std::pair<Preference, const Record *>> preferences;
  for (const Record *record : ties)
    preferences.emplace_back(Preference(*record), record);
  return llvm::min_element(
             preferences,
             [](const auto &a, const auto &b) { return a.first < b.first; })
      ->second;
}
