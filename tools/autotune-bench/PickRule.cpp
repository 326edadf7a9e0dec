//===- PickRule.cpp - Which of those that are as fast is picked -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PickRule.h"
#include "Statistics.h"

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Simulation/ProblemText.h"
#include "mlir-autotune/Space/WorkspaceSize.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <tuple>

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using runner::Record;

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
    llvm::Expected<MatmulFact> fact = parseProblem(record.key);
    auto parsed =
        Config::parse(record.config, [](size_t, const llvm::Twine &) {});
    if (fact && succeeded(parsed)) {
      Config complete = parsed->withNeutralDefaults();
      if (complete.isComplete())
        config = complete;
    }
    std::optional<TargetInfo> target = findProduct(record.device.name);
    if (config)
      workspace =
          getWorkspaceBytes(*fact, target ? target->sms : kAssumedSms, *config);
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

const Record *
bench::findHeuristicChoice(llvm::ArrayRef<const Record *> records) {
  const Record *first = nullptr;
  for (const Record *record : records)
    if (llvm::any_of(record->heuristics,
                     [](llvm::StringRef name) { return name != kTableName; }) &&
        (!first || record->rank < first->rank))
      first = record;
  return first;
}

const Record *bench::applyPickRule(llvm::ArrayRef<const Record *> records) {
  const Record *fastest =
      *llvm::min_element(records, [](const Record *a, const Record *b) {
        return a->timeNs < b->timeNs;
      });
  std::vector<std::pair<Preference, const Record *>> ties;
  for (const Record *record : records)
    if (runner::isTie({fastest->timeNs, fastest->spread, 0},
                      {record->timeNs, record->spread, 0}))
      ties.emplace_back(Preference(*record), record);
  const Record *pick =
      llvm::min_element(ties, [](const auto &a, const auto &b) {
        return a.first < b.first;
      })->second;
  const Record *choice = findHeuristicChoice(records);
  return choice && choice->timeNs < pick->timeNs ? choice : pick;
}
